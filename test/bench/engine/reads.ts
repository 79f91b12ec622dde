/** Reads on n8n's engine, compared with n8n's request helper in a node that reads the same parameters. */
import { atLeast, shown, type Row } from '../report';
import { TARGETS } from '../targets';
import { transactionReads, walletReads, type Contender } from './contenders';
import { compare } from './measure';
import type { BenchService } from './service';

const RUNS = [
	{ name: 'wallet: get', taskOf: walletReads, items: 1_000, delayMs: 0, rounds: 3 },
	{ name: 'transaction: get', taskOf: transactionReads, items: 1_000, delayMs: 0, rounds: 3 },
	{ name: 'transaction: get', taskOf: transactionReads, items: 1, delayMs: 20, rounds: 20 },
];

interface Bench {
	readonly ours: Contender;
	readonly reading: Contender;
	readonly service: BenchService;
	/** Whether to measure only a third of the rounds. */
	readonly quick: boolean;
	progress(what: string): void;
}

export async function reads({ ours, reading, service, quick, progress }: Bench): Promise<Row[]> {
	const rows: Row[] = [];
	for (const { name, taskOf, items, delayMs, rounds } of RUNS) {
		const what = `${name}, vs. all at once, ${items} items, ${delayMs} ms`;
		progress(what);
		await service.delay(delayMs);
		const counted = quick ? Math.ceil(rounds / 3) : rounds;
		const { speed, oursMs, otherMs, addedCpuUs } = await compare(ours, reading, () => taskOf(service, items), counted);
		const cpu = `${addedCpuUs < 0 ? '' : '+'}${shown(addedCpuUs)} us per item`;
		rows.push({
			what,
			measured: `speed ${speed.toFixed(3)} of a node that reads its parameters (${shown(oursMs)} to ${shown(otherMs)} ms), CPU ${cpu}`,
			target: atLeast(speed, TARGETS.reads),
		});
	}
	await service.delay(0);
	return rows;
}
