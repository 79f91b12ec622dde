import { isBlank, withoutBlanks } from '../../../core/domain/json';
import { parseAmount } from '../../../core/domain/parseAmount';
import { ok } from '../../../core/domain/result';
import { defineWrite } from '../../../core/operation/define';
import { brokenRules, type Field } from '../../../core/operation/field';
import { checkExact, choice, labelled, line, problemIn, strictChoice, text } from '../../../core/operation/fields';
import { AMOUNT } from '../../../core/operation/payFields';
import { dataObjects, post } from '../../../core/service/service';
import { currencyChoices } from '../choices';

const simulatedCurrency = choice('Currency', {
	description: 'The currency of the simulated payment',
	default: 'NGN',
	choices: currencyChoices('simulation'),
});

const simulatedAmount: Field<bigint | undefined> = {
	...text(AMOUNT, {
		aiMayFill: true,
		hint: "In minor units. Required for NGN, where it must equal the quote's amount.",
		placeholder: 'e.g. 500000',
	}),
	required: false,
	read(raw, siblings = {}) {
		if (isBlank(raw)) return ok(undefined);
		const code = simulatedCurrency.read(siblings.currency);
		return code.ok ? labelled(AMOUNT, parseAmount(raw, 'minor', code.value)) : code;
	},
};

const REAL_MONEY = "simulates a payment, which isn't possible with real money. Select a credential for staging";

/** Simulates a payment; docs/reference/interface.md#simulate-pay-in. The amount must be exact as a JSON number. */
export const simulationPayIn = defineWrite('simulation', 'payIn', {
	action: 'Simulate pay-in',
	description: 'Simulate payment of a quote or an order (staging and sandbox only)',
	fields: {
		currency: simulatedCurrency,
		lookUpBy: strictChoice('Look Up By', {
			default: 'quoteId',
			choices: [
				{ name: 'Order ID', value: 'orderId' },
				{ name: 'Quote ID', value: 'quoteId' },
			],
		}),
		value: line('Value', {
			aiMayFill: true,
			description: 'The ID of the quote or the order',
			placeholder: 'e.g. 43477-4306',
		}),
		// Always in minor units: this operation has no 'Amount Unit'.
		amount: simulatedAmount,
	},
	check: ({ currency, amount }, { deployment }) => [
		...brokenRules(
			[deployment.money === 'real', 'Pay In', REAL_MONEY],
			[currency === 'NGN' && amount === undefined, AMOUNT, 'is empty; Mavapay needs it for NGN'],
		),
		...problemIn(AMOUNT, checkExact(amount ?? 0n)),
	],
	request: ({ currency, lookUpBy, value, amount }) => {
		const exact = amount === undefined ? undefined : Number(amount);
		return post('/simulation/pay-in', withoutBlanks({ currency, [lookUpBy]: value, amount: exact }));
	},
	output: (response) => {
		const objects = dataObjects(response.data);
		return objects.length > 0 ? objects : [response.body];
	},
});
