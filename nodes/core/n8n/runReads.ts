import type { ReadPlan } from '../operation/operation';
import { ItemStopped, unexpected } from '../service/failure';
import type { ReadService } from '../service/service';
import type { ItemResult, Planned } from './results';

/**
 * Runs reads, at most `itemsInParallel` of the first item at once. With `stopOnFailure` no further
 * item is started once one has failed; those under way end first.
 */
export async function runReads(
	items: ReadonlyArray<Planned<ReadPlan>>,
	service: ReadService,
	stopOnFailure: boolean,
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	const queue = items.values();
	let stopped = false;
	const worker = async () => {
		for (const item of queue) {
			if (stopped) return;
			const result = 'plan' in item ? await collect(item.index, item.plan, service) : item;
			results.push(result);
			if (stopOnFailure && 'failure' in result) stopped = true;
		}
	};
	const [first] = items.filter((item) => 'plan' in item);
	const parallel = first !== undefined && 'plan' in first ? first.plan.itemsInParallel : 1;
	await Promise.all(Array.from({ length: parallel }, worker));
	return results.sort((a, b) => a.index - b.index);
}

async function collect(index: number, plan: ReadPlan, service: ReadService): Promise<ItemResult> {
	try {
		return { index, outputs: await plan.collect(service) };
	} catch (error) {
		if (error instanceof ItemStopped) return { index, failure: error.failure };
		return { index, failure: unexpected(error) };
	}
}
