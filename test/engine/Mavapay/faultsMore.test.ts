/** Faults that need more than one answer, another address, or time. */
import { inspect } from 'node:util';
import { answeringJson, closedPort, faults, saidBy, startFaultServer, type Fault as WireFault, type FaultServer } from '../../harness/engine';
import { at } from '../../cases/case';
import { json, run, surroundings, useSandbox } from '../../harness/engine/mavapay';
import { everything, failureOf, FAULT_CODES, HIT, matchOf, MODES, parametersOf, runFaulty, timesPaid, timesSent, type Effect } from '../../harness/engine/threeItems';

const mockSlept: number[] = [];
jest.mock('../../../nodes/core/n8n/connection', () => ({
	n8nClock: (signal: AbortSignal | null) => ({
		now: () => Date.now(),
		random: () => 0,
		cancelled: () => signal?.aborted === true,
		sleep: async (milliseconds: number) => {
			mockSlept.push(milliseconds);
		},
	}),
}));

const service = useSandbox();
const servers: FaultServer[] = [];
const serve = async (fault: WireFault) => {
	const server = await startFaultServer(fault);
	servers.push(server);
	return { url: `${server.url}/api/v1`, keys: service.sandbox.keys, requests: server.requests };
};
beforeEach(() => void mockSlept.splice(0));
afterEach(async () => {
	jest.restoreAllMocks();
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

const EFFECTS: readonly Effect[] = ['read', 'write', 'pay'];
const WRITES = ['write', 'pay'] as const;
const everyMode = EFFECTS.flatMap((effect) => MODES.map((onError) => ({ effect, onError })));

describe.each(everyMode)('nothing listens: $effect, $onError', ({ effect, onError }) => {
	test('is tried again, and then said to be harmless', async () => {
		const where = { url: `http://127.0.0.1:${await closedPort()}/api/v1`, keys: service.sandbox.keys };
		const result = await runFaulty(where, effect, onError);
		const { failed } = failureOf(result, onError);
		const stops = onError === 'stopWorkflow';
		const items = effect === 'read' || !stops ? 3 : 1;
		expect(mockSlept.slice(0, 3)).toEqual(effect === 'read' ? expect.anything() : [250, 500, ...(stops ? [] : [250])]);
		expect(mockSlept).toHaveLength((effect === 'read' ? 3 : 2) * items);
		const message = stops ? saidBy(result.nodeError) : at(failed[2]?.json, 'message');
		expect(message).toMatch(/Nothing accepts connections at Mavapay's address/);
		expect(message).not.toMatch(FAULT_CODES);
		expect(everything(result)).not.toContain(where.keys.write);
		if (stops) expect(result.nodeError).toMatchObject({ name: 'NodeApiError', httpCode: null, context: { itemIndex: 0 } });
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
	test.each([429, 503])('read: %d three times, then an answer', async (code) => {
		const { sandbox } = service;
		const fault = { kind: 'status', status: code, message: 'Slow down' } as const;
		sandbox.faults.add({ match: { ...matchOf.read, times: 3 }, fault });
		const result = await runFaulty(sandbox, 'read', 'stopWorkflow');
		expect(result.nodeError).toBeUndefined();
		expect(result.success).toHaveLength(3);
		expect(timesSent(sandbox)).toEqual([1, 4, 1]);
		expect(mockSlept).toEqual([250, 500, 1_000]);
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
		expect(mockSlept.length).toBeGreaterThan(0);
		expect(mockSlept.every((milliseconds) => milliseconds > 200 && milliseconds <= 250)).toBe(true);
	});

	test.each([
		['7', 7_000],
		['900', 30_000],
		['soon', 250],
	])('Retry-After %s is heeded, up to 30 s', async (retryAfter, waited) => {
		const { sandbox } = service;
		const fault = { kind: 'status', status: 429, message: 'Too many requests', headers: { 'Retry-After': retryAfter } } as const;
		sandbox.faults.add({ match: matchOf.pay ?? {}, fault });
		await runFaulty(sandbox, 'pay', 'continueRegularOutput');
		expect(timesSent(sandbox)).toEqual([1, 1, 1]);
		expect(Math.max(...mockSlept)).toBeGreaterThan(waited - 50);
		expect(Math.max(...mockSlept)).toBeLessThanOrEqual(waited);
	});

	test('429 of a proxy, without the error body, is not repeated for a payment', async () => {
		const { sandbox } = service;
		sandbox.faults.add({ match: matchOf.pay ?? {}, fault: { kind: 'html', status: 429 } });
		const result = await runFaulty(sandbox, 'pay', 'continueRegularOutput');
		expect(timesSent(sandbox)).toEqual([1, 1, 1]);
		expect(result.success[1]?.json.details).toMatchObject({ outcome: 'unknown', httpCode: '429' });
	});
});

describe('on the way', () => {
	const one = { items: [{ id: HIT }] };

	test.each(WRITES)('%s: a certificate nobody signed stops it before anything is sent', async (effect) => {
		const where = await serve(faults.tlsSelfSigned);
		const result = await runFaulty(where, effect, 'continueRegularOutput', one);
		expect(result.success[0]?.json.message).toMatch(/Couldn't establish a secure connection to Mavapay/);
		expect(result.success[0]?.json.details).toMatchObject({ outcome: 'rejected', retryable: false });
		expect(where.requests).toEqual([]);
	});

	test.each([
		['something that is no HTTP', faults.notHttp],
		['headers without an end', faults.closeInHeaders],
		['a broken gzip', faults.brokenGzip],
		['headers too large', faults.hugeHeaders],
	])('%s: a payment is unknown, and sent once', async (_name, fault) => {
		const where = await serve(fault);
		const result = await runFaulty(where, 'pay', 'continueRegularOutput', one);
		expect(result.success[0]?.json.message).not.toMatch(FAULT_CODES);
		expect(result.success[0]?.json.details).toMatchObject({ outcome: 'unknown', retryable: false, reference: HIT });
		expect(where.requests).toHaveLength(1);
	});

	test('a redirect to another host does not take the key or the payment there', async () => {
		const elsewhere = await serve(answeringJson(200, { status: 'ok', data: { id: 'stolen' } }));
		const { sandbox } = service;
		sandbox.faults.add({ match: {}, fault: { kind: 'redirect', status: 307, location: elsewhere.url } });
		for (const effect of EFFECTS) {
			const result = await runFaulty(sandbox, effect, 'continueRegularOutput', one);
			expect(result.success[0]?.json.message).toMatch(/redirects aren't followed/);
			expect(result.success[0]?.json.message).not.toContain(elsewhere.url);
		}
		expect(elsewhere.requests).toEqual([]);
	});
});

describe('what the service says', () => {
	const saying = async (effect: Effect, body: Record<string, unknown> | string, code = 400) => {
		const where = await serve(answeringJson(code, body));
		return await runFaulty(where, effect, 'continueRegularOutput', { items: [{ id: HIT }] });
	};

	test.each(EFFECTS)('%s: a key repeated in its message is masked', async (effect) => {
		const { keys } = service.sandbox;
		for (const onError of MODES) {
			const where = await serve(answeringJson(401, { status: 'error', message: `Unknown key ${keys.write}!` }));
			const result = await runFaulty(where, effect, onError, { items: [{ id: HIT }] });
			expect(everything(result)).toContain('Unknown key ********!');
			expect(everything(result)).not.toContain(keys.write);
		}
	});

	test.each(EFFECTS)('%s: a long message is cut, control characters are taken out', async (effect) => {
		const result = await saying(effect, { status: 'error', message: `Bad\r\n\u0007 amount ${'x'.repeat(5_000)}` });
		const { message } = result.success[0]?.json ?? {};
		expect(message).toContain('"Bad amount xxx');
		expect(String(message).length).toBeLessThan(1_300);
	});

	test.each(EFFECTS)('%s: a list of messages is shown', async (effect) => {
		const result = await saying(effect, { status: 'error', message: ['label is required', 'network is required'] });
		expect(result.success[0]?.json.message).toContain('label is required; network is required');
	});

	test.each(EFFECTS)("%s: a fault code in it does not bring n8n's advice to retry", async (effect) => {
		for (const onError of MODES) {
			const where = await serve(answeringJson(500, { status: 'error', message: 'connect ETIMEDOUT 10.0.0.1:443' }));
			const result = await runFaulty(where, effect, onError, { items: [{ id: HIT }] });
			const message = saidBy(result.nodeError) ?? at((result.errors[0] ?? result.success[0])?.json, 'message');
			expect(message).toMatch(/^(Mavapay reported an error of its own\. Mavapay responded \(500\)|Outcome unknown: )/);
			expect(inspect(result.nodeError, { depth: 1 })).not.toMatch(/can retry|try again in a few/);
		}
	});

	test.each(EFFECTS)('%s: a top-level error in its data does not make a success look like a failure', async (effect) => {
		const where = await serve(answeringJson(200, { status: 'ok', data: { id: '1', error: 'none', status: 'PENDING' } }));
		const result = await runFaulty(where, effect, 'continueErrorOutput', { items: [{ id: HIT }] });
		expect(result.errors).toEqual([]);
		expect(result.success[0]?.json).toMatchObject({ id: '1', serviceError: 'none' });
		expect(result.success[0]?.json).not.toHaveProperty('error');
	});

	test('a payment reported as FAILED at once is an error with its transaction, and keeps its reference', async () => {
		const { sandbox } = service;
		sandbox.configure({ payoutResult: 'failedAtOnce' });
		const result = await runFaulty(sandbox, 'pay', 'continueRegularOutput', { items: [{ id: HIT }] });
		expect(result.success[0]?.json.message).toContain(`reported transaction ${sandbox.transactions[0]?.id} as FAILED`);
		expect(result.success[0]?.json.details).toEqual({ outcome: 'failed', cause: 'transactionFailed', httpCode: '200', reference: HIT, retryable: false });
		const again = await runFaulty(sandbox, 'pay', 'continueRegularOutput', { items: [{ id: HIT }] });
		expect(again.success[0]?.json.details).toMatchObject({ outcome: 'unknown' });
		expect(sandbox.requests).toHaveLength(1);
	});

	test('an accepted payment whose answer has another form goes out as it came, with a hint', async () => {
		const where = await serve(answeringJson(200, { status: 'success', data: 'queued' }));
		const result = await runFaulty(where, 'pay', 'stopWorkflow', { items: [{ id: HIT }] });
		expect(result.success[0]?.json).toMatchObject({ data: 'queued', payout: { outcome: 'accepted' } });
	});
});

describe('items behind one of unknown outcome', () => {
	test.each(MODES)('are not sent by default: %s', async (onError) => {
		const { sandbox } = service;
		sandbox.faults.add({ match: matchOf.pay ?? {}, fault: { kind: 'dropAfter' } });
		const result = await runFaulty(sandbox, 'pay', onError, { options: { onUnknown: 'stop' } });
		expect(timesPaid(sandbox)).toEqual([1, 1, 0]);
		expect(timesSent(sandbox)).toEqual([1, 1, 0]);
		if (onError === 'stopWorkflow') {
			expect(result.nodeError).toMatchObject({ context: { itemIndex: 1 } });
			return;
		}
		const { failed, good } = failureOf(result, onError);
		expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
		expect(failed.map((item) => at(item.json, 'details', 'outcome'))).toEqual(['unknown', 'notSent']);
		expect(failed[1]?.json.details).toMatchObject({ reference: '1000000003', retryable: true, httpCode: null });
		expect(failed[1]?.json.message).toMatch(/Nothing was paid: .*'On Unknown Outcome' is set to Stop/);
	});
});

test('a missing credential is said by n8n before the node runs', async () => {
	const { sandbox } = service;
	const { credentials: _none, ...rest } = surroundings(sandbox);
	const result = await run(sandbox, parametersOf('read'), { ...rest, credentials: {}, items: [{ id: HIT }] }).catch(
		(error: unknown) => error,
	);
	expect(inspect(result)).toMatch(/credential/i);
	expect(sandbox.requests).toEqual([]);
});

test.each(MODES)('a credential that cannot be used stops every item: %s', async (onError) => {
	const { sandbox } = service;
	const more = { baseUrl: 'http://example.test/api/v1' };
	for (const effect of EFFECTS) {
		const result = await runFaulty(sandbox, effect, onError, surroundings(sandbox, more));
		const message = /'Base URL' uses http, which is only possible for localhost/;
		if (onError === 'stopWorkflow') expect(saidBy(result.nodeError)).toMatch(message);
		else {
			const { failed } = failureOf(result, onError);
			expect(failed.map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
			expect(json(failed).every((item) => message.test(String(item.message)))).toBe(true);
		}
	}
	expect(sandbox.requests).toEqual([]);
});
