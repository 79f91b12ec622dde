/** Compares the time and CPU of two contenders, which run in turns in one process. */
import { median } from '../report';
import type { Contender, Task, Watch } from './contenders';

interface Sample {
	readonly wallMs: number;
	/** CPU time of this process. The sandbox has its own process. */
	readonly cpuMs: number;
}

export interface Comparison {
	readonly oursMs: number;
	readonly otherMs: number;
	/** The other contender's time divided by ours, median of the rounds: above 1, ours is faster. */
	readonly speed: number;
	/** Our CPU time minus the other contender's, in microseconds per item. */
	readonly addedCpuUs: number;
}

/** Runs both contenders in turns. The order changes with every round, and the first round isn't counted. */
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

/** Runs the contender once, after a garbage collection. */
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
