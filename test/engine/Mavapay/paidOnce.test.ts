/** Nobody is paid twice: by n8n's Retry, new executions, two executions at once, or cancelling. The ledger shows it. */
import { saidBy, startNode } from '../../harness/engine';
import { at } from '../../cases/case';
import { endOf, json, outcomeOf, run, settle, surroundings, useSandbox } from '../../harness/engine/mavapay';
import { ITEMS, parametersOf, runFaulty } from '../../harness/engine/threeItems';
import { timesPaid, timesSent } from '../../harness/engine/threeOutcomes';

const service = useSandbox();

const outcomes = (items: Array<{ json: object }>) => items.map(({ json: item }) => outcomeOf(item));

describe("n8n's Retry of a failed execution", () => {
	test('emits what was paid again, and pays the rest', async () => {
		const { sandbox } = service;
		sandbox.faults.add({
			match: { bodyIncludes: ITEMS[2]?.id ?? '', times: 1 },
			fault: { kind: 'status', status: 403, message: 'Forbidden' },
		});
		const failed = await runFaulty(sandbox, 'pay', 'stopWorkflow', { retryOnFail: true, maxTries: 3 });
		expect(timesSent(sandbox)).toEqual([1, 1, 1]);
		const again = await runFaulty(sandbox, 'pay', 'stopWorkflow', { retryOf: failed });
		expect(json(again.success).map((item) => at(item, 'payout', 'replayed'))).toEqual([true, true, false]);
		expect(timesPaid(sandbox)).toEqual([1, 1, 1]);
	});
});

describe('a new execution with the same references', () => {
	test('stops at what was paid, and skips it where told', async () => {
		const { sandbox } = service;
		await runFaulty(sandbox, 'pay', 'stopWorkflow', { items: ITEMS.slice(0, 2) });
		const stopped = await runFaulty(sandbox, 'pay', 'continueRegularOutput');
		expect(outcomes(stopped.success)).toEqual(['rejected', 'rejected', 'accepted']);
		expect(endOf(stopped.success[0]?.json)).toBe('alreadyPaid');
		// A customer's number that comes again every month must not make the node skip the second month silently.
		const byDefault = await runFaulty(sandbox, 'pay', 'continueRegularOutput', {
			options: { alreadyRecorded: 'skip' },
		});
		expect(outcomes(byDefault.success)).toEqual(['rejected', 'rejected', 'rejected']);
		const given = { ...parametersOf('pay', { alreadyRecorded: 'skip' }), payoutReference: '={{ $json.id }}' };
		const skipped = await run(sandbox, given, { items: ITEMS });
		expect(outcomes(skipped.success)).toEqual(['alreadyPaid', 'alreadyPaid', 'alreadyPaid']);
		expect(skipped.success[0]?.json).toEqual({
			payout: {
				reference: '1000000001',
				outcome: 'alreadyPaid',
				replayed: false,
				deployment: 'sandbox: no real money',
				amount: { minor: '100', major: '1.00', currency: 'USDT', text: '1.00 USDT' },
				payeeHistory: 'known',
			},
		});
		expect(timesPaid(sandbox)).toEqual([1, 1, 1]);
		expect(timesSent(sandbox)).toEqual([1, 1, 1]);
	});

	test('what is unknown stays so, also when skipping, until a person releases it', async () => {
		const { sandbox } = service;
		const [item = {}] = ITEMS;
		const check = async () =>
			(await run(sandbox, { resource: 'payoutReference', operation: 'check', reference: '1000000001' })).success[0]
				?.json;
		sandbox.faults.add({ match: { times: 1 }, fault: { kind: 'dropBefore' } });
		await runFaulty(sandbox, 'pay', 'stopWorkflow', { items: [item] });
		expect(await check()).toMatchObject({ reference: '1000000001', state: 'unknown' });
		const again = await runFaulty(sandbox, 'pay', 'continueRegularOutput', {
			items: [item],
			options: { alreadyRecorded: 'skip' },
		});
		expect(outcomes(again.success)).toEqual(['unknown']);
		expect(timesPaid(sandbox)[0]).toBe(0);
		const released = await settle(sandbox, 'release', '1000000001', { options: { releaseEarly: true } });
		expect(released.success[0]?.json).toEqual({
			reference: '1000000001',
			state: 'free',
			previousState: 'unknown',
			released: true,
		});
		await runFaulty(sandbox, 'pay', 'stopWorkflow', { items: [item] });
		expect(timesPaid(sandbox)[0]).toBe(1);
		expect(await check()).toMatchObject({ reference: '1000000001', state: 'paid' });
	});
});

