import type { FoundReference } from '../events/customerReference';
import { timeOf } from '../dateTime';
import { codeOf, textOf, type JsonObject } from '../json';
import { wholeMinorOf } from '../money';
import { orderIdOf } from '../events/paymentEvent';
import { partiesIn } from './parties';

/** A transaction, as far as it matters for finding its row. */
export type BookedTransaction = Readonly<ReturnType<typeof bookedTransaction>>;

/** Sorts oldest first. */
export function byTime(one: BookedTransaction, other: BookedTransaction): number {
	return (one.createdMs ?? 0) - (other.createdMs ?? 0) || Number(one.key > other.key) - Number(one.key < other.key);
}

/**
 * A transaction as Mavapay lists it, read for reconciliation.
 *
 * @param reference the caller's own, wherever it was found
 * @param quoteId of the quote that settled its order
 */
export function bookedTransaction(transaction: JsonObject, reference: FoundReference | null, quoteId: string | null) {
	const id = textOf(transaction.id);
	const type = textOf(transaction.type)?.toUpperCase();
	const { hash, ref } = transaction;
	const identities = [id, textOf(hash), textOf(ref), orderIdOf(transaction), quoteId, reference?.value ?? null];
	return {
		/** Tells it from the other transactions. */
		key: id === null ? JSON.stringify(transaction) : JSON.stringify([id, type]),
		id,
		/** Everything that names it and it alone. */
		identities: identities.filter((one) => one !== null),
		/** Whether one of these is the caller's own reference. */
		hasReference: reference !== null,
		payees: partiesIn(transaction).map(({ value }) => value),
		/** Null where it can't be read exactly. */
		minor: wholeMinorOf(transaction.amount),
		fees: wholeMinorOf(transaction.fees),
		currency: codeOf(transaction.currency),
		status: codeOf(transaction.status),
		createdMs: timeOf(transaction.createdAt),
	};
}
