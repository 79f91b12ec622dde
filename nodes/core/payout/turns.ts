import { MAX_RETRY_DELAY_MS, retryDelayMs } from '../http/httpResult';
import type { WritePlan } from './plan';
import type { Failure } from '../service/failure';
import type { Clock, SendResult, Service } from '../service/service';
import type { NotReached } from './notReached';
import { isPlanned, type ItemEnd, type ItemResult, type PlannedItem, type RefusedItem, type SendRun } from './runTypes';

export interface Turn {
	/** Resolves once all earlier items of this worker (one of the parallel loops) are settled. */
	readonly before: Promise<unknown>;
	/** Lets the next item begin while this item is being settled. */
	responded(): void;
}

/** Runs items in order, one or several at once, until something stops the run. The remaining items fail as not sent. */
export class Turns<P extends Pick<WritePlan, 'settings'>> {
	/** Why the run sends nothing more; null while it goes on. */
	stop: NotReached | null = null;
	private readonly results: ItemResult[] = [];
	private readonly pause: Pause;
	/** The last unfinished item for each shared key (reference, payee, supplier). The next item with that key waits for it. */
	private readonly lastOf = new Map<string, Promise<void>>();

	constructor(
		private readonly clock: Clock,
		private readonly stopOnFailure: boolean,
	) {
		this.pause = new Pause(clock);
	}

	/** The service for the run's items, which makes the run wait after a 429. */
	watched(service: Service): Service {
		return {
			...service,
			send: async (request, settings) => {
				const result = await service.send(request, settings);
				this.pause.note(result);
				return result;
			},
		};
	}

	/**
	 * Runs all items and returns a result for each, in order, once nothing is under way any more.
	 *
	 * @param items the items, removed from this list as they begin, so that their plans can be freed
	 * @param act runs an item until its end; the next one can begin once `responded` is called
	 * @param sharedBy an item's keys; the next item with the same key begins when this one has ended
	 */
	async all(
		items: SendRun<P>['items'],
		parallel: number,
		act: (item: PlannedItem<P> | RefusedItem, turn: Turn) => Promise<ItemEnd>,
		sharedBy: (plan: P) => readonly string[] = () => [],
	): Promise<ItemResult[]> {
		items.reverse();
		const underWay = new Set<Promise<void>>();
		const work = async () => {
			let before: Promise<unknown> = Promise.resolve();
			while (items.length > 0) {
				await this.pause.passed(() => this.isStopped());
				const item = items.pop();
				if (item === undefined) return;
				let responded = () => {};
				const response = new Promise<void>((resolve) => (responded = resolve));
				const turn = { before, responded };
				const over = this.inTurn(isPlanned(item) ? sharedBy(item.plan) : [], async () =>
					this.add(item, await act(item, turn)),
				);
				underWay.add(over);
				// This promise resolves without a value: otherwise, the values of all earlier items would stay in memory.
				before = Promise.allSettled([before, over.then(() => underWay.delete(over))]).then(() => undefined);
				await Promise.race([over, response]);
			}
		};
		// If an item throws, its worker stops. The error is thrown once all items have ended.
		await Promise.allSettled(Array.from({ length: parallel }, work));
		await Promise.all(underWay);
		return this.results.sort((a, b) => a.index - b.index);
	}

	/** Whether the run has stopped, for example because the execution was cancelled or a pause would be too long. */
	private isStopped(): boolean {
		if (this.clock.cancelled()) this.stop ??= 'cancelled';
		if (this.pause.isTooLong) this.stop ??= 'rateLimited';
		return this.stop !== null;
	}

	private async inTurn(shared: readonly string[], act: () => Promise<void>): Promise<void> {
		const own = Promise.all(shared.map((key) => this.lastOf.get(key))).then(act);
		for (const key of shared) this.lastOf.set(key, own);
		await own;
		for (const key of shared) if (this.lastOf.get(key) === own) this.lastOf.delete(key);
	}

	private add(item: PlannedItem<P> | RefusedItem, end: ItemEnd): void {
		this.results.push({ index: item.index, ...end });
		if ('failure' in end) this.stop ??= this.stopAfter(item, end.failure);
	}

	private stopAfter(item: PlannedItem<P> | RefusedItem, { outcome, cause }: Failure): NotReached | null {
		if (cause === 'halted') return 'halted';
		if (outcome !== 'unknown') return this.stopOnFailure ? 'earlierFailed' : null;
		// After an unknown outcome, the run goes on only if 'On Unknown Outcome' is Continue; On Error doesn't matter.
		return isPlanned(item) && item.plan.settings.onUnknown === 'continue' ? null : 'earlierUnknown';
	}
}

/** The pause after a 429. The request is not repeated, but the run waits, longer after each 429 in a row. */
class Pause {
	/** Whether Mavapay asked for a longer pause than a run makes. */
	isTooLong = false;
	private limitedInARow = 0;
	private waitMs = 0;
	private pausing: Promise<void> | null = null;

	constructor(private readonly clock: Clock) {}

	/** Waits until the run may continue, or has ended. It reads no clock, since a clock may be set back. */
	async passed(isOver: () => boolean): Promise<void> {
		while (!isOver()) {
			if (this.waitMs > 0) this.start();
			if (this.pausing === null) return;
			await this.pausing;
		}
	}

	note({ httpCode, retryAfter }: SendResult): void {
		this.limitedInARow = httpCode === '429' ? this.limitedInARow + 1 : 0;
		if (httpCode !== '429') return;
		const waitMs = retryDelayMs(this.limitedInARow, retryAfter, this.clock);
		if (waitMs > MAX_RETRY_DELAY_MS) this.isTooLong = true;
		else this.waitMs = Math.max(this.waitMs, waitMs);
	}

	private start(): void {
		const waits = [this.clock.sleep(this.waitMs), this.pausing];
		this.waitMs = 0;
		const pause = Promise.all(waits).then(() => {
			if (this.pausing === pause) this.pausing = null;
		});
		this.pausing = pause;
	}
}
