/** Reads and payouts on n8n's engine in this process, beside n8n's bare helper: a quick look at what the node itself costs. */
import { atLeast, shown, type Row } from '../report';
import { TARGETS } from '../targets';
import { bankPayouts, protectedPayouts, transactionReads, walletReads, type Contender, type Task } from './contenders';
import { compare, type Comparison } from './measure';
import type { BenchService } from './service';

export interface SpeedBench {
	readonly ours: Contender;
	/** The helper in a node that reads the same parameters: n8n's part of the cost of ours. */
	readonly reading: Contender;
	readonly service: BenchService;
	/** Each run only once. */
	readonly quick: boolean;
	progress(what: string): void;
}

interface Run {
	readonly name: string;
	readonly items: number;
	readonly delayMs: number;
	readonly rounds: number;
	/** Null where the run is for information. */
	readonly target: number | null;
	task(service: BenchService, items: number): Task;
}

const wallets = {
	name: 'wallet: get, beside all at once',
	task: (service: BenchService, items: number) => walletReads(service, items),
};
const transactions = {
	name: 'transaction: get, beside all at once',
	task: (service: BenchService, items: number) => transactionReads(service, items),
};
const unprotected = {
	name: 'withdrawal: toBankAccount without reference and enquiry',
	task: (service: BenchService, items: number) => bankPayouts(service.url, items),
};
const guarded = {
	name: 'withdrawal: toBankAccount with both, record in memory',
	task: (service: BenchService, items: number) => protectedPayouts(service.url, items),
};

const RUNS: readonly Run[] = [
	{ ...wallets, items: 1_000, delayMs: 0, rounds: 3, target: TARGETS.reads },
	{ ...transactions, items: 1_000, delayMs: 0, rounds: 3, target: TARGETS.reads },
	// What people wait for is in the part 'scale', beside n8n's own node.
	{ ...transactions, items: 1_000, delayMs: 20, rounds: 3, target: null },
	{ ...transactions, items: 1, delayMs: 20, rounds: 20, target: TARGETS.reads },
	{ ...unprotected, items: 1_000, delayMs: 0, rounds: 3, target: null },
	{ ...guarded, items: 1_000, delayMs: 0, rounds: 3, target: null },
	{ ...guarded, items: 1, delayMs: 0, rounds: 20, target: null },
];

export async function speed(bench: SpeedBench): Promise<Row[]> {
	const rows: Row[] = [];
	for (const run of RUNS) rows.push(await measured(bench, run));
	await bench.service.delay(0);
	return rows;
}

async function measured(bench: SpeedBench, run: Run): Promise<Row> {
	const { ours, reading, service, quick, progress } = bench;
	const what = `${run.name}, ${run.items} items, ${run.delayMs} ms`;
	progress(what);
	await service.delay(run.delayMs);
	const result = await compare(
		ours,
		reading,
		() => run.task(service, run.items),
		quick ? Math.ceil(run.rounds / 3) : run.rounds,
	);
	return {
		what,
		measured: inWords(result, reading),
		target: run.target === null ? null : atLeast(result.speed, run.target),
	};
}

function inWords({ speed, ours, helper, addedCpuUs }: Comparison, { name }: Contender): string {
	const times = `${shown(ours.wallMs)} to ${shown(helper.wallMs)} ms`;
	return `speed ${speed.toFixed(3)} of ${name} (${times}), CPU ${addedCpuUs < 0 ? '' : '+'}${shown(addedCpuUs)} us per item`;
}
