import { DAY_MS, MINUTE_MS } from '../domain/dateTime';
import type { LookUpKey } from '../operation/operation';
import type { GivenClaim } from './claimText';
import { lookedUpBy, type Generation } from './generation';

/** What became of an attempt to settle a claim. */
export type SettleResult =
	| { readonly kind: 'done'; readonly was: 'unknown' | 'paid' }
	/** It was settled so before, and the reference wasn't claimed since. */
	| { readonly kind: 'before' }
	/** This claim is over, and the reference was claimed again since: nothing was changed. */
	| { readonly kind: 'since' }
	/** It is over otherwise: certainly nothing was paid under it, or a person released it; perhaps at the same time. */
	| { readonly kind: 'over' }
	/** There is no such claim. */
	| { readonly kind: 'none' }
	/** It was paid, so it is released only where that is wanted. */
	| { readonly kind: 'paid' }
	/** Its request may still have been on its way when it was given; a claim given from then on is late enough. */
	| { readonly kind: 'tooEarly'; readonly lookAgainAt: Date }
	/** It was given more than a day ago. */
	| { readonly kind: 'old' }
	/** The transaction settled another reference: nothing was changed. */
	| { readonly kind: 'anothers'; readonly transactionId: string };

/** How long after it left a request may still arrive; also by how much clocks may differ. */
const WINDOW_MS = 15 * 60_000;

/**
 * A claim of a reference as a person was given it, who looked at the service afterwards. It settles this claim and
 * no later one. Every method throws StoreFault.
 */
export class OpenClaim {
	/** @param transactionKey the key of a transaction's row, in the same store */
	constructor(
		private readonly rows: Generation,
		private readonly given: GivenClaim,
		private readonly now: () => number,
		private readonly transactionKey: (id: string) => string,
	) {}

	/**
	 * From when on a claim is late enough to be released, where the request may still have been on its way when this
	 * one was given; null where it was not.
	 */
	async lookAgainAt(): Promise<Date | null> {
		if (this.given.answered) return null;
		const now = this.now();
		const sentUntil = await this.rows.sentBetween(Math.min(this.givenMs, now) - WINDOW_MS, now + WINDOW_MS);
		return sentUntil === null ? null : new Date(sentUntil + WINDOW_MS);
	}

	/** Whether it was made for a payment that can be found by this key. */
	async wasSentWith(key: LookUpKey): Promise<boolean> {
		return await this.rows.has(lookedUpBy(key));
	}

	/**
	 * Frees the reference. `releasing` is inserted before anything is looked at, and a payment looks for it once
	 * its `sent` row stands, so one of the two always sees the other.
	 *
	 * @param options.early even if the request may still have been on its way when the claim was given
	 * @param options.paid even if it was paid
	 */
	async release({ early, paid }: { readonly early: boolean; readonly paid: boolean }): Promise<SettleResult> {
		const { rows } = this;
		if (!(await rows.isClaimed())) return { kind: 'none' };
		await rows.mark('releasing');
		if (await this.isClaimedSince()) return { kind: 'since' };
		if (await rows.isOver()) return { kind: 'before' };
		const wasPaid = await rows.has('paid');
		if (wasPaid && !paid) return { kind: 'paid' };
		if (this.now() - this.givenMs > DAY_MS) return { kind: 'old' };
		const lookAgainAt = early ? null : await this.lookAgainAt();
		if (lookAgainAt !== null) return { kind: 'tooEarly', lookAgainAt };
		const isOwn = await rows.mark(wasPaid ? 'releasedPaid' : 'released');
		if (wasPaid) await rows.mark('released');
		if (!isOwn) return { kind: 'before' };
		// Another person marked it as paid at the same time, or Mavapay accepted it: it stays paid.
		if (!wasPaid && (await rows.has('paid'))) return { kind: 'paid' };
		return { kind: 'done', was: wasPaid ? 'paid' : 'unknown' };
	}

	/** Whether it is neither paid nor over. */
	async isUnknown(): Promise<boolean> {
		const { rows } = this;
		return (await rows.isClaimed()) && !(await rows.isOver()) && !(await rows.has('paid'));
	}

	/** Settles it as paid; a transaction can settle one reference only. */
	async markPaid(transactionId: string | null): Promise<SettleResult> {
		const { rows } = this;
		if (!(await rows.isClaimed())) return { kind: 'none' };
		const newest = await rows.newest();
		if (await newest.isOver()) return { kind: 'over' };
		if (newest.number > rows.number) return { kind: 'since' };
		if (await rows.has('paid')) return { kind: 'before' };
		if (transactionId !== null && (await rows.store.has(this.transactionKey(transactionId))))
			return { kind: 'anothers', transactionId };
		await rows.mark('marked');
		await rows.mark('paid');
		if (transactionId !== null) await rows.store.insert(this.transactionKey(transactionId));
		const isOver = (await rows.isOver()) || (await this.isClaimedSince());
		return isOver ? { kind: 'over' } : { kind: 'done', was: 'unknown' };
	}

	private get givenMs(): number {
		return this.given.minute * MINUTE_MS;
	}

	private async isClaimedSince(): Promise<boolean> {
		return await this.rows.after(1).isClaimed();
	}
}
