/** Time and CPU of contenders, taken in turns within one process and told as medians and ratios. */
import { median } from '../report';
import type { Contender, Task, Watch } from './contenders';

export interface Sample {
	readonly wallMs: number;
	/** Of this process: the sandbox has its own. */
	readonly cpuMs: number;
}

export interface Comparison {
	readonly ours: Sample;
	readonly helper: Sample;
	/** The helper's time by ours, median of the rounds: 1 is as fast, above 1 faster. */
	readonly speed: number;
	/** Our CPU less the helper's, in microseconds per item. */
	readonly addedCpuUs: number;
}

/** Runs both in turns; who goes first changes with every round, and the first round is not counted. */
export async function compare(
	ours: Contender,
	helper: Contender,
	taskOf: () => Task,
	rounds: number,
): Promise<Comparison> {
	const samples: Array<{ ours: Sample; helper: Sample }> = [];
	let items = 1;
	for (let round = 0; round <= rounds; round++) {
		const task = taskOf();
		items = task.items.length;
		const first = await sample(round % 2 === 0 ? ours : helper, task);
		const second = await sample(round % 2 === 0 ? helper : ours, task);
		if (round === 0) continue;
		samples.push(round % 2 === 0 ? { ours: first, helper: second } : { ours: second, helper: first });
	}
	const of = (who: 'ours' | 'helper'): Sample => ({
		wallMs: median(samples.map((one) => one[who].wallMs)),
		cpuMs: median(samples.map((one) => one[who].cpuMs)),
	});
	return {
		ours: of('ours'),
		helper: of('helper'),
		speed: median(samples.map((one) => one.helper.wallMs / one.ours.wallMs)),
		addedCpuUs: (1_000 * median(samples.map((one) => one.ours.cpuMs - one.helper.cpuMs))) / items,
	};
}

/** One run. What an earlier one left behind is collected first, where the process lets us. */
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
	await contender.run(task, watch);
	if (taken === null) throw new Error(`${contender.name} did not run`);
	return taken;
}
