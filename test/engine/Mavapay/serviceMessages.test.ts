/** What the service says in its responses: masked, cut, shown, and never taken for n8n's own words. */
import '../../harness/engine/fakeClock';
import { inspect } from 'node:util';
import { answeringJson, saidBy, type Fault } from '../../harness/engine';
import { at } from '../../cases/case';
import { useSandbox } from '../../harness/engine/mavapay';
import { serveInsteadOf } from '../../harness/engine/startedFaultServers';
import { HIT, MODES, runFaulty, type Effect, EFFECTS } from '../../harness/engine/threeItems';
import { everything } from '../../harness/engine/threeOutcomes';

const service = useSandbox();
const serve = async (fault: Fault) => await serveInsteadOf(service.sandbox, fault);

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
		const result = await saying(effect, { status: 'error', message: `Bad\r\n\u0007 amount ${'x '.repeat(5_000)}` });
		const { message } = result.success[0]?.json ?? {};
		expect(message).toContain('"Bad amount x x x');
		// Of which what is evidence for a release takes 250.
		expect(String(message).length).toBeLessThan(1_400);
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
			expect(message).toMatch(
				/^(Mavapay reported an error of its own\. Mavapay responded \(500\)|Outcome unknown: |May have been paid: )/,
			);
			expect(inspect(result.nodeError, { depth: 1 })).not.toMatch(/can retry|try again in a few/);
		}
	});

	test.each(EFFECTS)(
		'%s: a top-level error in its data does not make a success look like a failure',
		async (effect) => {
			const where = await serve(
				answeringJson(200, {
					status: 'ok',
					data: { id: '1', error: 'none', status: 'PENDING', accountName: 'ADA OBI' },
				}),
			);
			const result = await runFaulty(where, effect, 'continueErrorOutput', { items: [{ id: HIT }] });
			expect(result.errors).toEqual([]);
			expect(result.success[0]?.json).toMatchObject({ id: '1', serviceError: 'none' });
			expect(result.success[0]?.json).not.toHaveProperty('error');
		},
	);

	test('a payment reported as FAILED at once is an error with its transaction, and keeps its reference', async () => {
		const { sandbox } = service;
		sandbox.configure({ payoutResult: 'failedAtOnce' });
		const result = await runFaulty(sandbox, 'pay', 'continueRegularOutput', { items: [{ id: HIT }] });
		expect(result.success[0]?.json.message).toContain(`reported transaction ${sandbox.transactions[0]?.id} as FAILED`);
		expect(result.success[0]?.json.details).toEqual({
			outcome: 'failed',
			cause: 'transactionFailed',
			httpCode: '200',
			reference: HIT,
			claim: expect.any(String),
			retryable: false,
		});
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
