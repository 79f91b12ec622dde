/** Bad values in every field of every operation that pays. */
import { saidBy } from '../../../harness/engine';
import { harmsNoOther, refusesAll } from './checks';
import { tried } from './values';
import { MODES } from '../../../harness/engine/threeItems';
import { toStablecoin } from '../../../cases/withdrawal';
import { run, useSandbox } from '../../../harness/engine/mavapay';

const service = useSandbox();

describe.each(tried.filter(({ operation }) => operation.effect === 'pay'))('$title', (target) => {
	test('refuses it by its label, with the item, and sends nothing', async () => {
		await refusesAll(service, target);
	});

	// An approval is of all items, so one that differs stops all, and nobody approves without one.
	if (['approvalDigest', 'approvedBy', 'leftOut'].includes(target.name)) return;
	// Only a swap has a floor, so any other payment has no good value for it.
	if (target.name === 'minimumTargetAmount' && target.operation.operation !== 'createAndAccept') return;

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
