import type { Failure } from '../service/failure';
import { ExecutionMemory } from './executionMemory';
import { tell, withAccepted, type Accepted } from './messages';
import { MoneyItem, type ItemEnd } from './moneyItem';
import { isPlanned, type ItemResult, type MoneyRun, type MoneyRunResult, type PlannedItem } from './moneyRun';
import { preCheck, slotOf, type Refusals } from './preChecks';
import { notSentFailure, unsettledHint, type NotReached } from './recordMessages';

export type { ItemResult, MoneyRun, MoneyRunResult, PlannedItem, RefusedItem } from './moneyRun';

type Ending = Omit<MoneyRunResult, 'hints'>;
type Failed = { readonly index: number; readonly failure: Failure };

/**
 * Runs items that pay or bind, one after the other; contract 5.6. No item makes it throw: with On
 * Error: Stop the failure to throw is `stoppedBy`, and its message lists what had been accepted.
 * It throws, before anything is sent, only when the memory of this execution cannot be read.
 */
export async function runMoney(run: MoneyRun): Promise<MoneyRunResult> {
	const memory = new ExecutionMemory(run.memory);
	const hints = new Set<string>();
	for (const item of run.items) {
		if (isPlanned(item)) for (const hint of item.plan.hints) hints.add(hint);
	}
	const refusals = preCheck(run, memory);
	const ending =
		run.stopOnFailure && refusals.size > 0
			? nothingSent(run, memory, refusals)
			: await sendAll(run, memory, refusals, (hint) => hints.add(hint));
	const unsettled = (await run.record?.finish()) ?? [];
	if (unsettled.length > 0) hints.add(unsettledHint(unsettled));
	return { ...ending, hints: [...hints] };
}

/** A failed check with On Error: Stop: no item is sent, whether it passed or not. */
function nothingSent(run: MoneyRun, memory: ExecutionMemory, refusals: Refusals): Ending {
	const results = run.items.map((item): Failed => {
		return { index: item.index, failure: refusals.get(item) ?? notReached(item, 'check') };
	});
	const first = run.items.findIndex((item) => refusals.has(item));
	return { results, stoppedBy: stoppedBy(results[first] ?? null, acceptedBefore(run, memory)) };
}

async function sendAll(
	run: MoneyRun,
	memory: ExecutionMemory,
	refusals: Refusals,
	hint: (text: string) => void,
): Promise<Ending> {
	const results: ItemResult[] = [];
	const accepted: Accepted[] = [];
	let first: Failed | null = null;
	let stop: NotReached | null = null;
	for (const item of run.items) {
		const { index } = item;
		if (stop === null && run.service.clock.cancelled()) stop = 'cancelled';
		const end = await endOf(item);
		if ('failure' in end) {
			results.push({ index, failure: end.failure });
			first ??= { index, failure: end.failure };
			stop ??= stopAfter(item, end.failure);
		} else {
			results.push({ index, outputs: end.outputs });
			if (end.accepted !== null) accepted.push({ index, ...end.accepted });
		}
	}
	return { results, stoppedBy: run.stopOnFailure ? stoppedBy(first, accepted) : null };

	async function endOf(item: MoneyRun['items'][number]): Promise<ItemEnd> {
		const refused = refusals.get(item);
		if (refused !== undefined) return { failure: refused };
		if (!isPlanned(item)) return { failure: item.failure };
		if (stop !== null) return { failure: notReached(item, stop) };
		return await new MoneyItem(run, memory, item, hint).execute();
	}

	function stopAfter(item: MoneyRun['items'][number], { outcome }: Failure): NotReached | null {
		if (outcome !== 'unknown') return run.stopOnFailure ? 'rejected' : null;
		// Where the item's own settings cannot be read, the careful one holds.
		return isPlanned(item) && item.plan.settings.onUnknown === 'continue' ? null : 'unknown';
	}
}

function notReached(item: PlannedItem | { failure: Failure }, because: NotReached): Failure {
	return 'failure' in item ? item.failure : notSentFailure(tell(item.plan, item.plan.amount, null), because);
}

function stoppedBy(failed: Failed | null, accepted: readonly Accepted[]): Failed | null {
	return failed === null ? null : { index: failed.index, failure: withAccepted(failed.failure, accepted) };
}

/** Items of this run that an earlier try in this execution paid. */
function acceptedBefore(run: MoneyRun, memory: ExecutionMemory): Accepted[] {
	return run.items.flatMap((item) => {
		const slot = isPlanned(item) ? slotOf(item, run, memory) : typeof item.key === 'string' ? memory.slot(item.key, '') : null;
		const entry = slot === null ? null : memory.find(slot);
		if (entry?.state !== 'accepted') return [];
		return [{ index: item.index, reference: entry.reference, transactionId: entry.transactionId }];
	});
}
