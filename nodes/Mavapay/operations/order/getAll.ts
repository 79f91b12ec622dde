import { defineRead } from '../../../core/operation/define';
import { choice, inTheirWords, listFilters, optionalDate, optionalText } from '../../../core/operation/fields';
import { dataObjects, get } from '../../../core/service/service';
import { currencyChoices, firstOf, listFields, PAYMENT_METHODS } from '../choices';
import { matchesOrder, SIMPLE_ORDER } from './order';

/** Ways in which an order was paid: an open set, which has bank transfers too; docs/reference/interface.md#order. */
const ORDER_METHODS = [...PAYMENT_METHODS, { name: 'On-Chain', value: 'ONCHAIN' }, { name: 'USDT', value: 'USDT' }];

/** The statuses of orders: an open set; docs/reference/interface.md#order. */
const ORDER_STATUSES = inTheirWords('EXPIRED', 'FAILED', 'INACTIVE', 'PAID', 'PENDING', 'SUCCESS');

const filters = listFilters({
	createdAfter: optionalDate('Created After', {
		description: 'Only orders created at or after this time. A date without a time covers the whole day.',
		edge: 'begins',
	}),
	createdBefore: optionalDate('Created Before', {
		description: 'Only orders created at or before this time. A date without a time covers the whole day.',
		edge: 'ends',
	}),
	currency: choice('Currency', { default: 'NGN', choices: currencyChoices('transaction'), anyCase: true }),
	customerReference: optionalText('Customer Reference', {
		description: 'Only orders that have a quote with exactly this reference',
		placeholder: 'e.g. INV-2026-0412',
		maxLength: 10_000,
	}),
	paymentMethod: choice('Payment Method', { default: 'BANKTRANSFER', choices: ORDER_METHODS, anyCase: true }),
	status: choice('Status', { default: 'PAID', choices: ORDER_STATUSES, anyCase: true }),
});

/** Filters apply here, because Mavapay lists no parameters for this route (docs/reference/interface.md#order). */
export const orderGetAll = defineRead('order', 'getAll', {
	action: 'Get many orders',
	description: 'Get many orders. The node reads all of them, then filters.',
	simplified: SIMPLE_ORDER,
	fields: { ...listFields, filters },
	request: () => get('/order/all'),
	select: (data, input) => {
		const orders = dataObjects(data).filter((order) => matchesOrder(order, input.filters));
		return firstOf(orders, input);
	},
});
