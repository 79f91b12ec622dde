// Ways in which requests end badly, some of them with the credential's own secrets in the service's answer.
import { randomUUID } from 'node:crypto';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { chained, node } from '../../scripts/n8n/workflow.mjs';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Only writes get these faults: a read would be repeated after a pause, or would wait long for its timeout. */
const onTheWay = new Set(['dropAfter', 'hang']);

/** Faults for the sandbox to plant. @param {string} echo the secret that the service repeats in its answer */
export const badEndings = (echo) =>
	kinds(echo).map((fault) => ({ match: onTheWay.has(fault.kind) ? { method: 'POST' } : {}, fault }));

/** @param {string} echo */
const kinds = (echo) => [
	{ kind: 'status', status: 401, message: `The key ${echo} is not known` },
	{ kind: 'status', status: 400, message: `Header X-API-KEY: ${echo} is invalid` },
	{ kind: 'status', status: 500, body: `<html><pre>Authorization: Bearer ${echo}</pre></html>` },
	{
		kind: 'status',
		status: 422,
		body: { status: 'error', message: ['Refused', { key: echo }], request: { headers: { 'x-api-key': echo } } },
	},
	{ kind: 'okStatusError', message: `Account of ${echo} is closed` },
	{ kind: 'redirect', location: `http://127.0.0.1:9/?key=${encodeURIComponent(echo)}` },
	{ kind: 'dropAfter', reset: true },
	{ kind: 'hang', effect: true },
];

const mavapay = 'n8n-nodes-mavapay.mavapay';

const operations = {
	Wallets: { resource: 'wallet', operation: 'getAll' },
	Account: { resource: 'account', operation: 'get' },
	'Get webhook': { resource: 'webhook', operation: 'get' },
	'Set webhook': { resource: 'webhook', operation: 'set', url: 'https://example.com/hook', options: { timeout: 1 } },
	Send: {
		resource: 'withdrawal',
		operation: 'toStablecoin',
		amount: '100',
		amountUnit: 'minor',
		network: 'erc20',
		address,
		customerReference: '={{ "S-" + $execution.id }}',
		options: { timeout: 1, allowRepeats: true },
	},
	'Only validate': {
		resource: 'withdrawal',
		operation: 'toStablecoin',
		amount: '100',
		amountUnit: 'minor',
		network: 'erc20',
		address,
		customerReference: '={{ "V-" + $execution.id }}',
		validateOnly: true,
		options: { allowRepeats: true },
	},
};

/**
 * @param {{client: import('../../scripts/n8n/client.mjs').N8nClient, credential: {id: string, name: string}}} where
 * @param {string} name @param {Array<ReturnType<typeof node>>} nodes of this package, each connected to 'Start'
 */
async function importStarting({ client, credential }, name, nodes) {
	const credentials = { mavapayApi: credential };
	const { id } = await client.importWorkflow(
		{
			name,
			settings: { executionOrder: 'v1' },
			nodes: [node('Start', 'n8n-nodes-base.manualTrigger', {}), ...nodes.map((one) => ({ ...one, credentials }))],
			connections: chained(nodes.map((one) => ['Start', one.name])),
		},
		credentials,
	);
	return id;
}

/**
 * Workflows that read, set the webhook and pay with a credential: one that continues after errors, and two that stop.
 *
 * @param {import('../../scripts/n8n/client.mjs').N8nClient} client @param {{id: string, name: string}} credential
 * @returns {Promise<string[]>} their ids; each starts at 'Start'
 */
export async function importFailing(client, credential) {
	const make = (/** @type {string} */ name, /** @type {string[]} */ chosen, /** @type {object} */ more) => {
		const nodes = Object.entries(operations).filter(([one]) => chosen.includes(one));
		return importStarting(
			{ client, credential },
			name,
			nodes.map(([one, parameters]) => node(one, mavapay, parameters, more)),
		);
	};
	const twice = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	return [
		await make('Goes on', Object.keys(operations), { onError: 'continueErrorOutput' }),
		await make('Pays or stops', ['Send'], twice),
		await make('Reads or stops', ['Account'], {}),
	];
}

/**
 * Starts a payout that gets no answer, and cancels it like *Stop* in n8n's list of executions.
 *
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance @param {{id: string, name: string}} credential
 */
export async function cancelOne({ client, sandbox }, credential) {
	const workflowId = await importStarting({ client, credential }, 'Is canceled', [
		node('Send', mavapay, { ...operations.Send, options: { allowRepeats: true } }),
	]);
	await sandbox.control('POST', '/faults', { match: { method: 'POST', path: '/withdraw/*' }, fault: { kind: 'hang' } });
	await sandbox.control('DELETE', '/requests');
	const id = await client.startRun(workflowId, 'Start');
	await waitFor(
		'the payout',
		async () => (await sandbox.control('GET', '/requests?method=POST&path=/withdraw/stablecoin')).count > 0,
		{ everyMs: 20 },
	);
	await client.rest('POST', `/executions/${id}/stop`);
	await sandbox.control('DELETE', '/faults');
	const { status } = await client.waitForExecution(id);
	return { workflowId, status };
}

/**
 * Activates a trigger that replaces somebody else's webhook, has it take good and forged events, and deactivates it.
 *
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance @param {{id: string, name: string}} credential
 * @param {{url: string, secret: string}} foreign @returns {Promise<string>} the secret that was registered meanwhile
 */
export async function listenOnce({ client, sandbox }, credential, foreign) {
	await sandbox.control('POST', '/webhook', foreign);
	const registered = async () => {
		const answer = await fetch(`${sandbox.baseUrl}/user`, { headers: { 'X-API-KEY': sandbox.keys.read } });
		return (await answer.json()).data.account.webhook;
	};
	const { id } = await client.importWorkflow(
		{
			name: 'Listen',
			nodes: [
				node(
					'Mavapay Trigger',
					`${mavapay}Trigger`,
					{ replaceExisting: true },
					{ webhookId: randomUUID(), credentials: { mavapayApi: credential } },
				),
				node('After', 'n8n-nodes-base.noOp', {}),
			],
			connections: chained([['Mavapay Trigger', 'After']]),
		},
		{ mavapayApi: credential },
	);
	await client.activate(id);
	await waitFor('the webhook to be replaced', async () => (await registered()).url !== foreign.url);
	const { secret } = await registered();
	await sandbox.control('POST', '/events', [
		{ data: { id: `t-${id}`, status: 'SUCCESS' } },
		{ forge: 'wrongSecret' },
		{ forge: 'alteredBody' },
		{ forge: 'noSignature' },
	]);
	await waitFor('the execution', async () => (await client.executions(id)).some(({ status }) => status === 'success'));
	await client.deactivate(id);
	await waitFor('the webhook to be restored', async () => (await registered()).url === foreign.url);
	return secret;
}
