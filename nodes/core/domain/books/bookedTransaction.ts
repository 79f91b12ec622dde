import type { FoundReference } from '../events/customerReference';
import { timeOf } from '../dateTime';
import { codeOf, textOf, type JsonObject } from '../json';
import { wholeMinorOf } from '../money';
import { orderIdOf } from '../events/paymentEvent';
import { partiesIn } from './parties';

/** A transaction, as far as it matters for finding its row. */
export interface BookedTransaction {
	/** Tells it from the other transactions. */
	readonly key: string;
	readonly id: string | null;
	/** Everything that names it and it alone. */
	readonly identities: readonly string[];
	/** Whether one of these is the caller's own reference. */
	readonly hasReference: boolean;
	readonly payees: readonly string[];
	/** Null where it can't be read exactly. */
	readonly minor: bigint | null;
	readonly fees: bigint | null;
	readonly currency: string;
	readonly status: string;
	readonly createdMs: number | null;
}

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
export function bookedTransaction(
	transaction: JsonObject,
	reference: FoundReference | null,
	quoteId: string | null,
): BookedTransaction {
	const id = textOf(transaction.id);
	const type = textOf(transaction.type)?.toUpperCase();
	const identities = [
		id,
		textOf(transaction.hash),
		textOf(transaction.ref),
		orderIdOf(transaction),
		quoteId,
		reference?.value ?? null,
	];
	return {
		key: id === null ? JSON.stringify(transaction) : JSON.stringify([id, type]),
		id,
		identities: identities.filter((one) => one !== null),
		hasReference: reference !== null,
		payees: partiesIn(transaction).map(({ value }) => value),
		minor: wholeMinorOf(transaction.amount),
		fees: wholeMinorOf(transaction.fees),
		currency: codeOf(transaction.currency),
		status: codeOf(transaction.status),
		createdMs: timeOf(transaction.createdAt),
	};
}