test('of simultaneous executions with one reference exactly one pays', async () => {
	const { sandbox } = service;
	const item = ITEMS.slice(0, 1);
	const runs = await Promise.all(
		[1, 2, 3, 4].map(
			async () => await runFaulty(sandbox, 'pay', 'continueRegularOutput', { items: item, options: { timeout: 60 } }),
		),
	);
	expect(timesPaid(sandbox)[0]).toBe(1);
	expect(runs.flatMap(({ success }) => outcomes(success)).filter((outcome) => outcome === 'accepted')).toHaveLength(1);
});

describe('the record is not there', () => {
	test.each([
		['a workflow that was never saved', { workflowId: '' }],
		['a database that fails', {}],
	])('%s: nothing is sent', async (_name, more) => {
		const { sandbox, store } = service;
		store.hooks = { before: () => Promise.reject(new Error('database is locked')) };
		const result = await runFaulty(sandbox, 'pay', 'continueRegularOutput', more);
		expect(outcomes(result.success)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(sandbox.requests).toEqual([]);
	});

	test.each([
		['a lost answer', { kind: 'dropAfter' }, 'unknown', 1],
		[
			'a transaction that failed',
			{ kind: 'status', status: 200, body: { status: 'ok', data: { id: 'T', status: 'FAILED' } } },
			'failed',
			0,
		],
	] as const)(
		'%s of an earlier try stays what it was, and is not called unpaid',
		async (_name, fault, outcome, paid) => {
			const { sandbox, store } = service;
			sandbox.faults.add({ match: { bodyIncludes: '1000000001', times: 1 }, fault });
			const [item = {}] = ITEMS;
			const failed = await runFaulty(sandbox, 'pay', 'stopWorkflow', { items: [item] });
			store.hooks = { before: () => Promise.reject(new Error('database is locked')) };
			const again = await runFaulty(sandbox, 'pay', 'stopWorkflow', { items: [item], retryOf: failed });
			expect([failed, again].map(({ nodeError }) => saidBy(nodeError))).toEqual(
				[1, 2].map(() => expect.stringContaining(`(outcome: ${outcome}, payout reference: '1000000001')`)),
			);
			expect(timesSent(sandbox)[0]).toBe(1);
			expect(timesPaid(sandbox)[0]).toBe(paid);
		},
	);
});

test('cancelling lets the payment in flight end, records it, and sends no other', async () => {
	const { sandbox } = service;
	sandbox.faults.add({ match: { bodyIncludes: ITEMS[0]?.id ?? '' }, fault: { kind: 'delay', ms: 300 } });
	const running = startNode({ ...surroundings(sandbox), parameters: parametersOf('pay'), items: ITEMS });
	while (sandbox.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
	running.cancel();
	await running.finished;
	while (timesPaid(sandbox)[0] === 0) await new Promise((resolve) => setTimeout(resolve, 5));
	expect(timesSent(sandbox)).toEqual([1, 0, 0]);
	const state = async (reference: string) =>
		(await run(sandbox, { resource: 'payoutReference', operation: 'check', reference })).success[0]?.json.state;
	const deadline = Date.now() + 60_000;
	while ((await state('1000000001')) !== 'paid' && Date.now() < deadline)
		await new Promise((resolve) => setTimeout(resolve, 50));
	expect([await state('1000000001'), await state('1000000002')]).toEqual(['paid', 'free']);
	expect(timesSent(sandbox)).toEqual([1, 0, 0]);
});
