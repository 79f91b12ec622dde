/** One contender in a process of its own, so that heap and resident memory are its alone. Run with --expose-gc. */
import '../../harness/engine/environment';
import type { INodeExecutionData } from 'n8n-workflow';
import { MemoryDeduplicator, useDeduplication } from '../../harness/engine';
import { loadCredential, loadNode } from '../built';
import { bankPayouts, bareHelper, ours, transactionReads } from './contenders';
import { memoryOrder, type MemoryOrder, type MemoryResult } from './memoryOrder';

/** Between samples; each is a full collection, which must not become most of the work. */
const SAMPLE_EVERY_MS = 500;

function prepare(order: MemoryOrder) {
	const credential = loadCredential(order.built);
	const contender =
		order.who === 'ours'
			? ours(loadNode(order.built), credential, order.service)
			: bareHelper(credential, order.service);
	const task = (items: number) =>
		order.work === 'reads' ? transactionReads(order.service, items) : bankPayouts(order.service.url, items);
	return { contender, task };
}

function liveHeap(): number {
	if (globalThis.gc === undefined) throw new Error('Run this with --expose-gc');
	globalThis.gc();
	return process.memoryUsage().heapUsed;
}

async function measure(order: MemoryOrder): Promise<MemoryResult> {
	const { contender, task } = prepare(order);
	// What is loaded and compiled on the first run is not what an item costs.
	await useDeduplication(new MemoryDeduplicator());
	await contender.run(task(50), async (execute) => await execute());

	const store = new StoreInMemory();
	await useDeduplication(store.deduplicator);
	let result = { peakLive: 0, endLive: 0, items: 0 };
	await contender.run(task(order.items), async (execute) => {
		const samples = [store.sample()];
		const timer = setInterval(() => samples.push(store.sample()), SAMPLE_EVERY_MS);
		const output = await execute();
		clearInterval(timer);
		samples.push(store.sample());
		const live = await store.without(samples);
		const before = live[0] ?? 0;
		const end = live.at(-1) ?? 0;
		result = { peakLive: Math.max(...live) - before, endLive: end - before, items: sizeOf(output) };
		return output;
	});
	return { ...result, maxResident: process.resourceUsage().maxRSS * 1_024 };
}

interface StoreSample {
	/** Bytes that are reachable, the store's among them. */
	readonly heap: number;
	/** Rows of the store. */
	readonly rows: number;
}

/** n8n's store lies in its database; here it lies on the heap that is measured, so its part is taken off each sample. */
class StoreInMemory {
	deduplicator = new MemoryDeduplicator();

	sample(): StoreSample {
		// The journal is for tests that look at calls.
		this.deduplicator.calls.length = 0;
		return { heap: liveHeap(), rows: this.deduplicator.size };
	}

	/** Bytes at each sample without the store, each of whose rows takes as much. Ends the store. */
	async without(samples: readonly StoreSample[]): Promise<number[]> {
		const { heap, rows } = this.sample();
		this.deduplicator = new MemoryDeduplicator();
		await useDeduplication(this.deduplicator);
		const row = rows === 0 ? 0 : (heap - liveHeap()) / rows;
		return samples.map((sample) => sample.heap - row * sample.rows);
	}
}

/** What a copy of the items takes on the heap. */
function sizeOf(output: INodeExecutionData[][]): number {
	const text = JSON.stringify(output);
	const before = liveHeap();
	const copy: unknown = JSON.parse(text);
	const size = liveHeap() - before;
	if (!Array.isArray(copy)) throw new Error('The node gave no items');
	return size;
}

process.once('message', (message) => {
	measure(memoryOrder.parse(message)).then(
		(result) => process.send?.(result, () => process.exit()),
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
});
