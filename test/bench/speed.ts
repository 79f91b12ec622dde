/** Reads and payouts beside n8n's bare helper, against a service that answers at once and after 20 ms. */
import type { INodeParameters } from 'n8n-workflow';
import { bankPayouts, transactionReads, walletReads, type Contender, type Task } from './contenders';
import { compare, type Comparison } from './measure';
import { atLeast, shown, type Row } from './report';
import type { BenchService } from './service';

const READ_TARGET = 0.9;
const MONEY_TARGET = 0.95;
/** The node's own default. */
const ITEMS_IN_PARALLEL = 5;

export interface SpeedBench {
	readonly ours: Contender;
	readonly helper: Contender;
	/** The helper in a node that reads the same parameters: n8n's part of the cost of ours. */
	readonly reading: Contender;
	readonly service: BenchService;
	rounds(usual: number): number;
	progress(what: string): void;
}

interface Run {
	readonly items: number;
	readonly delayMs: number;
	readonly rounds: number;
}

const READ_RUNS: readonly Run[] = [
	{ items: 1, delayMs: 0, rounds: 60 },
	{ items: 100, delayMs: 0, rounds: 21 },
	{ items: 1_000, delayMs: 0, rounds: 9 },
	{ items: 1, delayMs: 20, rounds: 20 },
	{ items: 100, delayMs: 20, rounds: 7 },
	{ items: 1_000, delayMs: 20, rounds: 2 },
];

const MONEY_RUNS: readonly Run[] = [
	{ items: 1, delayMs: 0, rounds: 60 },
	{ items: 100, delayMs: 0, rounds: 21 },
	{ items: 1_000, delayMs: 0, rounds: 9 },
	{ items: 1, delayMs: 20, rounds: 20 },
	{ items: 100, delayMs: 20, rounds: 3 },
	{ items: 1_000, delayMs: 20, rounds: 1 },
];

export async function reads(bench: SpeedBench): Promise<Row[]> {
	const { service } = bench;
	const rows: Row[] = [];
	for (const run of READ_RUNS) {
		for (const [name, taskOf] of [
			['wallet: get', () => walletReads(service, run.items, ITEMS_IN_PARALLEL)],
			['transaction: get', () => transactionReads(service, run.items, ITEMS_IN_PARALLEL)],
		] as const) {
			rows.push(...(await measured(bench, `${name}, ${ITEMS_IN_PARALLEL} at a time`, run, taskOf, READ_TARGET)));
		}
	}
	return rows;
}

export async function money(bench: SpeedBench): Promise<Row[]> {
	const { service } = bench;
	const rows: Row[] = [];
	const payouts = (items: number, options: INodeParameters = {}) => bankPayouts(service.url, items, options);
	for (const run of MONEY_RUNS) {
		rows.push(...(await measured(bench, 'withdrawal: toBankAccount', run, () => payouts(run.items), MONEY_TARGET)));
	}
	const capped = { maximumTotal: '900000000000' };
	const run = { items: 1_000, delayMs: 0, rounds: 3 };
	rows.push(...(await measured(bench, 'the same with Maximum Total', run, () => payouts(run.items, capped), null)));
	return rows;
}

/**
 * A run of many items is held against the bare helper. One of a single item spends most of its time on
 * n8n's evaluating of expressions, about a quarter of a millisecond each, which the bare helper is
 * spared; so it is held against a node that reads the same parameters, and the bare helper is told too.
 */
async function measured(
	{ ours, helper, reading, service, rounds, progress }: SpeedBench,
	name: string,
	run: Run,
	taskOf: () => Task,
	target: number | null,
): Promise<Row[]> {
	const what = `${name}, ${run.items} items, ${run.delayMs} ms`;
	progress(what);
	await service.delay(run.delayMs);
	const rows: Row[] = [];
	const row = async (other: Contender, least: number | null): Promise<Row> => {
		const result = await compare(ours, other, taskOf, rounds(run.rounds));
		return { what, measured: inWords(result, other), target: least === null ? null : atLeast(result.speed, least) };
	};
	rows.push(await row(helper, run.items === 1 ? null : target));
	if (run.items === 1) rows.push(await row(reading, target));
	await service.delay(0);
	return rows;
}

function inWords({ speed, ours, helper, addedCpuUs }: Comparison, { name }: Contender): string {
	const times = `${shown(ours.wallMs)} to ${shown(helper.wallMs)} ms`;
	return `speed ${speed.toFixed(3)} of ${name} (${times}), CPU ${addedCpuUs < 0 ? '' : '+'}${shown(addedCpuUs)} us per item`;
}
