import { timeOf } from './dateTime';
import { codeOf, type Json, type JsonObject, objectOf, textOf } from './json';
import { type Amount, currencyOfQuoteCode, wholeMinorOf } from './money';

/** Reads a transaction (docs/reference/interface.md#transaction). A missing value is null; a missing code is ''. */
export function readTransaction(transaction: JsonObject) {
	return {
		id: textOf(transaction.id),
		/** WITHDRAWAL or DEPOSIT, in upper case; Mavapay may add types. */
		type: codeOf(transaction.type),
		/** SUCCESS, PENDING or FAILED, in upper case; Mavapay may add statuses. */
		status: codeOf(transaction.status),
		currency: codeOf(transaction.currency),
		/** The amount in minor units; null if it can't be read exactly. */
		minor: wholeMinorOf(transaction.amount),
		fees: wholeMinorOf(transaction.fees),
		createdMs: timeOf(transaction.createdAt),
		orderId: orderIdOf(transaction),
		quoteId: settledQuoteOf(transaction),
	};
}

/**
 * The type of a transaction, DEPOSIT or WITHDRAWAL, from text in any case. One table in Mavapay's documentation calls the
 * withdrawal of a settled payment link SETTLEMENT (docs/reference/interface.md#event-payment-link-settled).
 */
export function typeOf(type: unknown): string {
	const code = codeOf(type);
	return code === 'SETTLEMENT' ? 'WITHDRAWAL' : code;
}

/** The ID of a transaction's order: from the transaction, its metadata, or an order within either. */
export function orderIdOf(transaction: JsonObject): string | null {
	const inMetadata = metadataOf(transaction).map(objectOf);
	const orders = [transaction, ...inMetadata].map(({ order }) => objectOf(order));
	const named = [transaction, ...inMetadata, ...orders].map(({ orderId }) => textOf(orderId));
	// A transaction that was looked up contains its order, whose `id` is the order's ID.
	return [...named, ...orders.map(({ id }) => textOf(id))].find((found) => found !== null) ?? null;
}

/** The order within a transaction that was looked up, or an empty one; docs/reference/interface.md#transaction-looked-up. */
export function orderIn({ metadata }: JsonObject): JsonObject {
	return objectOf(objectOf(metadata).order);
}

/** The ID of the quote that settled the order, from the transaction's metadata. */
export function settledQuoteOf(transaction: JsonObject): string | null {
	const { settledQuoteId, quote } = orderIn(transaction);
	return textOf(settledQuoteId) ?? textOf(objectOf([quote].flat()[0]).id);
}

/** All metadata of a transaction. Each currency has a separate member, such as `btcUsdMetadata`. */
export function metadataOf(transaction: JsonObject): Array<Json | undefined> {
	return Object.entries(transaction)
		.filter(([name]) => name.endsWith('etadata'))
		.map(([, value]) => value);
}

/**
 * The minor units of an amount or fee in a response (a number or numeric text: docs/reference/interface.md#amounts),
 * which may have a fraction. Round costs up, so that they can't slip under a limit, and receipts down. Null for
 * anything else.
 */
export function roundedMinor(value: unknown, rounding: 'up' | 'down'): bigint | null {
	if (typeof value !== 'number' && typeof value !== 'string') return null;
	const text = String(value).trim();
	const units = /^(\d{1,30})(\.\d{1,30})?$/.exec(text)?.[1];
	if (units === undefined) return null;
	const hasFraction = /[1-9]/.test(text.slice(units.length));
	return BigInt(units) + (hasFraction && rounding === 'up' ? 1n : 0n);
}

/**
 * The cost (source currency) and the gain (target currency) that a quote states, as received. An order's quote may have
 * other names for these amounts (docs/reference/interface.md#quotes-of-an-order).
 */
export function statedAmounts(quote: JsonObject): { cost: Json | undefined; gain: Json | undefined } {
	return {
		cost: quote.totalAmountInSourceCurrency ?? quote.totalAmount,
		gain: quote.amountInTargetCurrency ?? quote.equivalentAmount,
	};
}

/**
 * The fees that a transaction states, or that a quote states in its source currency (rounded up); null if unreadable
 * (docs/reference/interface.md#transaction, docs/reference/interface.md#quote).
 */
export function statedFees(output: JsonObject): Amount | null {
	const { fees, currency } = readTransaction(output);
	if (fees !== null && fees >= 0n && currency !== '') return { minor: fees, currency };
	return priced(roundedMinor(output.transactionFeesInSourceCurrency, 'up'), output.sourceCurrency)[0] ?? null;
}

/** A transaction's amount if it differs from the requested amount by anything but the fees; otherwise null. */
export function otherAmountIn(transaction: JsonObject, asked: Amount | null): Amount | null {
	const { minor, fees, currency } = readTransaction(transaction);
	if (asked === null || minor === null || currency !== asked.currency) return null;
	const stated = minor < 0n ? -minor : minor;
	const apart = stated - asked.minor;
	return [0n, fees, -(fees ?? 0n)].includes(apart) ? null : { minor: stated, currency };
}

/** The costs of quotes in the source currency, rounded up, and their gains in the target currency, rounded down. */
export function pricesOf(quotes: readonly JsonObject[]): Amount[] {
	return quotes.flatMap((one) => {
		const { cost, gain } = statedAmounts(one);
		return [
			...priced(roundedMinor(cost, 'up'), one.sourceCurrency),
			...priced(roundedMinor(gain, 'down'), one.targetCurrency),
		];
	});
}

function priced(minor: bigint | null, quoteCurrency: unknown): Amount[] {
	return minor === null ? [] : [{ minor, currency: currencyOfQuoteCode(textOf(quoteCurrency) ?? '') }];
}
