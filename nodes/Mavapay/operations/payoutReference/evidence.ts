import * as z from 'zod/mini';

import { currenciesFor, currencyOfQuoteCode, moneyOf } from '../../../core/domain/money';
import { allCustomerReferences } from '../../../core/domain/events/customerReference';
import { timeOf } from '../../../core/domain/dateTime';
import { isObject, textOf, type Json, type JsonObject } from '../../../core/domain/json';
import { metadataOf } from '../../../core/domain/events/paymentEvent';
import { sameName } from '../../../core/domain/payees/personName';
import type { Candidate, Evidence, OrderFound } from '../../../core/domain/books/resolution';
import { ItemStopped } from '../../../core/service/failure';
import { maybeText, oneOrMany } from '../../../core/service/schema';
import { dataObjects, tryRead, type ReadService } from '../../../core/service/service';
import { listedOrder } from '../order/order';
import { quote } from '../quote/quote';
import { readTransactions } from '../transaction/list';
import { lookedUpTransaction } from '../transaction/transaction';

/** What tells a transaction; amounts and metadata are read leniently. */
const foundTransaction = z.pick(lookedUpTransaction, {
	id: true,
	hash: true,
	type: true,
	status: true,
	currency: true,
	createdAt: true,
});

const foundOrder = z.extend(z.pick(listedOrder, { orderId: true, quoteId: true, status: true, createdAt: true }), {
	/** docs/interface.md#order: one client decodes it in place of orderId. */
	id: maybeText,
	quotes: z.nullish(z.array(z.pick(quote, { id: true, sourceCurrency: true, targetCurrency: true }))),
	transactions: z.nullish(z.array(foundTransaction)),
});

const foundOrders = z.nullish(z.array(foundOrder));

/** What a payment belongs to, where that is known from elsewhere. */
type Link = Pick<Candidate, 'quoteIds' | 'prices' | 'matches'>;

const ALONE: Link = { quoteIds: [], prices: [], matches: true };

/** Orders whose transactions are looked up at most. */
const MAX_ORDERS = 20;

/** Withdrawals that are read at most, 100 for each request. */
const MAX_LISTED = 5_000;

/** A Lightning payment by the payment hash of its invoice; docs/interface.md#look-up-transactions. */
export async function byPaymentHash(service: ReadService, hash: string): Promise<Evidence> {
	const { found, incomplete } = await lookUp(service, { hash });
	const its = found.filter((one) => textOf(one.hash) === null || textOf(one.hash)?.toLowerCase() === hash);
	return { transactions: its.map((one) => candidate(one, ALONE)), orders: [], incomplete };
}

/** The transactions of orders, which the list of orders has too; docs/interface.md#order. */
export async function byOrder(service: ReadService, belongs: (order: JsonObject) => boolean): Promise<Evidence> {
	const { data } = await service.readOnce({ method: 'GET', path: '/order/all' }, foundOrders);
	const orders = dataObjects(data).filter((order) => belongs(order));
	const transactions: Candidate[] = [];
	const reasons: string[] =
		orders.length > MAX_ORDERS ? [`More than ${MAX_ORDERS} orders have it, and not all were looked at.`] : [];
	for (const order of orders.slice(0, MAX_ORDERS)) {
		const link = linkOf(order);
		const orderId = orderIdOf(order);
		const { found, incomplete } = orderId === '' ? { found: [], incomplete: null } : await lookUp(service, { orderId });
		if (incomplete !== null) reasons.push(incomplete);
		const its = found.filter((one) => [null, orderId].includes(orderNamedBy(one)));
		transactions.push(...[...dataObjects(order.transactions), ...its].map((one) => candidate(one, link)));
	}
	return { transactions, orders: orders.map(orderFound), incomplete: reasons[0] ?? null };
}

/** Whether an order is that of a quote. */
export function hasQuote(quoteId: string): (order: JsonObject) => boolean {
	return (order) => quoteIdsOf(order).includes(quoteId);
}

