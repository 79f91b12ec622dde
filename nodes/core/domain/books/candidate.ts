import { timeOf } from '../dateTime';
import { orderIn, settledQuoteOf } from '../transaction';
import { codeOf, isJsonObject, textOf, type JsonObject } from '../json';
import { currencyOfQuoteCode, wholeMinorOf } from '../money';
import { statedAmounts, wholeMinorDown, wholeMinorUp } from './quoteAmounts';
import type { Candidate } from './resolution';

/** Reads a transaction as a candidate for the payment. `known` adds what it doesn't say itself. */
export function candidateIn(one: JsonObject, known: Partial<Pick<Candidate, 'prices' | 'matches'>> = {}): Candidate {
	const quotes = [orderIn(one).quote].flat().filter((entry) => isJsonObject(entry));
	return {
		transactionId: textOf(one.id) ?? '',
		quoteId: settledQuoteOf(one),
		type: codeOf(one.type),
		status: codeOf(one.status),
		minor: wholeMinorOf(one.amount),
		currency: textOf(one.currency)?.toUpperCase() ?? null,
		createdMs: timeOf(one.createdAt),
		prices: pricesOf(quotes),
		matches: true,
		...known,
	};
}

/** The cost of quotes in their source currency and their gain in their target currency, rounded as a payment's price is. */
export function pricesOf(quotes: readonly JsonObject[]): Candidate['prices'] {
	return quotes.flatMap((one) => {
		const { cost, gain } = statedAmounts(one);
		return [...priced(wholeMinorUp(cost), one.sourceCurrency), ...priced(wholeMinorDown(gain), one.targetCurrency)];
	});
}

function priced(minor: bigint | null, quoteCurrency: unknown): Candidate['prices'] {
	return minor === null ? [] : [{ minor, currency: currencyOfQuoteCode(textOf(quoteCurrency) ?? '') }];
}
