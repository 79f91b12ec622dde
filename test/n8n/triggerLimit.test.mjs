/**
 * The trigger on an n8n that runs one execution at a time: events wait for their turn, and n8n answers an event when
 * its execution has started. Then n8n is killed while events wait.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { pause, waitFor } from '../../scripts/lib/waiting.mjs';
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { withoutEditor } from '../../scripts/n8n/environment.mjs';
import { startGate } from './gate.mjs';
import { packedFor } from './tarball.mjs';
import { accountWebhook, databaseOf, importTrigger, sentEvent } from './triggerEvents.mjs';

/** @type {import('../../scripts/demo/instance.mjs').Instance} */
let instance;
/** @type {{id: string, url: string, secret: string}} */
let workflow;
/** @type {import('./gate.mjs').Gate} */
let gate;

before(async () => {
	const tarball = await packedFor('trigger-limit');
	instance = await startInstance({ tarball }, { env: { ...withoutEditor, N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' } });
	gate = await startGate();
	const aMoment = gate.open(1, () => 1_000);
	// An execution that calls this gate gets no answer until a second one has arrived.
	const untilItIsRunAgain = gate.open(2);
	const url = `={{ $json.transactionId === 'kill-1' ? '${untilItIsRunAgain.url}' : '${aMoment.url}' }}&execution={{ $json.transactionId }}`;
	const after = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: { url, options: {} } };
	const { id, path } = await importTrigger(instance.client, { credential: instance.credential, after });
	await instance.client.activate(id);
	const webhook = await waitFor(
		'the webhook to be registered',
		async () => (await accountWebhook(instance.sandbox)) ?? undefined,
	);
	workflow = { id, url: `${instance.n8n.url}/webhook/${path}`, secret: webhook.secret };
});
after(async () => {
	await instance?.dispose();
	await gate?.stop();
});

const deliver = async (/** @type {string} */ id) => (await sentEvent({ ...workflow, id })).status;

/** Delivers an event until n8n answers with a 200, as the service does. @param {string} id */
const deliverUntilTaken = (id) => waitFor(`${id} to be taken`, async () => (await deliver(id)) === 200);

/** The transactions that were passed on: waits for `count`, then 2 seconds more, to catch one too many. @param {number} count */
async function passedOn(count) {
	const read = async () =>
		(await instance.client.executions(workflow.id)).flatMap((execution) => itemsOf(execution, 'After'));
	await waitFor(`${count} events`, async () => (await read()).length >= count, { everyMs: 1_000 });
	await pause(2_000);
	return (await read()).map(({ execution: transactionId }) => transactionId).sort();
}

test('events that wait for their turn, each delivered several times, are passed on once', async () => {
	const names = ['wait-1', 'wait-2', 'wait-3', 'wait-4'];
	await Promise.all([...names, ...names, ...names].map(deliverUntilTaken));
	assert.deepEqual(await passedOn(4), names);
});

test('what was under way when n8n was killed is passed on once as well, some of it by a person', async () => {
	const database = await databaseOf(instance.n8n);
	const recorded = async () =>
		JSON.parse(await database("select count(*) as n from processed_data where context like 'n:mavapay:event:%'"))[0].n;
	const names = ['kill-1', 'kill-2', 'kill-3'];
	const withStatus = async (/** @type {string} */ status) =>
		(
			await instance.client.rest(
				'GET',
				`/executions?limit=50&filter=${encodeURIComponent(JSON.stringify({ workflowId: workflow.id, status: [status] }))}`,
			)
		).results;
	const first = deliver('kill-1');
	await waitFor('the first to be recorded', async () => (await recorded()) === 5);
	const deliveries = Promise.all([first, deliver('kill-2'), deliver('kill-3')]);
	await waitFor(
		'all of them to be in n8n',
		async () => (await withStatus('new')).length === 2 && (await withStatus('running')).length === 1,
	);
	instance.n8n.kill('SIGKILL');
	await deliveries;
	await instance.n8n.restart();
	await instance.client.signIn(instance.owner);
	for (const name of names) await deliverUntilTaken(name);
	// n8n continues executions that waited. The execution that ran is shown as crashed, and Retry passes its event on.
	const crashed = await waitFor('n8n to find what crashed', async () => {
		const all = await instance.client.executions(workflow.id);
		const found = all.filter(({ status }) => status === 'crashed').map(({ id }) => id);
		return found.length > 0 && found;
	});
	for (const id of crashed) await instance.client.rest('POST', `/executions/${id}/retry`, { loadWorkflow: false });
	assert.deepEqual(await passedOn(7), [...names, 'wait-1', 'wait-2', 'wait-3', 'wait-4'].sort());
});
