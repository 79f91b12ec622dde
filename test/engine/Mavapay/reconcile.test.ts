/** 'Transaction: Reconcile' on n8n's engine, against the sandbox: from input items to results and books. */
import { setImmediate } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DEMO_ACCOUNTS } from '../../../sandbox';
import { reconciledItem, reconciliationSummary } from '../../../scripts/generate/responses/own';
import { fits } from '../../../nodes/core/service/schema';
import { ask, at, textAt } from '../../cases/case';
import { makeQuote } from '../../cases/quoteParts';
import { saidBy, type RunNodeOptions } from '../../harness/engine';
import { answers, json, run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
beforeEach(() => service.sandbox.configure({ settleAfterMs: 0, maxPageSize: 2 }));

const [ada, ibrahim, , , , , , failing] = DEMO_ACCOUNTS;

/** Pays somebody; gives the transaction's ID. */
async function pay(to: typeof ada, amount: string): Promise<string> {
	const {
		bankCode = '',
		bankName = '',
		accountName: bankAccountName = '',
		accountNumber: bankAccountNumber = '',
	} = to ?? {};
	const beneficiary = { bankCode, bankName, bankAccountName, bankAccountNumber };
	const id = textAt(await ask(service.sandbox, 'POST', '/withdraw', { amount, currency: 'NGN', beneficiary }), 'id');
	for (let turn = 0; turn < 50; turn++) await setImmediate();
	return id;
}

const COLUMNS = {
	reference: '={{ $json.ref }}',
	amount: '={{ $json.amount }}',
	currency: '={{ $json.ccy ?? "NGN" }}',
	payee: '={{ $json.account }}',
	date: '={{ $json.due }}',
};

interface More extends Partial<RunNodeOptions> {
	parameters?: INodeParameters;
	options?: IDataObject;
}

const reconcile = async (
	items: IDataObject[],
	{ parameters = {}, options = { includeInputFields: false }, ...more }: More = {},
) =>
	await run(
		service.sandbox,
		{
			resource: 'transaction',
			operation: 'reconcile',
			simplify: false,
			transactionType: 'WITHDRAWAL',
			period: 'between',
			from: '2020-01-01T00:00:00Z',
			to: '2099-01-01T00:00:00Z',
			amountUnit: 'minor',
			filters: {},
			...COLUMNS,
			...parameters,
			options: { includeSummary: true, ...options } as INodeParameters,
		},
		{ items, ...more },
	);

const resultsOf = (items: IDataObject[]) =>
	items.map(({ reconciliation, transactionId }) => [reconciliation, transactionId ?? null]);

test("a period of dates has the whole days, by the workflow's clocks", async () => {
	const paid = await pay(ada, '250000');
	Object.assign(service.sandbox.transactions[0] ?? {}, { createdAt: Date.parse('2026-02-01T22:59:59.999Z') });
	const period = async (day: string) =>
		json(
			(
				await reconcile([{ ref: paid, amount: '250000' }], {
					parameters: { from: day, to: day },
					settings: { timezone: 'Africa/Lagos' },
				})
			).success,
		);
	const items = await period('2026-02-01');
	expect(resultsOf(items)).toEqual([
		['matched', paid],
		['summary', null],
	]);
	expect(items[1]).toMatchObject({ startDate: '2026-01-31T23:00:00.000Z', endDate: '2026-02-01T22:59:59.999Z' });
	expect((await period('2026-02-02'))[0]?.reconciliation).toBe('missing');
});

test('a period of several pages: every row and every payment is accounted for, and the books add up', async () => {
	const first = await pay(ada, '250000');
	const second = await pay(ibrahim, '300000');
	const failed = await pay(failing, '400000');
	const third = await pay(ada, '270000');
	service.sandbox.configure({ settleAfterMs: 3_600_000 });
	const open = await pay(ibrahim, '500000');
	service.sandbox.clearRequests();

	const today = new Date().toISOString().slice(0, 10);
	const result = await reconcile([
		{ ref: first, amount: '250000' },
		{ ref: 'INV-2', amount: 300_000, account: ibrahim?.accountNumber, due: today },
		{ ref: failed, amount: '400000' },
		{ ref: open, amount: '500000' },
		{ ref: 'INV-5', amount: '999' },
		{ amount: '777' },
	]);
	expect(result.nodeError).toBeUndefined();
	const items = json(result.success);
	expect(resultsOf(items)).toEqual([
		['matched', first],
		['matched', second],
		['failed', failed],
		['pending', open],
		['pending', null],
		['missing', null],
		['unexpected', third],
		['summary', null],
	]);
	expect(items.map(({ matchedBy }) => matchedBy ?? null)).toEqual([
		'reference',
		'payee',
		'reference',
		'reference',
		null,
		null,
		null,
		null,
	]);
	expect(result.success.slice(0, 6).map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2, 3, 4, 5].map((item) => ({ item })),
	);
	expect(result.success[6]?.pairedItem).toBeUndefined();
	expect(result.success[7]?.pairedItem).toHaveLength(6);
	expect(service.sandbox.requests.map(({ query }) => [query.page, query.type])).toEqual([
		['1', 'WITHDRAWAL'],
		['2', 'WITHDRAWAL'],
		['3', 'WITHDRAWAL'],
	]);

	const summary = items.at(-1) ?? {};
	expect(items.slice(0, -1).filter((item) => !fits(item, reconciledItem))).toEqual([]);
	expect(fits(summary, reconciliationSummary)).toBe(true);
	expect(summary).toMatchObject({
		leftOver: 5,
		counts: { matched: 2, failed: 1, pending: 2, missing: 1, unexpected: 1 },
	});
	const [ngn] = [at(summary, 'currencies', 0)];
	const minors = Object.fromEntries(
		['expected', 'transactions', 'settled', 'pending', 'failed', 'difference'].map((name) => [
			name,
			at(ngn, name, 'minor'),
		]),
	);
	expect(minors).toEqual({
		expected: '1451776',
		transactions: '1720000',
		settled: '820000',
		pending: '500000',
		failed: '400000',
		difference: '-631776',
	});
});

