import { defineOperation } from '../../../core/operation/define';
import { choice } from '../../../core/operation/fields';
import { PAYMENT_METHODS } from '../shared';
import { outputDetails, paymentLinkDetails, paymentLinkId } from './paymentLink';

export const paymentLinkRefresh = defineOperation({
	effect: 'write',
	resource: 'paymentLink',
	operation: 'refresh',
	name: 'Refresh',
	action: 'Refresh a payment link',
	description: 'Get a new invoice or bank account for a link',
	response: paymentLinkDetails,
	fields: {
		paymentLinkId,
		paymentMethod: choice({
			label: 'Payment Method',
			description: 'How the payer will pay',
			default: 'BANKTRANSFER',
			choices: PAYMENT_METHODS,
		}),
	},
	request: (input) => ({
		ok: true,
		value: {
			method: 'GET',
			path: '/paymentlink/refresh',
			query: { id: input.paymentLinkId, paymentMethod: input.paymentMethod },
		},
	}),
	output: outputDetails,
});
