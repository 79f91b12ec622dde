/**
 * n8n's Engine 2.0 on a real n8n. The trigger can't be activated; an active trigger answers 503. Operations that send
 * or store are refused, even with On Error: Continue. Reads run, and so do payments in a sub-workflow.
 */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { itemsOf, ownConnection } from '../../scripts/n8n/client.mjs';
import { withoutEditor } from '../../scripts/n8n/environment.mjs';
import { startServices } from '../../scripts/n8n/services.mjs';
import { chained, node } from '../../scripts/n8n/workflow.mjs';
import { packedFor } from './tarball.mjs';
import { accountWebhook, importTrigger, sentEvent } from './triggerEvents.mjs';
import { payment } from './waysToRun.mjs';

const engineType = 'v2';
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const named = /n8n's Engine 2\.0.*engineType.* from the workflow's settings/;

/** @type {Awaited<ReturnType<typeof startServices>>} */
let services;
/** @type {import('../../scripts/demo/instance.mjs').Instance} */
let instance;

before(async () => {
	const tarball = await packedFor('engine');
	services = await startServices();
	const { env } = services;
	const place = `${env.DB_POSTGRESDB_HOST}:${env.DB_POSTGRESDB_PORT}/${env.DB_POSTGRESDB_DATABASE}`;
	instance = await startInstance(
		{ tarball },
		{
			env: {
				...env,
				...withoutEditor,
				N8N_ENABLED_MODULES: 'engine-v2',
				N8N_EXPRESSION_ENGINE: 'vm',
				N8N_ENGINE_DATABASE_URL: `postgres://${env.DB_POSTGRESDB_USER}:${env.DB_POSTGRESDB_PASSWORD}@${place}`,
				N8N_ENGINE_AUTH_SECRET: randomBytes(32).toString('hex'),
				N8N_ENGINE_HOST: '127.0.0.1',
				N8N_ENGINE_PORT: String(await freePort()),
				N8N_ENGINE_CONTROL_PLANE_PORT: String(await freePort()),
			},
		},
	);
});
after(async () => {
	await instance?.dispose();
	await services?.stop();
});

const registeredUrl = async () => (await accountWebhook(instance.sandbox))?.url;

/** How many payouts the sandbox has made. */
const paid = async () => (await instance.sandbox.control('GET', '/ledger?kind=payout')).entries.length;

/** A node's step in the engine's own database, once the step has ended. @param {string} executionId @param {string} nodeId */
async function stepOf(executionId, nodeId) {
	const sql = `select status, outputs, error from workflow_step_execution where execution_id = '${executionId}' and node_id = '${nodeId}' and status in ('completed', 'failed')`;
	const row = await waitFor('the step to end', async () => (await services.query(sql)).trim() || undefined, {
		orElse: () => instance.n8n.logs().slice(-2_000),
	});
	const [status = '', ...rest] = row.split('|');
	return { status, text: rest.join('|') };
}

/**
 * Runs one node, of this package or of n8n, after a manual trigger in Engine 2.0.
 *
 * @param {string} type @param {object} parameters @param {object} [more] settings of the node
 */
async function runIn20(type, parameters, more = {}) {
	const credentials = type.includes('mavapay') ? { mavapayApi: instance.credential } : undefined;
	const tried = node('Tried', type, parameters, { ...(credentials && { credentials }), ...more });
	const { id } = await instance.client.importWorkflow({
		name: `Engine 2.0 ${randomUUID()}`,
		nodes: [node('Start', 'n8n-nodes-base.manualTrigger', {}), tried],
		connections: chained([['Start', 'Tried']]),
		settings: { engineType },
	});
	const executionId = await instance.client.startRun(id, 'Start');
	assert.match(executionId, uuid);
	return await stepOf(executionId, tried.id);
}

const ours = 'n8n-nodes-mavapay.mavapay';
/** Operations that send something to Mavapay or store something in n8n. @type {Array<[name: string, parameters: object]>} */
const refused = [
	['a payment', payment()],
	['what creates something', { resource: 'stablecoinAddress', operation: 'generate', network: 'trc20', options: {} }],
	['Get New', { resource: 'transaction', operation: 'getNew', options: {} }],
];

