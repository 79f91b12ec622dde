import type { LookUpKey } from '../operation/operation';
import type { GivenClaim } from './claimText';
import type { Generation } from './generation';

/** What became of an attempt to settle a claim. */
export type Settled =
	| { readonly kind: 'done' }
	/** It was settled so before, and the reference wasn't claimed since. */
	| { readonly kind: 'before' }
	/** This claim is over, and the reference was claimed again since: nothing was changed. */
	| { readonly kind: 'since' }
	/** It is over otherwise: certainly nothing was paid under it, or a person released it. */
	| { readonly kind: 'over' }
	/** Nobody made it. */
	| { readonly kind: 'none' }
	/** It was paid, so it is released only where that is wanted. */
	| { readonly kind: 'paid' }
	/** Its request may still have been on its way when it was given; a claim given from then on is late enough. */
	| { readonly kind: 'tooEarly'; readonly lookAgainAt: Date }
	/** It was given more than a day ago. */
	| { readonly kind: 'old' }
	/** The transaction settled another reference: nothing was changed. */
	| { readonly kind: 'anothers' };

/** How long after it left a request may still arrive; also by how much clocks may differ. */
const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Whoever looks at the minute that is written in a claim must not look too early. */
const MINUTE_MS = 60_000;

/**
 * A claim of a reference as a person was given it, who looked at the service afterwards. It settles this claim and
 * no later one. Every method throws StoreFault.
 */
export class OpenClaim {
	constructor(
		private readonly rows: Generation,
		private readonly given: GivenClaim,
		private readonly now: () => number,
		/** Gives false where a transaction was named before. */
		private readonly nameTransaction: (id: string) => Promise<boolean>,
	) {}

	/** How many claims of the reference were there before. */
	get generation(): number {
		return this.given.generation;
	}

	/** Whether it was made for a payment with one of the keys. */
	async wasSentWith(keys: readonly LookUpKey[]): Promise<boolean> {
		for (const key of keys) if (await this.rows.wasSentWith(key)) return true;
		return false;
	}

	/**
	 * Frees the reference. `releasing` is inserted before anything is looked at, and a payment looks for it once
	 * its `sent` row stands, so one of the two always sees the other.
	 *
	 * @param options.early even if the request may still have been on its way when the claim was given
	 * @param options.paid even if it was paid
	 */
	async release({ early, paid }: { readonly early: boolean; readonly paid: boolean }): Promise<Settled> {
		const { rows } = this;
		if (!(await rows.isClaimed())) return { kind: 'none' };
		await rows.mark('releasing');
		if (await rows.isOver()) return { kind: (await this.isClaimedSince()) ? 'since' : 'before' };
		if (!paid && (await rows.has('paid'))) return { kind: 'paid' };
		if (this.now() - this.givenMs > DAY_MS) return { kind: 'old' };
		const sentUntil = early || this.given.answered ? null : await this.sentLately();
		if (sentUntil !== null) return { kind: 'tooEarly', lookAgainAt: new Date(sentUntil + WINDOW_MS) };
		return { kind: (await rows.mark('released')) ? 'done' : 'before' };
	}

	/** Settles it as paid; a transaction can settle one reference only. */
	async markPaid(transactionId: string | null): Promise<Settled> {
		const { rows } = this;
		if (!(await rows.isClaimed())) return { kind: 'none' };
		if (await rows.isOver()) return { kind: (await this.isClaimedSince()) ? 'since' : 'over' };
		if (await rows.has('paid')) return { kind: 'before' };
		if (transactionId !== null && !(await this.takes(transactionId))) return { kind: 'anothers' };
		return { kind: (await rows.mark('paid')) ? 'done' : 'before' };
	}

	/** Whether it is settled by a transaction, which can settle one reference only. */
	async isSettledBy(transactionId: string): Promise<boolean> {
		return await this.rows.isSettledBy(transactionId);
	}

	/** Of two references that are settled by one transaction at once, one is. */
	private async takes(transactionId: string): Promise<boolean> {
		// An attempt that broke off behind this has it already.
		if (!(await this.nameTransaction(transactionId))) return await this.isSettledBy(transactionId);
		await this.rows.settleBy(transactionId);
		return true;
	}

	private get givenMs(): number {
		return this.given.minute * MINUTE_MS;
	}

	private async isClaimedSince(): Promise<boolean> {
		return await this.rows.after(1).isClaimed();
	}

	/** When the slot of a request ends that may still have been on its way when the claim was given; null without one. */
	private async sentLately(): Promise<number | null> {
		const now = this.now();
		return await this.rows.sentBetween(Math.min(this.givenMs, now) - WINDOW_MS, now + WINDOW_MS);
	}
}
