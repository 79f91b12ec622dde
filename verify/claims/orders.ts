import type { Account } from '../account';
import type { Claim } from '../claim';
import { succeeded, type Exchange } from '../exchange';
import {
	copes,
	differs,
	differsMeaning,
	documented,
	endangersMoney,
	held,
	losesFunction,
	notShown,
	NotShown,
} from '../finding';
import { isObject, listIn, textOf, type Members } from '../json';
import { NO_EVIDENCE } from '../meaning';
import { exactly, factorOf } from '../relation';
import { inSeconds } from '../settling';
import { shape } from '../shapes';
import { ALL } from './lists';
import { offInWords, quoted, referenceOf } from './quotes';

const OPERATIONS = 'nodes/Mavapay/operations';
const ACCEPT = `${OPERATIONS}/quote/accept.ts`;
const ORDERS = `${OPERATIONS}/transaction/orders.ts`;
const EVIDENCE = `${OPERATIONS}/payoutReference/evidence.ts`;
const LAG_MS = 10_000;

/** The account's first order. */
async function anOrder(account: Account) {
	const [order] = await account.listed('/order/all');
	const orderId = textOf(order?.orderId ?? order?.id);
	if (orderId === null) throw new NotShown('no order has an ID');
	return { orderId, order };
}

const quotesOf = (order: Members): Members[] => (Array.isArray(order.quotes) ? order.quotes.filter(isObject) : []);

/** Whether a list holds the order of a quote. */
const holds = (orders: readonly Members[], quote: Members): boolean =>
	orders.some(
		(order) =>
			(order.orderId ?? order.id) === quote.orderId ||
			order.quoteId === quote.id ||
			quotesOf(order).some(({ id }) => id === quote.id),
	);

const PAID_AT_ONCE = endangersMoney(
	"An order says PAID before it is paid. Book and deliver nothing by an order's status until this is known.",
);

const OTHER_TIME = losesFunction(
	"'Order: Get Many' by time, and 'Payout Reference: Resolve' by 'Sent After', read the time of an order wrongly.",
);

export const newOrderClaims: readonly Claim[] = [
	{
		id: 'order of a new quote',
		says: "A new quote's order can be looked up, and is listed, within 10 s, with the time of the quote",
		see: 'docs/reference/interface.md#order',
		concerns: [ACCEPT, ORDERS],
		means: losesFunction(
			"'Quote: Accept' with a limit may not find the quote's order, and then refuses. Accept it later.",
		),
		level: 'write',
		check: async (account) => {
			const { quote, exchange } = await quoted(account, 'lightning');
			let [one, all]: [Exchange, Exchange] = [exchange, exchange];
			let seen = '';
			const found = await account.until('the order of a quote', { withinMs: LAG_MS }, async () => {
				one = await account.send('GET', '/order', { query: { id: textOf(quote.orderId) ?? '' } });
				all = await account.send('GET', '/order/all');
				const [byId, listed] = [succeeded(one), holds(listIn(all.body), quote)];
				seen = `${byId ? 'found' : 'not found'} by ID, ${listed ? 'found' : 'not found'} in the list`;
				return byId && listed ? true : null;
			});
			const late = all.startedMs - exchange.endedMs;
			const [made] = listIn(one.body);
			if (found === true && textOf(made?.status)?.toUpperCase() === 'PAID')
				return differsMeaning(PAID_AT_ONCE, 'nobody has paid it, and it is "PAID"', one);
			const off = made?.createdAt === undefined ? null : offInWords(textOf(made.createdAt), exchange.endedMs);
			if (off !== null && offInWords(textOf(quote.createdAt), exchange.endedMs) === null)
				return differsMeaning(OTHER_TIME, `the quote's time is right, and the order's isn't: ${off}`, one);
			return held(found === true, found === true ? `${seen}, after ${inSeconds(late)} at most` : seen, one, all);
		},
	},
];

