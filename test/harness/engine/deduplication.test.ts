/** The store in memory does what n8n's does. What else the harness does is tried by every test that runs on it. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { custom, MemoryDeduplicator, runNode, useDeduplication } from './';

afterEach(async () => {
	await useDeduplication(undefined);
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
