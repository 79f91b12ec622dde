/** Faults that last, pass, or take time: what is tried again, how long is waited, and what is said in the end. */
import { fakeTime } from '../../harness/engine/fakeClock';
import { closedPort, saidBy } from '../../harness/engine';
import { at } from '../../cases/case';
import { useSandbox } from '../../harness/engine/mavapay';
import { matchOf, MODES, runFaulty, EFFECTS, WRITES } from '../../harness/engine/threeItems';
import { everything, failureOf, FAULT_CODES, timesPaid, timesSent } from '../../harness/engine/threeOutcomes';

const service = useSandbox();
beforeEach(() => void fakeTime.slept.splice(0));
afterEach(() => jest.restoreAllMocks());

const everyMode = EFFECTS.flatMap((effect) => MODES.map((onError) => ({ effect, onError })));

describe.each(everyMode)('nothing listens: $effect, $onError', ({ effect, onError }) => {
	test('is tried again, and then said to be harmless', async () => {
		const where = { url: `http://127.0.0.1:${await closedPort()}/api/v1`, keys: service.sandbox.keys };
		const result = await runFaulty(where, effect, onError);
		const { failed } = failureOf(result, onError);
		const stops = onError === 'stopWorkflow';
		const items = effect === 'read' || !stops ? 3 : 1;
		expect(fakeTime.slept.slice(0, 3)).toEqual(
			effect === 'read' ? expect.anything() : [250, 500, ...(stops ? [] : [250])],
		);
		expect(fakeTime.slept).toHaveLength((effect === 'read' ? 3 : 2) * items);
		const message = stops ? saidBy(result.nodeError) : at(failed[2]?.json, 'message');
		expect(message).toMatch(/^(Connection refused|Nothing accepts connections)/);
		expect(message).not.toMatch(FAULT_CODES);
		expect(everything(result)).not.toContain(where.keys.write);
		if (stops) expect(result.nodeError).toMatchObject({ name: 'NodeApiError', httpCode: null });
		else expect(failed.map((item) => at(item.json, 'details', 'retryable'))).toEqual([true, true, true]);
		if (effect === 'pay' && !stops) {
			expect(failed.map((item) => at(item.json, 'details', 'outcome'))).toEqual(Array(3).fill('rejected'));
			// The references are free: nothing was sent.
			const again = await runFaulty(service.sandbox, effect, onError);
			expect(again.success.filter((item) => at(item.json, 'payout', 'outcome') === 'accepted')).toHaveLength(3);
		}
	});
});

describe('no answer in time', () => {
	test.each(WRITES)('%s: waits as long as told, and the outcome is unknown', async (effect) => {
		const { sandbox } = service;
		sandbox.faults.add({ match: matchOf[effect] ?? {}, fault: { kind: 'hang' } });
		const result = await runFaulty(sandbox, effect, 'continueRegularOutput', { options: { timeout: 1 } });
		const { failed, good } = failureOf(result, 'continueRegularOutput');
		expect(good).toHaveLength(2);
		expect(failed[0]?.json.message).toMatch(/Mavapay didn't respond in time/);
		expect(failed[0]?.json.message).not.toMatch(FAULT_CODES);
		expect(failed[0]?.json.details).toMatchObject({ outcome: 'unknown', httpCode: null, retryable: false });
		expect(timesSent(sandbox)).toEqual([1, 1, 1]);
		if (effect === 'pay') expect(timesPaid(sandbox)).toEqual([1, 1, 1]);
	});

	test('a body that takes too long counts as lost, though the status came', async () => {
		const { sandbox } = service;
		sandbox.faults.add({ match: matchOf.pay ?? {}, fault: { kind: 'slowBody', ms: 1_500 } });
		const result = await runFaulty(sandbox, 'pay', 'continueRegularOutput', { options: { timeout: 1 } });
		const { failed } = failureOf(result, 'continueRegularOutput');
		expect(failed[0]?.json.details).toMatchObject({ outcome: 'unknown', retryable: false });
		expect(timesPaid(sandbox)).toEqual([1, 1, 1]);
	});
});

describe('a fault that passes', () => {
	test.each(WRITES)('%s: 429 is not repeated, and the items after it wait', async (effect) => {
		const { sandbox } = service;
		const fault = { kind: 'status', status: 429, message: 'Too many requests' } as const;
		sandbox.faults.add({ match: matchOf[effect] ?? {}, fault });
		const result = await runFaulty(sandbox, effect, 'continueRegularOutput');
		const { failed, good } = failureOf(result, 'continueRegularOutput');
		expect(good).toHaveLength(2);
		expect(failed[0]?.json.details).toMatchObject({ outcome: 'rejected', httpCode: '429', retryable: true });
		expect(timesSent(sandbox)).toEqual([1, 1, 1]);
		expect(fakeTime.slept.length).toBeGreaterThan(0);
		expect(fakeTime.slept.every((milliseconds) => milliseconds > 200 && milliseconds <= 250)).toBe(true);
	});
});
