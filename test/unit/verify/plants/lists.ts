import {
	BUSY,
	type Row,
	asking,
	bodyOf,
	deeply,
	everywhere,
	hits,
	instead,
	isRow,
	isTransaction,
	json,
	listing,
	parse,
	pathOf,
	refusing,
	withQuery,
	withoutQuery,
} from './rewriting';
import type { Planted, Plants } from './planted';

const LIST = /^\/transactions$/;
const LOOKED_UP = /^\/transactions?$/;

const filterIgnored = (name: string): readonly [string, Planted] => [
	`filter ${name} is ignored`,
	{ ...withoutQuery(LIST, name), differs: { [`filter ${name}`]: /ignored/ } },
];

const WHOLE = (query: URLSearchParams): void => {
	query.set('page', '1');
	query.set('limit', '100');
};

const wholeDays = (text: string | null, end: boolean): string =>
	`${(text ?? '').slice(0, 10)}T${end ? '23:59:59.999' : '00:00:00.000'}Z`;

const DAY_MS = 86_400_000;
const timeIn = (query: URLSearchParams, name: string): number => Date.parse(query.get(name) ?? '');

/** The list is empty for some queries. */
const emptyTo = (isOne: (query: URLSearchParams, nowMs: number) => boolean, words: RegExp): Planted => ({
	...listing(LIST, (rows, { url }, { sandbox }) => (isOne(url.searchParams, sandbox.clock.now()) ? [] : [...rows])),
	differs: { [AS_ASKED]: words },
	weight: 'breaks a feature',
});
const AS_ASKED = "a payment by the package's query";

