import { defineOperation } from '../../../core/operation/define';
import { choice } from '../../../core/operation/fields';
import { PAYMENT_METHODS } from '../shared';
import { emitDetails, paymentLinkDetails, paymentLinkId } from './paymentLink';

/** Binds: the service may open an order whose account or invoice then expires; docs/interface.md#payment-link-details. */
export const paymentLinkGet = defineOperation({
	effect: 'bind',
	resource: 'paymentLink',
	operation: 'get',
	name: 'Get',
	action: 'Get a payment link',
	description: 'Read how a payment link can be paid, which may open an order that expires',
	answer: paymentLinkDetails,
	fields: { paymentLinkId },
	options: {
		paymentMethod: choice({
			label: 'Payment Method',
			description: 'The method to be paid by; without it the service chooses',
			default: 'BANKTRANSFER',
			choices: PAYMENT_METHODS,
		}),
	},
	request: (input) => ({
		ok: true,
		value: {
			method: 'GET',
			path: '/paymentlink/details',
			query: { id: input.paymentLinkId, paymentMethod: input.options.paymentMethod },
		},
	}),
	emit: emitDetails,
});
