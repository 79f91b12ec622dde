import { randomUUID } from 'node:crypto';

import type { Account } from '../account';
import { messageOf, succeeded } from '../exchange';
import type { Claim } from '../claim';
import { differs, documented, held, notShown, NotShown } from '../finding';
import { dataOf, isObject, listIn, textOf } from '../json';
import { shape } from '../shapes';

const OPERATIONS = 'nodes/Mavapay/operations';
const ACCEPT = `${OPERATIONS}/quote/accept.ts`;

/** The first order of the account. */
async function anOrder(account: Account) {
	const [order] = await account.listed('/order/all');
	const orderId = textOf(order?.orderId ?? order?.id);
	if (orderId === null) throw new NotShown('no order has an ID');
	return { orderId, order };
}

async function nameEnquiry(account: Account) {
	const { bankAccount } = account.told;
	if (bankAccount === null) throw new NotShown('needs --account');
	return await account.read('/bank/name-enquiry', { ...bankAccount });
}

const forms: readonly Claim[] = [
	shape({ call: 'GET /user', concerns: [`${OPERATIONS}/account/get.ts`, 'nodes/core/service/accountWebhook.ts'] }),
	shape({ call: 'GET /wallet', concerns: [`${OPERATIONS}/wallet/wallet.ts`] }),
	shape({ call: 'GET /bankaccount', concerns: [`${OPERATIONS}/bankAccount/getAll.ts`] }),
	shape({
		call: 'GET /collections/stablecoin/addresses',
		concerns: [`${OPERATIONS}/stablecoinAddress/stablecoinAddress.ts`],
	}),
	...['NG', 'ZA'].map((country) =>
		shape({
			call: 'GET /bank/bankcode',
			variant: country,
			concerns: [`${OPERATIONS}/bank/bank.ts`],
			ask: async (account) => await account.read('/bank/bankcode', { country }),
		}),
	),
	...['usdngn', 'btcusd', 'usdkes', 'usdzar', 'zarngn', 'kesngn'].map((pair) =>
		shape({
			call: 'GET /price/ticker',
			variant: pair,
			concerns: [`${OPERATIONS}/price/get.ts`],
			ask: async (account) => await account.read('/price/ticker', { pair }),
		}),
	),
	shape({
		call: 'GET /bank/name-enquiry',
		concerns: [`${OPERATIONS}/bank/bank.ts`],
		ask: nameEnquiry,
	}),
];

