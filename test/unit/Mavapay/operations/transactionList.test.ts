/** A list of transactions is read completely; it is refused if a part of it could be taken for the whole. */
import { transactionGetAll } from '../../../../nodes/Mavapay/operations/transaction/transaction';
import { periodFilters } from '../../../../nodes/Mavapay/operations/transaction/list';
import { ordersOf, referenceOf } from '../../../../nodes/Mavapay/operations/transaction/orders';
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { readEveryTransaction, readTransactions } from '../../../../nodes/core/service/transactionList';
import { answered } from '../../../cases/case';
import { FakeService, readPlan, run, stopped } from '../../../harness/operations';

const page = (ids: string, envelope: JsonObject = {}) =>
	answered(
		[...ids].map((id) => ({ id })),
		envelope,
	);
/** A page of transactions with a next page, or, from `last`, without one; `count` is the stated total, if any. */
const more = (ids: string, count?: number) => page(ids, { nextPage: true, ...(count === undefined ? {} : { count }) });
const last = (ids: string, count?: number) => page(ids, { nextPage: false, ...(count === undefined ? {} : { count }) });

const idsOf = (transactions: JsonObject[]) => transactions.map(({ id }) => id);
const everything = async (...replies: Array<ReturnType<typeof page>>) =>
	await readEveryTransaction(new FakeService(replies), {}, 'Not done');

describe('a list is whole', () => {
	it.each([
		['that says which page is the last', [more('ab'), last('c')]],
		['that says how many pages are left', [page('ab', { remainingPage: 1 }), page('c', { remainingPage: 0 })]],
		['that says how many pages there are', [page('ab', { totalPages: '2' }), page('c', { totalPages: '2' })]],
		['that counts all', [more('ab', 3), last('c', 3)]],
		['that counts each page', [more('ab', 2), last('c', 1)]],
		[
			'that says of its first page that it is the last, and one of two',
			[page('ab', { nextPage: false, totalPages: 2 }), page('c', { nextPage: false, totalPages: 2 })],
		],
		[
			'that says of each page that it is the last, and that one is left',
			[
				page('ab', { nextPage: false, remainingPage: 1 }),
				page('c', { nextPage: false, remainingPage: 1 }),
				page('', { nextPage: false, remainingPage: 1 }),
			],
		],
		['that says nothing, and ends with an empty page', [page('ab'), page('c'), page('')]],
		['of which one moved to the next page', [more('ab'), last('bc'), more('ab'), last('c')]],
		[
			'of which one moved to the front, where it was not seen',
			[more('ab', 2), last('b', 1), more('ca', 2), last('b', 1)],
		],
		['of which many moved to the front', [more('ab'), last('b'), more('ca'), last('b')]],
		[
			'of which one arrived meanwhile, where all are counted',
			[more('b', 2), last('bc', 3), more('ab', 3), last('c', 3)],
		],
		[
			'of which one arrived each time, where all are counted',
			[more('c', 1), last('c', 2), more('b', 2), last('bc', 3), more('a', 3), last('bc', 3)],
		],
		[
			'of which one is only on a later page when it is read again',
			[more('ab', 3), last('b', 3), more('ab', 3), last('c', 3)],
		],
	])('%s', async (_how, replies) => {
		expect(idsOf(await everything(...replies)).sort()).toEqual(['a', 'b', 'c']);
	});

	it('with nothing in it', async () => {
		expect(await everything(last('', 0))).toEqual([]);
		expect(await everything(page(''))).toEqual([]);
		for (const nothing of [undefined, null])
			expect(await everything(answered(nothing, { nextPage: false, count: 0 }))).toEqual([]);
	});

	it('with what was received and what was sent under one ID', async () => {
		const both = [
			{ id: 'a', type: 'DEPOSIT' },
			{ id: 'a', type: 'WITHDRAWAL' },
		];
		expect(await everything(answered(both, { nextPage: false }))).toEqual(both);
	});

	it('with each transaction as it stood last, where its ID is a number too', async () => {
		const numbers = [
			answered([{ id: 7, status: 'PENDING' }], { nextPage: true }),
			answered([{ id: 7, status: 'SUCCESS' }], { nextPage: false }),
			answered([{ id: 7, status: 'SUCCESS' }], { nextPage: false }),
		];
		expect(await everything(...numbers)).toEqual([{ id: 7, status: 'SUCCESS' }]);
		const replies = [
			answered([{ id: 'a', status: 'PENDING' }], { nextPage: true }),
			answered([{ id: 'a', status: 'SUCCESS' }, { id: 'b' }], { nextPage: false }),
			answered([{ id: 'a', status: 'SUCCESS' }, { id: 'b' }], { nextPage: false }),
		];
		expect(await everything(...replies)).toEqual([{ id: 'a', status: 'SUCCESS' }, { id: 'b' }]);
	});
});

