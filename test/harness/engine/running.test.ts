/** The harness shown on a toy node: running nodes, workflows, tools, and the deduplication store. */
import type { ICredentialType, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import {
	answer,
	answering,
	answeringJson,
	connect,
	custom,
	faults,
	itemsSource,
	LOOP,
	MANUAL_TRIGGER,
	MemoryDeduplicator,
	node,
	plainDescription,
	runNode,
	runTool,
	runWorkflow,
	useDeduplication,
	type Fault,
} from './';
import { serve } from './startedFaultServers';
import { TOY_CREDENTIAL, TOY_KEY, toyCredential } from './toyCredential';
import { TOY_NODE, toyNode } from './toyNode';

afterEach(async () => {
	await useDeduplication(undefined);
});

/** Answers 500 to the amounts named, 200 to the others. */
const refusing = (...amounts: string[]): Fault => ({
	onRequest: (socket, { body }) =>
		socket.end(
			amounts.some((amount) => body.includes(`"${amount}"`))
				? answer(500, '{"message":"no"}')
				: answer(200, '{"ok":true}'),
		),
});

const credentials = { [TOY_CREDENTIAL]: { key: TOY_KEY } };
const toy = (url: string) => ({
	type: toyNode,
	typeName: TOY_NODE,
	parameters: { url, amount: '={{ $json.amount }}' },
	credentialTypes: [toyCredential],
	credentials,
});
const amounts = (...list: string[]) => list.map((amount) => ({ amount }));
const json = (items: INodeExecutionData[]) => items.map((item) => item.json);

describe('runNode', () => {
	test('runs over all items, with expressions, credentials, hints and node context', async () => {
		const server = await serve(answeringJson(200, { ok: true }));
		const run = await runNode({ ...toy(server.url), items: amounts('1', '2') });
		expect(run.nodeError).toBeUndefined();
		expect(run.status).toBe('success');
		expect(json(run.success)).toEqual([
			{ amount: '1', ok: true },
			{ amount: '2', ok: true },
		]);
		expect(run.success[1]?.pairedItem).toEqual({ item: 1 });
		expect(server.requests[0]?.headers).toMatchObject({ 'x-api-key': TOY_KEY });
		expect(run).toMatchObject({
			tries: 1,
			hints: [{ message: 'Paid 2' }],
			context: { paid: ['1', '2'] },
		});
	});

	test('stops at an error by default', async () => {
		const server = await serve(refusing('2'));
		const run = await runNode({ ...toy(server.url), items: amounts('1', '2', '3') });
		expect(run.status).toBe('error');
		expect(run.nodeError).toMatchObject({ name: 'NodeApiError', httpCode: '500' });
		expect(run.success).toEqual([]);
		expect(server.requests).toHaveLength(2);
	});

	test('continues on the regular output', async () => {
		const server = await serve(refusing('2'));
		const run = await runNode({
			...toy(server.url),
			items: amounts('1', '2', '3'),
			onError: 'continueRegularOutput',
		});
		expect(run.status).toBe('success');
		expect(run.success.map((item) => item.json.ok ?? item.json.error)).toEqual([
			true,
			'The service was not able to process your request',
			true,
		]);
	});

	test('continues on the error output; an item with an error keeps nothing but its text', async () => {
		const server = await serve(refusing('2'));
		const run = await runNode({
			...toy(server.url),
			items: amounts('1', '2', '3'),
			onError: 'continueErrorOutput',
		});
		expect(json(run.success).map(({ amount }) => amount)).toEqual(['1', '3']);
		expect(json(run.errors)).toEqual([{ error: 'The service was not able to process your request' }]);
	});

	test('an item that is only error, message, details is merged over its input item', async () => {
		const run = await runNode({
			type: custom(async function (this: IExecuteFunctions) {
				const failed = { error: 'e', message: 'm', details: { paid: false } };
				return [[{ json: failed, pairedItem: { item: 0 } }]];
			}),
			typeName: 'test.custom',
			parameters: {},
			items: amounts('7'),
			onError: 'continueErrorOutput',
		});
		expect(run.success).toEqual([]);
		expect(json(run.errors)).toEqual([{ amount: '7', error: 'e', message: 'm', details: { paid: false } }]);
	});

	test('retries on fail; the node context survives the tries', async () => {
		const failsOnce: Fault = {
			onRequest: (socket, { body }, index) =>
				socket.end(index === 1 ? answer(500) : answer(200, `{"got":${JSON.stringify(body)}}`)),
		};
		const server = await serve(failsOnce);
		const run = await runNode({
			...toy(server.url),
			items: amounts('1', '2'),
			retryOnFail: true,
			maxTries: 3,
		});
		expect(run.tries).toBe(2);
		expect(json(run.success)).toEqual([
			{ amount: '1', replayed: true },
			{ amount: '2', got: '{"amount":"2"}' },
		]);
		expect(server.requests).toHaveLength(3);
	});

	test('execute once takes the first item only', async () => {
		const server = await serve(answeringJson(200, {}));
		const run = await runNode({ ...toy(server.url), items: amounts('1', '2'), executeOnce: true });
		expect(json(run.success)).toEqual([{ amount: '1' }]);
	});

	test('a failed execution is retried from the list with its node context', async () => {
		const server = await serve(refusing('2'));
		const options = { ...toy(server.url), items: amounts('1', '2') };
		const failed = await runNode(options);
		expect(failed.status).toBe('error');
		const healthy = await serve(answeringJson(200, { ok: true }));
		const unchanged = await runNode({ ...options, retryOf: failed });
		expect(unchanged).toMatchObject({ status: 'error', tries: 1 });
		/* The stored node is run, with its stored parameters: the first server again. */
		expect(server.requests.map(({ body }) => body)).toEqual(['{"amount":"1"}', '{"amount":"2"}', '{"amount":"2"}']);
		expect(healthy.requests).toHaveLength(0);

		const current = { ...options, ...toy(healthy.url), retryOf: failed, retryWithCurrent: true };
		expect(json((await runNode(current)).success)).toEqual([
			{ amount: '1', replayed: true },
			{ amount: '2', ok: true },
		]);
		expect(healthy.requests).toHaveLength(1);
	});

	test('a credential may authenticate with a function', async () => {
		const server = await serve(answeringJson(200, {}));
		const byFunction: ICredentialType = {
			...toyCredential,
			authenticate: async ({ key }, request) => ({
				...request,
				headers: { ...request.headers, Authorization: `Bearer ${String(key)}` },
			}),
		};
		await runNode({ ...toy(server.url), credentialTypes: [byFunction] });
		expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${TOY_KEY}`);
	});

	test('a cancel aborts the request in flight', async () => {
		const server = await serve(faults.noAnswer);
		const run = await runNode({ ...toy(server.url), cancelWhen: server.arrived() });
		expect(run.status).toBe('canceled');
		expect(run.nodeError).toMatchObject({ message: 'canceled', httpCode: 'ERR_CANCELED' });
	});
});

describe('runWorkflow', () => {
	test('a loop runs the node once per batch, in one node context', async () => {
		const server = await serve(answeringJson(200, {}));
		const parameters = { url: server.url, amount: '={{ $json.amount }}' };
		const references = { [TOY_CREDENTIAL]: { id: 'x', name: 'x' } };
		const run = await runWorkflow({
			nodes: [
				node('Start', MANUAL_TRIGGER),
				node('Items', 'test.items'),
				node('Loop', LOOP, { typeVersion: 3 }),
				node('Pay', TOY_NODE, { parameters, credentials: references }),
			],
			connections: connect(['Start', 'Items'], ['Items', 'Loop'], ['Loop', 'Pay', 1], ['Pay', 'Loop']),
			nodeTypes: { 'test.items': itemsSource(amounts('1', '2', '1')), [TOY_NODE]: toyNode },
			credentialTypes: [toyCredential],
			credentials,
			mode: 'manual',
		});
		expect(run.error).toBeUndefined();
		expect(run.runData.Pay).toHaveLength(3);
		expect(json(run.items('Pay', 0, 2))).toEqual([{ amount: '1', replayed: true }]);
		expect(json(run.items('Loop', 0))).toHaveLength(3);
		expect(run.context('Pay')).toEqual({ paid: ['1', '2'] });
	});

	const counter = custom(async function (this: IExecuteFunctions) {
		const context = this.getContext('node');
		context.runs = Number(context.runs ?? 0) + 1;
		const data = this.getWorkflowStaticData('global');
		data.runs = Number(data.runs ?? 0) + 1;
		return [[{ json: { runs: context.runs } }]];
	});
	const simple = {
		nodes: [node('Start', MANUAL_TRIGGER), node('Count', 'test.custom')],
		connections: connect(['Start', 'Count']),
		nodeTypes: { 'test.custom': counter },
	};

	test('static data goes in and comes out', async () => {
		const run = await runWorkflow({ ...simple, staticData: { global: { runs: 4 } } });
		expect(run.staticData).toEqual({ global: { runs: 5 } });
	});

	test('pinned data stands in for a node', async () => {
		const run = await runWorkflow({ ...simple, pinData: { Count: [{ json: { pinned: true } }] } });
		expect(json(run.items('Count'))).toEqual([{ pinned: true }]);
	});

	test('a partial run begins with an empty node context', async () => {
		const from = await runWorkflow(simple);
		const run = await runWorkflow({
			...simple,
			partial: { destination: 'Count', from, dirtyNodes: ['Count'] },
		});
		expect(run.error).toBeUndefined();
		expect(json(run.items('Count'))).toEqual([{ runs: 1 }]);
	});

	test('node starts can be watched', async () => {
		const started: string[] = [];
		await runWorkflow({ ...simple, onNodeStart: (name) => void started.push(name) });
		expect(started).toEqual(['Start', 'Count']);
	});
});

describe('the deduplication store', () => {
	const recorder = custom(async function (this: IExecuteFunctions) {
		const values = this.getInputData().map((item) => String(item.json.value));
		const { new: fresh, processed } = await this.helpers.checkProcessedAndRecord(values, 'workflow', {
			mode: 'entries',
			maxEntries: 3,
		});
		return [[{ json: { fresh, processed } }]];
	});
	const record = async (values: string[], workflowId = 'w1') => {
		const run = await runNode({
			type: recorder,
			typeName: 'test.custom',
			parameters: {},
			items: values.map((value) => ({ value })),
			workflowId,
		});
		if (run.nodeError) throw new Error(run.nodeError.message);
		return run.success[0]?.json;
	};

	test('remembers, per workflow, up to maxEntries; equal values of one call are both new', async () => {
		const store = new MemoryDeduplicator();
		await useDeduplication(store);
		expect(await record(['a', 'a'])).toEqual({ fresh: ['a', 'a'], processed: [] });
		expect(await record(['a', 'b'])).toEqual({ fresh: ['b'], processed: ['a'] });
		expect(await record(['a'], 'w2')).toEqual({ fresh: ['a'], processed: [] });
		await record(['c', 'd']);
		expect([store.has('b', 'w1'), store.has('a', 'w1')]).toEqual([true, false]);
		expect(store.calls).toHaveLength(4);
	});

	test('loses entries of simultaneous calls, unless asked to serialise', async () => {
		const values = ['1', '2', '3', '4', '5'];
		const scope = { workflow: { id: 'w1', active: true } };
		const options = { mode: 'entries' as const };
		const burst = async (store: MemoryDeduplicator) => {
			await store.checkProcessedAndRecord(['0'], 'workflow', scope, options);
			await Promise.all(values.map(async (v) => await store.checkProcessedAndRecord([v], 'workflow', scope, options)));
			return store.size;
		};
		expect(await burst(new MemoryDeduplicator())).toBeLessThan(6);
		expect(await burst(new MemoryDeduplicator({}, true))).toBe(6);
	});

	test('can be held between read and write, lose an answer, fail, be absent', async () => {
		const store = new MemoryDeduplicator();
		await useDeduplication(store);
		const release: Array<() => void> = [];
		const held = new Promise<void>((resolve) => release.push(resolve));
		const reached = new Promise<void>((resolve) => {
			store.hooks.gap = async () => {
				resolve();
				await held;
			};
		});
		const first = record(['a']);
		await reached;
		expect(store.size).toBe(0);
		release.forEach((go) => go());
		await first;
		expect(store.has('a', 'w1')).toBe(true);

		store.hooks = { after: () => Promise.reject(new Error('answer lost')) };
		await expect(record(['b'])).rejects.toThrow('answer lost');
		expect(store.has('b', 'w1')).toBe(true);

		store.hooks = { before: () => Promise.reject(new Error('database is locked')) };
		await expect(record(['c'])).rejects.toThrow('database is locked');
		expect(store.has('c', 'w1')).toBe(false);

		store.hooks = {};
		await expect(record(['d'], '')).rejects.toThrow();
		await useDeduplication(undefined);
		await expect(record(['e'])).rejects.toThrow(/Make sure to call init/);
	});
});

describe('as a tool', () => {
	const tool = (url: string) => ({
		...toy(url),
		parameters: { url, amount: "={{ $fromAI('amount', 'How much', 'string') }}" },
		calls: [
			{ id: 'call-1', input: { amount: '5' } },
			{ id: 'call-2', input: { amount: '6' } },
		],
	});

	test.each(['engine', 'connection'] as const)('runs on the %s path', async (path) => {
		const server = await serve(answeringJson(200, { ok: true }));
		const run = await runTool({ ...tool(server.url), path });
		expect(run.execution.error).toBeUndefined();
		expect(run.tries).toBe(2);
		expect(run.answers.map(({ id }) => id)).toEqual(['call-1', 'call-2']);
		expect(JSON.stringify(run.answers[1]?.output)).toContain('6');
		expect(server.requests.map(({ body }) => body)).toEqual(['{"amount":"5"}', '{"amount":"6"}']);
	});

	test.each(['engine', 'connection'] as const)('hands an error on, on the %s path', async (path) => {
		const server = await serve(answering(500));
		const run = await runTool({ ...tool(server.url), path });
		expect(run.answers[0]?.error).toContain('The service was not able to process your request');
	});

	test('the node sees a type that ends in Tool', async () => {
		const types: string[] = [];
		const spy: INodeType = {
			...custom(async function (this: IExecuteFunctions) {
				types.push(this.getNode().type);
				return [[{ json: {} }]];
			}),
			description: { ...plainDescription('x.y'), usableAsTool: true },
		};
		const calls = [{ id: '1', input: {} }];
		await runTool({ path: 'engine', type: spy, typeName: 'x.y', parameters: {}, calls });
		expect(types).toEqual(['x.yTool']);
	});
});
