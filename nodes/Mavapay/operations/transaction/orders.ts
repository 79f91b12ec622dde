import {
	allCustomerReferences,
	findCustomerReference,
	type FoundReference,
} from '../../../core/events/customerReference';
import { isJsonObject, objectOf, textOf, type JsonObject } from '../../../core/domain/json';
import { orderIdOf, settledQuoteOf } from '../../../core/domain/transaction';
import { ifThere } from '../../../core/service/lookUps';
import { objectOrMany } from '../../../core/service/schema';
import { dataObjects, get, type ReadService } from '../../../core/service/service';

/** The most orders to look up one by one. For more, the list of all orders is read, in one request. */
const MOST_LOOK_UPS = 5;

/**
 * The orders of transactions, by ID. The user's own reference is in an order's quotes, and not in a listed transaction
 * (docs/reference/interface.md#transaction-looked-up). Transactions without an order, or with a reference, are skipped.
 * Throws ItemStopped if Mavapay can't be read.
 */
export async function ordersOf(
	service: ReadService,
	transactions: readonly JsonObject[],
): Promise<Map<string, JsonObject>> {
	const needed = transactions.filter((transaction) => findCustomerReference(transaction) === null).map(orderIdOf);
	const ids = new Set(needed.filter((id) => id !== null));
	const orders = new Map<string, JsonObject>();
	if (ids.size > MOST_LOOK_UPS) {
		const { data } = await service.read(get('/order/all'), objectOrMany);
		for (const order of dataObjects(data)) keep(orders, ids, order);
	}
	for (const id of ids) {
		if (orders.has(id)) continue;
		for (const order of await ifThere(service.readOnce(get('/order', { id }), objectOrMany)))
			keep(orders, new Set([id]), order);
	}
	return orders;
}

function keep(orders: Map<string, JsonObject>, wanted: ReadonlySet<string>, order: JsonObject): void {
	for (const id of [textOf(order.orderId), textOf(order.id)]) {
		if (id !== null && wanted.has(id)) orders.set(id, order);
	}
}

/** Whether Mavapay hasn't shown a transaction's order yet. An order without a quote has no reference to wait for. */
export function isOrderMissing(transaction: JsonObject, orders: ReadonlyMap<string, JsonObject>): boolean {
	const id = orderIdOf(transaction);
	if (id === null || orders.has(id) || findCustomerReference(transaction) !== null) return false;
	return !isJsonObject(objectOf(transaction.metadata).order) || settledQuoteOf(transaction) !== null;
}

/** A hint if no order has a customer reference. Quotes may lack it: docs/reference/interface.md#quotes-of-an-order. */
export function noReferenceIn(orders: Iterable<JsonObject>): string | null {
	const each = [...orders];
	const isShown = each.some((order) => allCustomerReferences(order).size > 0);
	return isShown || each.length === 0 ? null : "Mavapay's orders show no customer references.";
}

/** The user's reference of a transaction, or of the quote that settled its order; null if none, or if quotes differ. */
export function referenceOf(transaction: JsonObject, orders: ReadonlyMap<string, JsonObject>): FoundReference | null {
	const own = findCustomerReference(transaction);
	if (own !== null) return own;
	const order = orders.get(orderIdOf(transaction) ?? '');
	if (order === undefined) return null;
	const settledId = settledQuoteOf(transaction);
	const settled = settledId === null ? -1 : dataObjects(order.quotes).findIndex(({ id }) => textOf(id) === settledId);
	const [holder, path] =
		settled < 0 ? [order, 'order'] : [dataObjects(order.quotes)[settled], `order.quotes[${settled}]`];
	const found = findCustomerReference(holder);
	if (found === null || allCustomerReferences(holder).size > 1) return null;
	return { value: found.value, path: found.path.replace(/^data/, path) };
}
