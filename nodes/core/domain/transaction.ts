import { timeOf } from './dateTime';
import { codeOf, type Json, type JsonObject, objectOf, textOf } from './json';
import { type Amount, currencyOfQuoteCode, wholeMinorOf } from './money';

/**
 * Reads a transaction as Mavapay lists it, looks it up, or has it in an order (docs/reference/interface.md#transaction).
 * Null, or an empty code, is what it doesn't say.
 */
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
		createdMs: timeOf(transaction.createdAt),
		orderId: orderIdOf(transaction),
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

/** The metadata of a transaction, from any of its members: each currency has its own member for it. */
export function metadataOf(transaction: JsonObject): Array<Json | undefined> {
	return Object.entries(transaction)
		.filter(([name]) => name.endsWith('etadata'))
		.map(([, value]) => value);
}

/**
 * The minor units of an amount or fee in a response (a number or numeric text: docs/reference/interface.md#amounts),
 * which may have a fraction: rounded up for what is paid, so that a limit is never passed, and down for what is
 * received. Null for all else.
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
 * The cost of an order's quote in its source currency and its gain in its target currency, as they came: such a quote
 * may have other names for them (docs/reference/interface.md#quotes-of-an-order).
 */
export function statedAmounts(quote: JsonObject): { cost: Json | undefined; gain: Json | undefined } {
	return {
		cost: quote.totalAmountInSourceCurrency ?? quote.totalAmount,
		gain: quote.amountInTargetCurrency ?? quote.equivalentAmount,
	};
}

/**
 * The fees that a transaction states, or a quote in its source currency, rounded up; null where it states none that can
 * be read (docs/reference/interface.md#transaction, docs/reference/interface.md#quote).
 */
export function statedFees(output: JsonObject): Amount | null {
	const { fees, currency } = readTransaction(output);
	if (fees !== null && fees >= 0n && currency !== '') return { minor: fees, currency };
	return priced(roundedMinor(output.transactionFeesInSourceCurrency, 'up'), output.sourceCurrency)[0] ?? null;
}

/** The amount that a transaction states of a payment, other than asked and not by its fees alone; null where it states none. */
export function otherAmountIn(transaction: JsonObject, asked: Amount | null): Amount | null {
	const { minor, fees, currency } = readTransaction(transaction);
	if (asked === null || minor === null || currency !== asked.currency) return null;
	const stated = minor < 0n ? -minor : minor;
	const apart = stated - asked.minor;
	return [0n, fees, -(fees ?? 0n)].includes(apart) ? null : { minor: stated, currency };
}

/** The cost of quotes in their source currency and their gain in their target currency, rounded as a payment's price is. */
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
