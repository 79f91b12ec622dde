import { defineOperation } from '../../../core/operation/define';
import { order } from '../../../core/service/schemas/order';
import { dataObjects } from '../../../core/service/service';
import { notFound } from '../notFound';
import { orderId } from '../sharedFields';

export const orderGet = defineOperation({
	effect: 'read',
	resource: 'order',
	operation: 'get',
	name: 'Get',
	action: 'Get an order',
	description: 'Read one order with its quotes and transactions',
	answer: order,
	fields: { orderId },
	request: (input) => ({ method: 'GET', path: '/order', query: { id: input.orderId } }),
	select: (data, input) => {
		const orders = dataObjects(data);
		if (orders.length === 0) throw notFound(`Mavapay has no order ${input.orderId}`, "Check 'Order' and the credential's deployment.");
		return orders;
	},
});
