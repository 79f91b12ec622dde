import { defineRead } from '../../../core/operation/define';
import { paymentLinkId } from './paymentLink';
import { get } from '../../../core/service/service';

export const paymentLinkGetOrders = defineRead('paymentLink', 'getOrders', {
	action: 'Get payment link orders',
	description: "Get a payment link as one item, with its orders under 'orders'",
	simplified: 'id, status, type, amount, paymentCurrency, settlementCurrency, beneficiaryId, name, orders, createdAt',
	fields: { paymentLinkId },
	request: (input) => get('/paymentlink/orders', { id: input.paymentLinkId }),
});
