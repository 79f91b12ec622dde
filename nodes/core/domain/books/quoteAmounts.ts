import { textOf, type Json, type JsonObject } from '../json';
import { currencyOfQuoteCode, type Amount } from '../money';
import { readTransaction } from '../transaction';

/**
 * The whole minor units of an amount or fee in a response (a number or numeric text:
 * docs/reference/interface.md#amounts), and whether a fraction follows, as fees may have. Null for all else.
 */
function readDecimal(value: unknown): { units: bigint; fraction: boolean } | null {
	if (typeof value !== 'number' && typeof value !== 'string') return null;
	const text = String(value).trim();
	const units = /^(\d{1,30})(\.\d{1,30})?$/.exec(text)?.[1];
	return units === undefined ? null : { units: BigInt(units), fraction: /[1-9]/.test(text.slice(units.length)) };
}

/** An amount rounded up: for what is paid, so that a limit is never passed. */
export function wholeMinorUp(value: unknown): bigint | null {
	const decimal = readDecimal(value);
	return decimal === null ? null : decimal.units + (decimal.fraction ? 1n : 0n);
}

/** An amount rounded down: for what is received. */
export function wholeMinorDown(value: unknown): bigint | null {
	return readDecimal(value)?.units ?? null;
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
	return priced(wholeMinorUp(output.transactionFeesInSourceCurrency), output.sourceCurrency)[0] ?? null;
}

/** The cost of quotes in their source currency and their gain in their target currency, rounded as a payment's price is. */
export function pricesOf(quotes: readonly JsonObject[]): Amount[] {
	return quotes.flatMap((one) => {
		const { cost, gain } = statedAmounts(one);
		return [...priced(wholeMinorUp(cost), one.sourceCurrency), ...priced(wholeMinorDown(gain), one.targetCurrency)];
	});
}

function priced(minor: bigint | null, quoteCurrency: unknown): Amount[] {
	return minor === null ? [] : [{ minor, currency: currencyOfQuoteCode(textOf(quoteCurrency) ?? '') }];
}
