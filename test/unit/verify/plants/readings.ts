import { everywhere, hits, pathOf, rowsOf, times } from './rewriting';
import type { Planted } from './planted';

/** Differences in the account of the wallets, in prices, and in orders. */
export const READINGS: readonly Planted[] = [
	{
		name: 'wallets of no account',
		quirks: { walletAccounts: 'none' },
		named: ['account of the wallets', 'form of GET /wallet'],
		word: /none/,
	},
	{
		name: 'wallets of several accounts',
		quirks: { walletAccounts: 'several' },
		named: ['account of the wallets'],
		word: /several/,
	},
	{
		name: 'another account for the READ key',
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			const isOthers = request.headers['X-API-KEY'] === sandbox.keys.read && pathOf(request) === '/wallet';
			return isOthers ? { ...came, text: came.text.replace(/("accountId":")[^"]+/g, '$1another') } : came;
		},
		named: ['account of the other key'],
	},
	{
		name: 'prices are the other way round',
		...rowsOf('GET', /^\/price\/ticker$/, (row) => ({ ...row, ask: 1 / Number(row.bid), bid: 1 / Number(row.ask) })),
		named: ['size of a price'],
		word: /less than 1/,
	},
	{
		name: 'prices are in minor units',
		...rowsOf('GET', /^\/price\/ticker$/, (row) => ({ ...row, ask: times(row.ask, 100), bid: times(row.bid, 100) })),
		named: ['size of a price'],
		word: /together give another price than usdngn/,
	},
	{
		name: 'one price comes for every pair',
		carry: async (request, next) => {
			if (!hits(request, 'GET', /^\/price\/ticker$/)) return await next(request);
			const url = new URL(request.url);
			url.searchParams.set('pair', 'usdngn');
			return await next({ ...request, url });
		},
		named: ['pair of a price'],
		word: /the price of btcusd is named USDNGN/,
	},
	{
		name: 'orders have a time that is an hour ahead',
		...everywhere((row) => ('quotes' in row ? { ...row, createdAt: anHourAfter(row.createdAt) } : row), /^\/order/),
		named: ['order of a new quote'],
		word: /the order's isn't: it is one hour ahead/,
	},
	{
		name: 'the order of an accepted quote stays PENDING',
		...everywhere(
			(row) => ('orderId' in row && row.status === 'PAID' ? { ...row, status: 'PENDING' } : row),
			/^\/order/,
		),
		named: ['order of an accepted quote'],
		word: /the swap has come, and its order is still PENDING/,
	},
];

const anHourAfter = (time: unknown): string => new Date(Date.parse(String(time)) + 3_600_000).toISOString();
