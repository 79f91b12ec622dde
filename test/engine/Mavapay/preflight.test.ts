/** What is checked before money moves: caps, Validate Only, references, the name enquiry, the terms of a quote. */
import type { INodeParameters } from 'n8n-workflow';
import { placed } from '../../cases/case';
import { saidBy } from '../../harness/engine';
import { requestsOf, at, get, sandboxCases, stored, titleOf, type Sent } from '../../cases';
import { BANKS, ENQUIRY } from '../../cases/bank';
import { makeQuote } from '../../cases/quoteParts';
import { toBank, toStablecoin } from '../../cases/withdrawal';
import { arranged, json, openAccount, run, sent, useSandbox } from '../../harness/engine/mavapay';
import { MODES } from '../../harness/engine/threeItems';
import { accept, createAndAccept } from '../../harness/quoteParameters';

const service = useSandbox();

const bank = (more: object = {}) => ({ resource: 'withdrawal', operation: 'toBankAccount', ...toBank, ...more });
const stablecoin = (more: object = {}, options: INodeParameters = {}) => ({
	...toStablecoin,
	amount: '={{ $json.amount }}',
	customerReference: '={{ $json.id }}',
	...more,
	...placed(options),
});
const items = (...amounts: string[]) => amounts.map((amount, index) => ({ id: `R-${index}`, amount }));
const posts = (): Sent[] => sent(service.sandbox).filter(({ method }) => method !== 'GET');
const messages = (list: Array<{ json: object }>) => list.map((item) => at(item.json, 'message'));

describe('caps', () => {
	test.each(MODES)('over Maximum Amount only that item is refused: %s', async (onError) => {
		const { sandbox } = service;
		const result = await run(sandbox, stablecoin({}, { maximumAmount: '300' }), {
			items: items('300', '301', '5'),
			onError,
		});
		const text =
			/Limit exceeded: 3\.01 USDT to .*\. Nothing was paid: it is more than the 3\.00 USDT \(300 USDT cents\) of 'Maximum Amount'\.(\nNot sent \(2\): item 0 \(reference R-0\), and 1 more\.)? \(outcome: rejected, payout reference: 'R-1'\)/;
		if (onError === 'stopWorkflow') {
			expect(saidBy(result.nodeError)).toMatch(text);
			expect(sandbox.requests).toEqual([]);
			return;
		}
		expect(sandbox.ledger.payouts().map(({ amount }) => amount)).toEqual([300n, 5n]);
		const failed = onError === 'continueErrorOutput' ? result.errors : result.success.slice(1, 2);
		expect(failed[0]?.json).toMatchObject({ message: expect.stringMatching(text) });
	});

	test('are in the unit of the amount', async () => {
		const { sandbox } = service;
		const { success } = await run(sandbox, stablecoin({ amountUnit: 'major' }, { maximumAmount: '2.5' }), {
			items: items('2.5', '2.51'),
			onError: 'continueRegularOutput',
		});
		expect(at(success[0]?.json, 'payout', 'outcome')).toBe('accepted');
		expect(success[1]?.json.message).toContain('2.50 USDT (250 USDT cents)');
	});

	test('over Maximum Total nothing at all is sent', async () => {
		const { sandbox } = service;
		const { success } = await run(sandbox, stablecoin({}, { maximumTotal: '100' }), {
			items: items('60', '41'),
			onError: 'continueRegularOutput',
		});
		expect(messages(success)).toEqual([
			expect.stringContaining("of 'Maximum Total'"),
			expect.stringContaining("of 'Maximum Total'"),
		]);
		expect(sandbox.requests).toEqual([]);
		const within = await run(sandbox, stablecoin({}, { maximumTotal: '101' }), { items: items('60', '41') });
		expect(within.success).toHaveLength(2);
	});

	test.each([
		['2500', true],
		['2499', false],
	])('of %s on a Lightning invoice of 2,500 satoshis: paid %s', async (maximumAmount, paid) => {
		const { invoice } = service.sandbox.makeInvoice({ amountMsat: '2500000' });
		const parameters = {
			resource: 'withdrawal',
			operation: 'toLightning',
			invoice,
			payoutReference: '',
			maximumAmount,
		};
		const result = await run(service.sandbox, parameters, { onError: 'continueRegularOutput' });
		expect(posts()).toHaveLength(paid ? 1 : 0);
		expect(JSON.stringify(json(result.success))).toContain(paid ? '"accepted"' : "of 'Maximum Amount'");
	});

	test.each(['maximumAmount', 'maximumTotal'])(
		'an invoice without an amount is refused under %s before those in front of it are paid',
		async (limit) => {
			const { sandbox } = service;
			const invoices = ['2500000', null].map((amountMsat) => sandbox.makeInvoice({ amountMsat }));
			const parameters = {
				resource: 'withdrawal',
				operation: 'toLightning',
				invoice: '={{ $json.invoice }}',
				payoutReference: '',
				[limit]: '5000',
			};
			const { nodeError } = await run(sandbox, parameters, { items: invoices.map(({ invoice }) => ({ invoice })) });
			expect(saidBy(nodeError)).toMatch(/its amount is not known, so .*\nNot sent \(1\): item 0/);
			expect(sandbox.requests).toEqual([]);
		},
	);

	test.each([
		['500000', 'documented', true],
		['499999', 'documented', false],
		['500000', 'client', true],
		['499999', 'client', false],
	] as const)('of %s on a quote of 500,000 kobo in the %s form of orders: accepted %s', async (...one) => {
		const [maximumAmount, orderQuotes, paid] = one;
		const { sandbox } = service;
		sandbox.configure({ orderQuotes });
		const { quoteId = '' } = await makeQuote(sandbox);
		sandbox.clearRequests();
		const parameters = {
			...accept,
			quoteId,
			maximumAmount,
		};
		const result = await run(sandbox, parameters, { onError: 'continueRegularOutput' });
		expect(sent(sandbox)[0]).toEqual(get('/order/all'));
		expect(posts()).toHaveLength(paid ? 1 : 0);
		if (paid)
			expect(at(result.success[0]?.json, 'payout', 'amount')).toEqual({
				minor: '500000',
				major: '5000.00',
				currency: 'NGN',
				text: '5,000.00 NGN',
			});
	});
});

