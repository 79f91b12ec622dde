import * as z from 'zod/mini';

import { orderIn, pricesOf } from '../../../core/domain/transaction';
import { allCustomerReferences } from '../../../core/events/customerReference';
import { codeOf, textOf, type JsonObject } from '../../../core/domain/json';
import { currenciesFor } from '../../../core/domain/money';
import { partiesIn, type Party } from '../../../core/books/parties';
import { candidateIn, type Candidate, type Evidence, type Expected } from '../../../core/payout/reference/resolution';
import { mayBeSameName } from '../../../core/payees/accountName';
import type { LookUpKey } from '../../../core/payees/paymentIdentity';
import { maybeText, maybeTextOrNumber, maybeTime } from '../../../core/service/schema';
import { decidingTransaction, lookUpTransactions } from '../../../core/service/lookUps';
import { dataObjects, get, type ReadService } from '../../../core/service/service';
import { idOfOrder } from '../order/order';
import { offer } from '../quote/priceGuard';
import { readTransactions } from '../../../core/service/transactionList';
import { periodFilters } from '../transaction/list';
import { noReferenceIn } from '../transaction/orders';

const { sourceCurrency, targetCurrency } = offer.shape;
const quotePrice = z.looseObject({ id: z.string(), sourceCurrency, targetCurrency });
const foundOrder = z.looseObject({
	id: maybeTextOrNumber,
	orderId: maybeTextOrNumber,
	quoteId: maybeText,
	status: maybeText,
	createdAt: maybeTime,
	quotes: z.nullish(z.array(quotePrice)),
	transactions: z.nullish(z.array(decidingTransaction)),
});

const MAX_ORDERS = 20;

/** The most withdrawals to read, 100 for each request. */
const MAX_LISTED = 5_000;

/** Evidence by a key that only this payment has: its invoice's payment hash, or its quote's ID. */
export async function byKey(service: ReadService, { kind, value }: LookUpKey): Promise<Evidence> {
	if (kind === 'quoteId') {
		const orders = await readOrders(service);
		const its = orders.filter((order) => quoteIdsOf(order).includes(value.toLowerCase()));
		return await ofOrders(service, its);
	}
	const found = await lookUpTransactions(service, { hash: value });
	const its = found.filter(
		(one) => [null, value].includes(textOf(one.hash)?.toLowerCase() ?? null) && isLightning(one),
	);
	return { transactions: its.map((one) => candidateIn(one)), orders: [], incomplete: null };
}

/** Whether a transaction pays the invoice. The invoice's quote can have others with its hash, in its own currency. */
const isLightning = ({ currency }: JsonObject) => ['', 'BTC'].includes(codeOf(currency));

async function readOrders(service: ReadService): Promise<JsonObject[]> {
	const { data } = await service.readOnce(get('/order/all'), z.nullish(z.array(foundOrder)));
	return dataObjects(data);
}

/** Evidence from orders: their transactions, as listed with the order and as looked up; docs/reference/interface.md#order. */
async function ofOrders(service: ReadService, orders: readonly JsonObject[]): Promise<Evidence> {
	const transactions: Candidate[] = [];
	for (const order of orders.slice(0, MAX_ORDERS)) {
		const orderId = idOfOrder(order);
		const found = orderId === null ? [] : await lookUpTransactions(service, { orderId });
		const its = found.filter((one) => [null, orderId].includes(textOf(orderIn(one).id)));
		const prices = pricesOf(dataObjects(order.quotes));
		transactions.push(...[...dataObjects(order.transactions), ...its].map((one) => candidateIn(one, { prices })));
	}
	return {
		transactions,
		orders: orders.map((order) => ({ orderId: idOfOrder(order) ?? '', status: codeOf(order.status) })),
		incomplete: orders.length > MAX_ORDERS ? `More than ${MAX_ORDERS} orders match, and not all were checked.` : null,
	};
}

/** Evidence by customer reference: orders and listed withdrawals with the reference in any member, such as a quote. */
export async function byCustomerReference(service: ReadService, reference: string, sent: Expected): Promise<Evidence> {
	const isIts = (value: unknown) => [...allCustomerReferences(value)].some((one) => one.trim() === reference);
	const orders = await readOrders(service);
	const found = await ofOrders(service, orders.filter(isIts));
	const listed = await listWithdrawals(service, sent, {});
	const transactions = [...found.transactions, ...listed.found.filter(isIts).map((one) => candidateIn(one))];
	return {
		transactions,
		orders: found.orders,
		incomplete: found.incomplete ?? listed.incomplete ?? (transactions.length === 0 ? noReferenceIn(orders) : null),
	};
}

const LISTABLE: ReadonlySet<string> = new Set(currenciesFor('transactionFilter').map(({ code }) => code));

/** Evidence by payee: a period's withdrawals to the payee, and those that name no payee but have exactly the amount. */
export async function byPayee(service: ReadService, payee: string, sent: Expected): Promise<Evidence> {
	const { minor, currency } = sent;
	const filters = { currency: LISTABLE.has(currency) ? currency : undefined };
	const { found, incomplete } = await listWithdrawals(service, sent, filters);
	const transactions = found.flatMap((one) => {
		const parties = partiesIn(one);
		const matches = parties.some((party) => isParty(party, payee));
		if (!matches && parties.length > 0) return [];
		const read = candidateIn(one, { matches });
		return matches || (read.minor === minor && read.currency === currency) ? [read] : [];
	});
	return { transactions, orders: [], incomplete };
}

/** Lists the withdrawals of a period, and some before and after it; `resolveByDetails` checks the time of each. */
async function listWithdrawals(
	service: ReadService,
	{ sentAfterMs, sentBeforeMs }: Expected,
	filters: Record<string, string | undefined>,
): Promise<{ found: JsonObject[]; incomplete: string | null }> {
	const query = { ...filters, ...periodFilters(sentAfterMs, sentBeforeMs), type: 'WITHDRAWAL' };
	const { transactions: list, missing } = await readTransactions(service, query, MAX_LISTED + 1);
	if (missing === 'cancelled' || service.clock.cancelled())
		return { found: list, incomplete: 'The execution was cancelled before everything was read.' };
	if (missing !== null) return { found: list, incomplete: "Mavapay's list of withdrawals couldn't be read in full." };
	const incomplete =
		list.length > MAX_LISTED ? `There are more than ${MAX_LISTED} withdrawals, and not all were checked.` : null;
	return { found: list.slice(0, MAX_LISTED), incomplete };
}

function quoteIdsOf({ quoteId, quotes }: JsonObject): string[] {
	return [quoteId, ...dataObjects(quotes).map(({ id }) => id)].flatMap((id) => textOf(id)?.toLowerCase() ?? []);
}

/** Whether a party is the payee, by number, address or name. Leading zeros are ignored if `wasNumber`. */
function isParty({ member, value, wasNumber }: Party, payee: string): boolean {
	if (member.toLowerCase().endsWith('name')) return mayBeSameName(payee, value);
	if (wasNumber && /^\d+$/.test(payee)) return payee.replace(/^0+/, '') === value;
	// In an address with 0x, case is only a checksum (EIP-55).
	return /^0x/i.test(payee) ? payee.toLowerCase() === value.toLowerCase() : payee === value;
}
