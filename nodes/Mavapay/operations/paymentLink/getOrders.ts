import { defineOperation } from '../../../core/operation/define';
import { paymentLinkId } from './paymentLink';

export const paymentLinkGetOrders = defineOperation({
	effect: 'read',
	resource: 'paymentLink',
	operation: 'getOrders',
	name: 'Get Orders',
	action: 'Get the orders of a payment link',
	description: "Get a payment link with its orders, as one item that lists them under 'orders'",
	fields: { paymentLinkId },
	request: (input) => ({ method: 'GET', path: '/paymentlink/orders', query: { id: input.paymentLinkId } }),
});
