/** Time and CPU of contenders, taken in turns within one process. */
import { median } from '../report';
import type { Contender, Task, Watch } from './contenders';

interface Sample {
	readonly wallMs: number;
	/** Of this process: the sandbox has its own. */
	readonly cpuMs: number;
}

export interface Comparison {
	readonly oursMs: number;
	readonly otherMs: number;
	/** The other's time by ours, median of the rounds: 1 is as fast, above 1 faster. */
	readonly speed: number;
	/** Our CPU less the other's, in microseconds per item. */
	readonly addedCpuUs: number;
}

/** Runs both in turns; who goes first changes with every round, and the first round is not counted. */
export async function compare(
	ours: Contender,
	other: Contender,
	taskOf: () => Task,
	rounds: number,
): Promise<Comparison> {
	const samples: Array<{ ours: Sample; other: Sample }> = [];
	let items = 1;
	for (let round = 0; round <= rounds; round++) {
		const task = taskOf();
		items = task.items.length;
		const first = await sample(round % 2 === 0 ? ours : other, task);
		const second = await sample(round % 2 === 0 ? other : ours, task);
		if (round === 0) continue;
		samples.push(round % 2 === 0 ? { ours: first, other: second } : { ours: second, other: first });
	}
	return {
		oursMs: median(samples.map((one) => one.ours.wallMs)),
		otherMs: median(samples.map((one) => one.other.wallMs)),
		speed: median(samples.map((one) => one.other.wallMs / one.ours.wallMs)),
		addedCpuUs: (1_000 * median(samples.map((one) => one.ours.cpuMs - one.other.cpuMs))) / items,
	};
}

/** One run. What an earlier one left behind is collected first. */
export async function sample(contender: Contender, task: Task): Promise<Sample> {
	globalThis.gc?.();
	let taken: Sample | null = null;
	const watch: Watch = async (execute) => {
		const cpu = process.cpuUsage();
		const start = performance.now();
		const output = await execute();
		const wallMs = performance.now() - start;
		const { user, system } = process.cpuUsage(cpu);
		taken = { wallMs, cpuMs: (user + system) / 1_000 };
		return output;
	};
	await contender(task, watch);
	if (taken === null) throw new Error('The node did not run');
	return taken;
}