describe.each(
	sandboxCases.filter(({ operation }) => operation.effect === 'pay').map((one) => ({ title: titleOf(one), one })),
)('Validate Only: $title', ({ one }) => {
	test('emits the exact request and sends nothing that pays or binds', async () => {
		const { sandbox } = service;
		const made = await arranged(one, sandbox);
		sandbox.clearRequests();
		const parameters = stored(one, made);
		const { success, nodeError } = await run(sandbox, { ...parameters, validateOnly: true });
		expect(nodeError).toBeUndefined();
		const expected = requestsOf(one, made);
		expect(sent(sandbox)).toEqual(expected.slice(0, -1));
		const { method, path, body } = expected.at(-1) ?? get('');
		expect(success[0]?.json.request).toEqual({ method, path, body });
		expect(at(success[0]?.json, 'payout', 'outcome')).toBe('notSent');
		expect(sandbox.ledger.entries).toEqual([]);
		const check = {
			resource: 'payoutReference',
			operation: 'check',
			reference: at(success[0]?.json, 'payout', 'reference') ?? 'none',
		};
		expect((await run(sandbox, { ...check, reference: String(check.reference) })).success[0]?.json.state).toBe('free');
	});
});

describe('payout references', () => {
	test('customerReference itself is sent unchanged beside another one', async () => {
		const { sandbox } = service;
		const { success } = await run(sandbox, stablecoin({ payoutReference: 'MINE-1' }), { items: items('5') });
		expect(at(sandbox.requests[0]?.body, 'customerReference')).toBe('R-0');
		expect(at(success[0]?.json, 'payout', 'reference')).toBe('MINE-1');
	});

	test('without any the item is refused, with what to do', async () => {
		const without = stablecoin({ payoutReference: '', customerReference: '' });
		const { nodeError } = await run(service.sandbox, without, { items: items('5') });
		expect(saidBy(nodeError)).toBe(
			"'Payout Reference' is empty. Give each payout one, such as the invoice number. Nothing was sent for it.",
		);
		expect(service.sandbox.requests).toEqual([]);
	});

	test.each(['={{ $json.nothing }}', '={{ null }}', '={{ "  " }}'])(
		'the expression %s does not switch the protection off',
		async (payoutReference) => {
			const { nodeError } = await run(service.sandbox, bank({ payoutReference }));
			expect(saidBy(nodeError)).toMatch(
				/'Payout Reference' (is an expression that returned nothing|has no value: the item has no column)/,
			);
			expect(service.sandbox.requests).toEqual([]);
		},
	);
});

test('a customer reference that stands for the payout reference lacks nothing either', async () => {
	const parameters = stablecoin({ customerReference: '=INV-{{ $json.nr }}' });
	expect(saidBy((await run(service.sandbox, parameters, { items: items('5') })).nodeError)).toMatch(
		/^'Customer Reference' reads \$json\.nr, which is missing/,
	);
	const beside = stablecoin({ customerReference: '={{ $json.nr ?? "none" }}', payoutReference: '={{ $json.id }}' });
	const { success } = await run(service.sandbox, beside, { items: items('5') });
	expect(at(success[0]?.json, 'payout', 'reference')).toBe('R-0');
});

