import * as z from 'zod/mini';

import type { JsonObject } from '../../../core/domain/json';
import { amountInWords, currencyOfQuoteCode } from '../../../core/domain/money';
import { fail, ok, type Result } from '../../../core/domain/result';
import { differencesOf, fits, maybeFlag, maybeNumber, maybeText, maybeTime } from '../../../core/service/schema';
import { roundedMinor } from '../../../core/domain/transaction';

/** The members of a quote that decide whether a swap accepts it. */
export const offer = z.looseObject({
	isValid: maybeFlag,
	sourceCurrency: maybeText,
	targetCurrency: maybeText,
	expiry: maybeTime,
	exchangeRate: maybeNumber,
	totalAmountInSourceCurrency: maybeNumber,
	amountInSourceCurrency: maybeNumber,
	amountInTargetCurrency: maybeNumber,
	transactionFeesInSourceCurrency: maybeNumber,
	transactionFeesInTargetCurrency: maybeNumber,
	customerInternalFee: maybeNumber,
	estimatedRoutingFee: maybeNumber,
});

/** The request that a quote must fit. */
export interface Terms {
	/** The requested amount, in the minor unit of the payment currency. */
	readonly asked: bigint;
	/** Whether the payment currency is the source currency; otherwise it is the target currency. */
	readonly inSource: boolean;
	/** The caller's additional fee, in the minor unit of the source currency. */
	readonly ownFee: bigint;
	readonly sourceCurrency: string;
	readonly targetCurrency: string;
	readonly minimumTargetAmount: bigint | null;
	readonly nowMs: number;
}

/**
 * Checks that a swap can accept a quote: valid, not expired, not below the minimum, and for the requested amount, give or
 * take its stated fees. High fees don't excuse an amount in a wrong unit. Gives the quote's cost in the minor unit of the
 * source currency. An error's reason continues a sentence that begins "The quote".
 */
export function acceptableCost(quote: JsonObject, terms: Terms): Result<bigint> {
	if (!fits(quote, offer)) return fail(`has an unexpected format (${differencesOf(quote, offer).join(', ')})`);
	if (quote.isValid === false) return fail('is no longer valid');
	for (const side of ['sourceCurrency', 'targetCurrency'] as const) {
		const stated = quote[side];
		if (stated !== undefined && stated !== terms[side])
			return fail(`has another currency than requested: ${String(stated)} instead of ${terms[side]}`);
	}
	if (quote.expiry !== undefined) {
		const expiry = Date.parse(quote.expiry ?? '');
		if (Number.isNaN(expiry)) return fail("has an expiry that isn't a date");
		if (expiry <= terms.nowMs) return fail(`expired at ${quote.expiry}`);
	}
	const cost = roundedMinor(quote.totalAmountInSourceCurrency, 'up');
	const gain = roundedMinor(quote.amountInTargetCurrency, 'down');
	if (!cost || !gain) return fail("doesn't say what leaves or arrives");
	const { minimumTargetAmount: least, sourceCurrency, targetCurrency: target } = terms;
	if (least !== null && gain < least)
		return fail(`gives ${inWords(gain, target)}, less than the ${inWords(least, target)} of 'Minimum Target Amount'`);
	const [amount, fees, ownFee, code] = terms.inSource
		? [cost, sourceFees(quote), terms.ownFee, sourceCurrency]
		: [gain, roundedMinor(quote.transactionFeesInTargetCurrency, 'up') ?? 0n, 0n, target];
	const difference = amount > terms.asked ? amount - terms.asked : terms.asked - amount;
	// An amount above 2 * `asked` + `ownFee`, or below half of `asked`, is in a wrong unit: no fees are that high.
	if (difference > fees || amount > terms.asked * 2n + ownFee || amount * 2n < terms.asked)
		return fail(`is for ${inWords(amount, code)}, not ${inWords(terms.asked, code)}, and its fees don't explain why`);
	return heldAgainstItself(quote, terms, cost, gain);
}

/** The cost, if it fits the quote's source amount and fees. For bitcoin, what arrives must also fit the rate. */
function heldAgainstItself(quote: z.infer<typeof offer>, terms: Terms, cost: bigint, gain: bigint): Result<bigint> {
	const source = terms.inSource ? terms.asked : roundedMinor(quote.amountInSourceCurrency, 'up');
	if (!source) return fail("doesn't state its amount in the source currency");
	const fits = [cost - source, source - cost].every((apart) => apart <= sourceFees(quote));
	const rate = terms.sourceCurrency === 'BTCSAT' ? (roundedMinor(quote.exchangeRate, 'down') ?? 0n) : 0n;
	const arrives = gain + (roundedMinor(quote.transactionFeesInTargetCurrency, 'up') ?? 0n);
	// The rate is a bitcoin's price in major units, so a satoshi is worth rate / 1,000,000 minor units. At least half of
	// that value must arrive.
	if (fits && cost <= source * 2n + terms.ownFee && source * rate <= arrives * 2_000_000n) return ok(cost);
	const [costs, given] = [cost, source].map((minor) => inWords(minor, terms.sourceCurrency));
	return fail(`costs ${costs} for ${given}, and its fees and rate don't explain why`);
}

const inWords = (minor: bigint, quoteCode: string) => amountInWords(minor, currencyOfQuoteCode(quoteCode));
function sourceFees(quote: z.infer<typeof offer>): bigint {
	const stated = [quote.transactionFeesInSourceCurrency, quote.customerInternalFee, quote.estimatedRoutingFee];
	return stated.reduce((sum: bigint, fee) => sum + (roundedMinor(fee, 'up') ?? 0n), 0n);
}
