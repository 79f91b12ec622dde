import { isBlank } from '../../../core/domain/json';
import { currencyOfQuoteCode } from '../../../core/domain/currencies';
import type { Problem } from '../../../core/operation/field';
import type { Scope } from '../../../core/operation/operation';
import { checkBeneficiary } from '../beneficiary/beneficiary';
import type { BeneficiaryType } from '../beneficiary/fields';
import { invoiceProblem } from '../beneficiary/invoiceAmount';
import { BELOW_TWO_USD, MINIMUM_ON_CHAIN_SATS, MINIMUM_PAYOUT_KOBO, MINIMUM_ZAR_CENTS_FROM_NGN } from '../minimums';
import { quoteFields, quoteOptions, type QuoteInput } from './quoteFields';

/** The rules between a quote's fields (docs/interface.md#rules-of-quotes); with Skip Checks none of them. */
export function checkQuote(input: QuoteInput, scope: Scope, skip: boolean): Problem[] {
	if (skip) return [];
	return [
		...paymentCurrencyProblems(input),
		...bitcoinProblems(input),
		...zarProblems(input),
		...targetProblems(input),
		...checkBeneficiary(input, scope, skip),
	];
}

/** The amount is in the source or in the target currency. */
function paymentCurrencyProblems({ paymentCurrency, sourceCurrency, targetCurrency }: QuoteInput): Problem[] {
	if (paymentCurrency === sourceCurrency || paymentCurrency === targetCurrency) return [];
	const reason = `must be the source or the target currency (${sourceCurrency} or ${targetCurrency}), but is ${paymentCurrency}`;
	return [{ field: quoteFields.paymentCurrency.label, reason }];
}

/** Naira that are paid out as bitcoin: the amount is in satoshis, and an invoice is for just that amount. */
function bitcoinProblems(input: QuoteInput): Problem[] {
	const { sourceCurrency, targetCurrency, paymentCurrency, autopayout, invoice } = input;
	if (targetCurrency !== 'BTCSAT' || autopayout !== true) return [];
	if (sourceCurrency === 'NGNKOBO' && paymentCurrency === 'NGNKOBO') {
		const reason = 'must be BTCSAT where NGN is paid out as BTC with autopayout, but is NGNKOBO';
		return [{ field: quoteFields.paymentCurrency.label, reason }];
	}
	if (paymentCurrency !== 'BTCSAT' || invoice === undefined) return [];
	return invoiceProblem(invoice, input.amount.minor);
}

/** A payout in ZAR needs autopayout, and takes no fee of the caller. */
function zarProblems({ targetCurrency, autopayout, options }: QuoteInput): Problem[] {
	if (targetCurrency !== 'ZARCENT') return [];
	const fee = options.customerInternalFee;
	return [
		...(autopayout === true
			? []
			: [{ field: quoteFields.autopayout.label, reason: 'must be Yes for a payout in ZAR' }]),
		...(isBlank(fee) || /^0+$/.test(fee ?? '')
			? []
			: [{ field: quoteOptions.customerInternalFee.label, reason: 'is not possible for a payout in ZAR' }]),
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

/** Smallest payouts by what they are, where the amount is in the currency paid out. */
const MINIMUMS: ReadonlyArray<{ applies: (input: QuoteInput) => boolean; minor: bigint; hint: string }> = [
	{
		applies: (input) => input.beneficiaryType === 'ngn' && input.paymentCurrency === 'NGNKOBO',
		minor: MINIMUM_PAYOUT_KOBO,
		hint: "'Amount' is below the documented minimum of 2,000 NGN for a payout to a Nigerian bank",
	},
	{
		applies: (input) => input.sourceCurrency === 'NGNKOBO' && input.paymentCurrency === 'ZARCENT',
		minor: MINIMUM_ZAR_CENTS_FROM_NGN,
		hint: "'Amount' is below the documented minimum of 50 ZAR for a payout from NGN to ZAR",
	},
	{
		applies: (input) => input.sourceCurrency !== 'NGNKOBO' && input.paymentCurrency === 'ZARCENT' && input.beneficiaryType === 'zar',
		minor: BELOW_TWO_USD.ZAR,
		hint: "'Amount' is below the documented minimum for a payout in ZAR, the worth of 2 USD",
	},
	{
		applies: (input) => input.paymentCurrency === 'KESCENT' && input.beneficiaryType === 'kes',
		minor: BELOW_TWO_USD.KES,
		hint: "'Amount' is below the documented minimum for a payout in KES, the worth of 2 USD",
	},
	{
		applies: (input) => input.onChainAddress !== undefined && input.paymentCurrency === 'BTCSAT',
		minor: MINIMUM_ON_CHAIN_SATS,
		hint: "'Amount' is below the documented minimum of 6,000 satoshis for an on-chain payout",
	},
];

/** Warnings about amounts below a documented minimum; the service decides. None with Skip Checks. */
export function quoteHints(input: QuoteInput, skip: boolean): string[] {
	if (skip) return [];
	const below = MINIMUMS.filter(({ applies, minor }) => applies(input) && input.amount.minor < minor);
	return below.map(({ hint }) => hint);
}
