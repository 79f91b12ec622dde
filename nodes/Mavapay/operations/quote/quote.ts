import { withoutBlanks } from '../../../core/domain/json';
import { currenciesFor, currencyOfQuoteCode } from '../../../core/domain/money';
import { ok } from '../../../core/domain/result';
import { defineWrite } from '../../../core/operation/define';
import { brokenRules, type Chosen, type Field, type Problem, type Values } from '../../../core/operation/field';
import { choice, flag, optionalText, strictChoice, wholeMinorUnits } from '../../../core/operation/fields';
import type { Scope } from '../../../core/operation/operation';
import { amount, amountUnit } from '../../../core/operation/payFields';
import { post, type ServiceRequest } from '../../../core/service/service';
import { bankName, withBankName } from '../bank/bank';
import {
	BENEFICIARY_TYPES,
	beneficiaryBody,
	beneficiaryFields,
	checkBeneficiary,
	currencyRule,
	invoiceProblem,
	type BeneficiaryInput,
} from '../beneficiary/beneficiary';
import { customerReference, quoteCurrencyChoices, SPEEDS } from '../choices';
import { belowMinimum } from '../paying';

const payoutState = strictChoice('Automatic Payout', {
	description: 'Whether Mavapay pays the beneficiary as soon as the quote is paid',
	default: 'notSent',
	choices: [
		{ name: 'No', value: 'false' },
		{ name: 'Default', value: 'notSent', description: "Use Mavapay's default" },
		{ name: 'Yes', value: 'true' },
	],
});

/** The automatic payout, with three states, because Mavapay may not treat a missing member as false. */
const autopayout: Field<boolean | undefined> = {
	...payoutState,
	read(raw) {
		const state = payoutState.read(typeof raw === 'boolean' ? String(raw) : raw);
		return state.ok ? ok(state.value === 'notSent' ? undefined : state.value === 'true') : state;
	},
};

/** Ways to pay a quote; docs/reference/interface.md#rules-of-quotes. */
const QUOTE_METHODS = [
	{
		name: 'Bank Transfer',
		value: 'BANKTRANSFER',
		description:
			"Transfer exactly 'totalAmountInSourceCurrency', in one transfer and before the quote expires (5 to 10 minutes). A smaller transfer is refunded.",
	},
	{ name: 'Lightning', value: 'LIGHTNING', description: "Pay the quote's invoice before the quote expires" },
];

const quotedCurrency = choice('Amount Is In', {
	description: "The currency of 'From' if 'Amount' is what leaves, or of 'To' if it is what arrives",
	default: 'NGNKOBO',
	choices: quoteCurrencyChoices('quoteTarget'),
});

/** The fields of a quote; docs/reference/interface.md#post-quote. */
export const quoteFields = {
	sourceCurrency: choice('From', {
		description: 'The currency that the quote is paid in',
		default: 'NGNKOBO',
		choices: quoteCurrencyChoices('quoteSource'),
	}),
	targetCurrency: choice('To', {
		description: 'The currency that arrives',
		default: 'BTCSAT',
		choices: quoteCurrencyChoices('quoteTarget'),
	}),
	paymentMethod: choice('Payment Method', {
		description: 'How the quote is paid',
		default: 'BANKTRANSFER',
		choices: QUOTE_METHODS,
	}),
	beneficiaryType: strictChoice('Money Goes To', {
		description: 'None is only for a swap between your own wallets',
		default: 'none',
		choices: Object.values(BENEFICIARY_TYPES),
	}),
	...beneficiaryFields,
	autopayout,
	paymentCurrency: quotedCurrency,
	amount: amount(({ paymentCurrency }) => {
		const read = quotedCurrency.read(paymentCurrency);
		return read.ok ? ok(currencyOfQuoteCode(read.value)) : read;
	}),
	amountUnit,
	customerReference,
};

/** The options of a quote. Most are in Mavapay's examples, not in its types; docs/reference/interface.md#post-quote. */
export const quoteOptions = {
	bankName,
	customerInternalFee: optionalText('Customer Internal Fee', {
		description: 'A fee you add on top, in minor units of the source currency. Not available for ZAR payouts.',
		placeholder: 'e.g. 100',
		...wholeMinorUnits,
	}),
	skipVirtualAccount: flag('Skip Virtual Account', {
		description: 'Whether to skip creating a dedicated bank account for this payment',
	}),
	speed: choice('Speed', {
		description: 'How fast Bitcoin is delivered on-chain',
		default: 'medium',
		choices: SPEEDS,
	}),
};

type QuoteInput = Values<typeof quoteFields> & { options: Chosen<typeof quoteOptions> };

