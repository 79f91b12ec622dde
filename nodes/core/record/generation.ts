import { digestOf } from '../domain/digest';
import type { LookUpKey } from '../operation/operation';
import type { RowStore } from './rows';

/** What can be said of a claim, each by a row of its own; docs/design.md#the-record. `id` and `by` have a digest. */
type Mark =
	| 'answered'
	| 'paid'
	| 'marked'
	| 'refused'
	| 'released'
	| 'releasedPaid'
	| 'releasing'
	| `id:${string}`
	| `by:${string}`
	| `sent:${number}`;

/** A slot is five minutes of the clock, so that few looks find when a request left. */
const SLOT_MS = 5 * 60_000;

/**
 * The rows of one claim of a reference: `K:g`, which whoever inserts it may pay, and those that begin with
 * `K:g:`. They are inserted and never changed or deleted, so a claim stays what it was whatever comes after
 * it. Every method throws StoreFault where the database gives no response that money can rest on.
 */
export class Generation {
	/** What every row of this claim begins with. */
	private readonly row: string;

	/** @param key K, made of the deployment's address and the reference */
	constructor(
		readonly store: RowStore,
		private readonly key: string,
		readonly number: number,
	) {
		this.row = `${key}:${number}`;
	}

	/** Of all who try, one gets true. */
	async tryClaim(): Promise<boolean> {
		return (await this.store.insert(this.row)) === 'inserted';
	}

	async isClaimed(): Promise<boolean> {
		return await this.store.has(this.row);
	}

	/** Says what is paid, and what it can be found by; before anything is sent. */
	async identify(identity: string, lookUpKeys: readonly LookUpKey[]): Promise<void> {
		await this.mark(`id:${identity}`);
		for (const key of lookUpKeys) await this.mark(lookedUpBy(key));
	}

	/** Gives whether it wasn't marked so before. */
	async mark(mark: Mark): Promise<boolean> {
		return (await this.store.insert(`${this.row}:${mark}`)) === 'inserted';
	}

	async has(mark: Mark): Promise<boolean> {
		return await this.store.has(`${this.row}:${mark}`);
	}

	/**
	 * Whether the next generation may be claimed: this one certainly paid nothing, or a person freed it. What was paid
	 * after a person had freed it as unpaid is not over, so that the next run doesn't pay it again; nor is what was refused
	 * after a person had marked it as paid.
	 */
	async isOver(): Promise<boolean> {
		if ((await this.has('refused')) && !(await this.has('marked'))) return true;
		if (!(await this.has('released'))) return false;
		return !(await this.has('paid')) || (await this.has('releasedPaid'));
	}

	/** @param nowMs when its request is about to leave */
	async markSent(nowMs: number): Promise<void> {
		await this.mark(`sent:${slotOf(nowMs)}`);
	}

	/** When the slot ends in which its request left, if that was between the two; else null. */
	async sentBetween(fromMs: number, toMs: number): Promise<number | null> {
		for (let slot = slotOf(toMs); slot >= slotOf(fromMs); slot--)
			if (await this.has(`sent:${slot}`)) return (slot + 1) * SLOT_MS;
		return null;
	}

	/** The newest one that is claimed, given that this one is; by doubling, since claims have no gaps. */
	async newest(): Promise<Generation> {
		let claimed = this.after(0);
		let step = 1;
		for (let next = claimed.after(step); await next.isClaimed(); next = claimed.after(step)) {
			claimed = next;
			step *= 2;
		}
		// `step` behind `claimed` there is none.
		while (step > 1) {
			const half = Math.floor(step / 2);
			const middle = claimed.after(half);
			const isClaimed = await middle.isClaimed();
			if (isClaimed) claimed = middle;
			step = isClaimed ? step - half : half;
		}
		return claimed;
	}

	after(steps: number): Generation {
		return new Generation(this.store, this.key, this.number + steps);
	}
}

function slotOf(ms: number): number {
	return Math.floor(ms / SLOT_MS);
}

/** That a payment can be found by a key. */
export function lookedUpBy({ kind, value }: LookUpKey): `by:${string}` {
	return `by:${digestOf([kind, value.trim()], 'base64url')}`;
}
