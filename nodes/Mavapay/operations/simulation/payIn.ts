import * as z from 'zod/mini';

import { withoutBlanks } from '../../../core/domain/json';
import { defineOperation } from '../../../core/operation/define';
import type { Problem } from '../../../core/operation/field';
import { choice, exactNumber, oneLine, strictChoice, text } from '../../../core/operation/fields';
import { AMOUNT, optionalAmount } from '../../../core/operation/payFields';
import { maybeText } from '../../../core/service/schema';
import { dataObjects } from '../../../core/service/service';
import { currencyChoices } from '../choices';

/** docs/interface.md#simulate-pay-in: the whole response, because its data is a text. */
const simulatedPayIn = z.looseObject({ status: maybeText, message: maybeText, data: maybeText });

const currency = choice({
	label: 'Currency',
	description: 'The currency of the simulated payment',
	default: 'NGN',
	choices: currencyChoices('simulation'),
});

/** docs/interface.md#simulate-pay-in. The amount is a number there, and has to be exact as one. */
export const simulationPayIn = defineOperation({
	effect: 'write',
	resource: 'simulation',
	operation: 'payIn',
	name: 'Pay In',
	action: 'Simulate a pay-in',
	description: 'Simulate payment of a quote or an order (staging only)',
	response: simulatedPayIn,
	fields: {
		currency,
		lookUpBy: strictChoice({
			label: 'Look Up By',
			default: 'quoteId',
			choices: [
				{ name: 'Order ID', value: 'orderId' },
				{ name: 'Quote ID', value: 'quoteId' },
			],
		}),
		value: text({
			label: 'Value',
			aiMayFill: true,
			description: "The quote's or the order's ID",
			placeholder: 'e.g. 43477-4306',
			...oneLine,
		}),
		amount: optionalAmount({
			use: 'simulation',
			minorHint: "In minor units; required for NGN, where it must equal the quote's amount",
			currency: { parameter: 'currency', field: currency },
		}),
	},
	check: (input, { deployment }) => [
		...(deployment.kind === 'live' ? [onLive] : []),
		...(input.currency === 'NGN' && input.amount === undefined ? [noAmount] : []),
	],
	request: (input) => {
		const body = { currency: input.currency, [input.lookUpBy]: input.value };
		const send = (value?: number) => ({
			ok: true as const,
			value: { method: 'POST' as const, path: '/simulation/pay-in', body: withoutBlanks({ ...body, amount: value }) },
		});
		if (input.amount === undefined) return send();
		const exact = exactNumber(input.amount.minor);
		return exact.ok ? send(exact.value) : { ok: false, problems: [{ field: AMOUNT, reason: exact.reason }] };
	},
	output: (response) => {
		const objects = dataObjects(response.data);
		return objects.length > 0 ? objects : [response.body];
	},
});

const onLive: Problem = {
	field: 'Pay In',
	reason: 'simulates a payment and works on staging only, but the credential is set to Live',
};

const noAmount: Problem = { field: AMOUNT, reason: 'is empty; Mavapay needs it for NGN' };
