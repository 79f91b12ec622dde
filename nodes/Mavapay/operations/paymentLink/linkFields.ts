import { checkUrl, oneLine, choice, choices, flag, optionalText, strictChoice, text  } from '../../../core/operation/fields';
import { amount, amountUnit } from '../../../core/operation/payFields';
import {
	bankBeneficiaryFields,
	beneficiaryJson,
	BENEFICIARY_TYPES,
	bitcoinBeneficiaryFields,
} from '../beneficiary/fields';
import { PAYMENT_METHODS, SPEEDS, currencyChoices } from '../choices';

const { btc, json, ngn, zar } = BENEFICIARY_TYPES;

const paymentCurrency = choice({
	label: 'Payment Currency',
	description: "The currency that 'Amount' is in",
	default: 'NGN',
	choices: currencyChoices('paymentLink'),
});

const linkAmount = amount({ use: 'paymentLink', currency: { parameter: 'paymentCurrency', field: paymentCurrency } });

/** What every payment link needs; docs/interface.md#create-payment-link. Its currencies are plain codes. */
export const linkFields = {
	name: text({ label: 'Name', aiMayFill: true, description: 'The title that payers see', placeholder: 'e.g. Invoice 2026-0412', ...oneLine }),
	paymentCurrency,
	amount: linkAmount,
	amountUnit,
	paymentMethods: choices({
		label: 'Payment Methods',
		description: 'How the link can be paid',
		default: ['BANKTRANSFER', 'LIGHTNING'],
		choices: PAYMENT_METHODS,
	}),
	settlementCurrency: choice({
		label: 'Settlement Currency',
		description: 'What the beneficiary receives',
		default: 'BTC',
		choices: currencyChoices('paymentLink'),
	}),
	settlementMethod: choice({
		label: 'Settlement Method',
		description: 'How the beneficiary receives it',
		default: 'LIGHTNING',
		choices: [
			{ name: 'Lightning', value: 'LIGHTNING' },
			{ name: 'On-Chain', value: 'ONCHAIN', description: "Paid by bank transfer only, and needs the option 'Speed'" },
		],
	}),
	beneficiaryType: strictChoice({
		label: 'Beneficiary Type',
		description: 'Who is paid out',
		default: 'btc',
		choices: [btc, json, ngn, zar],
	}),
	...bankBeneficiaryFields,
	...bitcoinBeneficiaryFields,
	beneficiaryJson,
};

/** What a payment link may have besides. */
export const linkOptions = {
	addFeeToTotalCost: flag({
		label: 'Add Fee to Total Cost',
		description: 'Whether the payer pays the fee on top of the amount',
		default: false,
	}),
	callbackUrl: optionalText({
		label: 'Callback URL',
		description: 'Where the payer is sent after paying',
		placeholder: 'e.g. https://example.com/thanks',
		maxLength: 2048,
		check: checkUrl,
	}),
	description: optionalText({
		label: 'Description',
		description: 'A longer text that payers see',
		placeholder: 'e.g. Two boxes of tea',
		maxLength: 2000,
	}),
	speed: choice({
		label: 'Speed',
		description: 'How fast Bitcoin is delivered on-chain; needed for on-chain settlement',
		default: 'medium',
		choices: SPEEDS,
	}),
	type: choice({
		label: 'Type',
		// Requests are documented with this one alone, answers with RECURRING as well (docs/interface.md#create-payment-link).
		description: 'How often the link can be paid. For other types, use an expression.',
		default: 'One_Time',
		choices: [{ name: 'One Time', value: 'One_Time' }],
	}),
};
