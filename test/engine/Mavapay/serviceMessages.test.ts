/** Messages in the service's responses are masked and shown, and can't be mistaken for n8n's own. */
import '../../harness/engine/fakeClock';
import { inspect } from 'node:util';
import { answeringJson, type Fault } from '../../harness/engine';
import { run, useSandbox } from '../../harness/engine/mavapay';
import { serveInsteadOf } from '../../harness/engine/startedFaultServers';
import { EFFECTS, HIT, MODES, parametersOf, runFaulty } from '../../harness/engine/threeItems';
import { everything, failureOf } from '../../harness/engine/threeOutcomes';

const service = useSandbox();
const serve = async (fault: Fault) => await serveInsteadOf(service.sandbox, fault);
const one = { items: [{ id: HIT }] };

const IN_EACH_MODE = EFFECTS.flatMap((effect) => MODES.map((onError) => [effect, onError] as const));

test.each(IN_EACH_MODE)('%s, %s: a key repeated in its message is masked', async (effect, onError) => {
	const { keys } = service.sandbox;
	const where = await serve(answeringJson(401, { status: 'error', message: `Unknown key ${keys.write}!` }));
	const result = await runFaulty(where, effect, onError, one);
	expect(everything(result)).toContain('Unknown key ********!');
	expect(everything(result)).not.toContain(keys.write);
});

test.each(IN_EACH_MODE)("%s, %s: a fault code in it does not bring n8n's advice to retry", async (effect, onError) => {
	const where = await serve(answeringJson(500, { status: 'error', message: 'connect ETIMEDOUT 10.0.0.1:443' }));
	const result = await runFaulty(where, effect, onError, one);
	const { failed } = failureOf(result, onError);
	const cause = onError === 'stopWorkflow' ? 'serverError' : Object(failed[0]?.json.details).cause;
	expect(cause).toBe('serverError');
	expect(inspect(result.nodeError, { depth: 1 })).not.toMatch(/can retry|try again in a few/);
});

test.each(EFFECTS)('%s: a top-level error in its data does not make a success look like a failure', async (effect) => {
	const data = { id: '1', error: 'none', status: 'PENDING', accountName: 'ADA OBI' };
	const where = await serve(answeringJson(200, { status: 'ok', data }));
	const parameters = { ...parametersOf(effect), simplify: false };
	const result = await run(where, parameters, { ...one, onError: 'continueErrorOutput' });
	expect(result.errors).toEqual([]);
	expect(result.success[0]?.json).toMatchObject({ id: '1', serviceError: 'none' });
	expect(result.success[0]?.json).not.toHaveProperty('error');
});
