import { MAX_RETRY_DELAY_MS, retryDelayMs } from '../http/httpResult';
import type { WritePlan } from './plan';
import type { Failure } from '../service/failure';
import type { Clock, SendResult, Service } from '../service/service';
import type { NotReached } from './notReached';
import { isPlanned, type ItemEnd, type ItemResult, type PlannedItem, type RefusedItem, type SendRun } from './runTypes';

export interface Turn {
	/** Ends once nothing of the items before is being settled, of those that had this place among the parallel ones. */
	readonly before: Promise<unknown>;
	/** Lets the next item begin, while this one is being settled. */
	responded(): void;
}

/** Runs items in order, one or some at once, until something stops the run. The others then fail as not sent. */
export class Turns<P extends Pick<WritePlan, 'settings'>> {
	/** Why the run sends nothing more; null while it still sends. */
	stop: NotReached | null = null;
	private readonly results: ItemResult[] = [];
	private readonly pause: Pause;
	/** The last item for each shared key (reference, payee, supplier) that hasn't ended; the next one with that key waits for it. */
	private readonly lastOf = new Map<string, Promise<void>>();

	constructor(
		private readonly clock: Clock,
		private readonly stopOnFailure: boolean,
	) {
		this.pause = new Pause(clock);
	}

	/** The service for the items of the run. After a 429 it makes the run wait. */
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
	 * Gives one result for each item, in their order, once nothing of them is under way any more.
	 *
	 * @param items emptied on the way, so that the plan of an item does not outlive it
	 * @param act runs an item, which ends with it; the next item can begin once `responded` is called
	 * @param sharedBy keys of an item; the next item with one of them begins when this one has ended
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
				// Without a value: it would keep the values of all earlier items in memory.
				before = Promise.allSettled([before, over.then(() => underWay.delete(over))]).then(() => undefined);
				await Promise.race([over, response]);
			}
		};
		// A worker ends by what broke an item, which is thrown only once all have ended.
		await Promise.allSettled(Array.from({ length: parallel }, work));
		await Promise.all(underWay);
		return this.results.sort((a, b) => a.index - b.index);
	}

	/** Notes a cancelled execution and a pause that is too long, which are stops like others. */
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
		// Even with On Error set to continue. If the item's own settings can't be read, the run stops.
		return isPlanned(item) && item.plan.settings.onUnknown === 'continue' ? null : 'earlierUnknown';
	}
}

/** A 429 is never repeated for a request that pays or creates something: the run waits, longer with every one in a row. */
class Pause {
	/** Whether Mavapay asked for a longer one than a run waits. */
	isTooLong = false;
	private limitedInARow = 0;
	private waitMs = 0;
	private pausing: Promise<void> | null = null;

	constructor(private readonly clock: Clock) {}

	/** Waits until the run may go on, or has ended. It counts waits and reads no clock, which may be set back. */
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
