import { retryDelayMs } from '../domain/httpResult';
import { normaliseReference } from '../domain/paymentIdentity';
import type { WritePlan } from '../operation/operation';
import type { Failure } from '../service/failure';
import type { PaymentResult, Service } from '../service/service';
import { ExecutionMemory } from './executionMemory';
import { WriteItem, type ItemEnd, type RunContext } from './writeItem';
import { isPlanned, type ItemResult, type WriteRun, type WriteRunResult, type PlannedItem, type RefusedItem } from './writeRun';
import { withWarning } from './output';
import { describePayment, notSentFailure, withAccepted, type Accepted, type NotReached } from './payoutMessages';
import { preflightCheck, slotOf, type Refusals } from './preflight';
import { PreparingAhead } from './preparingAhead';

type Failed = { readonly index: number; readonly failure: Failure };

/** Name enquiries under way at once, at least; they take about as long as a payment. */
const LEAST_AHEAD = 4;

/**
 * Runs items that pay or create something, in order, as many at once as the items ask for. No item
 * makes it throw: with On Error: Stop the failure to throw is `stoppedBy`, and its message lists what
 * had been accepted. It throws, before anything is sent, only when the memory of this execution
 * cannot be read.
 */
export async function runWriteItems(run: WriteRun): Promise<WriteRunResult> {
	return await new Runner(run).runAll();
}

/** One worker's record rows that are written while its next payment is under way. */
class Settling {
	private due: (() => Promise<void>) | null = null;
	private underWay: Promise<void> = Promise.resolve();
	/** The same without the rows of the newest payment. */
	private before: Promise<void> = Promise.resolve();

	defer(settle: () => Promise<void>): void {
		this.start();
		this.before = this.underWay;
		this.due = settle;
	}

	/** To be called when the next request has left, or when something else is waited for. */
	start(): void {
		const { due } = this;
		if (due === null) return;
		this.due = null;
		this.underWay = this.underWay.then(due);
	}

	/** No more than one payment may stand unsettled in the record while the next one is sent. */
	async earlier(): Promise<void> {
		await this.before;
	}

	async finish(): Promise<void> {
		this.start();
		await this.underWay;
	}
}

class Runner {
	private readonly memory: ExecutionMemory;
	private readonly hints = new Set<string>();
	private readonly refusals: Refusals;
	private readonly queue: Array<PlannedItem | RefusedItem | undefined>;
	private readonly ahead: PreparingAhead;
	private readonly results = new Map<number, ItemResult>();
	private readonly accepted: Accepted[] = [];
	private readonly warnings = new Map<number, string>();
	/** By reference that stands on several items of the run: the last of them whose turn has come. */
	private readonly repeated: Map<string, { ended: Promise<unknown>; settling: Settling } | null>;
	private first: Failed | null = null;
	private stop: NotReached | null = null;
	private turn = 0;
	private lookingAt = 0;
	private refusedInARow = 0;
	/** How long the run has to wait, and the wait that is under way. */
	private pauseMs = 0;
	private pause: Promise<void> | null = null;

	private readonly run: WriteRun;

	constructor(given: WriteRun) {
		const run = { ...given, service: this.watched(given.service) };
		this.run = run;
		this.memory = new ExecutionMemory(run.memory);
		for (const item of run.items) {
			if (isPlanned(item)) for (const hint of item.plan.hints) this.hints.add(hint);
		}
		this.refusals = preflightCheck(run, this.memory);
		this.queue = run.items.splice(0);
		this.repeated = new Map(repeatedReferences(this.queue).map((key) => [key, null]));
		const parallel = this.payoutsInParallel();
		this.ahead = new PreparingAhead(run.service, () => this.nextToPrepare(), {
			width: Math.max(LEAST_AHEAD, parallel),
			reach: 2 * Math.max(LEAST_AHEAD, parallel),
		});
	}

	async runAll(): Promise<WriteRunResult> {
		const nothingSent = this.run.stopOnFailure && this.refusals.size > 0;
		if (nothingSent) this.stop = 'check';
		const workers = nothingSent ? 1 : this.payoutsInParallel();
		await Promise.all(Array.from({ length: workers }, async () => await this.work()));
		const results = [...this.results.values()].sort((a, b) => a.index - b.index).map((result) => this.warned(result));
		return { results, stoppedBy: this.run.stopOnFailure ? this.stoppedBy() : null, hints: [...this.hints] };
	}

	private payoutsInParallel(): number {
		const first = [...this.run.items, ...(this.queue ?? [])].find((item) => item !== undefined && isPlanned(item));
		return first !== undefined && isPlanned(first) ? (first.plan.settings.payout?.payoutsInParallel ?? 1) : 1;
	}

	private async work(): Promise<void> {
		const settling = new Settling();
		while (this.turn < this.queue.length) {
			await this.waitWhileRefused(settling);
			const place = this.turn;
			const item = this.queue[place];
			if (item === undefined) break;
			this.turn += 1;
			// Taken out one by one, so that the plan of an item does not outlive it.
			this.queue[place] = undefined;
			if (this.stop === null && this.run.service.clock.cancelled()) this.stop = 'cancelled';
			this.add(item, await this.endOf(item, settling));
		}
		await settling.finish();
	}

	private async endOf(item: PlannedItem | RefusedItem, settling: Settling): Promise<ItemEnd> {
		if (this.stop !== null || !isPlanned(item) || this.refusals.has(item)) return this.notReached(item);
		const key = referenceOf(item);
		if (key === null || !this.repeated.has(key)) return await this.execute(item, settling);
		// Two items with one reference: the second is told what became of the first.
		const earlier = this.repeated.get(key);
		const end = (async () => {
			await earlier?.ended;
			await earlier?.settling.finish();
			return this.stop === null ? await this.execute(item, settling) : this.notReached(item);
		})();
		this.repeated.set(key, { ended: end, settling });
		return await end;
	}

