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
	await useDeduplication(new MemoryDeduplicator());
	const { contender, task } = prepare(order);
	// What is loaded and compiled on the first run is not what an item costs.
	await contender.run(task(50), async (execute) => await execute());
	let result = { peakLive: 0, endLive: 0, items: 0 };
	await contender.run(task(order.items), async (execute) => {
		const before = liveHeap();
		let peak = before;
		const timer = setInterval(() => (peak = Math.max(peak, liveHeap())), SAMPLE_EVERY_MS);
		const output = await execute();
		clearInterval(timer);
		const end = liveHeap();
		const items = sizeOf(output);
		result = { peakLive: Math.max(peak, end) - before, endLive: end - before, items };
		return output;
	});
	return { ...result, maxResident: process.resourceUsage().maxRSS * 1_024 };
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
