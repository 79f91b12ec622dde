import type { FoundReference } from '../events/customerReference';
import { textOf, type JsonObject } from '../domain/json';
import { readTransaction } from '../domain/transaction';
import { partiesIn } from './parties';

/** The parts of a Mavapay transaction that are compared with the rows of a person's own books. */
export type BookedTransaction = Readonly<ReturnType<typeof bookedTransaction>>;

/** Compares two transactions, to sort them oldest first. */
export function byTime(one: BookedTransaction, other: BookedTransaction): number {
	return (one.createdMs ?? 0) - (other.createdMs ?? 0) || Number(one.key > other.key) - Number(one.key < other.key);
}

/** Reads a transaction from Mavapay's list. `reference`: the user's own reference, null if none was found. */
export function bookedTransaction(transaction: JsonObject, reference: FoundReference | null) {
	const read = readTransaction(transaction);
	const { id, type, orderId, quoteId } = read;
	const { hash, ref } = transaction;
	const references = [id, textOf(hash), textOf(ref), orderId, quoteId, reference?.value ?? null];
	return {
		...read,
		/** Unique among the transactions. */
		key: id === null ? JSON.stringify(transaction) : JSON.stringify([id, type]),
		/** The IDs, the hash and the user's reference by which a row of the books can name this transaction. */
		references: references.filter((one) => one !== null),
		/** Whether `references` include the user's own reference, not only IDs and hashes. */
		hasReference: reference !== null,
		payees: partiesIn(transaction).map(({ value }) => value),
	};
}

/** Says what happened to a failed transaction's money. USDT deposits: docs/reference/interface.md#stablecoin-addresses. */
export function failedInWords({ type, currency }: Pick<BookedTransaction, 'type' | 'currency'>): string {
	return type === 'DEPOSIT' && currency === 'USDT'
		? "Sent, but not credited: the sender may be blocked. Ask Mavapay, credit nobody, and don't have it sent again"
		: 'Failed, so it moved no money';
}