describe('the name enquiry', () => {
	test('the same account is asked for once in a run, and the bank list too', async () => {
		const { sandbox } = service;
		const { success } = await run(
			sandbox,
			bank({ amount: '={{ $json.amount }}', payoutReference: '={{ $json.id }}' }),
			{
				items: items('250001', '250002', '250003'),
			},
		);
		expect(success).toHaveLength(3);
		expect(sent(sandbox).filter(({ method }) => method === 'GET')).toEqual([ENQUIRY, BANKS]);
		expect(posts()).toHaveLength(3);
	});

	test('the values are used exactly as they were returned', async () => {
		const { sandbox } = service;
		openAccount(sandbox, '000013', '0987654321', ' Ọlá  N.\u00a0ADÉ ');
		const { nodeError } = await run(sandbox, bank({ accountNumber: ' 0987654321 ' }));
		expect(nodeError).toBeUndefined();
		expect(at(posts()[0]?.body, 'beneficiary')).toEqual({
			bankCode: '000013',
			bankAccountNumber: '0987654321',
			bankAccountName: ' Ọlá  N.\u00a0ADÉ ',
			bankName: 'Guaranty Trust Bank',
		});
	});

	test('an enquiry that fails for one account leaves the others', async () => {
		const { sandbox } = service;
		const parameters = bank({ accountNumber: '={{ $json.id }}', payoutReference: '={{ $json.id }}' });
		const accounts = ['0123456789', '0000000017', '2222222222'].map((id) => ({ id }));
		const { success } = await run(sandbox, parameters, { items: accounts, onError: 'continueRegularOutput' });
		expect(success[1]?.json.message).toMatch(
			/Nothing was paid\. .*Mavapay responded \(400\): "Invalid account number or bank code"/,
		);
		expect(success[1]?.json.details).toMatchObject({ outcome: 'rejected', httpCode: '400', reference: '0000000017' });
		expect(sandbox.ledger.payouts().map(({ destination }) => destination?.value)).toEqual(['0123456789', '2222222222']);
	});
});

describe('create and accept', () => {
	const swap = (options: INodeParameters = {}, more: object = {}) => ({
		...createAndAccept,
		...more,
		...placed(options),
	});

	/** A quote of the sandbox, told otherwise. */
	const telling = (change: object) => {
		const quote = {
			id: 'q-1',
			sourceCurrency: 'NGNKOBO',
			targetCurrency: 'BTCSAT',
			totalAmountInSourceCurrency: 500_000,
			amountInTargetCurrency: '3308.00',
			transactionFeesInSourceCurrency: 3_750,
			expiry: '2099-01-01T00:00:00.000Z',
			isValid: true,
			...change,
		};
		service.sandbox.faults.add({
			match: { path: '/quote' },
			fault: { kind: 'status', status: 200, body: { status: 'ok', data: quote } },
		});
	};

	test.each([
		['has expired', { expiry: '2020-01-01T00:00:00.000Z' }, {}, /expired at 2020/],
		['is not valid', { isValid: false }, {}, /is no longer valid/],
		['gives too little', {}, { minimumTargetAmount: '3309' }, /gives 3308, less than 'Minimum Target Amount' 3309/],
		['is for another amount', { totalAmountInSourceCurrency: 600_000 }, {}, /is for 600000 instead of 500000/],
		[
			'is in another currency',
			{ targetCurrency: 'KESCENT' },
			{},
			/another currency than requested: KESCENT instead of BTCSAT/,
		],
		['states no amount', { amountInTargetCurrency: null }, {}, /doesn't state both of its amounts/],
	])('a quote that %s is not accepted, and named', async (_name, change, options, message) => {
		telling(change);
		const { nodeError } = await run(service.sandbox, swap(options));
		expect(saidBy(nodeError)).toMatch(message);
		expect(saidBy(nodeError)).toMatch(/Nothing was paid\. .*Quote q-1 is left unaccepted and will expire/);
		expect(posts()).toHaveLength(1);
	});

	test.each(['..', ' . ', '', null, 7])('a quote with the ID %j is not accepted', async (id) => {
		telling({ id });
		const { nodeError } = await run(service.sandbox, swap({ skipChecks: true }));
		expect(saidBy(nodeError)).toMatch(
			/Nothing was paid\. Mavapay created a quote without a usable ID\. It wasn't accepted/,
		);
		expect(posts()).toHaveLength(1);
	});

	test('when accepting fails the quote left behind is named', async () => {
		const { sandbox } = service;
		sandbox.wallets.set('NGN', 0n);
		const { nodeError } = await run(sandbox, swap());
		expect(saidBy(nodeError)).toMatch(
			/"insufficient balance".*Left behind: quote [0-9a-f-]{36}\. .*5,000\.00 NGN more;.*\(outcome: rejected/,
		);
	});
});
