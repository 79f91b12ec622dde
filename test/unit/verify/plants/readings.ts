import {
	asking,
	everywhere,
	hits,
	instead,
	isRow,
	listing,
	pathOf,
	refusing,
	rowsOf,
	sending,
	sentBody,
	times,
} from './rewriting';
import type { Plants } from './planted';

const QUOTE = /^\/quote$/;

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
		weight: 'breaks a feature',
	},
	'two wallets of one currency': {
		...listing(/^\/wallet$/, ([first = {}, ...rows]) => [
			...(isRow(first) && first.currency === 'NGN'
				? [{ ...first, id: 'b5f0c1de-0000-4000-8000-000000000001', balance: 0 }]
				: []),
			...[first, ...rows],
		]),
		differs: { 'account of the wallets': /two wallets are of one currency/ },
		weight: 'breaks a feature',
	},
	'a list of three banks': {
		...listing(/bankcode$/, (rows) =>
			rows.filter((row) => !isRow(row) || /^0000(13|14|16)$/.test(String(row.nipBankCode))),
		),
		differs: { 'names of Nigerian banks': /there are 3 banks/ },
		weight: 'breaks a feature',
	},
	'a reference in capitals is taken for the one in small letters': {
		...sending('POST', QUOTE, (body) => {
			const reference = String(body.customerReference ?? '');
			return reference === reference.toUpperCase() ? { ...body, customerReference: reference.toLowerCase() } : body;
		}),
		differs: { 'repeated reference': /in capitals: it came back in another case/ },
		weight: 'breaks a feature',
	},
	'a bank of the South African list is not known': {
		...instead(
			(request) => hits(request, 'POST', QUOTE) && sentBody(request).targetCurrency === 'ZARCENT',
			refusing('Bank not found'),
		),
		differs: { 'payee in rand': /Bank not found/ },
		weight: 'breaks a feature',
	},
	"a South African payee's bank is ignored": {
		...sending('POST', QUOTE, (body) =>
			body.targetCurrency === 'ZARCENT' && isRow(body.beneficiary)
				? { ...body, beneficiary: { ...body.beneficiary, bankName: 'Capitec Bank' } }
				: body,
		),
		differs: { 'a bank that the list lacks': /accepted/ },
		weight: 'breaks a feature',
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
