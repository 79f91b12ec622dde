import { digestOf } from '../domain/json';
import type { LookUpKey } from '../domain/payees/paymentIdentity';
import type { RowStore } from './rows';

/**
 * A statement about a claim, kept as a row of its own; docs/why/design.md#the-record. `id` and `by` end in a digest.
 * `refused`: the payment was certainly not made, whoever said so.
 */
type Mark =
	| 'paid'
	| 'marked'
	| 'refused'
	| 'released'
	| 'releasedPaid'
	| 'releasing'
	| 'over'
	| 'beside'
	| `id:${string}`
	| `by:${string}`;

/** The length of a slot. Five minutes are coarse enough that a few questions find the one in which a claim was made. */
const SLOT_MS = 5 * 60_000;

/**
 * One claim of a reference, as rows. The execution that inserts the row `K:g` may pay, within a minute; the row's owner
 * is the slot of the clock in which that was. Rows that begin with `K:g:` say what became of it. Rows are never changed or deleted, so a claim stays what it was, whatever comes after it.
 * Every method throws StoreFault where the database gives no response that money can rest on.
 */
export class Generation {
	/** The beginning of every key of this claim. */
	readonly row: string;

	/**
	 * @param key K, made of the kind of money and the reference
	 * @param number g, counted from 0
	 */
	constructor(
		readonly store: RowStore,
		readonly key: string,
		readonly number: number,
	) {
		this.row = `${key}:${number}`;
	}

	/** Claims the reference. True for exactly one caller, however many try at once. @param nowMs read before */
	async tryClaim(nowMs: number): Promise<boolean> {
		return (await this.store.claim(this.row, slotName(slotOf(nowMs)))) === 'inserted';
	}

	/** Inserts this row with the claim as its owner; false where another claim owns it. */
	async insertFor(claim: Generation): Promise<boolean> {
		return (await this.store.insert(this.row, claim.row)) === 'inserted';
	}

	/** Inserts the row of a transaction with this claim as its owner; false where another claim owns it. */
	async insertTransaction(row: string): Promise<boolean> {
		return (await this.store.insert(row, this.row)) === 'inserted' || (await this.store.isOf(row, this.row));
	}

	/** Whether the claim owns this row, which has to exist. */
	async isOf(claim: Generation): Promise<boolean> {
		return await this.store.isOf(this.row, claim.row);
	}

	async isClaimed(): Promise<boolean> {
		return await this.store.has(this.row);
	}

	/** Records what is paid, and what it can be found by; called before anything is sent. */
	async identify(identityDigest: string, lookUpKeys: readonly LookUpKey[]): Promise<void> {
		const marks = [`id:${identityDigest}` as const, ...lookUpKeys.map(lookedUpBy)];
		await Promise.all(marks.map(async (mark) => await this.mark(mark)));
	}

	/** Inserts the mark; true if it was not there before. */
	async mark(mark: Mark): Promise<boolean> {
		return (await this.store.insert(`${this.row}:${mark}`)) === 'inserted';
	}

	async has(mark: Mark): Promise<boolean> {
		return await this.store.has(`${this.row}:${mark}`);
	}

	/**
	 * Whether the next generation may be claimed, because this one certainly paid nothing or a person released it. It
	 * is not over if Mavapay accepted it after the release, since the next run would pay again; nor if it came out unpaid
	 * after a person had marked it as paid.
	 */
	async isOver(): Promise<boolean> {
		if ((await this.has('refused')) && !(await this.has('marked'))) return true;
		if (!(await this.has('released'))) return false;
		return !(await this.has('paid')) || (await this.has('releasedPaid'));
	}

	/**
	 * The end of the slot in which the claim was made, in milliseconds since 1970; null if that was not between the two
	 * times, or there is no such claim. n8n is asked for one slot at a time, the latest first.
	 */
	async claimedBetween(fromMs: number, toMs: number): Promise<number | null> {
		if (!(await this.isClaimed())) return null;
		for (let slot = slotOf(toMs); slot >= slotOf(fromMs); slot--)
			if (await this.store.isOf(this.row, slotName(slot))) return (slot + 1) * SLOT_MS;
		return null;
	}

	/** Whether a request may have left, under this claim or an earlier one that may have paid, between the two times. */
	async mayHaveLeftBetween(fromMs: number, toMs: number): Promise<boolean> {
		if ((await this.claimedBetween(fromMs, toMs)) !== null) return true;
		for (let earlier = this.number - 1; earlier >= 0; earlier--) {
			const claim = new Generation(this.store, this.key, earlier);
			const mayHavePaid = !(await claim.has('refused'));
			if (mayHavePaid && (await claim.claimedBetween(fromMs, toMs)) !== null) return true;
		}
		return false;
	}

	/** The newest claim of the reference. Steps are doubled and then halved, since claims have no gaps, so few reads find it. */
	async newest(): Promise<Generation> {
		let claimed = this.after(0);
		let step = 1;
		for (let next = claimed.after(step); await next.isClaimed(); next = claimed.after(step)) {
			claimed = next;
			step *= 2;
		}
		// The claim `step` after `claimed` is not there.
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

/** The owner of the row of a claim. */
function slotName(slot: number): string {
	return `sent:${slot}`;
}

/** The mark for a key that the payment can be found by. */
export function lookedUpBy({ kind, value }: LookUpKey): `by:${string}` {
	return `by:${digestOf([kind, value.trim()], 'base64url')}`;
}
