import { defineOperation } from '../../../core/operation/define';
import { choice } from '../../../core/operation/fields';
import { PAYMENT_METHODS } from '../shared';
import { outputDetails, paymentLinkDetails, paymentLinkId } from './paymentLink';

/** Writes: the service may open an order whose account or invoice then expires; docs/interface.md#payment-link-details. */
export const paymentLinkGet = defineOperation({
	effect: 'write',
	resource: 'paymentLink',
	operation: 'get',
	name: 'Get',
	action: 'Get a payment link',
	description: "Get a link's payment details. May create an order that expires.",
	response: paymentLinkDetails,
	fields: { paymentLinkId },
	options: {
		paymentMethod: choice({
			label: 'Payment Method',
			description: 'How the payer will pay. If empty, Mavapay chooses.',
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
	output: outputDetails,
});
