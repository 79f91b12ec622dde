/** Faults of the connection and the credential, and the items behind a payment of unknown outcome. */
import '../../harness/engine/fakeClock';
import { inspect } from 'node:util';
import { answeringJson, faults, saidBy, type Fault } from '../../harness/engine';
import { at } from '../../cases/case';
import { json, run, surroundings, useSandbox } from '../../harness/engine/mavapay';
import { serveInsteadOf } from '../../harness/engine/startedFaultServers';
import { HIT, matchOf, MODES, parametersOf, runFaulty, EFFECTS, WRITES } from '../../harness/engine/threeItems';
import { failureOf, FAULT_CODES, timesPaid, timesSent } from '../../harness/engine/threeOutcomes';

const service = useSandbox();
const serve = async (fault: Fault) => await serveInsteadOf(service.sandbox, fault);

describe('on the way', () => {
	const one = { items: [{ id: HIT }] };

	test.each(WRITES)('%s: a certificate nobody signed stops it before anything is sent', async (effect) => {
		const where = await serve(faults.tlsSelfSigned);
		const result = await runFaulty(where, effect, 'continueRegularOutput', one);
		expect(result.success[0]?.json.details).toMatchObject({ outcome: 'rejected', cause: 'tls', retryable: false });
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

describe('items behind one of unknown outcome', () => {
	test.each(MODES)('are not sent by default: %s', async (onError) => {
		const { sandbox } = service;
		sandbox.faults.add({ match: matchOf.pay ?? {}, fault: { kind: 'dropAfter' } });
		const result = await runFaulty(sandbox, 'pay', onError, { options: { onUnknown: 'stop' } });
		expect(timesPaid(sandbox)).toEqual([1, 1, 0]);
		expect(timesSent(sandbox)).toEqual([1, 1, 0]);
		if (onError === 'stopWorkflow') {
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