describe('a list breaks off', () => {
	it.each([
		['with an empty page that is not the last', [more('a'), more('')]],
		['with an empty first page that is not the last', [more('')]],
		['with a page that only repeats', [more('a'), more('a')]],
		['with a page that only repeats, and says nothing', [page('a')]],
		['with fewer than it counts', [more('a', 3), last('b', 3)]],
		['with a page without data', [more('a'), answered(undefined, { nextPage: false })]],
		['with a page of another form', [answered({ transactions: [{ id: 'a' }] }, { nextPage: false })]],
		['with an entry that is no transaction', [answered([{ id: 'a' }, null], { nextPage: false })]],
		['with fewer than it counts, on an empty page', [page('a'), page('', { count: 2 })]],
	])('%s', async (_how, replies) => {
		await expect(everything(...replies)).rejects.toMatchObject({
			failure: {
				summary: "Not done: Mavapay's list of transactions breaks off or keeps changing",
				cause: 'unreadable',
				retryable: true,
			},
		});
	});

	it('with a page that only repeats: it is not asked for a third time', async () => {
		const service = new FakeService([page('a')]);
		await expect(readEveryTransaction(service, {}, 'Not done')).rejects.toThrow();
		expect(service.requests).toHaveLength(2);
	});

	it.each([
		['a page without data', [more('a', 3), answered(undefined, { nextPage: false })]],
		['an empty page that is not the last', [more('a'), more('')]],
		['a page that only repeats', [more('a')]],
	])('and Get Many outputs no part of it as if it were all: %s', async (_how, replies) => {
		const getMany = async (more: JsonObject) =>
			await run(transactionGetAll, { filters: {}, options: {}, ...more }, replies);
		for (const more of [{ returnAll: true }, { returnAll: false, limit: 3 }]) {
			await expect(getMany(more)).rejects.toMatchObject({
				failure: {
					summary: "Transactions not read: Mavapay's list of transactions breaks off or keeps changing",
					cause: 'unreadable',
				},
			});
		}
		expect((await getMany({ returnAll: false, limit: 1 })).items).toEqual([{ id: 'a' }]);
	});

	it('and where Mavapay only counts more than it gives, Get Many says so', async () => {
		const plan = readPlan(transactionGetAll, { filters: {}, options: {}, returnAll: true });
		expect(await plan.collect(new FakeService([last('a', 3)]))).toEqual([{ id: 'a' }]);
		expect(plan.hints).toEqual(['Mavapay says that there are more transactions than the 1 that it gave.']);
	});

	it('when the execution is cancelled', async () => {
		const service = new FakeService([more('a')]);
		service.isCancelled = true;
		await expect(readEveryTransaction(service, {}, 'Not done')).rejects.toMatchObject({
			failure: { cause: 'cancelled' },
		});
		expect((await readTransactions(service, {}, null)).transactions).toEqual([{ id: 'a' }]);
	});

	it('but not where no more were wanted', async () => {
		expect(await readTransactions(new FakeService([more('ab', 9)]), {}, 2)).toEqual({
			transactions: [{ id: 'a' }, { id: 'b' }],
			missing: null,
		});
	});

	it('after a thousand pages', async () => {
		let count = 0;
		const endless = new FakeService([]);
		const service = {
			...endless,
			read: async () => await Promise.resolve(answered([{ id: `t${count++}` }], { nextPage: true })),
			clock: endless.clock,
		};
		await expect(readEveryTransaction(Object.assign(endless, service), {}, 'Not done')).rejects.toMatchObject({
			failure: { cause: 'tooManyResults' },
		});
		expect(count).toBe(1000);
	});
});

describe('a list by status', () => {
	const first = more('ab');
	const by = async (filters: Record<string, string>, ...replies: Array<ReturnType<typeof page>>) => {
		const service = new FakeService(replies);
		return { ids: idsOf((await readTransactions(service, filters, null)).transactions), service };
	};
	const byStatus = async (...replies: Array<ReturnType<typeof page>>) => await by({ status: 'PENDING' }, ...replies);

	it.each([{ status: 'PENDING' }, { endDate: '2026-02-28T00:00:00Z' }])(
		'or of a time that is over has what slipped to a page that was read, when another one left it: %j',
		async (filters) => {
			const [second, third] = [last('d'), more('bc')];
			expect((await by(filters, first, second, third, second, third, second)).ids).toEqual(['a', 'b', 'd', 'c']);
		},
	);

	it('is not one of a time that goes on: nothing leaves that', async () => {
		const { service } = await by({ endDate: '2026-03-02T00:00:00Z' }, first, last('c'));
		expect(service.requests).toHaveLength(2);
	});

	it('is read once where it is one page, and twice where nothing changes', async () => {
		expect((await byStatus(last('a'))).service.requests).toHaveLength(1);
		const again = await byStatus(first, last('c'), first, last('c'));
		expect(again.ids).toEqual(['a', 'b', 'c']);
		expect(again.service.requests).toHaveLength(4);
	});
});