/** Claims about orders; a run that writes creates orders for them. */
export const orderClaims: readonly Claim[] = [
	shape({ call: 'GET /order/all', concerns: [`${OPERATIONS}/order/order.ts`], means: copes() }),
	shape({
		call: 'GET /order',
		concerns: [`${OPERATIONS}/order/order.ts`],
		means: copes(),
		ask: async (account) => await account.read('/order', { id: (await anOrder(account)).orderId }),
	}),
	{
		id: "an order's quotes",
		says: "An order's quotes have the form of a quote: `totalAmountInSourceCurrency`, `amountInTargetCurrency`, `customerReference`",
		see: 'docs/reference/interface.md#quotes-of-an-order',
		concerns: ['nodes/core/domain/transaction.ts', ORDERS, EVIDENCE],
		means: copes("The package reads either form. Without `customerReference` 'Resolve' finds less."),
		level: 'read',
		check: async (account) => {
			const orders = await account.listed('/order/all');
			const exchange = await account.read('/order/all');
			const quote = orders.flatMap(quotesOf)[0];
			if (quote === undefined) return notShown('no order holds a quote', exchange);
			const asQuote = ['totalAmountInSourceCurrency', 'amountInTargetCurrency', 'customerReference'];
			const asClient = ['totalAmount', 'equivalentAmount', 'paymentCurrency'];
			const has = (names: readonly string[]) => names.filter((name) => quote[name] !== undefined);
			const seen = `has ${[...has(asQuote), ...has(asClient)].join(', ') || 'none of the members looked for'}`;
			return held(has(asQuote).length === asQuote.length, seen, exchange);
		},
	},
	{
		id: 'orders come once',
		says: 'GET /order/all lists each order once',
		see: 'docs/reference/interface.md#order',
		concerns: [`${OPERATIONS}/order/order.ts`, EVIDENCE],
		means: losesFunction("'Order: Get Many' outputs orders several times. Remove duplicates by their ID."),
		level: 'read',
		check: async (account) => {
			const ids = (await account.listed('/order/all')).map((order) => textOf(order.orderId ?? order.id));
			const twice = ids.length - new Set(ids).size;
			return held(
				twice === 0,
				twice === 0 ? 'it does' : `${twice} of ${ids.length} are there twice`,
				await account.read('/order/all'),
			);
		},
	},
	{
		id: 'orders come whole',
		says: 'GET /order/all lists all orders without paging',
		see: 'docs/reference/interface.md#order',
		concerns: [ACCEPT, `${OPERATIONS}/order/order.ts`, EVIDENCE],
		means: NO_EVIDENCE,
		level: 'read',
		check: async (account) => await ordersWhole(account),
	},
	{
		id: "amounts of an order's quote",
		says: "The quote of an order states the quote's own total, in the lowest unit, and its reference",
		see: 'docs/reference/interface.md#quotes-of-an-order',
		concerns: ['nodes/core/domain/transaction.ts', ACCEPT, EVIDENCE],
		means: losesFunction(
			"Limits of 'Quote: Accept' compare a wrong amount. Compare a quote yourself before you accept it.",
		),
		level: 'write',
		check: async (account) => {
			const { quote } = await quoted(account, 'lightning');
			const exchange = await account.send('GET', '/order/all');
			const within = listIn(exchange.body)
				.flatMap(quotesOf)
				.find(({ id }) => id === quote.id);
			if (within === undefined) return notShown('the order is not listed, or holds no quote', exchange);
			const [listed, own] = [
				exactly(within.totalAmountInSourceCurrency ?? within.totalAmount),
				exactly(quote.totalAmountInSourceCurrency),
			];
			if (listed === null || own === null) return differs('it states no total', exchange);
			if (listed !== own) return differs(`its total is ${factorOf(listed, own)} that`, exchange);
			const reference = within.customerReference === undefined ? within.externalRef : within.customerReference;
			if (reference === null)
				return differsMeaning(NO_EVIDENCE, 'its reference is null, though one was sent', exchange);
			if (reference !== undefined && textOf(reference) !== referenceOf('lightning'))
				return differsMeaning(NO_EVIDENCE, 'its reference is another one', exchange);
			return documented('they are those of the quote', exchange);
		},
	},
];

/** The finding about whether the list of orders has pages, or lacks orders that the run knows from elsewhere. */
async function ordersWhole(account: Account) {
	const exchange = await account.send('GET', '/order/all');
	if (!succeeded(exchange) || !isObject(exchange.body)) return differs(`answered ${exchange.status}`, exchange);
	const paging = Object.keys(exchange.body).filter((name) => /page|count|total|next/i.test(name));
	if (paging.length > 0) return differs(`has ${paging.join(', ')}`, exchange);
	const made = account.exchanges
		.filter((one) => one.method === 'POST' && one.path === '/quote' && succeeded(one))
		.flatMap(({ body }) => listIn(body));
	const list = await account.read('/transactions', ALL);
	const paidOrders = listIn(list.body).flatMap(({ metadata }) => {
		const order = isObject(metadata) ? metadata.order : undefined;
		// A payment link's order doesn't belong to a quote, so it isn't listed.
		return isObject(order) && isObject(order.quote) && textOf(order.id) !== null ? [{ orderId: order.id }] : [];
	});
	const known = [...made, ...paidOrders];
	if (known.length === 0) return notShown('no order is known from elsewhere that the list could lack', exchange);
	let missing = known.length;
	await account.until('orders in the list', { withinMs: LAG_MS, everyMs: 2_000 }, async () => {
		const orders = listIn((await account.send('GET', '/order/all')).body);
		missing = known.filter((one) => !holds(orders, one)).length;
		return missing === 0 ? true : null;
	});
	const seen =
		missing === 0
			? `all ${known.length} that are known are there`
			: `${missing} of ${known.length} that are known are not there`;
	return held(missing === 0, seen, exchange);
}
