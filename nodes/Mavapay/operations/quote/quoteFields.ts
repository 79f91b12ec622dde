import { currencyOfQuoteCode } from '../../../core/domain/currencies';
import type { Result } from '../../../core/domain/result';
import type { Chosen, Field, Values } from '../../../core/operation/field';
import { choice, flag, optionalText, readText, rule, strictChoice } from '../../../core/operation/fields';
import { amount, amountUnit } from '../../../core/operation/payFields';
import { beneficiaryFields, BENEFICIARY_TYPES } from '../beneficiary/fields';
import { SPEEDS, quoteCurrencyChoices } from '../choices';
import { customerReference } from '../customerReference';

const AUTOPAYOUT_LABEL = 'Automatic Payout';

/** Three states, because the service may treat a member that is absent otherwise than false. */
const autopayout: Field<boolean | undefined> = {
	...strictChoice({
		label: AUTOPAYOUT_LABEL,
		description: 'Whether Mavapay pays the beneficiary as soon as the quote is paid',
		default: 'notSent',
		choices: [
			{ name: 'No', value: 'false' },
			{ name: 'Default', value: 'notSent', description: "Use Mavapay's default" },
			{ name: 'Yes', value: 'true' },
		],
	}),
	read: rule(AUTOPAYOUT_LABEL, (raw): Result<boolean | undefined> => {
		if (typeof raw === 'boolean') return { ok: true, value: raw };
		const state = readText(raw);
		if (!state.ok) return state;
		if (state.value === 'notSent') return { ok: true, value: undefined };
		if (state.value === 'true' || state.value === 'false') return { ok: true, value: state.value === 'true' };
		return { ok: false, reason: `must be "notSent", "true" or "false", but is "${state.value}"` };
	}),
};

/** docs/interface.md#rules-of-quotes */
const QUOTE_METHODS = [
	{
		name: 'Bank Transfer',
		value: 'BANKTRANSFER',
		description: "Transfer exactly 'totalAmountInSourceCurrency', in one transfer and before the quote expires (5 to 10 minutes). A transfer of less is refunded.",
	},
	{ name: 'Lightning', value: 'LIGHTNING', description: "Pay the quote's invoice before the quote expires" },
];

const paymentCurrency = choice({
	label: 'Payment Currency',
	description: "The currency that 'Amount' is in: the source or the target currency",
	default: 'NGNKOBO',
	choices: quoteCurrencyChoices('quoteTarget'),
});

/** Top-level fields of a quote; docs/interface.md#post-quote. */
export const quoteFields = {
	sourceCurrency: choice({
		label: 'Source Currency',
		description: 'What the quote is paid in',
		default: 'NGNKOBO',
		choices: quoteCurrencyChoices('quoteSource'),
	}),
	targetCurrency: choice({
		label: 'Target Currency',
		description: 'What the quote is paid out in',
		default: 'BTCSAT',
		choices: quoteCurrencyChoices('quoteTarget'),
	}),
	paymentMethod: choice({
		label: 'Payment Method',
		description: 'How the quote is paid',
		default: 'BANKTRANSFER',
		choices: QUOTE_METHODS,
	}),
	paymentCurrency,
	amount: amount({ use: 'quoteTarget', currency: { parameter: 'paymentCurrency', field: paymentCurrency, codeOf: currencyOfQuoteCode } }),
	amountUnit,
	autopayout,
	beneficiaryType: strictChoice({
		label: 'Beneficiary Type',
		description: 'Who receives the payout. Choose None to swap between your own wallets.',
		default: 'none',
		choices: Object.values(BENEFICIARY_TYPES),
	}),
	...beneficiaryFields,
	customerReference,
};

const wholeUnits = (text: string): Result<string> =>
	/^[0-9]{1,30}$/.test(text)
		? { ok: true, value: text }
		: { ok: false, reason: 'must be a whole number of minor units, such as 100' };

/** Optional members, which the service shows in examples; docs/interface.md#post-quote. */
export const quoteOptions = {
	customerInternalFee: optionalText({
		label: 'Customer Internal Fee',
		description: 'A fee you add on top, in minor units of the source currency. Not available for ZAR payouts.',
		placeholder: 'e.g. 100',
		check: wholeUnits,
	}),
	skipVirtualAccount: flag({
		label: 'Skip Virtual Account',
		description: 'Whether to skip creating a dedicated bank account for this payment',
		default: false,
	}),
	speed: choice({
		label: 'Speed',
		description: 'How fast Bitcoin is delivered on-chain',
		default: 'medium',
		choices: SPEEDS,
	}),
};

export type QuoteInput = Values<typeof quoteFields> & { options: Chosen<typeof quoteOptions> };