describe('a period', () => {
	it('is asked for with a day more on both sides, and the week behind it in which payments settle', () => {
		const [from, to] = [Date.parse('2026-02-01T10:00:00Z'), Date.parse('2026-02-28T23:59:59Z')];
		expect(periodFilters(from, to)).toEqual({
			startDate: '2026-01-31T10:00:00.000Z',
			endDate: '2026-03-08T23:59:59.000Z',
		});
		expect(periodFilters(from, null)).toEqual({ startDate: '2026-01-31T10:00:00.000Z' });
		expect(periodFilters(null, null)).toEqual({});
	});
});

describe('references of orders', () => {
	const of = (id: string, more: JsonObject = {}): JsonObject => ({
		id: `t${id}`,
		metadata: { order: { id, ...more } },
	});
	const order = (orderId: string, ...references: Array<string | null>): JsonObject => ({
		orderId,
		quotes: references.map((customerReference, index) => ({ id: `q${index}`, customerReference })),
	});

	it('are looked up one by one while they are few, each order once', async () => {
		const service = new FakeService([answered(order('1', 'A')), answered([order('2', 'B')])]);
		const orders = await ordersOf(service, [of('1'), of('1'), of('2'), { id: 'no order' }]);
		expect(service.requests.map(({ path, query }) => [path, query?.id])).toEqual([
			['/order', '1'],
			['/order', '2'],
		]);
		expect([of('1'), of('2'), { id: 'no order' }].map((one) => referenceOf(one, orders)?.value ?? null)).toEqual([
			'A',
			'B',
			null,
		]);
	});

	it('are read from the list of all orders where they are many, and one by one what is not in it', async () => {
		const ids = ['1', '2', '3', '4', '5', '6'];
		const service = new FakeService([
			answered([...ids.slice(1).map((id) => order(id, `R${id}`)), order('9', 'X')]),
			answered(order('1', 'R1')),
		]);
		const orders = await ordersOf(
			service,
			ids.map((id) => of(id)),
		);
		expect(service.requests.map(({ path }) => path)).toEqual(['/order/all', '/order']);
		expect(ids.map((id) => referenceOf(of(id), orders)?.value)).toEqual(ids.map((id) => `R${id}`));
		expect([...orders.keys()]).not.toContain('9');
	});

	it.each(['maintenance', [order('1', 'A'), null]])(
		'are none to guess where the answer is no order: %j',
		async (data) => {
			const list = (many: number) => Array.from({ length: many }, (_, index) => of(String(index)));
			for (const many of [1, 6])
				await expect(ordersOf(new FakeService([answered(data)]), list(many))).rejects.toMatchObject({
					failure: { cause: 'unreadable' },
				});
		},
	);

	it('are not asked for where the transaction has its own', async () => {
		const own = { ...of('1'), stablecoinTransactionMetadata: { customerReference: 'OWN' } };
		const service = new FakeService([]);
		expect(referenceOf(own, await ordersOf(service, [own]))).toEqual({
			value: 'OWN',
			path: 'data.stablecoinTransactionMetadata.customerReference',
		});
		expect(service.requests).toEqual([]);
	});

	it.each([
		[
			'the quote that settled it',
			{ settledQuoteId: 'q1' },
			['A', 'B'],
			{ value: 'B', path: 'order.quotes[1].customerReference' },
		],
		[
			'the quote within',
			{ quote: { id: 'q0' } },
			['A', 'B'],
			{ value: 'A', path: 'order.quotes[0].customerReference' },
		],
		['none, where that has none', { settledQuoteId: 'q1' }, ['A', null], null],
		['the only one, where none is named', {}, [null, 'B'], { value: 'B', path: 'order.quotes[1].customerReference' }],
		['none of several, where none is named', {}, ['A', 'B'], null],
		['none of several, where another one is named', { settledQuoteId: 'q7' }, ['A', 'B'], null],
	])('are those of %s', (_what, inside, references, found) => {
		expect(referenceOf(of('1', inside), new Map([['1', order('1', ...references)]]))).toEqual(found);
	});

	it('are none where Mavapay knows no such order, and no guess where it can not be asked', async () => {
		const notFound = stopped('404');
		Object.assign(notFound.failure, { description: 'Mavapay responded (404): "Order not found"' });
		expect((await ordersOf(new FakeService([notFound]), [of('1')])).size).toBe(0);
		await expect(ordersOf(new FakeService([stopped('403')]), [of('1')])).rejects.toMatchObject({
			failure: { httpCode: '403' },
		});
		await expect(ordersOf(new FakeService([stopped('404', true)]), [of('1')])).rejects.toMatchObject({
			failure: { httpCode: '404' },
		});
	});
});