test('a payment made twice is a duplicate of its row, by the reference of its order', async () => {
	const { quoteId, orderId = '' } = await makeQuote(service.sandbox);
	await ask(service.sandbox, 'POST', `/wallet/payout/${quoteId}/accept`, { sourceWallet: 'NGN' });
	const [out, into] = service.sandbox.transactions;
	const swapped = { ref: 'order-17', amount: String(out?.amount) };
	expect(resultsOf(json((await reconcile([swapped])).success)).slice(0, -1)).toEqual([['matched', out?.id]]);
	expect(resultsOf(json((await reconcile([{ ...swapped, ref: orderId }])).success)).slice(0, -1)).toEqual([
		['matched', out?.id],
	]);
	service.sandbox.configure({ orderQuotes: 'client' });
	const unseen = json((await reconcile([swapped])).success);
	expect(resultsOf(unseen)).toEqual([
		['pending', null],
		['unexpected', out?.id],
		['summary', null],
	]);
	expect(unseen[2]?.text).toMatch(/\nMavapay's orders show no customer references\.$/);
	for (const ref of [orderId, quoteId])
		expect(resultsOf(json((await reconcile([{ ...swapped, ref }])).success))).toEqual([
			['matched', out?.id],
			['summary', null],
		]);
	service.sandbox.configure({ orderQuotes: 'documented' });
	const got = { ref: quoteId, amount: String(into?.amount), ccy: 'BTC' };
	expect(
		resultsOf(json((await reconcile([got], { parameters: { transactionType: 'DEPOSIT' } })).success)).slice(0, -1),
	).toEqual([['matched', into?.id]]);

	const twice = await pay(ada, '250000');
	Object.assign(service.sandbox.transactions[2] ?? {}, {
		details: { ...service.sandbox.transactions[2]?.details, orderId },
	});
	const result = await reconcile([swapped]);
	expect(resultsOf(json(result.success)).slice(0, -1)).toEqual([
		['matched', out?.id],
		['duplicate', twice],
	]);
	expect(result.success[1]?.pairedItem).toEqual({ item: 0 });
	expect(result.success[1]?.json).toMatchObject({
		expectedReference: 'order-17',
		note: 'A further transaction for item 0',
	});
});

test.each([
	['a reference, in a period that goes on', { ref: 'INV-9' }, 0, 'pending'],
	['a reference, in one that ended minutes ago', { ref: 'INV-9' }, 6, 'missing'],
	['a payee and a date of weeks ago', { account: ada?.accountNumber, due: '2026-01-01' }, 0, 'missing'],
	['a payee and a date of today', { account: ada?.accountNumber, due: new Date().toISOString() }, 0, 'pending'],
])('what may only not be shown yet is not missing: a row with %s', async (_what, row, endedMinutesAgo, expected) => {
	const endDate = new Date(Date.now() - endedMinutesAgo * 60_000).toISOString();
	const items = json((await reconcile([{ ...row, amount: '250000' }], { parameters: { to: endDate } })).success);
	expect(items[0]?.reconciliation).toBe(expected);
	expect(items[1]).toMatchObject({ leftOver: 1, counts: { [expected]: 1 } });
});

/** A list of one transaction that has only the members it must have, and `more`. */
const listed = (more: IDataObject) => {
	const transaction = {
		id: 'T-1',
		type: 'WITHDRAWAL',
		status: 'SUCCESS',
		amount: 250_000,
		fees: 1_000,
		currency: 'NGN',
		createdAt: '2026-02-03T00:00:00Z',
		...more,
	};
	answers(service.sandbox, '/transactions', [transaction], { nextPage: false });
};

test.each([undefined, ' withdrawal '])(
	'a payment that Mavapay lists as asked for is not missing because its type is %j',
	async (type) => {
		listed({ type });
		expect(resultsOf(json((await reconcile([{ ref: 'T-1', amount: '250000' }])).success))).toEqual([
			['matched', 'T-1'],
			['summary', null],
		]);
	},
);

test('a payer whose name is a formula runs none in a sheet', async () => {
	listed({ metadata: { merchantName: '=HYPERLINK("https://x.example")' } });
	const [, item] = json((await reconcile([{ ref: 'a', amount: '1' }])).success);
	expect(item?.transactionPayee).toBe('\'=HYPERLINK("https://x.example")');
});

test('what is of the other type belongs to no row', async () => {
	listed({ type: 'deposit' });
	const parameters = { to: '2026-03-01T00:00:00Z' };
	expect(resultsOf(json((await reconcile([{ ref: 'T-1', amount: '250000' }], { parameters })).success))).toEqual([
		['missing', null],
		['summary', null],
	]);
});

describe('nothing is asked, and nothing called missing,', () => {
	const good = { ref: 'a', amount: '1' };

	it.each([
		['an amount that can not be read', [good, { ref: 'b', amount: '1,000' }, good], {}, /Not run: item/],
		['a date that nobody can read', [good, { ...good, due: '05/11/2026' }], {}, /Not run: item/],
		[
			'periods that differ',
			[
				{ ...good, end: '2026-01-31' },
				{ ...good, end: '2026-02-28' },
			],
			{ to: '={{ $json.end }}' },
			/must be the same for all items, but item 1 differs/,
		],
		['a period that ends before it begins', [good], { to: '2019-01-01' }, /'To' is before 'From'/],
		[
			'a currency that the filter keeps out',
			[{ ...good, ccy: 'KES' }],
			{ filters: { currency: 'NGN' } },
			/'Currency' is KES, but the filter lets only NGN through/,
		],
	])('with %s', async (_what, items, parameters, says) => {
		const result = await reconcile(items, { parameters, onError: 'continueRegularOutput' });
		expect(String(result.success[0]?.json.message)).toMatch(says);
		for (const { json: item } of result.success) expect(Object.keys(item)).toEqual(['error', 'message', 'details']);
		expect(service.sandbox.requests).toEqual([]);
	});

	it('with one bad row of three: the error stands on that row, with its reason', async () => {
		const items = [good, { ref: 'b', amount: '1,000' }, good];
		const stopped = await reconcile(items);
		expect(saidBy(stopped.nodeError)).toMatch(/'Amount'/);
		expect(stopped.nodeError?.context.itemIndex).toBe(1);
		const { success } = await reconcile(items, { onError: 'continueRegularOutput' });
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		const said = json(success).map(({ message }) => String(message));
		expect(said[1]).toMatch(/^'Amount'/);
		for (const message of [said[0], said[2]]) expect(message).toMatch(/^Not run: item 1 is invalid.*'Amount'/s);
		expect(service.sandbox.requests).toEqual([]);
	});

	it.each([
		['a page', { path: '/transactions', query: { page: '2' } }],
		['the orders', { path: '/order' }],
	])('where %s can not be read', async (_what, match) => {
		const { quoteId } = await makeQuote(service.sandbox);
		await ask(service.sandbox, 'POST', `/wallet/payout/${quoteId}/accept`, { sourceWallet: 'NGN' });
		for (let count = 0; count < 3; count++) await pay(ada, '250000');
		service.sandbox.faults.add({ match, fault: { kind: 'status', status: 403, message: 'No' } });
		const result = await reconcile([good]);
		expect(saidBy(result.nodeError)).toMatch(/403/);
		expect(result.success).toEqual([]);
	});
});