	private async execute(item: PlannedItem, settling: Settling): Promise<ItemEnd> {
		try {
			return await new WriteItem(this.contextOf(item, settling), item).execute();
		} finally {
			this.ahead.discard(item.plan);
		}
	}

	private contextOf(item: PlannedItem, settling: Settling): RunContext {
		return {
			run: this.run,
			memory: this.memory,
			hint: (text) => this.hints.add(text),
			warn: (text) => {
				this.hints.add(text);
				this.warnings.set(item.index, text);
			},
			prepare: async (plan) => {
				if (!this.ahead.isReady(plan)) settling.start();
				return await this.ahead.take(plan);
			},
			stopped: () => this.stop,
			sent: () => settling.start(),
			settleLater: (settle) => settling.defer(settle),
			settled: async () => await settling.earlier(),
		};
	}

	private add(item: PlannedItem | RefusedItem, end: ItemEnd): void {
		const { index } = item;
		if (!('failure' in end)) {
			this.results.set(index, { index, outputs: end.outputs });
			if (end.accepted !== null) this.accepted.push({ index, ...end.accepted });
			return;
		}
		const { failure } = end;
		this.results.set(index, { index, failure });
		if (this.stop === 'check' && !this.refusals.has(item)) return;
		this.first ??= { index, failure };
		this.stop ??= end.halted === true ? 'halted' : this.stopAfter(item, failure);
		if (this.stop !== null) this.ahead.stop();
	}

	private stopAfter(item: PlannedItem | RefusedItem, { outcome }: Failure): NotReached | null {
		if (outcome !== 'unknown') return this.run.stopOnFailure ? 'rejected' : null;
		// Where the item's own settings cannot be read, the careful one holds.
		return isPlanned(item) && item.plan.settings.onUnknown === 'continue' ? null : 'unknown';
	}

	/** An item that is not sent now: refused, paid by an earlier try of this execution, or not reached. */
	private notReached(item: PlannedItem | RefusedItem): ItemEnd {
		const refused = this.refusals.get(item);
		if (refused !== undefined) return { failure: refused };
		if (!isPlanned(item)) return { failure: item.failure };
		const earlier = new WriteItem(this.contextOf(item, new Settling()), item).recall();
		return earlier ?? { failure: notSentFailure(describePayment(item.plan, item.plan.amount, null), this.stop ?? 'check') };
	}

	private nextToPrepare(): WritePlan | undefined {
		this.lookingAt = Math.max(this.lookingAt, this.turn);
		for (; this.lookingAt < this.queue.length; this.lookingAt++) {
			const item = this.queue[this.lookingAt];
			if (item === undefined || !isPlanned(item) || !item.plan.preparesByReading) continue;
			if (this.refusals.has(item) || this.memory.find(slotOf(item, this.run)) !== null) continue;
			this.lookingAt += 1;
			return item.plan;
		}
		return undefined;
	}

	private watched(service: Service): Service {
		return {
			...service,
			pay: async (request, timeoutMs) => {
				const paymentResult = await service.pay(request, timeoutMs);
				this.slowDown(paymentResult);
				return paymentResult;
			},
		};
	}

	/** A 429 is never repeated for a payment; the items after it wait longer with every one in a row. */
	private slowDown({ httpCode, retryAfter }: PaymentResult): void {
		if (httpCode !== '429') {
			this.refusedInARow = 0;
			return;
		}
		const { clock } = this.run.service;
		this.refusedInARow += 1;
		const waitMs = retryDelayMs({ attempt: this.refusedInARow, retryAfter, random: clock.random, nowMs: clock.now() });
		this.pauseMs = Math.max(this.pauseMs, waitMs);
	}

	/** By waits, not by the time of day, which may be set back by an hour. */
	private async waitWhileRefused(settling: Settling): Promise<void> {
		while (this.stop === null && !this.run.service.clock.cancelled()) {
			if (this.pauseMs > 0) this.startPause();
			if (this.pause === null) return;
			settling.start();
			await this.pause;
		}
	}

	private startPause(): void {
		const waits = [this.run.service.clock.sleep(this.pauseMs), this.pause];
		this.pauseMs = 0;
		const pause = Promise.all(waits).then(() => {
			if (this.pause === pause) this.pause = null;
		});
		this.pause = pause;
	}

	private warned(result: ItemResult): ItemResult {
		const warning = this.warnings.get(result.index);
		if (warning === undefined || !('outputs' in result)) return result;
		return { index: result.index, outputs: result.outputs.map((output) => withWarning(output, warning)) };
	}

	private stoppedBy(): Failed | null {
		if (this.first === null) return null;
		const accepted = this.accepted.sort((a, b) => a.index - b.index);
		return { index: this.first.index, failure: withAccepted(this.first.failure, accepted) };
	}
}

/** What the record takes for one and the same reference; null for an item without one. */
function referenceOf({ plan }: PlannedItem): string | null {
	const { payout } = plan.settings;
	return payout === null || payout.reference === null ? null : normaliseReference(payout.reference);
}

function repeatedReferences(items: ReadonlyArray<PlannedItem | RefusedItem | undefined>): string[] {
	const seen = new Set<string>();
	return items.flatMap((item) => {
		const key = item !== undefined && isPlanned(item) ? referenceOf(item) : null;
		if (key === null) return [];
		const again = seen.has(key);
		seen.add(key);
		return again ? [key] : [];
	});
}
