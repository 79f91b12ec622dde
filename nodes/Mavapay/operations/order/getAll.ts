import { defineOperation, limited, listFields } from '../../../core/operation/define';
import { ANY_LENGTH, choice, listFilters, optionalDate, optionalText } from '../../../core/operation/fields';
import { dataObjects } from '../../../core/service/service';
import { currencyChoices, PAYMENT_METHODS } from '../choices';
import { matchesOrder } from './order';

/** How an order was paid: an open set, which has bank transfers too; docs/interface.md#order. */
const ORDER_METHODS = [...PAYMENT_METHODS, { name: 'On-Chain', value: 'ONCHAIN' }, { name: 'USDT', value: 'USDT' }];

/** An open set; docs/interface.md#order. */
const ORDER_STATUSES = [
	{ name: 'Expired', value: 'EXPIRED' },
	{ name: 'Failed', value: 'FAILED' },
	{ name: 'Inactive', value: 'INACTIVE' },
	{ name: 'Paid', value: 'PAID' },
	{ name: 'Pending', value: 'PENDING' },
	{ name: 'Success', value: 'SUCCESS' },
];

const filters = listFilters({
	createdAfter: optionalDate({
		label: 'Created After',
		description: 'Only orders created at or after this time',
	}),
	createdBefore: optionalDate({
		label: 'Created Before',
		description: 'Only orders created at or before this time',
	}),
	currency: choice({ label: 'Currency', default: 'NGN', choices: currencyChoices('transaction'), anyCase: true }),
	customerReference: optionalText({
		label: 'Customer Reference',
		description: 'Only orders with a quote of exactly this reference',
		placeholder: 'e.g. INV-2026-0412',
		maxLength: ANY_LENGTH,
	}),
	paymentMethod: choice({ label: 'Payment Method', default: 'BANKTRANSFER', choices: ORDER_METHODS, anyCase: true }),
	status: choice({ label: 'Status', default: 'PAID', choices: ORDER_STATUSES, anyCase: true }),
});

/** The service lists no parameters for this route (docs/interface.md#order): filters apply here. */
export const orderGetAll = defineOperation({
	effect: 'read',
	resource: 'order',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many orders',
	description: 'Get many orders. The node gets all of them, then filters.',
	fields: { ...listFields, filters },
	request: () => ({ method: 'GET', path: '/order/all' }),
	select: (data, input) => {
		const orders = dataObjects(data).filter((order) => matchesOrder(order, input.filters));
		return limited(orders, input);
	},
});
