/** The harness shown on a toy node: running nodes, workflows, tools, and the deduplication store. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	answer,
	answeringJson,
	connect,
	custom,
	MANUAL_TRIGGER,
	MemoryDeduplicator,
	node,
	runNode,
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
});

describe('runWorkflow', () => {
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

	test('a partial run begins with an empty node context', async () => {
		const from = await runWorkflow(simple);
		const run = await runWorkflow({
			...simple,
			partial: { destination: 'Count', from, dirtyNodes: ['Count'] },
		});
		expect(run.error).toBeUndefined();
		expect(json(run.items('Count'))).toEqual([{ runs: 1 }]);
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