/** The same of one order, which need not be in the list. */
export async function byOrderId(service: ReadService, orderId: string): Promise<Evidence> {
	const listed = await byOrder(service, (order) => orderIdOf(order) === orderId);
	if (listed.orders.length > 0) return listed;
	const { found, incomplete } = await lookUp(service, { orderId });
	const its = found.filter((one) => [null, orderId].includes(orderNamedBy(one)));
	return { transactions: its.map((one) => candidate(one, ALONE)), orders: [], incomplete };
}

/** Orders whose quotes have the reference, and withdrawals that have it themselves, as their events do. */
export async function byCustomerReference(service: ReadService, reference: string): Promise<Evidence> {
	const isIts = (value: unknown) => [...allCustomerReferences(value)].some((one) => one.trim() === reference);
	const ofOrders = await byOrder(service, isIts);
	const listed = await listWithdrawals(service, {});
	const own = listed.found.filter(isIts).map((one) => candidate(one, ALONE));
	return {
		transactions: [...ofOrders.transactions, ...own],
		orders: ofOrders.orders,
		incomplete: ofOrders.incomplete ?? listed.incomplete,
	};
}

interface Payment {
	readonly payee: string;
	readonly minor: bigint;
	readonly currency: string;
	/** ISO 8601. */
	readonly sentAfter: string | undefined;
	readonly sentBefore: string | undefined;
}

const LISTABLE: ReadonlySet<string> = new Set(currenciesFor('transactionFilter').map(({ code }) => code));

/** Withdrawals of a time to a payee; those that do not say whom they paid only with just this amount. */
export async function byPayee(
	service: ReadService,
	{ payee, minor, currency, sentAfter, sentBefore }: Payment,
): Promise<Evidence> {
	const { found, incomplete } = await listWithdrawals(service, {
		startDate: sentAfter,
		endDate: sentBefore,
		currency: LISTABLE.has(currency) ? currency : undefined,
	});
	const transactions = found.flatMap((one) => {
		const parties = metadataOf(one).flatMap(partiesOf);
		const matches = parties.some((party) => isParty(party, payee));
		if (!matches && parties.length > 0) return [];
		const read = candidate(one, { ...ALONE, matches });
		return matches || (read.minor === minor && read.currency === currency) ? [read] : [];
	});
	return { transactions, orders: [], incomplete };
}

/** GET /transaction; what is not there is none, in both of the ways that may say so (docs/interface.md#unknown-answers). */
async function lookUp(
	service: ReadService,
	query: Record<string, string>,
): Promise<{ found: JsonObject[]; incomplete: string | null }> {
	const request = { method: 'GET' as const, path: '/transaction', query };
	const look = await tryRead(service.read(request, oneOrMany(foundTransaction)));
	if ('response' in look) return { found: dataObjects(look.response.data), incomplete: null };
	const { fault } = look;
	const httpCode = fault instanceof ItemStopped ? fault.failure.httpCode : null;
	if (httpCode === '404') return { found: [], incomplete: null };
	if (httpCode === '400') return { found: [], incomplete: "Mavapay didn't look it up (400)." };
	throw fault;
}

async function listWithdrawals(
	service: ReadService,
	filters: Record<string, string | undefined>,
): Promise<{ found: JsonObject[]; incomplete: string | null }> {
	const { transactions: list, missing } = await readTransactions(
		service,
		{ ...filters, type: 'WITHDRAWAL' },
		MAX_LISTED + 1,
	);
	if (missing === 'cancelled' || service.clock.cancelled())
		return { found: list, incomplete: 'The execution was cancelled before everything was read.' };
	if (missing !== null) return { found: list, incomplete: "Mavapay's list of withdrawals breaks off." };
	const incomplete =
		list.length > MAX_LISTED ? `There are more than ${MAX_LISTED} withdrawals, and not all were looked at.` : null;
	return { found: list.slice(0, MAX_LISTED), incomplete };
}

