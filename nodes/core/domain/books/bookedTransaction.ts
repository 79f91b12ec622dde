import type { FoundReference } from '../events/customerReference';
import { timeOf } from '../dateTime';
import { codeOf, textOf, type JsonObject } from '../json';
import { wholeMinorOf } from '../money';
import { orderIdOf } from '../transaction';
import { partiesIn } from './parties';

/** A transaction of Mavapay's, as far as it matters for finding its row. */
export type BookedTransaction = Readonly<ReturnType<typeof bookedTransaction>>;

/** Compares two transactions, to sort them oldest first. */
export function byTime(one: BookedTransaction, other: BookedTransaction): number {
	return (one.createdMs ?? 0) - (other.createdMs ?? 0) || Number(one.key > other.key) - Number(one.key < other.key);
}

/**
 * Reads a transaction for reconciliation, as Mavapay lists it.
 *
 * @param reference the user's own, wherever it was found
 * @param quoteId the ID of the quote that settled its order
 */
export function bookedTransaction(transaction: JsonObject, reference: FoundReference | null, quoteId: string | null) {
	const id = textOf(transaction.id);
	const type = codeOf(transaction.type);
	const { hash, ref } = transaction;
	const orderId = orderIdOf(transaction);
	const references = [id, textOf(hash), textOf(ref), orderId, quoteId, reference?.value ?? null];
	return {
		/** Tells it apart from the other transactions. */
		key: id === null ? JSON.stringify(transaction) : JSON.stringify([id, type]),
		id,
		/** WITHDRAWAL or DEPOSIT; the set is open, and empty where there is none. */
		type,
		/** Every text that names this transaction and no other. */
		references: references.filter((one) => one !== null),
		/** Whether one of them is the user's own reference. */
		hasReference: reference !== null,
		hasOrder: orderId !== null,
		payees: partiesIn(transaction).map(({ value }) => value),
		/** In minor units, as are the fees; null where it can't be read exactly. */
		minor: wholeMinorOf(transaction.amount),
		fees: wholeMinorOf(transaction.fees),
		currency: codeOf(transaction.currency),
		status: codeOf(transaction.status),
		createdMs: timeOf(transaction.createdAt),
	};
}

/**
 * Says where the money of a failed transaction is. The payer of a USDT deposit has sent it
 * (docs/reference/interface.md#stablecoin-addresses).
 */
export function failedInWords({ type, currency }: Pick<BookedTransaction, 'type' | 'currency'>): string {
	return type === 'DEPOSIT' && currency === 'USDT'
		? "Sent, but not credited: the sender may be blocked. Ask Mavapay, credit nobody, and don't let it be sent again"
		: 'Failed, so it moved no money';
}