export type Asked = BeneficiaryInput & { options: Chosen<typeof quoteOptions> } & Pick<
		QuoteInput,
		'amount' | 'autopayout' | 'customerReference' | 'paymentMethod'
	> &
	Readonly<Record<'paymentCurrency' | 'sourceCurrency' | 'targetCurrency', string>>;

/** POST /quote (docs/reference/interface.md#post-quote). `withBankName` adds a missing bank name later. */
export function quoteRequest(input: Asked): ServiceRequest {
	const { amount, options } = input;
	const body = withoutBlanks({
		amount: amount.minor.toString(),
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
	return post('/quote', body);
}

/** The currencies that are paid out but held in no wallet (docs/reference/interface.md#get-wallet). */
const HELD_NOWHERE = currenciesFor('quoteTarget').filter((one) => !currenciesFor('wallet').includes(one));

/** Whether a quote pays out a currency that none of the user's wallets can hold. `targetCurrency`: its code in quotes. */
export const isHeldNowhere = (targetCurrency: string) =>
	HELD_NOWHERE.some(({ quoteCode }) => quoteCode === targetCurrency);

/** Checks a quote's fields together (docs/reference/interface.md#rules-of-quotes), unless Skip Checks is on. */
function checkQuote(input: QuoteInput & { skipChecks: boolean }, scope: Scope): Problem[] {
	if (input.skipChecks) return [];
	const { sourceCurrency, targetCurrency, paymentCurrency, autopayout } = input;
	const isOther = paymentCurrency !== sourceCurrency && paymentCurrency !== targetCurrency;
	// If naira are paid out as bitcoin, Mavapay takes the amount only in satoshis.
	const isInNaira = paysBitcoin(input) && sourceCurrency === 'NGNKOBO' && paymentCurrency === 'NGNKOBO';
	const isNobody = input.beneficiaryType === 'none';
	const isRand = targetCurrency === 'ZARCENT';
	const oneOfBoth = `must be 'From' or 'To' (${sourceCurrency} or ${targetCurrency}), but is ${paymentCurrency}`;
	return [
		...brokenRules(
			[isOther, quoteFields.paymentCurrency, oneOfBoth],
			[
				isInNaira,
				quoteFields.paymentCurrency,
				"must be BTCSAT if NGN is paid out as BTC with 'Automatic Payout', but is NGNKOBO",
			],
			[
				isNobody && (isHeldNowhere(targetCurrency) || autopayout === true),
				quoteFields.beneficiaryType,
				'must be given for a payout',
			],
			[isRand && autopayout !== true, quoteFields.autopayout, 'must be Yes for a payout in ZAR'],
			[!isRand && !isNobody && autopayout === false, quoteFields.autopayout, 'must be Yes, or nobody is paid'],
			currencyRule(input.beneficiaryType, currencyOfQuoteCode(targetCurrency), 'To', targetCurrency),
		),
		...payoutProblems(input, scope),
	];
}

const paysBitcoin = ({ targetCurrency, autopayout }: Asked) => targetCurrency === 'BTCSAT' && autopayout === true;

/** Checks a payout: an invoice for exactly the amount, no caller's fee for ZAR, and a valid beneficiary. */
export function payoutProblems(input: Asked, scope: Scope): Problem[] {
	const { invoice, options, targetCurrency } = input;
	const isForInvoice = paysBitcoin(input) && input.paymentCurrency === 'BTCSAT' && invoice !== undefined;
	const hasFee = targetCurrency === 'ZARCENT' && /[1-9]/.test(options.customerInternalFee ?? '');
	return [
		...(isForInvoice ? invoiceProblem(invoice, input.amount.minor) : []),
		...brokenRules([hasFee, quoteOptions.customerInternalFee, 'is not possible for a payout in ZAR']),
		...checkBeneficiary(input, scope),
	];
}

/** Hints for amounts below a documented minimum; Mavapay decides. */
export function quoteHints({ amount, beneficiaryType, sourceCurrency, onChainAddress }: Asked): string[] {
	const paidInNaira = sourceCurrency === 'NGNKOBO';
	return belowMinimum(amount, { beneficiaryType, paidInNaira, onChain: onChainAddress !== undefined });
}

export const quoteCreate = defineWrite('quote', 'create', {
	action: 'Create quote',
	description: 'Get a price that is valid for a few minutes, with payment instructions',
	// A quote has either an invoice or a bank account to pay into; the other member is empty.
	simplified:
		'id, orderId, customerReference, sourceCurrency, totalAmountInSourceCurrency, amountInTargetCurrency, expiry, invoice, bankName, ngnBankAccountNumber, ngnAccountName',
	fields: quoteFields,
	options: quoteOptions,
	check: checkQuote,
	amountOf: ({ amount }) => amount,
	paysOut: ({ autopayout }) => autopayout === true,
	request: quoteRequest,
	complete: withBankName,
	hints: quoteHints,
});
