import { timeOf } from '../../../core/domain/dateTime';
import { allCustomerReferences } from '../../../core/events/customerReference';
import { type Json, type JsonObject, codeOf, textOf } from '../../../core/domain/json';
import { defineRead } from '../../../core/operation/define';
import type { Chosen } from '../../../core/operation/field';
import { choice, inTheirWords, listFilters, locator, optionalDate, optionalText } from '../../../core/operation/fields';
import { notFound } from '../../../core/service/failure';
import { dataObjects, get } from '../../../core/service/service';
import { PAYMENT_METHODS, currencyChoices, firstOf, listFields } from '../choices';

/** The ID of an order, or null. One of Mavapay's own clients reads it as `id`. */
export function idOfOrder({ orderId, id }: JsonObject): string | null {
	return textOf(orderId) ?? textOf(id);
}

export const orderId = locator('Order', {
	aiMayFill: true,
	search: 'searchOrders',
	idPlaceholder: 'e.g. 43477-4306',
});

/** Members of an order that 'Simplify' keeps, in both documented shapes. */
const SIMPLE_ORDER =
	'orderId, id, status, currency, amount, displayAmount, paymentMethod, paymentCollectionMethod, customerReference, quoteId, createdAt, quotes, transactions, isValid';

/** Filters on orders. Times are ISO 8601, both ends inclusive; a missing member filters nothing. */
type OrderFilter = Readonly<Chosen<typeof filters>>;

/**
 * Whether an order passes the filters, in both documented shapes: with paymentMethod or paymentCollectionMethod, and
 * with the customer reference on the order or any of its quotes (docs/reference/interface.md#order).
 */
export function matchesOrder(order: JsonObject, filter: OrderFilter): boolean {
	return (
		sameWord(filter.status, [order.status]) &&
		sameWord(filter.currency, [order.currency]) &&
		sameWord(filter.paymentMethod, [order.paymentMethod, order.paymentCollectionMethod]) &&
		(filter.customerReference === undefined || allCustomerReferences(order).has(filter.customerReference)) &&
		createdWithin(order.createdAt, filter)
	);
}

function sameWord(wanted: string | undefined, found: Array<Json | undefined>): boolean {
	return wanted === undefined || found.some((value) => codeOf(value) === codeOf(wanted));
}

function createdWithin(createdAt: Json | undefined, { createdAfter, createdBefore }: OrderFilter): boolean {
	const created = timeOf(createdAt) ?? NaN;
	return (
		(createdAfter === undefined || created >= Date.parse(createdAfter)) &&
		(createdBefore === undefined || created <= Date.parse(createdBefore))
	);
}

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

/** Ways in which orders are paid, an open set; docs/reference/interface.md#order. */
const ORDER_METHODS = [...PAYMENT_METHODS, { name: 'On-Chain', value: 'ONCHAIN' }, { name: 'USDT', value: 'USDT' }];

/** The statuses of orders: an open set; docs/reference/interface.md#order. */
const ORDER_STATUSES = inTheirWords('EXPIRED', 'FAILED', 'INACTIVE', 'PAID', 'PENDING', 'SUCCESS');

const filters = {
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
};

/** Filters the response, because Mavapay lists no parameters for this route (docs/reference/interface.md#order). */
export const orderGetAll = defineRead('order', 'getAll', {
	action: 'Get many orders',
	description: 'Get many orders. The node reads all of them, then filters.',
	simplified: SIMPLE_ORDER,
	fields: { ...listFields, filters: listFilters(filters) },
	request: () => get('/order/all'),
	select: (data, input) => {
		const orders = dataObjects(data).filter((order) => matchesOrder(order, input.filters));
		return firstOf(orders, input);
	},
});
