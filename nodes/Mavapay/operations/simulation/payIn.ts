import { isBlank, withoutBlanks } from '../../../core/domain/json';
import { parseAmount } from '../../../core/domain/money';
import { bindOperation } from '../../../core/operation/bind';
import { exactNumber, oneLine, choice, strictChoice, text  } from '../../../core/operation/fields';
import type { Problem } from '../../../core/operation/field';
import { amountField } from '../../../core/operation/moneyFields';
import { simulatedPayIn } from '../../../core/service/schemas/simulation';
import { dataObjects } from '../../../core/service/service';
import { SIMULATED_CURRENCIES } from '../choices';

const amount = {
	...amountField({
		hint: "In kobo; required for NGN, where it must equal the quote's amount",
		placeholder: 'e.g. 100000',
	}),
	required: false,
};

/** docs/interface.md#simulate-pay-in. The amount is a number there, and has to be exact as one. */
export const simulationPayIn = bindOperation({
	resource: 'simulation',
	operation: 'payIn',
	name: 'Pay In',
	action: 'Simulate a pay-in',
	description: 'Pretend that a quote or an order was paid, on deployment Staging only',
	answer: simulatedPayIn,
	fields: {
		currency: choice({
			label: 'Currency',
			description: 'What the pretended payment is made in',
			default: 'NGN',
			choices: SIMULATED_CURRENCIES,
		}),
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
		amount,
	},
	check: (input, { deployment }) => [
		...(deployment.kind === 'live' ? [onLive] : []),
		...(input.currency === 'NGN' && isBlank(input.amount) ? [noAmount] : []),
	],
	request: (input) => {
		const body = { currency: input.currency, [input.lookUpBy]: input.value };
		const send = (value?: number) => ({
			ok: true as const,
			value: { method: 'POST' as const, path: '/simulation/pay-in', body: withoutBlanks({ ...body, amount: value }) },
		});
		if (isBlank(input.amount)) return send();
		const exact = exactNumber(parseAmount(input.amount, 'minor', input.currency));
		return exact.ok ? send(exact.value) : { ok: false, problems: [{ field: amount.label, reason: exact.reason }] };
	},
	emit: (answer) => {
		const objects = dataObjects(answer.data);
		return objects.length > 0 ? objects : [answer.body];
	},
});

const onLive: Problem = {
	field: 'Pay In',
	reason: 'only pretends, which the service offers on staging, but the deployment of the credential is live',
};

const noAmount: Problem = { field: amount.label, reason: 'is empty; the service needs it for NGN' };