const access: readonly Claim[] = [
	...[
		['/price/ticker', { pair: 'usdngn' }],
		['/bank/bankcode', { country: 'NG' }],
	].map(([path, query]): Claim => ({
		id: `GET ${String(path)} without a key`,
		says: `GET ${String(path)} needs no key`,
		see: 'docs/interface.md#authentication',
		concerns: ['nodes/core/n8n/connection.ts'],
		level: 'read',
		check: async (account) => {
			const exchange = await account.send('GET', String(path), {
				query: isObject(query) ? texts(query) : {},
				access: 'none',
			});
			return held(succeeded(exchange), `answered ${exchange.status}`, exchange);
		},
	})),
	{
		id: 'no key',
		says: 'Other calls answer with 401 where there is no key',
		see: 'docs/interface.md#authentication',
		concerns: ['credentials/MavapayApi.credentials.ts'],
		level: 'read',
		check: async (account) => {
			const exchange = await account.send('GET', '/wallet', { access: 'none' });
			return held(exchange.status === 401, `answered ${exchange.status}`, exchange);
		},
	},
	{
		id: 'wrong key',
		says: 'A wrong key is answered with 401 and `Invalid API key provided`',
		see: 'docs/interface.md#errors',
		concerns: ['credentials/MavapayApi.credentials.ts', 'nodes/core/domain/http'],
		level: 'read',
		check: async (account) => {
			const exchange = await account.send('GET', '/wallet', { access: 'wrong' });
			const said = messageOf(exchange);
			const known = account.credential.kind === 'bearerToken' || said?.toLowerCase() === 'invalid api key provided';
			return held(exchange.status === 401 && known, `answered ${exchange.status}: "${said ?? ''}"`, exchange);
		},
	},
	{
		id: 'form of errors',
		says: 'An error has the body `{status: "error", message}` and a status of 400 or more',
		see: 'docs/interface.md#errors',
		concerns: ['nodes/core/domain/http', 'nodes/core/service/service.ts'],
		level: 'read',
		check: async (account) => {
			const exchange = await account.read('/transaction', { id: randomUUID() });
			const { body, status } = exchange;
			if (!isObject(body)) return differs(`answered ${status} without a JSON object`, exchange);
			const members = Object.keys(body).sort().join(', ');
			const asSaid = body.status === 'error' && typeof body.message === 'string' && members === 'message, status';
			return held(asSaid && status >= 400, `answered ${status} with the members ${members}`, exchange);
		},
	},
	...(
		[
			['transaction', '/transaction', 'nodes/Mavapay/operations/transaction/waitForSettlement.ts', randomUUID()],
			['order', '/order', 'nodes/Mavapay/operations/transaction/orders.ts', '1-1'],
		] as const
	).map(([what, path, file, id]): Claim => ({
		id: `unknown ${what}`,
		says: `Looking up ${what === 'order' ? 'an' : 'a'} ${what} that does not exist is answered with 404`,
		see: 'docs/interface.md#unknown-answers',
		concerns: [file],
		level: 'read',
		check: async (account) => {
			const exchange = await account.read(path, { id });
			return held(exchange.status === 404, `answered ${exchange.status}: "${messageOf(exchange) ?? ''}"`, exchange);
		},
	})),
	{
		id: 'secrets in the profile',
		says: "GET /user shows the API key and the webhook's secret in clear text",
		see: 'docs/interface.md#get-user',
		concerns: [`${OPERATIONS}/account/get.ts`, 'nodes/core/service/accountWebhook.ts'],
		level: 'read',
		check: async (account) => {
			const exchange = await account.read('/user');
			const [user] = listIn(exchange.body);
			const own = isObject(user?.account) ? user.account : {};
			const shown = ['apiKey', 'webhook'].filter((name) => own[name] !== undefined && own[name] !== null);
			return held(shown.includes('apiKey'), `shown: ${shown.join(', ') || 'neither'}`, exchange);
		},
	},
	{
		id: 'rate-limit headers',
		says: 'Answers have no rate-limit headers (none are documented)',
		see: 'docs/interface.md#unknown-answers',
		concerns: ['nodes/core/domain/http/httpResult.ts'],
		level: 'read',
		check: async (account) => {
			const exchange = await account.read('/wallet');
			const found = [...exchange.headers.keys()].filter((name) => /rate-?limit|retry-after/i.test(name));
			return held(
				found.length === 0,
				found.length === 0 ? 'there are none' : `there are ${found.join(', ')}`,
				exchange,
			);
		},
	},
];

