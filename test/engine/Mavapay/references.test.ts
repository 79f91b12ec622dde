/** The payout references of a workflow: checked, released, marked as paid; and its stop button. */
import type { INodeParameters } from 'n8n-workflow';
import { saidBy } from '../../harness/engine';
import { ITEMS, parametersOf, runFaulty } from '../../harness/engine/threeItems';
import { timesPaid, timesSent } from '../../harness/engine/threeOutcomes';
import { at } from '../../cases/case';
import { toStablecoin } from '../../cases/withdrawal';
import { endOf, json, outcomeOf, run, settle, surroundings, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const [first = { id: '' }] = ITEMS;

const outcomes = (items: Array<{ json: object }>) => items.map(({ json: item }) => outcomeOf(item));

const about = async (operation: string, more: INodeParameters = {}) =>
	await run(service.sandbox, { resource: 'payoutReference', operation, reference: first.id, ...more });
const markPaid = async (more: INodeParameters = {}, reference = first.id) =>
	await settle(service.sandbox, 'markPaid', reference, more);
const release = async (options: INodeParameters = {}) =>
	await settle(service.sandbox, 'release', first.id, { options });

/** Sends the item's payment and loses the answer; `effect` says whether Mavapay makes the payment. */
async function lose(effect: boolean, item = first): Promise<void> {
	service.sandbox.faults.add({ match: { times: 1 }, fault: { kind: effect ? 'dropAfter' : 'dropBefore' } });
	await runFaulty(service.sandbox, 'pay', 'continueRegularOutput', { items: [item] });
}

describe('Mark Paid', () => {
	const NOT_COMPARED = expect.stringMatching(/^This claim contains no amount.* is for 1\.00 USDT\.$/);

	test('settles what is unknown, by the transaction that a person found', async () => {
		await lose(true);
		const transactionId = service.sandbox.transactions[0]?.id ?? '';
		const marked = await markPaid({ transactionId });
		expect(json(marked.success)).toEqual([
			{ ...{ reference: first.id, state: 'paid', previousState: 'unknown', transactionId }, warning: NOT_COMPARED },
		]);
		const again = await runFaulty(service.sandbox, 'pay', 'continueRegularOutput', { items: [first] });
		expect(outcomes(again.success)).toEqual(['rejected']);
		expect(timesSent(service.sandbox)[0]).toBe(1);
	});
});

describe('Release', () => {
	test('frees the memory of a failed execution too: its retry pays', async () => {
		const { sandbox } = service;
		sandbox.faults.add({ match: { times: 1 }, fault: { kind: 'dropBefore' } });
		const failed = await runFaulty(sandbox, 'pay', 'stopWorkflow', { items: [first] });
		const early = await runFaulty(sandbox, 'pay', 'stopWorkflow', { items: [first], retryOf: failed });
		expect(saidBy(early.nodeError)).toMatch(/^May have been paid: /);
		await release({ releaseEarly: true });
		const late = await runFaulty(sandbox, 'pay', 'stopWorkflow', { items: [first], retryOf: failed });
		expect(late.nodeError).toBeUndefined();
		expect([timesSent(sandbox)[0], timesPaid(sandbox)[0]]).toEqual([2, 1]);
	});

	test('frees no budget: what is paid after all, and released early, again and again, is no more than a day may take', async () => {
		const { sandbox } = service;
		const rules = surroundings(sandbox, { mostPerDay: 'USDT 10' });
		const pay = { ...parametersOf('pay'), amount: '7', amountUnit: 'major' };
		sandbox.faults.add({ match: { method: 'POST' }, fault: { kind: 'dropAfter' } });
		for (let time = 0; time < 3; time++) {
			await run(sandbox, pay, { ...rules, items: [first] });
			await release({ releaseEarly: true });
		}
		expect(timesPaid(sandbox)[0]).toBe(1);
		const budget = await run(sandbox, { resource: 'payoutReference', operation: 'getBudget' }, rules);
		expect(json(budget.success)).toMatchObject([{ budgets: [{ used: { major: '7.00' }, left: { major: '3.00' } }] }]);
	});
});

describe('Halt', () => {
	test('stops every payout of the workflow until Resume, with a reference or without', async () => {
		const { sandbox } = service;
		expect(json((await about('halt')).success)).toEqual([{ halted: true, changed: true }]);
		expect(json((await about('halt')).success)).toEqual([{ halted: true, changed: false }]);
		const halted = await runFaulty(sandbox, 'pay', 'continueRegularOutput');
		expect(outcomes(halted.success)).toEqual(['notSent', 'notSent', 'notSent']);
		expect(endOf(halted.success[2]?.json)).toBe('halted');
		const dry = await runFaulty(sandbox, 'pay', 'continueRegularOutput', { options: { validateOnly: true } });
		expect(outcomes(dry.success)).toEqual(['notSent', 'notSent', 'notSent']);
		expect(dry.success.every((item) => item.json.error !== undefined)).toBe(true);
		expect(sandbox.requests).toEqual([]);
		expect(json((await about('resume')).success)).toEqual([{ halted: false, changed: true }]);
		await runFaulty(sandbox, 'pay', 'stopWorkflow');
		expect(timesPaid(sandbox)).toEqual([1, 1, 1]);
	});
});

describe('whatever reference a payment takes, these take, too', () => {
	test.each(['x'.repeat(10_001), '1001.0', '2.5E+11', '#N/A', '  kept \u00a0'])('case %#', async (reference) => {
		service.sandbox.faults.add({ match: { method: 'POST', times: 1 }, fault: { kind: 'dropAfter' } });
		const options = { onError: 'continueRegularOutput' } as const;
		const { success } = await run(service.sandbox, { ...toStablecoin, payoutReference: reference }, options);
		const claim = at(json(success)[0], 'details', 'claim');
		const about = { resource: 'payoutReference', reference, claim: String(claim) };
		const resolve = { ...about, operation: 'resolve', lookUpBy: 'quoteId', value: 'a quote' };
		const tell = async (operation: string) => json((await run(service.sandbox, { ...about, operation })).success)[0];
		const told = [await tell('check'), await tell('markPaid')];
		expect(json((await run(service.sandbox, resolve)).success)).toMatchObject([{ resolution: 'paid' }]);
		expect(told).toMatchObject([{ state: 'unknown' }, { state: 'paid' }]);
	});

	test('and no message has characters in it that turn its text round', async () => {
		const about = { resource: 'payoutReference', reference: 'A\u202eB', claim: 'none', lookUpBy: 'quoteId' };
		for (const operation of ['release', 'markPaid', 'resolve']) {
			const said = saidBy((await run(service.sandbox, { ...about, operation })).nodeError);
			expect(said?.split(' (outcome')[0]).toContain("'AB'");
			expect(said?.split(' (outcome')[0]).not.toContain('\u202e');
		}
	});
});