function candidate(one: JsonObject, link: Link): Candidate {
	const currency = textOf(one.currency)?.toUpperCase() ?? null;
	const { minor } = moneyOf(one.amount, currency);
	return {
		transactionId: textOf(one.id) ?? '',
		type: upper(one.type),
		status: upper(one.status),
		minor: minor === null ? null : BigInt(minor),
		currency,
		createdMs: timeOf(one.createdAt),
		quoteIds: [...new Set([...link.quoteIds, ...quotesNamedBy(one)])],
		prices: link.prices,
		matches: link.matches,
	};
}

function upper(value: unknown): string {
	return textOf(value)?.trim().toUpperCase() ?? '';
}

function settledOrder({ metadata }: JsonObject): Record<string, unknown> {
	return isObject(metadata) && isObject(metadata.order) ? metadata.order : {};
}

function quotesNamedBy(one: JsonObject): string[] {
	const order = settledOrder(one);
	return [order.settledQuoteId, isObject(order.quote) ? order.quote.id : null].flatMap((id) => textOf(id) ?? []);
}

function orderNamedBy(one: JsonObject): string | null {
	return textOf(settledOrder(one).id);
}

function orderIdOf({ orderId, id }: JsonObject): string {
	return textOf(orderId) ?? textOf(id) ?? '';
}

function quoteIdsOf({ quoteId, quotes }: JsonObject): string[] {
	return [...new Set([quoteId, ...dataObjects(quotes).map(({ id }) => id)].flatMap((id) => textOf(id) ?? []))];
}

function orderFound(order: JsonObject): OrderFound {
	return {
		orderId: orderIdOf(order),
		status: upper(order.status),
		createdMs: timeOf(order.createdAt),
		quoteIds: quoteIdsOf(order),
	};
}

function linkOf(order: JsonObject): Link {
	const prices = dataObjects(order.quotes).flatMap((one) => [
		priceOf(one.totalAmountInSourceCurrency, one.sourceCurrency),
		priceOf(one.amountInTargetCurrency, one.targetCurrency),
	]);
	return { quoteIds: quoteIdsOf(order), prices: prices.flatMap((price) => price ?? []), matches: true };
}

function priceOf(amount: unknown, quoteCurrency: unknown): { minor: bigint; currency: string } | null {
	const currency = currencyOfQuoteCode(textOf(quoteCurrency) ?? '');
	const { minor } = moneyOf(amount, currency);
	return minor === null ? null : { minor: BigInt(minor), currency };
}

/** Members that say who was paid, in metadata of every form (docs/interface.md#event-metadata). */
const PARTIES: ReadonlySet<string> = new Set(
	'accountName accountNumber address bankAccountName bankAccountNumber lnAddress lnInvoice merchantName name onChainAddress paybillNumber phoneNumber tillNumber'.split(
		' ',
	),
);

const MAX_DEPTH = 3;

interface Party {
	readonly member: string;
	readonly value: string;
	readonly wasNumber: boolean;
}

function partiesOf(metadata: Json | undefined, depth = 0): Party[] {
	if (!isObject(metadata) || depth > MAX_DEPTH) return [];
	return Object.entries(metadata).flatMap(([member, value]) => {
		// What the payer of an order is called is not whom it paid.
		if (isObject(value)) return member === 'order' ? [] : partiesOf(value, depth + 1);
		const text = PARTIES.has(member) ? textOf(value) : null;
		return text === null ? [] : [{ member, value: text.trim(), wasNumber: typeof value === 'number' }];
	});
}

/** By number, address or name; a number that came as one has lost its zeros in front. */
function isParty({ member, value, wasNumber }: Party, payee: string): boolean {
	if (member.toLowerCase().endsWith('name')) return sameName(payee, value, 'close');
	if (wasNumber && /^\d+$/.test(payee)) return payee.replace(/^0+/, '') === value;
	// Upper and lower case in an address with 0x are a checksum only (EIP-55).
	return /^0x/i.test(payee) ? payee.toLowerCase() === value.toLowerCase() : payee === value;
}