const details: readonly Claim[] = [
	{
		id: 'wallet by ID',
		says: 'GET /wallet takes `walletId`, and answers with that wallet alone',
		see: 'docs/interface.md#get-wallet',
		concerns: [`${OPERATIONS}/wallet/get.ts`],
		level: 'read',
		check: async (account) => {
			const wallets = await account.listed('/wallet');
			const id = textOf(wallets.at(-1)?.id);
			if (wallets.length < 2 || id === null) return notShown('the account has fewer than two wallets');
			const exchange = await account.read('/wallet', { walletId: id });
			const found = listIn(exchange.body);
			return held(
				found.length === 1 && found[0]?.id === id,
				`${found.length} of ${wallets.length} wallets came`,
				exchange,
			);
		},
	},
	{
		id: 'wallet by currency',
		says: 'GET /wallet takes `currency`, and answers with wallets of that currency alone',
		see: 'docs/interface.md#get-wallet',
		concerns: [`${OPERATIONS}/wallet/getAll.ts`],
		level: 'read',
		check: async (account) => {
			const wallets = await account.listed('/wallet');
			const currency = textOf(wallets[0]?.currency);
			if (wallets.length < 2 || currency === null) return notShown('the account has fewer than two wallets');
			const exchange = await account.read('/wallet', { currency });
			const found = listIn(exchange.body);
			const only = found.length > 0 && found.every((wallet) => wallet.currency === currency);
			return held(only, `${found.length} of ${wallets.length} wallets came`, exchange);
		},
	},
	{
		id: 'South African banks',
		says: 'South African banks come as plain names',
		see: 'docs/interface.md#bank-codes',
		concerns: [`${OPERATIONS}/bank/bank.ts`],
		level: 'read',
		check: async (account) => {
			const exchange = await account.read('/bank/bankcode', { country: 'ZA' });
			const banks = dataOf(exchange.body);
			const [first] = Array.isArray(banks) ? banks : [];
			return held(typeof first === 'string', `entries are ${isObject(first) ? 'objects' : typeof first}`, exchange);
		},
	},
	{
		id: 'pairs in upper case',
		says: 'Price pairs are documented in lower case; upper case works, too',
		see: 'docs/interface.md#get-price-ticker',
		concerns: [`${OPERATIONS}/price/get.ts`],
		level: 'read',
		check: async (account) => {
			const exchange = await account.read('/price/ticker', { pair: 'USDNGN' });
			return held(succeeded(exchange), `upper case answered ${exchange.status}`, exchange);
		},
	},
];

function texts(members: Record<string, unknown>): Record<string, string> {
	return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)]));
}

/** Claims about orders; a run that writes makes one. */
export const orderClaims: readonly Claim[] = [
	shape({ call: 'GET /order/all', concerns: [`${OPERATIONS}/order/order.ts`] }),
	shape({
		call: 'GET /order',
		concerns: [`${OPERATIONS}/order/order.ts`],
		ask: async (account) => await account.read('/order', { id: (await anOrder(account)).orderId }),
	}),
	{
		id: "an order's quotes",
		says: "An order's quotes have the form of a quote: `totalAmountInSourceCurrency`, `amountInTargetCurrency`, `customerReference`",
		see: 'docs/interface.md#quotes-of-an-order',
		concerns: [
			`${OPERATIONS}/quote/amounts.ts`,
			`${OPERATIONS}/transaction/orders.ts`,
			`${OPERATIONS}/payoutReference/evidence.ts`,
		],
		level: 'read',
		check: async (account) => {
			const orders = await account.listed('/order/all');
			const exchange = await account.read('/order/all');
			const quote = orders.flatMap(({ quotes }) => (Array.isArray(quotes) ? quotes : [])).find(isObject);
			if (quote === undefined) return notShown('no order holds a quote', exchange);
			const asQuote = ['totalAmountInSourceCurrency', 'amountInTargetCurrency', 'customerReference'];
			const asClient = ['totalAmount', 'equivalentAmount', 'paymentCurrency'];
			const has = (names: readonly string[]) => names.filter((name) => quote[name] !== undefined);
			const seen = `has ${[...has(asQuote), ...has(asClient)].join(', ') || 'none of the members looked for'}`;
			return held(has(asQuote).length === asQuote.length, seen, exchange);
		},
	},
	{
		id: 'orders come whole',
		says: 'GET /order/all lists all orders without paging',
		see: 'docs/interface.md#order',
		concerns: [ACCEPT, `${OPERATIONS}/order/getAll.ts`],
		level: 'read',
		check: async (account) => {
			const exchange = await account.read('/order/all');
			if (!isObject(exchange.body)) return differs('the answer is no JSON object', exchange);
			const paging = Object.keys(exchange.body).filter((name) => /page|count|total|next/i.test(name));
			return paging.length === 0
				? documented(`${listIn(exchange.body).length} orders, no member about pages`, exchange)
				: differs(`has ${paging.join(', ')}`, exchange);
		},
	},
];

export const readingClaims: readonly Claim[] = [...forms, ...access, ...details];
