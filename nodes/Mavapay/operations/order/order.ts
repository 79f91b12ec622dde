import { timeOf } from '../../../core/domain/dateTime';
import { allCustomerReferences } from '../../../core/domain/events/customerReference';
import { codeOf, textOf, type Json, type JsonObject } from '../../../core/domain/json';
import { locator } from '../../../core/operation/fields';

/** The ID of an order, or null; one of Mavapay's own clients reads it as `id`. */
export function idOfOrder({ orderId, id }: JsonObject): string | null {
	return textOf(orderId) ?? textOf(id);
}

export const orderId = locator('Order', {
	aiMayFill: true,
	search: 'searchOrders',
	idPlaceholder: 'e.g. 43477-4306',
});

/** Members of an order that 'Simplify' keeps, in both documented shapes. */
export const SIMPLE_ORDER =
	'orderId, id, status, currency, amount, displayAmount, paymentMethod, paymentCollectionMethod, customerReference, quoteId, createdAt, quotes, transactions, isValid';

/** Filters on orders. Times are ISO 8601, both ends inclusive; a member that is absent does not restrict. */
type OrderFilter = {
	readonly [name in 'status' | 'currency' | 'paymentMethod' | 'customerReference' | 'createdAfter' | 'createdBefore']?:
		string | undefined;
};

/**
 * Whether an order passes the filters, in both documented shapes: paymentMethod or paymentCollectionMethod, and a
 * customer reference on the order or on any of its quotes (docs/reference/interface.md#order).
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
