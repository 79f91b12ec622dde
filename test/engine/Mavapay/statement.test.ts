/** 'Wallet: Get Statement' and 'Transaction: Get Receipt' on n8n's engine, against the sandbox. */
import { setImmediate } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DEMO_ACCOUNTS } from '../../../sandbox';
import { ask, byId, textAt } from '../../cases/case';
import { saidBy, type RunNodeOptions } from '../../harness/engine';
import { answers, json, run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
beforeEach(() => service.sandbox.configure({ settleAfterMs: 0, maxPageSize: 2 }));

const [ada, , , , , , , failing] = DEMO_ACCOUNTS;

/** Lets payments settle, and advances the clock so that the next payment is a later one. */
async function settled(): Promise<void> {
	service.sandbox.clock.advance(1);
	for (let turn = 0; turn < 50; turn++) await setImmediate();
}

async function pay(to: typeof ada, amount: string): Promise<string> {
	const { bankCode = '', bankName = '', accountName = '', accountNumber: bankAccountNumber = '' } = to ?? {};
	const beneficiary = { bankCode, bankName, bankAccountName: accountName, bankAccountNumber };
	const id = textAt(await ask(service.sandbox, 'POST', '/withdraw', { amount, currency: 'NGN', beneficiary }), 'id');
	await settled();
	return id;
}

async function swap(amount: string, from: 'NGN' | 'BTC', more: IDataObject = {}): Promise<void> {
	const quote = await ask(service.sandbox, 'POST', '/quote', {
		amount,
		sourceCurrency: from === 'NGN' ? 'NGNKOBO' : 'BTCSAT',
		targetCurrency: from === 'NGN' ? 'BTCSAT' : 'NGNKOBO',
		paymentCurrency: from === 'NGN' ? 'NGNKOBO' : 'BTCSAT',
		paymentMethod: 'LIGHTNING',
		customerReference: 'swap-1',
		...more,
	});
	await ask(service.sandbox, 'POST', `/wallet/payout/${textAt(quote, 'id')}/accept`, { sourceWallet: from });
	await settled();
}

const moved = (index: number, to: string) =>
	void Object.assign(service.sandbox.transactions[index] ?? {}, { createdAt: Date.parse(to) });

const statement = async (
	currency: 'NGN' | 'BTC' | 'USDT' | 'KES',
	parameters: INodeParameters = {},
	more: Partial<RunNodeOptions> = {},
) =>
	await run(
		service.sandbox,
		{
			resource: 'wallet',
			operation: 'getStatement',
			simplify: false,
			wallet: byId(service.sandbox.wallets.of(currency).id),
			period: 'between',
			from: '2020-01-01',
			to: '2099-01-01',
			options: {},
			...parameters,
		},
		more,
	);

const shown = (items: IDataObject[]) =>
	items.map(({ what, amountIn, amountOut, fees, balance }) =>
		[what, amountIn, amountOut, fees, balance].map((cell) => cell ?? '-').join(' '),
	);
const said = ({ hints }: Awaited<ReturnType<typeof run>>) => hints.map(({ message }) => message);

test('payouts, a failed one, swaps both ways and a payment under way: every wallet adds up to what it holds', async () => {
	await pay(ada, '250000');
	await pay(failing, '400000');
	await swap('1000000', 'NGN');
	await swap('20000', 'BTC');
	service.sandbox.configure({ settleAfterMs: 3_600_000, numbersAsText: 'all' });
	await pay(ada, '300000');

	const result = await statement('NGN');
	expect(saidBy(result.nodeError)).toBeUndefined();
	const items = json(result.success);
	expect(shown(items)).toEqual([
		'Opening balance - - - 0.00',
		'Difference 5000000.00 - - 5000000.00',
		'Withdrawal - 2500.00 50.00 4997450.00',
		'Withdrawal - - - 4997450.00',
		'Swap to BTC - 9925.00 75.00 4987450.00',
		'Deposit from BTC 29775.00 - - 5017225.00',
		'Withdrawal - 3000.00 50.00 5014175.00',
		'Closing balance - - - 5014175.00',
	]);
	expect(service.sandbox.wallets.balance('NGN')).toBe(501_417_500n);
	expect(items.map(({ reference }) => reference)).toEqual([null, null, null, null, 'swap-1', 'swap-1', null, null]);
	expect(items.map(({ status }) => status)).toEqual([
		null,
		null,
		'SUCCESS',
		'FAILED',
		'SUCCESS',
		'SUCCESS',
		'PENDING',
		null,
	]);
	expect(said(result)).toEqual([
		expect.stringMatching(/^Up to now: 1 transaction not settled. Withdrawals are counted/),
		expect.stringMatching(/^The wallet holds 5,000,000\.00 NGN more than its transactions explain/),
	]);
	expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
	expect(new Set(items.map((item) => Object.keys(item).join(' '))).size).toBe(1);

	const bitcoin = json((await statement('BTC')).success);
	expect(shown(bitcoin).slice(2)).toEqual([
		expect.stringMatching(/^Deposit from NGN 0\.\d{8} - - /),
		expect.stringMatching(/^Swap to NGN - 0\.00019850 0\.00000150 /),
		expect.stringMatching(/^Closing balance /),
	]);
	expect(bitcoin.at(-1)?.balance).toBe(`0.${String(service.sandbox.wallets.balance('BTC')).padStart(8, '0')}`);
});

test('days are those of the workflow, and a period long past is computed back from now', async () => {
	const { sandbox } = service;
	await pay(ada, '100000');
	await pay(ada, '200000');
	await pay(ada, '300000');
	await pay(ada, '400000');
	// 1 February in Lagos begins an hour before it does in UTC.
	['2026-01-31T22:59:59.999Z', '2026-01-31T23:00:00Z', '2026-02-01T22:59:59.999Z', '2026-02-01T23:00:00Z'].forEach(
		(time, index) => moved(index, time),
	);
	const period = { from: '={{ $json.day }}', to: '={{ $json.day }}' };
	const settings = { settings: { timezone: 'Africa/Lagos' }, items: [{ day: '2026-02-01' }] };
	const result = await statement('NGN', period, settings);
	const items = json(result.success);
	expect(items.map(({ date, amountOut, balance }) => [date, amountOut, balance])).toEqual([
		['2026-02-01', null, '4998950.00'],
		['2026-02-01', '2000.00', '4996900.00'],
		['2026-02-01', '3000.00', '4993850.00'],
		['2026-02-01', null, '4993850.00'],
	]);
	expect(said(result)).toEqual([]);
	const asked = sandbox.requests.filter(({ path }) => path === '/transactions');
	expect(asked.map(({ query }) => query.startDate)).toStrictEqual([
		'2026-01-30T23:00:00.000Z',
		'2026-01-30T23:00:00.000Z',
	]);
});

test('a balance that changes while the list is read has all of it read again, three times at most', async () => {
	const { sandbox } = service;
	await pay(ada, '100000');
	const asked = () => sandbox.requests.filter(({ path }) => path === '/wallet').length;
	const id = sandbox.wallets.of('NGN').id;
	const other = (nth: number) => answers(sandbox, '/wallet', [{ id, currency: 'NGN', balance: nth }], { of: { nth } });
	other(1);
	expect(shown(json((await statement('NGN')).success)).at(-1)).toBe('Closing balance - - - 4998950.00');
	expect(asked()).toBe(3);
	sandbox.faults.clear();
	for (const nth of [1, 2, 3, 4]) other(nth);
	expect(saidBy((await statement('NGN')).nodeError)).toMatch(/^No statement: a balance kept changing/);
	expect(asked()).toBe(7);
});

test.each<[string, IDataObject, RegExp]>([
	['a list that breaks off', { data: [{ id: 't' }], count: 9, nextPage: false }, /^No statement: .* breaks off/],
	['a page that is no list', { data: 'none' }, /^No statement: .* breaks off/],
])('%s is said, and gives no line', async (_, { data, ...more }, message) => {
	answers(service.sandbox, '/transactions', data, more);
	const { success, nodeError } = await statement('NGN');
	expect([success.length, saidBy(nodeError)]).toEqual([0, expect.stringMatching(message)]);
});

test.each<[string, IDataObject[], RegExp]>([
	['a wallet that is another account’s', [], /^The account has no wallet w-1/],
	['a balance that is no whole number', [{ id: 'w-1', currency: 'NGN', balance: 0.5 }], /balance can't be read/],
	[
		'two wallets of a currency',
		[
			{ id: 'w-1', currency: 'NGN', balance: 1 },
			{ id: 'w-2', currency: 'ngn', balance: 1 },
		],
		/^No statement: the account has several NGN wallets/,
	],
])('%s has no statement', async (_, data, message) => {
	answers(service.sandbox, '/wallet', data);
	const { nodeError } = await statement('NGN', { wallet: byId('w-1') });
	expect(saidBy(nodeError)).toMatch(message);
	expect(service.sandbox.requests.some(({ path }) => path === '/transactions')).toBe(false);
});

test('a period that ends before it begins asks nothing', async () => {
	const { nodeError } = await statement('NGN', { from: '2026-02-02', to: '2026-02-01' });
	expect(saidBy(nodeError)).toMatch(/^'To' is before 'From'/);
	expect(service.sandbox.requests).toHaveLength(0);
});

test('a currency whose decimals are not known is in minor units, and says so', async () => {
	answers(service.sandbox, '/wallet', [{ id: 'w-1', currency: 'XYZ', balance: 1234 }]);
	const [opening] = json((await statement('NGN', { wallet: byId('w-1'), from: '={{ $now }}' })).success);
	expect(opening).toMatchObject({ currency: 'XYZ (minor units)' });
});

describe('a receipt', () => {
	const receipt = async (value: string, more: INodeParameters = {}) =>
		await run(service.sandbox, {
			resource: 'transaction',
			operation: 'getReceipt',
			lookUpBy: 'id',
			value,
			reference: '',
			options: {},
			...more,
		});
	/** The receipt of a transaction that Mavapay returns like this. */
	const receiptOf = async (transaction: IDataObject, more: INodeParameters = {}) => {
		answers(service.sandbox, '/transaction', { id: 't-1', status: 'SUCCESS', ...transaction });
		return json((await receipt('t-1', more)).success)[0] ?? {};
	};

	test('shows four digits of an account, and calls nothing a receipt that is none', async () => {
		const paid = await pay(ada, '250000');
		const failed = await pay(failing, '400000');
		service.sandbox.configure({ settleAfterMs: 3_600_000 });
		const open = await pay(ada, '300000');
		const subjects: unknown[] = [];
		for (const id of [paid, failed, open]) {
			const [item] = json((await receipt(id, { reference: 'INV-7' })).success);
			subjects.push(item?.subject);
			for (const to of [ada, failing]) expect(JSON.stringify(item)).not.toContain(to?.accountNumber);
			expect(item?.text).toContain(`${String(item?.subject)}\n\nPaid by: Sandbox Trading\nPaid to: `);
			expect(item?.text).toContain('\nReference: INV-7\n');
		}
		expect(subjects).toEqual([
			'Payment receipt',
			'Payment failed: nothing was paid',
			'Payment on its way: not a receipt yet',
		]);
	});

	test.each(['id', 'orderId', 'hash'])(
		'of an instant payout by %s is none while only what came in is shown',
		async (lookUpBy) => {
			const paidIn = { id: 'd', type: 'DEPOSIT', autopayout: true, amount: 1, status: 'SUCCESS', currency: 'NGN' };
			const sent = { ...paidIn, id: 'w', type: 'WITHDRAWAL' };
			const shown = async (...data: IDataObject[]) => {
				service.sandbox.faults.clear();
				answers(service.sandbox, '/transaction', data);
				return await receipt('x', { lookUpBy });
			};
			for (const type of ['DEPOSIT', 'PAYIN', null])
				expect(saidBy((await shown({ ...paidIn, type })).nodeError)).toContain('Mavapay shows no such transaction');
			const failed = { ...paidIn, status: 'FAILED' };
			for (const [data, id] of [
				[[paidIn, sent], 'w'],
				[[failed], 'd'],
				[[{ ...paidIn, autopayout: false }], 'd'],
				[
					[
						{ ...paidIn, autopayout: false },
						{ ...sent, type: 'SETTLEMENT' },
					],
					'w',
				],
			] as const)
				expect(json((await shown(...data)).success).map(({ transactionId }) => transactionId)).toEqual([id]);
		},
	);

	test('of a payer whose name is a formula runs none in a sheet', async () => {
		const merchantName = '=HYPERLINK("https://x.example")';
		const item = await receiptOf({ type: 'DEPOSIT', metadata: { merchantName } });
		expect(item.payee).toBe(`'${merchantName}`);
		expect(item.text).toContain(`Received from: ${merchantName}`);
	});

	test('of a payee whose name or reference is HTML is a page that shows them as they are', async () => {
		const metadata = { merchantName: 'A & B <script>alert("1")</script>' };
		const item = await receiptOf({ type: 'WITHDRAWAL', metadata }, { reference: '</td><img src=x>' });
		expect(item.html).toContain('<td>A &#38; B &#60;script&#62;alert("1")&#60;/script&#62;</td>');
		expect(item.html).toContain('<td>&#60;/td&#62;&#60;img src&#61;x&#62;</td>');
		expect(item.html).not.toMatch(/<(script|img|a|link)\b|https?:/);
	});

	test('of a failed deposit does not say that nothing was paid: the payer may have sent it', async () => {
		const item = await receiptOf({ type: 'DEPOSIT', status: 'FAILED', currency: 'USDT' });
		expect(item.subject).toBe('Payment failed: it was not credited');
	});

	test('of a deposit names the account as who received it, by its person where it has no business, and of an amount that is none nothing', async () => {
		answers(service.sandbox, '/user', { businessName: ' ', name: 'Ada Obi' });
		const item = await receiptOf({ type: 'DEPOSIT', amount: 0.5, currency: 'NGN' });
		expect(item).toMatchObject({ amount: null, payee: null, date: null, reference: null });
		expect(item.text).toBe('Payment receipt\n\nReceived by: Ada Obi\nStatus: completed\nTransaction: t-1');
	});

	test('shows no account number that stands in a name in groups, and no amount in a unit that nobody named', async () => {
		const metadata = { merchantName: 'ADA 0123 456 789', bankAccountNumber: '0123456789', bankName: 'Kuda Bank' };
		const item = await receiptOf({ type: 'WITHDRAWAL', amount: 1234, currency: 'UGX', metadata });
		expect(item).toMatchObject({ amount: null, currency: 'UGX', payee: 'ADA **** **6 789, ****6789' });
		expect(item.text).toContain('\nPaid to: ADA **** **6 789, ****6789 at Kuda Bank\n');
		expect(item.text).toContain('\nAmount: 1234 UGX (minor units)\n');
	});

	test('there is none of what is not there', async () => {
		answers(service.sandbox, '/transaction', []);
		expect(saidBy((await receipt('t-1')).nodeError)).toMatch(/^Mavapay shows no such transaction/);
	});
});
