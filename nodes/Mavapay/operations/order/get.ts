import { defineRead } from '../../../core/operation/define';
import { dataObjects, get } from '../../../core/service/service';
import { notFound } from '../../../core/service/failure';
import { orderId, SIMPLE_ORDER } from './order';

export const orderGet = defineRead('order', 'get', {
	action: 'Get order',
	description: 'Get one order with its quotes and transactions',
	simplified: SIMPLE_ORDER,
	fields: { orderId },
	request: (input) => get('/order', { id: input.orderId }),
	select: (data, input) => {
		const orders = dataObjects(data);
		if (orders.length === 0)
			throw notFound(`Mavapay has no order ${input.orderId}`, "Check 'Order' and the credential's deployment.");
		return orders;
	},
});
