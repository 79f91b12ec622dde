import { isBlank, withoutBlanks } from '../../../core/domain/json';
import { currencyOfQuoteCode, formatMinor, parseAmount } from '../../../core/domain/money';
import { problemIn } from '../../../core/operation/checks';
import type { Problem, ReadResult } from '../../../core/operation/field';
import type { Scope } from '../../../core/operation/operation';
import type { ServiceRequest } from '../../../core/service/service';
import { beneficiaryBody, checkBeneficiary } from '../beneficiary/beneficiary';
import type { BeneficiaryType } from '../beneficiary/fields';
import { quoteFields, type QuoteInput } from './quoteFields';

/** The amount in the lowest unit of the payment currency. */
export function quoteAmount(input: QuoteInput): ReadResult<bigint> {
	const currency = currencyOfQuoteCode(input.paymentCurrency);
	const amount = parseAmount(input.amount, input.amountUnit, currency);
	return amount.ok ? amount : { ok: false, problems: problemIn(quoteFields.amount.label, amount) };
}

/**
 * POST /quote (interface document 4.7). Where the beneficiary's bank name was left blank, the request
 * still lacks it: `withBankName` adds it.
 */
export function quoteRequest(input: QuoteInput): ReadResult<ServiceRequest> {
	const amount = quoteAmount(input);
	if (!amount.ok) return amount;
	const { options } = input;
	const body = withoutBlanks({
		amount: formatMinor(amount.value),
		sourceCurrency: input.sourceCurrency,
		targetCurrency: input.targetCurrency,
		paymentMethod: input.paymentMethod,
		paymentCurrency: input.paymentCurrency,
		autopayout: input.autopayout,
		beneficiary: beneficiaryBody(input),
		customerReference: input.customerReference,
		customerInternalFee: options.customerInternalFee,
		skipVirtualAccount: options.skipVirtualAccount,
		speed: options.speed,
	});
	return { ok: true, value: { method: 'POST', path: '/quote', body } };
}

/** The rules between a quote's fields; with Skip Checks none of them. */
export function checkQuote(input: QuoteInput, scope: Scope, skip: boolean): Problem[] {
	if (skip) return [];
	return [
		...paymentCurrencyProblems(input),
		...zarProblems(input),
		...targetProblems(input),
		...checkBeneficiary(input, scope, skip),
	];
}

/** Interface document 4.7: the amount is in the source or in the target currency. */
function paymentCurrencyProblems({ paymentCurrency, sourceCurrency, targetCurrency }: QuoteInput): Problem[] {
	if (paymentCurrency === sourceCurrency || paymentCurrency === targetCurrency) return [];
	const reason = `must be the source or the target currency (${sourceCurrency} or ${targetCurrency}), but is ${paymentCurrency}`;
	return [{ field: quoteFields.paymentCurrency.label, reason }];
}

/** Service-facts 2.4: a payout in ZAR needs autopayout, and takes no fee of the caller. */
function zarProblems({ targetCurrency, autopayout, options }: QuoteInput): Problem[] {
	if (targetCurrency !== 'ZARCENT') return [];
	const fee = options.customerInternalFee;
	return [
		...(autopayout === true
			? []
			: [{ field: quoteFields.autopayout.label, reason: 'must be Yes for a payout in ZAR' }]),
		...(isBlank(fee) || /^0+$/.test(fee ?? '')
			? []
			: [{ field: 'Customer Internal Fee', reason: 'is not possible for a payout in ZAR' }]),
	];
}

const TARGET_OF: Partial<Record<BeneficiaryType, string>> = {
	btc: 'BTCSAT',
	ghs: 'GHSPESEWA',
	kes: 'KESCENT',
	ngn: 'NGNKOBO',
	zar: 'ZARCENT',
};

function targetProblems({ beneficiaryType, targetCurrency }: QuoteInput): Problem[] {
	const needed = TARGET_OF[beneficiaryType];
	if (needed === undefined || needed === targetCurrency) return [];
	const reason = `is for payouts in ${currencyOfQuoteCode(needed)}, but 'Target Currency' is ${targetCurrency}`;
	return [{ field: quoteFields.beneficiaryType.label, reason }];
}

/** Smallest payouts that the service documents (service-facts 2.17), in the lowest unit. */
const MINIMUM_NGN_KOBO = 200_000n;
const MINIMUM_ON_CHAIN_SATS = 6000n;

/** Warnings about amounts below a documented minimum; the service decides. */
export function quoteHints(input: QuoteInput): string[] {
	const amount = quoteAmount(input);
	if (!amount.ok) return [];
	const paysNgn = input.beneficiaryType === 'ngn' && input.paymentCurrency === 'NGNKOBO';
	const paysOnChain = input.onChainAddress !== undefined && input.paymentCurrency === 'BTCSAT';
	return [
		...(paysNgn && amount.value < MINIMUM_NGN_KOBO
			? ["'Amount' is below the documented minimum of 2,000 NGN for a payout to a Nigerian bank"]
			: []),
		...(paysOnChain && amount.value < MINIMUM_ON_CHAIN_SATS
			? ["'Amount' is below the documented minimum of 6,000 satoshis for an on-chain payout"]
			: []),
	];
}
