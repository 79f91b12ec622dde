import { timeOf } from './dateTime';
import { codeOf, objectOf, textOf, type Json, type JsonObject } from './json';
import { wholeMinorOf } from './money';

/** A transaction of Mavapay's (docs/reference/interface.md#transaction). Null, or an empty code, is what it doesn't say. */
export type Transaction = Readonly<ReturnType<typeof readTransaction>>;

/** Reads a transaction as Mavapay lists it, looks it up, or has it in an order. */
export function readTransaction(transaction: JsonObject) {
	return {
		id: textOf(transaction.id),
		/** WITHDRAWAL or DEPOSIT, and SUCCESS, PENDING or FAILED, in upper case; both sets are open. */
		type: codeOf(transaction.type),
		status: codeOf(transaction.status),
		currency: codeOf(transaction.currency),
		/** In minor units, as are the fees; null where it can't be read exactly. */
		minor: wholeMinorOf(transaction.amount),
		fees: wholeMinorOf(transaction.fees),
		/** Milliseconds since 1970. */
		createdMs: timeOf(transaction.createdAt),
		orderId: orderIdOf(transaction),
		/** The quote that settled its order. */
		quoteId: settledQuoteOf(transaction),
	};
}

/**
 * The type of a transaction, DEPOSIT or WITHDRAWAL, from text in any case. SETTLEMENT is what a table of the
 * documentation calls the withdrawal of a settled payment link; docs/reference/interface.md#event-payment-link-settled.
 */
export function typeOf(type: unknown): string {
	const code = codeOf(type);
	return code === 'SETTLEMENT' ? 'WITHDRAWAL' : code;
}

/** The ID of the order: from a transaction itself, from its metadata under any name, or from the order within. */
export function orderIdOf(transaction: JsonObject): string | null {
	const inMetadata = metadataOf(transaction).map(objectOf);
	const orders = [transaction, ...inMetadata].map(({ order }) => objectOf(order));
	const named = [transaction, ...inMetadata, ...orders].map(({ orderId }) => textOf(orderId));
	// A transaction that is looked up has the order with its ID as `id`.
	return [...named, ...orders.map(({ id }) => textOf(id))].find((found) => found !== null) ?? null;
}

/** The order within a transaction that was looked up, or an empty one; docs/reference/interface.md#transaction-looked-up. */
export function orderIn({ metadata }: JsonObject): JsonObject {
	return objectOf(objectOf(metadata).order);
}

/** The quote that an order was settled by, as the transaction's metadata has it. */
export function settledQuoteOf(transaction: JsonObject): string | null {
	const { settledQuoteId, quote } = orderIn(transaction);
	return textOf(settledQuoteId) ?? textOf(objectOf([quote].flat()[0]).id);
}

/** The metadata of a transaction, whatever its name: each currency has a member of its own for it. */
export function metadataOf(transaction: JsonObject): Array<Json | undefined> {
	return Object.entries(transaction)
		.filter(([name]) => name.endsWith('etadata'))
		.map(([, value]) => value);
}
