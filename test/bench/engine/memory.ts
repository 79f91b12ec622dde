/** Heap memory for 1,000 items, compared with n8n's bare request helper. */
import type { INodeExecutionData } from 'n8n-workflow';
import { MemoryDeduplicator, useDeduplication } from '../../harness/engine';
import { shown, type Row } from '../report';
import { bankPayouts, transactionReads, type Contender, type Task } from './contenders';
import type { BenchService } from './service';

const ITEMS = 1_000;
/** Time between samples. Each sample is a full garbage collection, which must not become most of the work. */
const SAMPLE_EVERY_MS = 100;

/** Reads wait for their answers together. With instant answers they would end between two samples. */
const WORK = [
	{ name: 'transaction: get', taskOf: transactionReads, answerMs: 300 },
	{
		name: 'withdrawal: toBankAccount',
		taskOf: ({ url }: BenchService, items: number) => bankPayouts(url, items),
		answerMs: 0,
	},
];

/** In MiB, above the memory in use before the node ran. */
interface Heap {
	/** The most memory that was reachable at any sample. */
	readonly peak: number;
	/** The memory of the output items alone. */
	readonly items: number;
}

export async function memory(
	{ ours, helper }: { readonly ours: Contender; readonly helper: Contender },
	service: BenchService,
	progress: (what: string) => void,
): Promise<Row[]> {
	const rows: Row[] = [];
	for (const { name, taskOf, answerMs } of WORK) {
		progress(`memory of ${name}`);
		await service.delay(answerMs);
		const task = (items: number) => taskOf(service, items);
		const { peak, items } = await heapOf(ours, task);
		const other = await heapOf(helper, task);
		const allowed = other.peak + items;
		rows.push({
			what: `${name}, ${ITEMS} items, most on the heap at once`,
			measured: `${shown(peak)} MiB, the helper ${shown(other.peak)}, the items themselves ${shown(items)}`,
			target: { text: `<= ${shown(allowed)} MiB`, met: peak <= allowed },
		});
	}
	return rows;
}

async function heapOf(contender: Contender, task: (items: number) => Task): Promise<Heap> {
	// The first run also loads and compiles code, which isn't part of an item's cost.
	await useDeduplication(new MemoryDeduplicator());
	await contender(task(50), async (execute) => await execute());

	const store = new StoreInMemory();
	await useDeduplication(store.deduplicator);
	let heap: Heap = { peak: 0, items: 0 };
	await contender(task(ITEMS), async (execute) => {
		const samples = [store.sample()];
		const timer = setInterval(() => samples.push(store.sample()), SAMPLE_EVERY_MS);
		const output = await execute();
		clearInterval(timer);
		samples.push(store.sample());
		const live = await store.without(samples);
		heap = { peak: Math.max(...live) - (live[0] ?? 0), items: sizeOf(output) };
		return output;
	});
	return heap;
}

/** Heap memory in use after a garbage collection, in MiB. */
function liveHeap(): number {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed / 2 ** 20;
}

interface StoreSample {
	/** Heap memory in use, including the store's, in MiB. */
	readonly heap: number;
	readonly rows: number;
}

/** A store on the measured heap, in place of n8n's database. Its memory is subtracted from each sample. */
class StoreInMemory {
	deduplicator = new MemoryDeduplicator();

	sample(): StoreSample {
		// The list of calls would grow, and only other tests read it.
		this.deduplicator.calls.length = 0;
		return { heap: liveHeap(), rows: this.deduplicator.size };
	}

	/** The MiB of each sample without the store, whose rows are all counted as equally large. Ends the store. */
	async without(samples: readonly StoreSample[]): Promise<number[]> {
		const { heap, rows } = this.sample();
		this.deduplicator = new MemoryDeduplicator();
		await useDeduplication(this.deduplicator);
		const row = rows === 0 ? 0 : (heap - liveHeap()) / rows;
		return samples.map((sample) => sample.heap - row * sample.rows);
	}
}

/** What a copy of the items takes on the heap, in MiB. */
function sizeOf(output: INodeExecutionData[][]): number {
	const text = JSON.stringify(output);
	const before = liveHeap();
	const copy: unknown = JSON.parse(text);
	const size = liveHeap() - before;
	if (!Array.isArray(copy)) throw new Error('The node gave no items');
	return size;
}
