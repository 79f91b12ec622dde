import { retryDelayMs } from '../domain/http/httpResult';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import type { WritePlan } from '../operation/operation';
import type { Failure } from '../service/failure';
import type { PaymentResult, Service } from '../service/service';
import { ExecutionMemory } from './executionMemory';
import { WriteItem, type ItemEnd, type RunContext } from './writeItem';
import {
	isPlanned,
	referenceOf,
	type ItemResult,
	type WriteRun,
	type WriteRunResult,
	type PlannedItem,
	type RefusedItem,
} from './writeRun';
import { withWarning } from './output';
import {
	describePayment,
	notApprovedFailure,
	notSentFailure,
	withAccepted,
	type Accepted,
	type NotReached,
} from './payoutMessages';
import { approvable, whyNotApproved, type Approvable } from './approval';
import { preflightCheck, preparationFailure, PreparingAhead, type Refusals, entryKeyOf } from './preflight';
import type { FailedPayment } from './resultRow';

type Failed = { readonly index: number; readonly failure: Failure };
type RunEnd = ItemEnd & { readonly payment?: FailedPayment };

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
	private readonly repeated: Map<string | null, { ended: Promise<unknown>; settling: Settling } | null>;
	/** The approval digests that the items have; null for an item without one. */
	private readonly approvals: ReadonlySet<string | null>;
	/** Why the run is not what was approved. */
	private unapproved: string | null = null;
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
		this.repeated = new Map([...repeatedReferences(this.queue)].map((key) => [key, null]));
		const parallel = this.payoutsInParallel();
		this.approvals = new Set(plansOf(this.queue).map(({ settings }) => settings.payout?.approvalDigest ?? null));
		this.ahead = new PreparingAhead(run.service, () => this.nextToPrepare(), {
			width: Math.max(LEAST_AHEAD, parallel),
			// What was approved is prepared as a whole before the first of it is sent.
			reach: this.needsApproval() ? Infinity : 2 * Math.max(LEAST_AHEAD, parallel),
		});
	}

	async runAll(): Promise<WriteRunResult> {
		if (this.needsApproval()) await this.holdToApproval();
		if (this.refusals.size > 0 && (this.run.stopOnFailure || this.needsApproval())) this.stop = 'check';
		await Promise.all(Array.from({ length: this.payoutsInParallel() }, async () => await this.work()));
		const results = [...this.results.values()].sort((a, b) => a.index - b.index).map((result) => this.warned(result));
		return { results, stoppedBy: this.run.stopOnFailure ? this.stoppedBy() : null, hints: [...this.hints] };
	}

	private payoutsInParallel(): number {
		const [first] = plansOf(this.queue ?? this.run.items);
		return first?.settings.payout?.payoutsInParallel ?? 1;
	}

	private needsApproval(): boolean {
		return [...this.approvals].some((digest) => digest !== null);
	}

	/** Prepares every item and compares all with what was approved, before the first is sent. */
	private async holdToApproval(): Promise<void> {
		const prepared = await this.ahead.all();
		const payments: Approvable[] = [];
		for (const item of this.queue) {
			if (!isPlanned(item)) continue;
			const ended = prepared.get(item.plan);
			// What an earlier try of this execution paid is not called unpaid; without its name the list is another one.
			const isNew = this.memory.find(entryKeyOf(item, this.run)) === null;
			if (ended?.ok === false && isNew) this.refusals.set(item, preparationFailure(item.plan, ended.error));
			payments.push(approvable(item.plan, ended?.ok === true ? ended.prepared : null));
		}
		if (this.refusals.size > 0) return;
		const [digest, ...others] = this.approvals;
		const { run } = this;
		this.unapproved =
			typeof digest !== 'string' || others.length > 0
				? "'Approval Digest' must be the same for all items."
				: whyNotApproved(digest, payments, {
						workflowId: run.workflowId,
						baseUrl: run.deployment.baseUrl,
						flow: run.memory.flow,
					});
		if (this.unapproved !== null) this.stop = 'approval';
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

	private async endOf(item: PlannedItem | RefusedItem, settling: Settling): Promise<RunEnd> {
		if (this.stop !== null || !isPlanned(item) || this.refusals.has(item)) return this.notReached(item);
		const key = keyOf(item);
		if (!this.repeated.has(key)) return await this.execute(item, settling);
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

	private async execute(item: PlannedItem, settling: Settling): Promise<RunEnd> {
		try {
			const writing = new WriteItem(this.contextOf(item, settling), item);
			return { ...(await writing.execute()), payment: writing.payment };
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

	private add(item: PlannedItem | RefusedItem, end: RunEnd): void {
		const { index } = item;
		if (!('failure' in end)) {
			this.results.set(index, { index, outputs: end.outputs });
			if (end.accepted !== null) this.accepted.push({ index, ...end.accepted });
			return;
		}
		const { failure, payment = { amount: isPlanned(item) ? item.plan.amount : null, transactionId: null } } = end;
		this.results.set(index, { index, failure, payment });
		if (this.stop === 'check' && !this.refusals.has(item)) return;
		this.first ??= { index, failure };
		this.stop ??= end.halted === true ? 'halted' : this.stopAfter(item, failure);
	}

	private stopAfter(item: PlannedItem | RefusedItem, { outcome }: Failure): NotReached | null {
		if (outcome !== 'unknown') return this.run.stopOnFailure ? 'rejected' : null;
		// Where the item's own settings cannot be read, the careful one holds.
		return isPlanned(item) && item.plan.settings.onUnknown === 'continue' ? null : 'unknown';
	}

	/** An item that is not sent now: refused, paid by an earlier try of this execution, or not reached. */
	private notReached(item: PlannedItem | RefusedItem): RunEnd {
		const refused = this.refusals.get(item);
		if (refused !== undefined) return { failure: refused };
		if (!isPlanned(item)) return { failure: item.failure };
		const writing = new WriteItem(this.contextOf(item, new Settling()), item);
		const earlier = writing.recall();
		if (earlier !== null) return { ...earlier, payment: writing.payment };
		const subject = describePayment(item.plan, item.plan.amount, null);
		return {
			failure:
				this.unapproved === null
					? notSentFailure(subject, this.stop ?? 'check')
					: notApprovedFailure(subject, this.unapproved),
		};
	}

	private nextToPrepare(): WritePlan | undefined {
		this.lookingAt = Math.max(this.lookingAt, this.turn);
		while (this.lookingAt < this.queue.length) {
			const item = this.queue[this.lookingAt];
			this.lookingAt += 1;
			if (!isPlanned(item) || !item.plan.preparesByReading || this.refusals.has(item)) continue;
			// What was approved is compared as a whole, with the names of those that were sent before.
			if (!this.needsApproval() && this.memory.find(entryKeyOf(item, this.run)) !== null) continue;
			return item.plan;
		}
		return undefined;
	}

	private watched(service: Service): Service {
		return {
			...service,
			pay: async (request, settings) => {
				const paymentResult = await service.pay(request, settings);
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

function plansOf(items: ReadonlyArray<PlannedItem | RefusedItem | undefined>): WritePlan[] {
	return items.flatMap((item) => (isPlanned(item) ? [item.plan] : []));
}

/** What the record takes for one and the same reference; null for an item without one. */
function keyOf({ plan }: PlannedItem): string | null {
	const reference = referenceOf(plan);
	return reference === null ? null : normaliseReference(reference);
}

function repeatedReferences(items: ReadonlyArray<PlannedItem | RefusedItem | undefined>): ReadonlySet<string> {
	const seen = new Set<string>();
	const repeated = new Set<string>();
	for (const item of items) {
		const key = isPlanned(item) ? keyOf(item) : null;
		if (key === null) continue;
		if (seen.has(key)) repeated.add(key);
		seen.add(key);
	}
	return repeated;
}
