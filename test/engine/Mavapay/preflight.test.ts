/** What is checked before money moves: caps, Validate Only, references, the name enquiry, the terms of a quote. */
import type { INodeParameters } from 'n8n-workflow';
import { placed } from '../../cases/case';
import { saidBy } from '../../harness/engine';
import { requestsOf, at, get, sandboxCases, stored, titleOf, type Sent } from '../../cases';
import { makeQuote } from '../../cases/quoteParts';
import { bankPayout, toStablecoin } from '../../cases/withdrawal';
import { toKenya } from '../../cases/withdrawalAbroad';
import { answers, arranged, endOf, json, openAccount, run, sent, useSandbox } from '../../harness/engine/mavapay';
import { MODES } from '../../harness/engine/threeItems';
import { accept, createAndAccept } from '../../harness/quoteParameters';

const service = useSandbox();

const bank = (more: object = {}) => ({ ...bankPayout, ...more });
const stablecoin = (more: object = {}, options: INodeParameters = {}) => ({
	...toStablecoin,
	amount: '={{ $json.amount }}',
	customerReference: '={{ $json.id }}',
	...more,
	...placed(options),
});
const items = (...amounts: string[]) => amounts.map((amount, index) => ({ id: `R-${index}`, amount }));
const posts = (): Sent[] => sent(service.sandbox).filter(({ method }) => method !== 'GET');

describe('caps', () => {
	test.each(MODES)('over Maximum Amount only that item is refused: %s', async (onError) => {
		const { sandbox } = service;
		const result = await run(sandbox, stablecoin({}, { maximumAmount: '300' }), {
			items: items('300', '301', '5'),
			onError,
		});
		if (onError === 'stopWorkflow') {
			expect(result.nodeError?.message).toMatch(/^Refused by a limit/);
			expect(sandbox.requests).toEqual([]);
			return;
		}
		expect(sandbox.ledger.payouts().map(({ amount }) => amount)).toEqual([300n, 5n]);
		const failed = onError === 'continueErrorOutput' ? result.errors : result.success.slice(1, 2);
		expect(failed[0]?.json).toMatchObject({ details: { cause: 'limitExceeded', reference: 'R-1' } });
	});

	test('are refused where they are typed and the unit changes within the run', async () => {
		const mixed = stablecoin({ amountUnit: '={{ $json.unit }}' }, { maximumAmount: '300' });
		const rows = [
			{ id: 'R-1', amount: '200', unit: 'minor' },
			{ id: 'R-2', amount: '200', unit: 'major' },
		];
		const continued = { items: rows, onError: 'continueRegularOutput' } as const;
		const { success } = await run(service.sandbox, mixed, continued);
		expect(json(success).map(({ error }) => String(error))).toEqual([
			expect.stringMatching(/^'Amount Unit' changes within the run, but 'Maximum Amount' is fixed/),
			expect.stringMatching(/^'Amount Unit' changes/),
		]);
		expect(service.sandbox.requests).toEqual([]);
		const byRow = { ...mixed, maximumAmount: "={{ $json.unit === 'minor' ? '300' : '3' }}" };
		expect(json((await run(service.sandbox, byRow, continued)).success).map(endOf)).toEqual([
			'accepted',
			'limitExceeded',
		]);
	});

	const kenya: INodeParameters = { resource: 'withdrawal', operation: 'toKenya', ...toKenya };
	test.each<[string, string, INodeParameters]>([
		['Source Wallet', 'Maximum Amount', { ...kenya, sourceWallet: '={{ $json.is }}', maximumAmount: '1' }],
		['From', 'Maximum Total', { ...createAndAccept, from: '={{ $json.is }}', to: 'KES', maximumTotal: '1' }],
		['To', 'Minimum Target Amount', { ...createAndAccept, to: '={{ $json.is }}', minimumTargetAmount: '1' }],
		['Source Wallet', 'Maximum Amount', { ...accept, sourceWallet: '={{ $json.is }}', maximumAmount: '1' }],
	])('are refused where the currency changes within the run: %s and %s', async (unit, limit, changing) => {
		const { success } = await run(service.sandbox, changing, {
			items: [{ is: 'NGN' }, { is: 'BTC' }],
			onError: 'continueRegularOutput',
		});
		const words = `'${unit}' changes within the run, but '${limit}' is fixed`;
		expect(json(success).map(({ error }) => String(error).slice(0, words.length))).toEqual([words, words]);
		expect(service.sandbox.requests).toEqual([]);
	});

	test.each([
		['500000', 'documented', true],
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
			"'Payout Reference' is empty. Give each payout one, such as the invoice number. Nothing was sent for this item.",
		);
		expect(service.sandbox.requests).toEqual([]);
	});
});

describe('the name enquiry', () => {
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
});

test.each(['..', null])('a quote with the ID %j is not accepted', async (id) => {
	answers(service.sandbox, '/quote', {
		id,
		sourceCurrency: 'NGNKOBO',
		targetCurrency: 'BTCSAT',
		totalAmountInSourceCurrency: 500_000,
		amountInTargetCurrency: '3308.00',
		isValid: true,
	});
	const { nodeError } = await run(service.sandbox, { ...createAndAccept, ...placed({ skipChecks: true }) });
	expect(saidBy(nodeError)).toContain('a quote without a usable ID');
	expect(posts()).toHaveLength(1);
});