export const LISTS: Plants = {
	...Object.fromEntries(
		['status', 'type', 'currency', 'minAmount', 'maxAmount', 'txId', 'accountName'].map(filterIgnored),
	),
	'nextPage false, remainingPage 0, totalPages 1 on every page': {
		...bodyOf('GET', LIST, (body) => ({ ...body, nextPage: false, remainingPage: 0, totalPages: 1 })),
		differs: { 'what a page says of the next': /nextPage/ },
	},
	'nextPage true on the last page': {
		...bodyOf('GET', LIST, (body) => ({ ...body, nextPage: true })),
		differs: { 'what a page says of the next': /there is a next page/ },
	},
	'GET /order/all gives the three newest only': {
		...listing(/^\/order\/all$/, (rows) => rows.slice(-3)),
		differs: { 'orders come whole': /are not there/ },
	},
	'GET /order/all has pages': {
		...bodyOf('GET', /^\/order\/all$/, (body) => ({ ...body, totalPages: 1, nextPage: false })),
		differs: { 'orders come whole': /totalPages/ },
	},
	'smaller pages': { quirks: { maxPageSize: 5 }, differs: { 'page size': /5 of/ } },
	'settled transactions have no hash in lists and look-ups': {
		...everywhere((row) => (isTransaction(row) ? { ...row, hash: null } : row), LOOKED_UP),
		differs: { 'hash of a settled payment': /./, 'hash of a looked-up transaction': /./ },
	},
	'pages are counted from 0': {
		...asking(LIST, (query) => {
			const page = query.get('page');
			if (page !== null) query.set('page', String(Number(page) + 1));
		}),
		differs: { 'first page': /counted from 0/ },
	},
	'startDate and endDate count as whole days': {
		...asking(LIST, (query) => {
			for (const name of query.has('startDate') ? ['startDate', 'endDate'] : [])
				query.set(name, wholeDays(query.get(name), name === 'endDate'));
		}),
		differs: { 'what a period means': /whole days/ },
	},
	'startDate and endDate are ignored': {
		...withoutQuery(LIST, 'startDate', 'endDate'),
		differs: { 'what a period means': /ignored/, 'an empty page': /./ },
	},
	'PENDING transactions are not listed': {
		quirks: { settleAfterMs: 30_000 },
		...listing(LIST, (rows) => rows.filter((one) => !isRow(one) || one.status !== 'PENDING')),
		differs: { 'payment in the list': /PENDING/ },
	},
	'the ID in the answer is not the one in lists and look-ups': {
		carry: async (request, next) => {
			const came = await next(request);
			if (!hits(request, 'POST', /^\/withdraw/) || came.status !== 200) return came;
			const swap = (row: Row): Row => (isTransaction(row) ? { ...row, id: `ffff${String(row.id).slice(4)}` } : row);
			return { ...came, text: JSON.stringify(deeply(parse(came.text), swap)) };
		},
		differs: { 'payment in the list': /not within a minute/, 'payment looked up': /./ },
	},
	'look-ups by order find everything': {
		carry: async (request, next) => {
			if (!hits(request, 'GET', /^\/transaction$/) || !request.url.searchParams.has('orderId'))
				return await next(request);
			const url = new URL(request.url);
			url.pathname = '/api/v1/transactions';
			url.search = '?page=1&limit=100';
			const body = parse((await next({ ...request, url })).text);
			return json({ status: 'ok', data: isRow(body) ? (body.data ?? []) : [] });
		},
		differs: { 'transaction found by orderId': /ignored/ },
	},
	'look-ups by hash find nothing': {
		...instead(
			(request) => hits(request, 'GET', /^\/transaction$/) && request.url.searchParams.has('hash'),
			refusing('Transaction not found', 404),
		),
		differs: { 'transaction found by hash': /./, 'hash of a Lightning withdrawal': /./ },
	},
	'count is that of the page': {
		...bodyOf('GET', LIST, (body) => ({ ...body, count: Array.isArray(body.data) ? body.data.length : 0 })),
		differs: { count: /./ },
	},
	'the oldest come first': {
		carry: async (request, next) => {
			if (!LIST.test(pathOf(request))) return await next(request);
			const { searchParams } = request.url;
			const [page, limit] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('limit') ?? 10)];
			const came = await next(withQuery(request, WHOLE));
			const body = parse(came.text);
			if (!isRow(body) || !Array.isArray(body.data)) return came;
			const all = [...body.data].reverse();
			const data = all.slice((page - 1) * limit, page * limit);
			const totalPages = Math.max(1, Math.ceil(all.length / limit));
			const pages = {
				currentPage: page,
				nextPage: page < totalPages,
				remainingPage: Math.max(0, totalPages - page),
				totalPages,
			};
			return json({ ...body, ...pages, data });
		},
		differs: { 'order of the list': /oldest first/ },
	},
	'pages overlap by one': {
		carry: async (request, next) => {
			const came = await next(request);
			if (!LIST.test(pathOf(request)) || request.url.searchParams.get('page') !== '2') return came;
			const earlier = await next(withQuery(request, (query) => query.set('page', '1')));
			const [first, body] = [parse(earlier.text), parse(came.text)];
			if (!isRow(first) || !isRow(body) || !Array.isArray(first.data) || !Array.isArray(body.data)) return came;
			return json({ ...body, data: [first.data.at(-1) ?? null, ...body.data.slice(0, -1)] });
		},
		differs: { 'pages do not overlap': /1 of the second page/ },
	},
	'an empty list is an error': {
		carry: async (request, next) => {
			const came = await next(request);
			const body = parse(came.text);
			const isEmpty = LIST.test(pathOf(request)) && isRow(body) && Array.isArray(body.data) && body.data.length === 0;
			return isEmpty ? refusing('No transactions found', 404) : came;
		},
		differs: { 'an empty page': /404/ },
	},
	'listed fees are missing': {
		...everywhere((row) => (isTransaction(row) ? { ...row, fees: 0 } : row), LOOKED_UP),
		differs: { 'listed amount of a bank withdrawal': /fees/, 'looked-up amount of a bank withdrawal': /./ },
	},
	'a list lags by half a minute': {
		quirks: { settleAfterMs: 1_500 },
		...listing(LIST, (rows, _request, { sandbox }) =>
			rows.filter((one) => !isRow(one) || Date.parse(String(one.createdAt)) <= sandbox.clock.now() - 30_000),
		),
		differs: { 'payment in the list': /after/ },
	},
	'createdAt moves when a transaction ends': {
		...everywhere(
			(row) =>
				isTransaction(row) && row.status === 'SUCCESS'
					? { ...row, createdAt: new Date(Date.parse(String(row.createdAt)) + 60_000).toISOString() }
					: row,
			LOOKED_UP,
		),
		differs: { 'time of a transaction': /it moves/ },
	},
	'a period and a type together find nothing': emptyTo((query) => query.has('endDate') && query.has('type'), /`type`/),
	'a period of more than a week finds nothing': emptyTo(
		(query) => timeIn(query, 'endDate') - timeIn(query, 'startDate') > 7 * DAY_MS,
		/`startDate`/,
	),
	'a period into the future finds nothing': emptyTo((query, nowMs) => timeIn(query, 'endDate') > nowMs, /`endDate`/),
	'a period leaves out what is PENDING': {
		quirks: { settleAfterMs: 30_000 },
		...listing(LIST, (rows, { url }) =>
			rows.filter((one) => !url.searchParams.has('endDate') || !isRow(one) || one.status !== 'PENDING'),
		),
		differs: { [AS_ASKED]: /PENDING/ },
		weight: 'breaks a feature',
	},
	'of several filters the first alone counts': {
		...asking(LIST, (query) => {
			const [, ...others] = ['currency', 'startDate', 'type'].filter((name) => query.has(name));
			for (const name of others) query.delete(name);
		}),
		differs: { [AS_ASKED]: /type does not count/ },
		weight: 'breaks a feature',
	},
	'nothing is listed beyond the hundredth entry': {
		...BUSY,
		...listing(LIST, (rows, { url: { searchParams } }) =>
			(Number(searchParams.get('page') ?? 1) - 1) * Number(searchParams.get('limit') ?? 10) < 100 ? [...rows] : [],
		),
		differs: { 'what a page says of the next': /number of entries/ },
		weight: 'breaks a feature',
	},
	'page 2 of a hundred repeats one': {
		...BUSY,
		...listing(LIST, (rows, { url: { searchParams } }, { sandbox }) => {
			if (searchParams.get('page') !== '2' || searchParams.get('limit') !== '100') return [...rows];
			const id = sandbox.transactions.at(-100)?.id;
			return [{ id: id ?? '' }, ...rows.slice(1)];
		}),
		differs: { 'pages do not overlap': /1 of the second page/ },
		weight: 'breaks a feature',
	},
};
