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
		expect(message).toMatch(/Nothing accepts connections at Mavapay's address/);
		expect(message).not.toMatch(FAULT_CODES);
		expect(everything(result)).not.toContain(where.keys.write);
		if (stops)
			expect(result.nodeError).toMatchObject({ name: 'NodeApiError', httpCode: null, context: { itemIndex: 0 } });
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

	test('a slow body within the time is no fault', async () => {
		const { sandbox } = service;
		sandbox.faults.add({ match: matchOf.pay ?? {}, fault: { kind: 'slowBody', ms: 30 } });
		const result = await runFaulty(sandbox, 'pay', 'stopWorkflow');
		expect(result.nodeError).toBeUndefined();
		expect(result.success).toHaveLength(3);
	});

	test('a read waits 30 s and is not asked again', async () => {
		const { sandbox } = service;
		const limits: number[] = [];
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			limits.push(ms);
			return timeout(ms === 30_000 ? 400 : ms);
		});
		sandbox.faults.add({ match: matchOf.read ?? {}, fault: { kind: 'hang' } });
		const result = await runFaulty(sandbox, 'read', 'continueRegularOutput');
		const { failed, good } = failureOf(result, 'continueRegularOutput');
		expect(limits).toEqual([30_000, 30_000, 30_000]);
		expect(good).toHaveLength(2);
		expect(failed[0]?.json.message).toBe("Mavapay didn't respond in time. Try again later.");
		expect(timesSent(sandbox)).toEqual([1, 1, 1]);
	});
});

describe('a fault that passes', () => {
	// At first a 429 means that fewer go at once, and the wait is the same.
	test.each([
		[429, [250, 250, 250]],
		[503, [250, 500, 1_000]],
	])('read: %d three times, then an answer', async (code, slept) => {
		const { sandbox } = service;
		const fault = { kind: 'status', status: code, message: 'Slow down' } as const;
		sandbox.faults.add({ match: { ...matchOf.read, times: 3 }, fault });
		const result = await runFaulty(sandbox, 'read', 'stopWorkflow');
		expect(result.nodeError).toBeUndefined();
		expect(result.success).toHaveLength(3);
		expect(timesSent(sandbox)).toEqual([1, 4, 1]);
		expect(fakeTime.slept).toEqual(slept);
	});

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

	test.each([
		['7', 7_000],
		['900', 30_000],
		['soon', 250],
	])('Retry-After %s is heeded, up to 30 s', async (retryAfter, waited) => {
		const { sandbox } = service;
		const fault = {
			kind: 'status',
			status: 429,
			message: 'Too many requests',
			headers: { 'Retry-After': retryAfter },
		} as const;
		sandbox.faults.add({ match: matchOf.pay ?? {}, fault });
		await runFaulty(sandbox, 'pay', 'continueRegularOutput');
		expect(timesSent(sandbox)).toEqual([1, 1, 1]);
		expect(Math.max(...fakeTime.slept)).toBeGreaterThan(waited - 50);
		expect(Math.max(...fakeTime.slept)).toBeLessThanOrEqual(waited);
	});

	test('429 of a proxy, without the error body, is not repeated for a payment', async () => {
		const { sandbox } = service;
		sandbox.faults.add({ match: matchOf.pay ?? {}, fault: { kind: 'html', status: 429 } });
		const result = await runFaulty(sandbox, 'pay', 'continueRegularOutput');
		expect(timesSent(sandbox)).toEqual([1, 1, 1]);
		expect(result.success[1]?.json.details).toMatchObject({ outcome: 'unknown', httpCode: '429' });
	});
});
