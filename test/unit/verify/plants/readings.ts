import { asking, everywhere, hits, instead, pathOf, refusing, rowsOf, times } from './rewriting';
import type { Plants } from './planted';

/** Differences in the account of the wallets, in prices, and in orders. */
export const READINGS: Plants = {
	'wallets of no account': {
		quirks: { walletAccounts: 'none' },
		differs: { 'account of the wallets': /none/, 'form of GET /wallet': /./ },
	},
	'wallets of several accounts': {
		quirks: { walletAccounts: 'several' },
		differs: { 'account of the wallets': /several/ },
	},
	'another account for the READ key': {
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			const isOthers = request.headers['X-API-KEY'] === sandbox.keys.read && pathOf(request) === '/wallet';
			return isOthers ? { ...came, text: came.text.replace(/("accountId":")[^"]+/g, '$1another') } : came;
		},
		differs: { 'account of the other key': /./ },
	},
	'the profile is refused with 403': {
		...instead((request) => hits(request, 'GET', /^\/user$/), refusing('Forbidden', 403)),
		differs: { 'reads with a key': /GET .user answered 403/ },
		weight: 'loses a function',
	},
	'prices are the other way round': {
		...rowsOf('GET', /^\/price\/ticker$/, (row) => ({ ...row, ask: 1 / Number(row.bid), bid: 1 / Number(row.ask) })),
		differs: { 'size of a price': /less than 1/ },
	},
	'prices are in minor units': {
		...rowsOf('GET', /^\/price\/ticker$/, (row) => ({ ...row, ask: times(row.ask, 100), bid: times(row.bid, 100) })),
		differs: { 'size of a price': /together give another price than usdngn/ },
	},
	'one price comes for every pair': {
		...asking(/^\/price\/ticker$/, (query) => query.set('pair', 'usdngn')),
		differs: { 'pair of a price': /the price of btcusd is named USDNGN/ },
	},
	'orders have a time that is an hour ahead': {
		...everywhere((row) => ('quotes' in row ? { ...row, createdAt: anHourAfter(row.createdAt) } : row), /^\/order/),
		differs: { 'order of a new quote': /the order's isn't: it is one hour ahead/ },
	},
	'the order of an accepted quote stays PENDING': {
		...everywhere(
			(row) => ('orderId' in row && row.status === 'PAID' ? { ...row, status: 'PENDING' } : row),
			/^\/order/,
		),
		differs: { 'order of an accepted quote': /the swap has come, and its order is still PENDING/ },
	},
};

const anHourAfter = (time: unknown): string => new Date(Date.parse(String(time)) + 3_600_000).toISOString();
