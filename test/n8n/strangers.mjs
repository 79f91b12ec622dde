// n8n's own nodes with a Mavapay credential: HTTP Request, its tool, and the node that *Custom API Call* suggests.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { N8nAnswerError } from '../../scripts/n8n/client.mjs';
import { chained, node, packageName } from '../../scripts/n8n/workflow.mjs';
import { openMcp } from './mcpClient.mjs';

const start = 'Start';
/** n8n refuses a credential restricted to its nodes or set to *None*; this package refuses requests with the others. */
const refusals = /restricted to|prevent use within|works only for requests from the Mavapay nodes/;
const settings = [
	{},
	{ allowedHttpRequestDomains: 'all' },
	{ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' },
	{ allowedHttpRequestDomains: 'none' },
];

/** The parameters of the HTTP Request node or tool for a request with the credential. @param {string} url @param {string} credentialType */
const asking = (url, credentialType = 'mavapayApi') => ({
	url,
	authentication: credentialType === 'mavapayApi' ? 'predefinedCredentialType' : 'genericCredentialType',
	...(credentialType === 'mavapayApi' ? { nodeCredentialType: credentialType } : { genericAuthType: credentialType }),
	options: {},
});

/**
 * Checks that only this package's nodes can send the API key out of n8n, with any setting of 'Allowed HTTP Request
 * Domains', and that the advice in the refusal works.
 *
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance
 * @param {string} [prefix] the package's name before the node types
 */
export async function assertKeyStaysHome({ client, sandbox, n8n }, prefix = packageName) {
	const stranger = await startStranger();
	const { baseUrl, keys } = sandbox;
	const data = { deployment: 'custom', baseUrl, authentication: 'apiKey', apiKey: keys.write };
	await sandbox.control('DELETE', '/requests');
	/** @type {string[]} */
	const said = [];
	for (const more of settings) {
		const mavapayApi = await client.createCredential({ name: 'Asked', type: 'mavapayApi', data: { ...data, ...more } });
		const urls = [`${stranger.url}/wallet`, `${baseUrl}/wallet`];
		said.push(...(await runAnyway(client, { mavapayApi }, urls)));
	}
	const tools = await client.createCredential({ name: 'Asked', type: 'mavapayApi', data });
	said.push(await callTool({ client, url: n8n.url }, { mavapayApi: tools }, `${stranger.url}/wallet`));
	for (const text of said) assert.match(text, refusals);
	assert.ok(said.length > settings.length);
	assert.deepEqual(stranger.requests, []);
	assert.equal((await sandbox.control('GET', '/requests?path=/wallet')).count, 0);
	await stranger.stop();

	assert.ok((await banksFor(client, { mavapayApi: tools }, `${prefix}.mavapay`)).length > 0);
	const [custom = ''] = await runNode(client, { mavapayApi: tools }, `${prefix}.mavapay`, [
		{ resource: 'wallet', operation: '__CUSTOM_API_CALL__' },
	]);
	assert.match(custom, /works only for requests from the Mavapay nodes/);
	const header = { name: 'X-API-KEY', value: keys.read };
	const httpHeaderAuth = await client.createCredential({ name: 'Own requests', type: 'httpHeaderAuth', data: header });
	const own = [asking(`${baseUrl}/wallet`, 'httpHeaderAuth')];
	assert.deepEqual(await runNode(client, { httpHeaderAuth }, 'n8n-nodes-base.httpRequest', own), ['']);
}

/** The error for each URL; only one error if n8n doesn't save the workflow. @param {Client} client @param {Keys} credentials @param {string[]} urls */
async function runAnyway(client, credentials, urls) {
	const requests = urls.map((url) => asking(url));
	return runNode(client, credentials, 'n8n-nodes-base.httpRequest', requests).catch(refusalOf);
}

const refusalOf = (/** @type {unknown} */ error) => {
	assert.ok(error instanceof N8nAnswerError, String(error));
	return [error.message];
};

/**
 * Runs nodes of one type, one after the other. @param {Client} client @param {Keys} credentials @param {string} type
 * @param {object[]} parameters of each @returns {Promise<string[]>} the error of each node; '' if it had none
 */
async function runNode(client, credentials, type, parameters) {
	const names = parameters.map((_, index) => `Ask ${index}`);
	const more = {
		credentials,
		onError: 'continueRegularOutput',
		...(type.endsWith('httpRequest') ? { typeVersion: 4.2 } : {}),
	};
	const { id } = await client.importWorkflow({
		name: `Asks ${randomUUID()}`,
		settings: { executionOrder: 'v1' },
		nodes: [
			node(start, 'n8n-nodes-base.manualTrigger', {}),
			...names.map((name, index) => node(name, type, parameters[index] ?? {}, more)),
		],
		connections: chained([[start, ...names]]),
	});
	const { data } = await client.run(id, start);
	return names.map((name) => {
		const [{ error, data: output }] = data.resultData.runData[name];
		const [{ json }] = output?.main?.[0] ?? [{ json: {} }];
		return error === undefined && json.error === undefined ? '' : JSON.stringify([error ?? null, json]);
	});
}

/** What the editor's list of banks offers. @param {Client} client @param {Keys} credentials @param {string} name the node's type */
async function banksFor(client, credentials, name) {
	const { results } = await client.rest('POST', '/dynamic-node-parameters/resource-locator-results', {
		nodeTypeAndVersion: { name, version: 1 },
		path: 'parameters.bank',
		methodName: 'searchBanks',
		currentNodeParameters: {},
		credentials,
	});
	return results;
}

/** The tool's answer to a model that calls it. @param {{client: Client, url: string}} where @param {Keys} credentials @param {string} asked */
async function callTool({ client, url }, credentials, asked) {
	const path = randomUUID();
	const parameters = { ...asking(asked), toolDescription: 'Asks' };
	const tool = node('Ask', 'n8n-nodes-base.httpRequestTool', parameters, { typeVersion: 4.2, credentials });
	const server = node(
		'Server',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		{ path, authentication: 'none' },
		{ typeVersion: 2, webhookId: path },
	);
	try {
		const { id } = await client.importWorkflow({
			name: `Asks ${path}`,
			settings: { executionOrder: 'v1' },
			nodes: [server, tool],
			connections: { Ask: { ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] } },
		});
		await client.activate(id);
	} catch (error) {
		return refusalOf(error).join();
	}
	const mcp = await waitFor('the MCP server', () => openMcp(`${url}/mcp/${path}`).catch(() => undefined));
	return mcp.call('Ask', {});
}

/** Starts a server that doesn't belong to Mavapay. */
async function startStranger() {
	/** @type {string[]} */
	const requests = [];
	const server = createServer((request, response) => {
		requests.push(request.url ?? '');
		response.end('{}');
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	// Lets the process end even if a failed test leaves the server open.
	server.unref();
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		url: `http://127.0.0.1:${port}`,
		requests,
		stop: () => new Promise((resolve) => server.close(resolve)),
	};
}

/**
 * @typedef {import('../../scripts/n8n/client.mjs').N8nClient} Client
 * @typedef {Record<string, {id: string, name: string}>} Keys
 */