describe('a step', () => {
	for (const [name, parameters] of refused) {
		test(`${name} is refused`, async () => {
			const { status, text } = await runIn20(ours, parameters);
			assert.equal(status, 'failed');
			assert.match(text, /Nothing was sent: n8n's Engine 2\.0 runs this workflow/);
			const { status: continued, text: item } = await runIn20(ours, parameters, { onError: 'continueRegularOutput' });
			assert.equal(continued, 'completed');
			assert.match(item, named);
			assert.equal(await paid(), 0);
		});
	}

	test('a read runs, and so does Halt', async () => {
		const read = await runIn20(ours, { resource: 'wallet', operation: 'getAll', filters: {}, options: {} });
		assert.equal(read.status, 'completed');
		assert.match(read.text, /"currency": ?"NGN"/);
		const halted = await runIn20(ours, { resource: 'payoutReference', operation: 'halt' });
		assert.match(halted.text, /"halted": ?true/);
	});

	test('a payment in a sub-workflow runs in the usual engine, and pays', async () => {
		const called = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', { inputSource: 'passthrough' });
		const pay = node('Pay', ours, payment(), { credentials: { mavapayApi: instance.credential } });
		const { id } = await instance.client.importWorkflow({
			name: 'Sub-workflow',
			nodes: [{ ...called, typeVersion: 1.1 }, pay],
			connections: chained([['Called', 'Pay']]),
			settings: { engineType },
		});
		const workflowId = { __rl: true, mode: 'id', value: id };
		const parameters = { source: 'database', workflowId, mode: 'once', options: { waitForSubWorkflow: true } };
		const { status, text } = await runIn20('n8n-nodes-base.executeWorkflow', parameters, { typeVersion: 1.2 });
		assert.deepEqual([status, await paid()], ['completed', 1], text);
		const [execution] = await instance.client.executions(id);
		assert.match(execution?.id ?? '', /^\d+$/);
		assert.equal(itemsOf(/** @type {any} */ (execution), 'Pay')[0]?.payout.outcome, 'accepted');
	});
});

describe('the trigger', () => {
	/** @param {string} id of the workflow @param {'v1' | 'v2'} engine */
	const setEngine = async (id, engine) =>
		await services.query(
			`update workflow_entity set settings = settings::jsonb || '{"engineType": "${engine}"}' where id = '${id}'`,
		);

	test('is not activated', async () => {
		const { id, path } = await importTrigger(instance.client, { credential: instance.credential });
		await setEngine(id, engineType);
		await instance.client.activate(id).catch(() => undefined);
		await waitFor(
			'the refusal',
			async () => /Engine 2\.0 would run this workflow/.test(instance.n8n.logs()) || undefined,
			{
				orElse: () => instance.n8n.logs().slice(-2_000),
			},
		);
		assert.equal(await registeredUrl(), undefined);
		const { status } = await fetch(`${instance.n8n.url}/webhook/${path}`, { method: 'POST', headers: ownConnection });
		assert.notEqual(status, 200);
	});

	test('answers 503 to events of a workflow that was switched while it was active', async () => {
		const { id, path } = await importTrigger(instance.client, { credential: instance.credential });
		await instance.client.activate(id);
		const url = `${instance.n8n.url}/webhook/${path}`;
		await waitFor('the registration', async () => (await registeredUrl()) === url || undefined);
		const { secret } = /** @type {{secret: string}} */ (await accountWebhook(instance.sandbox));
		const event = (/** @type {string} */ name) => sentEvent({ url, secret, id: name });
		assert.equal((await event('one')).status, 200);
		await waitFor('the execution', async () => (await instance.client.executions(id)).length === 1 || undefined);
		await setEngine(id, engineType);
		assert.deepEqual([(await event('two')).status, (await event('two')).status], [503, 503]);
		assert.equal((await instance.client.executions(id)).length, 1);
		await setEngine(id, 'v1');
		assert.equal((await event('two')).status, 200);
	});
});
