import {
	bodyOf,
	deeply,
	everywhere,
	hits,
	isRow,
	isTransaction,
	json,
	parse,
	pathOf,
	refusing,
	withoutQuery,
	type Row,
} from './rewriting';
import type { Planted } from './planted';

const LIST = /^\/transactions$/;
const LOOKED_UP = /^\/transactions?$/;

const filterIgnored = (name: string): Planted => ({
	name: `filter ${name} is ignored`,
	...withoutQuery(LIST, name),
	named: [`filter ${name}`],
	word: /ignored/,
});

const wholeDays = (text: string | null, end: boolean): string =>
	`${(text ?? '').slice(0, 10)}T${end ? '23:59:59.999' : '00:00:00.000'}Z`;

/** Differences in lists, look-ups and their filters. */
export const LISTS: readonly Planted[] = [
	...['status', 'type', 'currency', 'minAmount', 'maxAmount', 'txId', 'accountName'].map(filterIgnored),
	{
		name: 'nextPage false, remainingPage 0, totalPages 1 on every page',
		...bodyOf('GET', LIST, (body) => ({ ...body, nextPage: false, remainingPage: 0, totalPages: 1 })),
		named: ['what a page says of the next'],
		word: /nextPage/,
	},
	{
		name: 'nextPage true on the last page',
		...bodyOf('GET', LIST, (body) => ({ ...body, nextPage: true })),
		named: ['what a page says of the next'],
		word: /there is a next page/,
	},
	{
		name: 'GET /order/all gives the three newest only',
		...bodyOf('GET', /^\/order\/all$/, (body) =>
			Array.isArray(body.data) ? { ...body, data: body.data.slice(-3) } : body,
		),
		named: ['orders come whole'],
		word: /are not there/,
	},
	{
		name: 'GET /order/all has pages',
		...bodyOf('GET', /^\/order\/all$/, (body) => ({ ...body, totalPages: 1, nextPage: false })),
		named: ['orders come whole'],
		word: /totalPages/,
	},
	{ name: 'smaller pages', quirks: { maxPageSize: 5 }, named: ['page size'], word: /5 of/ },
	{
		name: 'settled transactions have no hash in lists and look-ups',
		...everywhere((row) => (isTransaction(row) ? { ...row, hash: null } : row), LOOKED_UP),
		named: ['hash of a settled payment', 'hash of a looked-up transaction'],
	},
	{
		name: 'pages are counted from 0',
		carry: async (request, next) => {
			const page = request.url.searchParams.get('page');
			if (!LIST.test(pathOf(request)) || page === null) return await next(request);
			const url = new URL(request.url);
			url.searchParams.set('page', String(Number(page) + 1));
			return await next({ ...request, url });
		},
		named: ['first page'],
		word: /counted from 0/,
	},
	{
		name: 'startDate and endDate count as whole days',
		carry: async (request, next) => {
			if (!LIST.test(pathOf(request)) || !request.url.searchParams.has('startDate')) return await next(request);
			const url = new URL(request.url);
			for (const name of ['startDate', 'endDate'])
				url.searchParams.set(name, wholeDays(url.searchParams.get(name), name === 'endDate'));
			return await next({ ...request, url });
		},
		named: ['what a period means', 'bounds of a period'],
		word: /whole days/,
	},
	{
		name: 'startDate and endDate are ignored',
		...withoutQuery(LIST, 'startDate', 'endDate'),
		named: ['what a period means', 'an empty page'],
		word: /ignored/,
	},
	{
		name: 'PENDING transactions are not listed',
		quirks: { settleAfterMs: 30_000 },
		...bodyOf('GET', LIST, (body) => {
			const data = Array.isArray(body.data) ? body.data.filter((one) => !isRow(one) || one.status !== 'PENDING') : [];
			return { ...body, data };
		}),
		named: ['payment in the list'],
		word: /PENDING/,
	},
	{
		name: 'the ID in the answer is not the one in lists and look-ups',
		carry: async (request, next) => {
			const came = await next(request);
			if (!hits(request, 'POST', /^\/withdraw/) || came.status !== 200) return came;
			const swap = (row: Row): Row => (isTransaction(row) ? { ...row, id: `ffff${String(row.id).slice(4)}` } : row);
			return { ...came, text: JSON.stringify(deeply(parse(came.text), swap)) };
		},
		named: ['payment in the list', 'payment looked up'],
		word: /not within a minute/,
	},
	{
		name: 'look-ups by order find everything',
		carry: async (request, next) => {
			if (!hits(request, 'GET', /^\/transaction$/) || !request.url.searchParams.has('orderId'))
				return await next(request);
			const url = new URL(request.url);
			url.pathname = '/api/v1/transactions';
			url.search = '?page=1&limit=100';
			const body = parse((await next({ ...request, url })).text);
			return json({ status: 'ok', data: isRow(body) ? (body.data ?? []) : [] });
		},
		named: ['transaction found by orderId'],
		word: /ignored/,
	},
	{
		name: 'look-ups by hash find nothing',
		carry: async (request, next) =>
			hits(request, 'GET', /^\/transaction$/) && request.url.searchParams.has('hash')
				? refusing('Transaction not found', 404)
				: await next(request),
		named: ['transaction found by hash', 'hash of a Lightning withdrawal'],
	},
	{
		name: 'count is that of the page',
		...bodyOf('GET', LIST, (body) => ({ ...body, count: Array.isArray(body.data) ? body.data.length : 0 })),
		named: ['count'],
	},
	{
		name: 'the oldest come first',
		carry: async (request, next) => {
			if (!LIST.test(pathOf(request))) return await next(request);
			const url = new URL(request.url);
			const [page, limit] = [Number(url.searchParams.get('page') ?? 1), Number(url.searchParams.get('limit') ?? 10)];
			url.searchParams.set('page', '1');
			url.searchParams.set('limit', '100');
			const came = await next({ ...request, url });
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
		named: ['order of the list'],
		word: /oldest first/,
	},
	{
		name: 'pages overlap by one',
		carry: async (request, next) => {
			const came = await next(request);
			if (!LIST.test(pathOf(request)) || request.url.searchParams.get('page') !== '2') return came;
			const url = new URL(request.url);
			url.searchParams.set('page', '1');
			const [first, body] = [parse((await next({ ...request, url })).text), parse(came.text)];
			if (!isRow(first) || !isRow(body) || !Array.isArray(first.data) || !Array.isArray(body.data)) return came;
			return json({ ...body, data: [first.data.at(-1) ?? null, ...body.data.slice(0, -1)] });
		},
		named: ['pages do not overlap'],
		word: /1 of the second page/,
	},
	{
		name: 'an empty list is an error',
		carry: async (request, next) => {
			const came = await next(request);
			const body = parse(came.text);
			const isEmpty = LIST.test(pathOf(request)) && isRow(body) && Array.isArray(body.data) && body.data.length === 0;
			return isEmpty ? refusing('No transactions found', 404) : came;
		},
		named: ['an empty page'],
		word: /404/,
	},
	{
		name: 'listed fees are missing',
		...everywhere((row) => (isTransaction(row) ? { ...row, fees: 0 } : row), LOOKED_UP),
		named: ['listed amount of a bank withdrawal', 'looked-up amount of a bank withdrawal'],
		word: /fees/,
	},
	{
		name: 'a default page has 20 entries',
		carry: async (request, next) => {
			if (!LIST.test(pathOf(request)) || request.url.searchParams.has('limit')) return await next(request);
			const url = new URL(request.url);
			url.searchParams.set('limit', '20');
			return await next({ ...request, url });
		},
		named: ['default page size'],
	},
	{
		name: 'a list lags by half a minute',
		carry: async (request, next, { sandbox }) => {
			sandbox.configure({ settleAfterMs: 1_500 });
			const came = await next(request);
			const body = parse(came.text);
			if (!LIST.test(pathOf(request)) || !isRow(body) || !Array.isArray(body.data)) return came;
			const then = sandbox.clock.now() - 30_000;
			return json({
				...body,
				data: body.data.filter((one) => !isRow(one) || Date.parse(String(one.createdAt)) <= then),
			});
		},
		named: ['payment in the list'],
		word: /after/,
	},
	{
		name: 'createdAt moves when a transaction ends',
		...everywhere(
			(row) =>
				isTransaction(row) && row.status === 'SUCCESS'
					? { ...row, createdAt: new Date(Date.parse(String(row.createdAt)) + 60_000).toISOString() }
					: row,
			LOOKED_UP,
		),
		named: ['time of a transaction'],
		word: /it moves/,
	},
];
