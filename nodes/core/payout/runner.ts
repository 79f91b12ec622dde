import type { Failure } from '../service/failure';
import { ExecutionMemory } from './executionMemory';
import { tell, withAccepted, type Accepted } from './messages';
import { MoneyItem, type ItemEnd } from './moneyItem';
import { isPlanned, type ItemResult, type MoneyRun, type MoneyRunResult, type PlannedItem, type RefusedItem } from './moneyRun';
import { preCheck, type Refusals } from './preChecks';
import { notSentFailure, unsettledHint, type NotReached } from './recordMessages';

export type { ItemResult, MoneyRun, MoneyRunResult, PlannedItem, RefusedItem } from './moneyRun';

type Ending = Omit<MoneyRunResult, 'hints'>;
type Failed = { readonly index: number; readonly failure: Failure };

interface State {
	readonly run: MoneyRun;
	readonly memory: ExecutionMemory;
	readonly refusals: Refusals;
	readonly hint: (text: string) => void;
}

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
	const state: State = { run, memory, refusals, hint: (text) => hints.add(text) };
	const ending = run.stopOnFailure && refusals.size > 0 ? nothingSent(state) : await sendAll(state);
	const unsettled = (await run.record?.finish()) ?? [];
	if (unsettled.length > 0) hints.add(unsettledHint(unsettled));
	return { ...ending, hints: [...hints] };
}

/** A failed check with On Error: Stop: no item is sent, whether it passed or not. */
function nothingSent(state: State): Ending {
	const { items } = state.run;
	const results: ItemResult[] = [];
	const accepted: Accepted[] = [];
	let first: Failed | null = null;
	for (const item of items) {
		const end = notReached(item, 'check', state);
		add(item.index, end, results, accepted);
		if (state.refusals.has(item) && 'failure' in end) first ??= { index: item.index, failure: end.failure };
	}
	return { results, stoppedBy: stoppedBy(first, accepted) };
}

async function sendAll(state: State): Promise<Ending> {
	const { run, memory, refusals, hint } = state;
	const results: ItemResult[] = [];
	const accepted: Accepted[] = [];
	let first: Failed | null = null;
	let stop: NotReached | null = null;
	// Taken out one by one, so that the plan of an item does not outlive it.
	for (let item = run.items.shift(); item !== undefined; item = run.items.shift()) {
		if (stop === null && run.service.clock.cancelled()) stop = 'cancelled';
		const end = await endOf(item);
		add(item.index, end, results, accepted);
		if ('failure' in end) {
			first ??= { index: item.index, failure: end.failure };
			stop ??= stopAfter(item, end.failure);
		}
	}
	return { results, stoppedBy: run.stopOnFailure ? stoppedBy(first, accepted) : null };

	async function endOf(item: MoneyRun['items'][number]): Promise<ItemEnd> {
		if (stop !== null || !isPlanned(item) || refusals.has(item)) return notReached(item, stop ?? 'check', state);
		return await new MoneyItem(run, memory, item, hint).execute();
	}

	function stopAfter(item: MoneyRun['items'][number], { outcome }: Failure): NotReached | null {
		if (outcome !== 'unknown') return run.stopOnFailure ? 'rejected' : null;
		// Where the item's own settings cannot be read, the careful one holds.
		return isPlanned(item) && item.plan.settings.onUnknown === 'continue' ? null : 'unknown';
	}
}

/** An item that is not sent now: refused, paid by an earlier try of this execution, or not reached. */
function notReached(item: PlannedItem | RefusedItem, because: NotReached, state: State): ItemEnd {
	const { run, memory, refusals, hint } = state;
	const refused = refusals.get(item);
	if (refused !== undefined) return { failure: refused };
	if (!isPlanned(item)) return { failure: item.failure };
	const earlier = new MoneyItem(run, memory, item, hint).recall();
	return earlier ?? { failure: notSentFailure(tell(item.plan, item.plan.amount, null), because) };
}

function add(index: number, end: ItemEnd, results: ItemResult[], accepted: Accepted[]): void {
	if ('failure' in end) {
		results.push({ index, failure: end.failure });
	} else {
		results.push({ index, outputs: end.outputs });
		if (end.accepted !== null) accepted.push({ index, ...end.accepted });
	}
}

function stoppedBy(failed: Failed | null, accepted: readonly Accepted[]): Failed | null {
	return failed === null ? null : { index: failed.index, failure: withAccepted(failed.failure, accepted) };
}
