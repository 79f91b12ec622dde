import { withoutBlanks } from '../../../core/domain/json';
import { defineWrite } from '../../../core/operation/define';
import { brokenRules, when, type Chosen, type Problem, type Values } from '../../../core/operation/field';
import {
	checkExact,
	checkUrl,
	choice,
	choices,
	flag,
	line,
	optionalText,
	problemIn,
	strictChoice,
} from '../../../core/operation/fields';
import { amount, amountUnit } from '../../../core/operation/payFields';
import { bankName, withBankName } from '../bank/bank';
import {
	bankBeneficiaryFields,
	BENEFICIARY_TYPES,
	beneficiaryBody,
	beneficiaryJson,
	bitcoinBeneficiaryFields,
	checkBeneficiary,
	currencyRule,
} from '../beneficiary/beneficiary';
import { belowMinimum } from '../paying';
import { currencyChoices, PAYMENT_METHODS, SPEEDS } from '../choices';
import { post } from '../../../core/service/service';

const paymentCurrency = choice('Amount Is In', {
	default: 'NGN',
	choices: currencyChoices('paymentLink'),
});

/** A payment link's fields, with currency codes such as NGN; docs/reference/interface.md#create-payment-link. */
const linkFields = {
	name: line('Name', {
		aiMayFill: true,
		description: 'The title that payers see',
		placeholder: 'e.g. Invoice 2026-0412',
	}),
	paymentMethods: choices('Customer Pays By', {
		default: ['BANKTRANSFER', 'LIGHTNING'],
		choices: PAYMENT_METHODS,
	}),
	settlementCurrency: choice('Settlement Currency', {
		description: 'The currency that the beneficiary receives',
		default: 'NGN',
		choices: currencyChoices('paymentLink'),
	}),
	beneficiaryType: strictChoice('Money Goes To', {
		default: 'ngn',
		choices: [BENEFICIARY_TYPES.btc, BENEFICIARY_TYPES.json, BENEFICIARY_TYPES.ngn, BENEFICIARY_TYPES.zar],
	}),
	...bankBeneficiaryFields,
	...bitcoinBeneficiaryFields,
	beneficiaryJson,
	settlementMethod: when(
		{ beneficiaryType: ['btc', 'json'] },
		choice('Settlement Method', {
			description: 'How Bitcoin arrives',
			default: 'LIGHTNING',
			choices: [
				{ name: 'Lightning', value: 'LIGHTNING' },
				{ name: 'On-Chain', value: 'ONCHAIN', description: "Only if customers pay by bank transfer. Needs 'Speed'." },
			],
		}),
	),
	paymentCurrency,
	amount: amount((siblings) => paymentCurrency.read(siblings.paymentCurrency)),
	amountUnit,
};

const linkOptions = {
	bankName,
	addFeeToTotalCost: flag('Add Fee to Total Cost', {
		description: 'Whether the payer pays the fee on top of the amount',
	}),
	callbackUrl: optionalText('Callback URL', {
		description: 'The page that payers are sent to after paying',
		placeholder: 'e.g. https://example.com/thanks',
		maxLength: 2048,
		check: checkUrl,
	}),
	description: optionalText('Description', {
		description: 'A longer text that payers see',
		placeholder: 'e.g. Two boxes of tea',
		maxLength: 2000,
	}),
	speed: choice('Speed', {
		description: 'How fast Bitcoin is delivered on-chain. Required for on-chain settlement.',
		default: 'medium',
		choices: SPEEDS,
	}),
};

type LinkInput = Values<typeof linkFields> & { options: Chosen<typeof linkOptions> };

/** Checks a link's settlement and beneficiary. On-chain settlement needs a speed and allows only bank transfers. */
function settlementProblems(input: LinkInput): Problem[] {
	const { beneficiaryType, settlementMethod = 'LIGHTNING', options } = input;
	const onChain = settlementMethod === 'ONCHAIN';
	const others = input.paymentMethods.filter((method) => method !== 'BANKTRANSFER');
	const notAlone = `must be only Bank Transfer if the link is settled on-chain, but has ${others.join(', ')}`;
	const noSpeed = 'is needed if the link is settled on-chain: add this option';
	const otherWay = beneficiaryType === 'btc' && onChain === (input.onChainAddress === undefined);
	return brokenRules(
		[onChain && others.length > 0, linkFields.paymentMethods, notAlone],
		[onChain && options.speed === undefined, linkOptions.speed, noSpeed],
		[otherWay, linkFields.btcDestination, `can't be paid by 'Settlement Method' ${settlementMethod}`],
		currencyRule(beneficiaryType, input.settlementCurrency, 'Settlement Currency'),
	);
}

/** Hints for an amount below a documented minimum. None if the link is paid and settled in different currencies. */
function linkHints(input: LinkInput): string[] {
	const { amount, paymentCurrency, settlementCurrency, settlementMethod, beneficiaryType } = input;
	if (paymentCurrency !== settlementCurrency) return [];
	return belowMinimum(amount, { beneficiaryType, paidInNaira: false, onChain: settlementMethod === 'ONCHAIN' });
}

/**
 * POST /paymentlink; docs/reference/interface.md#create-payment-link. The amount is sent as a JSON number, so it is
 * refused if a JSON number can't hold it exactly. `One_Time` is the only type documented for requests.
 */
export const paymentLinkCreate = defineWrite('paymentLink', 'create', {
	action: 'Create payment link',
	description: 'Create a page that a customer can pay on',
	fields: linkFields,
	options: linkOptions,
	check: (input, scope) => [
		...problemIn(linkFields.amount.label, checkExact(input.amount.minor)),
		...(input.skipChecks ? [] : [...settlementProblems(input), ...checkBeneficiary(input, scope)]),
	],
	amountOf: ({ amount }) => amount,
	hints: linkHints,
	request: (input) => {
		const body = withoutBlanks({
			name: input.name,
			description: input.options.description,
			type: 'One_Time',
			addFeeToTotalCost: input.options.addFeeToTotalCost,
			settlementCurrency: input.settlementCurrency,
			// Sent even if the link settles to a bank account, because every request must name a settlement method.
			settlementMethod: input.settlementMethod ?? 'LIGHTNING',
			speed: input.options.speed,
			paymentCurrency: input.paymentCurrency,
			paymentMethods: input.paymentMethods,
			beneficiary: beneficiaryBody(input),
			amount: Number(input.amount.minor),
			callbackUrl: input.options.callbackUrl,
		});
		return post('/paymentlink', body);
	},
	complete: withBankName,
});
