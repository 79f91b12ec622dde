import { defineRead } from '../../../core/operation/define';
import { locatorValue, oneLine, text } from '../../../core/operation/fields';
import { get } from '../../../core/service/service';

const linkOrderId = text('Order ID', {
	aiMayFill: true,
	description: "The 'paymentLinkOrderId' in the details of the link",
	placeholder: 'e.g. 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
	...oneLine,
});

export const paymentLinkGetStatus = defineRead('paymentLink', 'getStatus', {
	action: 'Get payment link order status',
	description: 'Check whether an order of a payment link is settled',
	fields: {
		// Elsewhere a resource locator has this name, and n8n keeps its value when the operation is switched.
		orderId: { ...linkOrderId, read: (raw: unknown) => linkOrderId.read(locatorValue(raw)) },
	},
	request: (input) => get('/paymentlink/status', { orderId: input.orderId }),
});
