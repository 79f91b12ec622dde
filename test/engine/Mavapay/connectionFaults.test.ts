/** Connection and credential faults, in reads and in writes. The payments are in faultMatrix. */
import { fakeTime } from '../../harness/engine/fakeClock';
import { answeringJson, closedPort, faults, type Fault } from '../../harness/engine';
import { at } from '../../cases/case';
import { json, useSandbox } from '../../harness/engine/mavapay';
import { serveInsteadOf } from '../../harness/engine/startedFaultServers';
import { HIT, matchOf, MODES, runFaulty, EFFECTS } from '../../harness/engine/threeItems';
import { failureOf, timesSent } from '../../harness/engine/threeOutcomes';

const service = useSandbox();
beforeEach(() => void fakeTime.slept.splice(0));
const serve = async (fault: Fault) => await serveInsteadOf(service.sandbox, fault);
const one = { items: [{ id: HIT }] };
const READS_AND_WRITES = ['read', 'write'] as const;

test.each(READS_AND_WRITES.flatMap((effect) => MODES.map((onError) => ({ effect, onError }))))(
	'nothing listens: $effect, $onError: it is tried again, and then said to be harmless',
	async ({ effect, onError }) => {
		const where = { url: `http://127.0.0.1:${await closedPort()}/api/v1`, keys: service.sandbox.keys };
		const result = await runFaulty(where, effect, onError);
		const stops = onError === 'stopWorkflow';
		const tries = effect === 'read' ? 3 : 2;
		expect(fakeTime.slept).toHaveLength(tries * (effect === 'read' || !stops ? 3 : 1));
		const { failed } = failureOf(result, onError);
		if (stops) expect(result.nodeError).toMatchObject({ name: 'NodeApiError', httpCode: null });
		else
			expect(json(failed).map((item) => [at(item, 'details', 'cause'), at(item, 'details', 'retryable')])).toEqual(
				Array(3).fill(['connectionRefused', true]),
			);
	},
);

test('after a 429 to one that binds the items behind it wait', async () => {
	const { sandbox } = service;
	sandbox.faults.add({ match: matchOf.write, fault: { kind: 'status', status: 429, message: 'Too many requests' } });
	await runFaulty(sandbox, 'write', 'continueRegularOutput');
	expect(timesSent(sandbox)).toEqual([1, 1, 1]);
	expect(fakeTime.slept.length).toBeGreaterThan(0);
	expect(fakeTime.slept.every((milliseconds) => milliseconds > 200 && milliseconds <= 250)).toBe(true);
});

test('a certificate nobody signed stops what binds before anything is sent', async () => {
	const where = await serve(faults.tlsSelfSigned);
	const result = await runFaulty(where, 'write', 'continueRegularOutput', one);
	expect(result.success[0]?.json.details).toMatchObject({ outcome: 'rejected', cause: 'tls', retryable: false });
	expect(where.requests).toEqual([]);
});

test('a redirect to another host does not take the key or the payment there', async () => {
	const elsewhere = await serve(answeringJson(200, { status: 'ok', data: { id: 'stolen' } }));
	const { sandbox } = service;
	sandbox.faults.add({ match: {}, fault: { kind: 'redirect', status: 307, location: elsewhere.url } });
	for (const effect of EFFECTS) {
		const result = await runFaulty(sandbox, effect, 'continueRegularOutput', one);
		expect(result.success[0]?.json.details).toMatchObject({ cause: 'redirect' });
		expect(result.success[0]?.json.message).not.toContain(elsewhere.url);
	}
	expect(elsewhere.requests).toEqual([]);
});
