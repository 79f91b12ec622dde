/** What the editor asks of the package: the line under a node, the lists of locators, the test of the credential. */
import { inspect } from 'node:util';
import { Workflow, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { MavapayApi } from '../../../credentials/MavapayApi.credentials';
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { operations } from '../../../nodes/Mavapay/operations';
import {
	answering,
	answeringJson,
	closedPort,
	faults,
	node,
	runCredentialTest,
	runListSearch,
	type Fault,
} from '../../harness/engine';
import { get } from '../../cases/case';
import { workflowBase } from '../../harness/engine/additionalData';
import { credentialOf, sent, surroundings, TYPE_NAME, useSandbox } from '../../harness/engine/mavapay';
import { TestNodeTypes } from '../../harness/engine/nodeTypes';
import { serve } from '../../harness/engine/startedFaultServers';

const service = useSandbox();

const search = async (method: string, filter?: string, more: IDataObject = {}) =>
	(await runListSearch({ ...surroundings(service.sandbox, more), method, ...(filter === undefined ? {} : { filter }) }))
		.results;

describe('the line under a node says in words', () => {
	const type = new Mavapay();
	const subtitle = (parameters: INodeParameters) => {
		const one = node('Node', TYPE_NAME, { parameters });
		const given = { ...workflowBase({ nodes: [one] }), nodeTypes: new TestNodeTypes({ [TYPE_NAME]: type }) };
		const stored = new Workflow(given).getNode('Node') ?? one;
		return new Workflow(given).expression.getSimpleParameterValue(stored, type.description.subtitle, 'internal', {});
	};

	test.each([
		['withdrawal', 'toBankAccount', { validateOnly: true }, 'To bank account · Validate only'],
		['withdrawal', 'toSouthAfrica', {}, 'To South Africa'],
		['prepare', 'toBankAccount', {}, 'Prepare: to bank account'],
		['wallet', 'getAll', {}, 'Wallet: get many'],
		['payoutReference', 'markPaid', {}, 'Payout reference: mark paid'],
		['withdrawal', '', {}, ''],
	])('%s, %s, %j', (resource, operation, more, words) => {
		expect(subtitle({ resource, operation, ...more })).toBe(words);
	});

	test('what each operation does', () => {
		for (const { resource, operation } of operations)
			expect(subtitle({ resource, operation })).toMatch(/^[A-Z][a-z ]+(: [a-z]+)?( [a-zA-Z]+)*$/);
	});
});

describe('banks', () => {
	test('all of Nigeria, sorted by name, with their NIP codes', async () => {
		const results = await search('searchBanks');
		expect(results.slice(0, 2)).toEqual([
			{ name: 'Access Bank', value: '000014' },
			{ name: 'Citibank Nigeria', value: '000009' },
		]);
		expect(results).toHaveLength(28);
		expect(sent(service.sandbox)).toEqual([get('/bank/bankcode', { country: 'NG' })]);
	});

	test('work without a key', async () => {
		expect(await search('searchBanks', 'zenith', { apiKey: '' })).toHaveLength(1);
	});
});

describe('a list that cannot be loaded', () => {
	const failing = async (method: string, more: IDataObject = {}) =>
		await search(method, undefined, more).then(
			() => 'loaded',
			(error: unknown) => inspect(error, { depth: null }),
		);

	test("says so in the service's words, without the key", async () => {
		const shown = await failing('searchWallets', { apiKey: 'a-wrong-key-of-the-test' });
		expect(shown).toMatch(/Mavapay responded \(401\): "Invalid API key provided"/);
		expect(shown).not.toContain('a-wrong-key-of-the-test');
	});

	test('waits for no more than half a minute, since nobody can cancel it', async () => {
		const fault = { kind: 'status', status: 429, headers: { 'retry-after': '31' } } as const;
		service.sandbox.faults.add({ match: {}, fault });
		expect(await failing('searchWallets')).toMatch(/It asks to wait \(Retry-After\): "31/);
		expect(service.sandbox.requests).toHaveLength(1);
	});

	test('a key that the service repeats is masked', async () => {
		const { sandbox } = service;
		sandbox.faults.add({
			match: {},
			fault: { kind: 'status', status: 403, message: `No rights for ${sandbox.keys.write}` },
		});
		const shown = await failing('searchOrders');
		expect(shown).toContain('No rights for ********');
		expect(shown).not.toContain(sandbox.keys.write);
	});

	test('a base URL that may not be used is named before anything is sent', async () => {
		expect(await failing('searchBanks', { baseUrl: 'http://example.test/api/v1' })).toMatch(
			/'Base URL' must be a full URL/,
		);
		expect(service.sandbox.requests).toEqual([]);
	});
});

describe('the test of the credential', () => {
	const credentialTest = async (more: IDataObject = {}) => {
		const result = await runCredentialTest(new MavapayApi(), credentialOf(service.sandbox, more));
		for (const key of [service.sandbox.keys.write, 'a-wrong-key-of-the-test'])
			expect(JSON.stringify(result)).not.toContain(key);
		return result;
	};
	const refusedWith = async (message: RegExp, more: IDataObject = {}) => {
		const result = await credentialTest(more);
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
	};
	const against = async (fault: Fault, message: RegExp) =>
		await refusedWith(message, {
			baseUrl: `${(await serve(fault)).url}/api/v1`,
		});

	test('a good key is accepted, by one look at the wallets', async () => {
		expect(await credentialTest()).toMatchObject({ status: 'OK' });
		expect(sent(service.sandbox)).toEqual([get('/wallet')]);
	});

	test('the status word success is as good', async () => {
		service.sandbox.configure({ statusWord: 'success' });
		expect(await credentialTest()).toMatchObject({ status: 'OK' });
	});

	test.each(['/', '///', '  '])("a base URL that ends in '%s' is taken", async (end) => {
		expect(await credentialTest({ baseUrl: `${service.sandbox.url}${end}` })).toMatchObject({ status: 'OK' });
	});

	test('a wrong key is refused, with what to check', async () => {
		await refusedWith(/doesn't accept this key/, { apiKey: 'a-wrong-key-of-the-test' });
	});

	test('an empty key is refused as a wrong one', async () => {
		await refusedWith(/doesn't accept this key/, { apiKey: '' });
	});

	test('a key that may not read wallets is refused, with the roles that may', async () => {
		await against(answeringJson(403, { status: 'error', message: 'no' }), /doesn't let it read wallets/);
	});

	test('a path where nothing is names the field to check', async () => {
		await refusedWith(/There is no Mavapay API at this address.*Base URL/, {
			baseUrl: `http://127.0.0.1:${service.sandbox.port}/api/v2`,
		});
	});

	test('an error in a 200 is one', async () => {
		await against(answeringJson(200, { status: 'error', message: 'no' }), /Mavapay rejected the request/);
	});

	test.each([
		['an HTML page', answering(200, '<!doctype html><h1>Welcome</h1>', { 'Content-Type': 'text/html' })],
		['another JSON', answeringJson(200, { hello: 'world' })],
		['a list', answeringJson(200, [])],
		['nothing', answering(200)],
	])('%s in a 200 is not taken for Mavapay', async (_name, fault) => {
		await against(fault, /isn't from Mavapay's API/);
	});

	test('nothing listens, or the answer never comes', async () => {
		await refusedWith(/ECONNREFUSED|refused/i, { baseUrl: `http://127.0.0.1:${await closedPort()}/api/v1` });
		await against(faults.resetAfterRequest, /ECONNRESET|reset|hang up|aborted/i);
	});

	test.each([301, 302, 303, 307, 308])(
		'a redirect (%d) is not followed, so that the key goes nowhere else',
		async (status) => {
			const elsewhere = await serve(answeringJson(200, { status: 'ok', data: [] }));
			await against(answering(status, '', { Location: `http://localhost:${elsewhere.port}/wallet` }), /./);
			expect(elsewhere.requests).toEqual([]);
		},
	);

	test.each([
		['no path', (port: number) => `http://127.0.0.1:${port}`],
		['http on a public host', () => 'http://example.test/api/v1'],
		['no URL', () => 'api.example.test'],
		['nothing', () => ''],
		['another protocol', () => 'ftp://127.0.0.1/api/v1'],
		['a password', (port: number) => `http://a:b@127.0.0.1:${port}/api/v1`],
		['a query', (port: number) => `http://127.0.0.1:${port}/api/v1?a=b`],
	])('a base URL with %s is refused before any connection', async (_name, baseUrl) => {
		const server = await serve(answeringJson(200, { status: 'ok', data: [] }));
		await refusedWith(/'Base URL' must be a full URL with .*\/\/host\/api\/v1, without/, {
			baseUrl: baseUrl(server.port),
		});
		expect(server.connections()).toBe(0);
	});

	test.each(['two words', 'a\nbreak', 'ключ'])(
		'a key that no header can hold (%j) is refused before any connection',
		async (apiKey) => {
			await refusedWith(/'API Key' contains a space or another character that isn't allowed in a key/, { apiKey });
			expect(service.sandbox.requests).toEqual([]);
		},
	);
});
