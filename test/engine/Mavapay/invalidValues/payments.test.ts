/** Bad values in every field of every operation that pays. */
import { saidBy } from '../../../harness/engine';
import { harmsNoOther, refusesAll } from './checks';
import { tried } from './values';
import { MODES } from '../../../harness/engine/threeItems';
import { at } from '../../../cases/case';
import { toStablecoin } from '../../../cases/withdrawal';
import { run, useSandbox } from '../../../harness/engine/mavapay';

const service = useSandbox();

describe.each(tried.filter(({ operation }) => operation.effect === 'pay'))('$title', (target) => {
	test('refuses it by its label, with the item, and sends nothing', async () => {
		await refusesAll(service, target);
	});

	// An approval is of all items, so one that differs stops all, and nobody approves without one.
	if (['approvalDigest', 'approvedBy'].includes(target.name)) return;

	test('harms no other item', async () => {
		await harmsNoOther(service, target);
	});
});

const payment = (amount: string) => ({
	...toStablecoin,
	amount,
	amountUnit: 'major',
	customerReference: '={{ $json.id }}',
});

describe('amounts', () => {
	test.each([
		['-1', 'is negative'],
		['+1', 'has a sign'],
		['1e3', 'has an exponent'],
		['NaN', 'is not a number'],
		['1,000', 'has separators'],
		['1 000', 'has separators'],
		['1.005', 'has 3 decimals, but USDT allows 2'],
		['0', 'is zero'],
		['0.00', 'is zero'],
		['٣', 'has digits other than 0 to 9'],
		['0x10', 'is not a decimal number'],
	])('%s %s', async (amount, reason) => {
		const items = [
			{ id: 'A', amount: '1.50' },
			{ id: 'B', amount },
		];
		const result = await run(service.sandbox, payment('={{ $json.amount }}'), {
			items,
			onError: 'continueRegularOutput',
		});
		expect(result.success[1]?.json.message).toContain(`'Amount' ${reason}`);
		expect(service.sandbox.requests.map(({ body }) => at(body, 'amount'))).toEqual(['150']);
	});

	test.each([
		[2.5, '250'],
		[1000, '100000'],
		['2.50000', '250'],
		[' 7 ', '700'],
	])('%j is %s minor units', async (amount, minor) => {
		const result = await run(service.sandbox, payment('={{ $json.amount }}'), { items: [{ id: 'A', amount }] });
		expect(at(result.success[0]?.json, 'payout', 'amount', 'minor')).toBe(minor);
		expect(at(service.sandbox.requests[0]?.body, 'amount')).toBe(minor);
	});
});

test.each(MODES)('a bad second item, %s', async (onError) => {
	const { sandbox } = service;
	const items = [
		{ id: 'A', amount: '1' },
		{ id: 'B', amount: '-1' },
		{ id: 'C', amount: '3' },
	];
	const result = await run(sandbox, payment('={{ $json.amount }}'), { items, onError });
	if (onError === 'stopWorkflow') {
		expect(result.nodeError).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 1 } });
		expect(saidBy(result.nodeError)).toMatch(/^'Amount' is negative/);
		expect(sandbox.requests).toEqual([]);
		return;
	}
	expect(sandbox.ledger.payouts().map(({ customerReference }) => customerReference)).toEqual(['A', 'C']);
	const failed = onError === 'continueErrorOutput' ? result.errors : [result.success[1]];
	expect(failed).toHaveLength(1);
	expect(failed[0]?.json).toMatchObject({ message: expect.stringMatching(/^'Amount' is negative/) });
	expect(failed[0]?.pairedItem).toEqual({ item: 1 });
});
