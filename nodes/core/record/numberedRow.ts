import { digestOf } from '../domain/json';
import type { LookUpKey } from '../payees/paymentIdentity';
import type { RowStore } from './rows';

/**
 * A statement about a claim, kept as a row of its own; docs/why/design.md#the-record. `identity` has
 * what is paid as its owner, as a digest; `by` ends in a digest.
 * `refused`: the payment was certainly not made. `past`: made though the wallet showed another payment below.
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
	| 'past'
	| 'identity'
	| `by:${string}`;

/** The length of a slot. Five minutes are coarse enough that a few questions find the one in which a claim was made. */
const SLOT_MS = 5 * 60_000;

/** The facts of a payment that are recorded before its request leaves. */
export interface Identified {
	readonly identityDigest: string;
	/** The keys by which the payment can be found if its response is lost. */
	readonly lookUpKeys: readonly LookUpKey[];
	/** How many bindings to an account the workflow had (accountBinding.ts). */
	readonly bindings: number;
}

/**
 * One row of a numbered chain, with the rows that say what became of it: a claim of a reference, a payment among those
 * alike, or an AI tool's payment to a payee. The execution that inserts the row `K:g` of a claim may pay, within a
 * minute; its owner is the slot of the clock in which that was, or the transaction by which the wallet showed its payment
 * as made elsewhere, and then nothing is sent under it. Rows that begin with `K:g:` say what became of it. Rows are
 * never changed or deleted, so later claims don't change a claim. Every method
 * throws StoreFault where the database gives no response that money can rest on.
 */
export class NumberedRow {
	/** The beginning of every key of this claim. */
	readonly row: string;

	/** @param key K, made of the kind of money and the reference @param number g, counted from 0 */
	constructor(
		readonly rows: RowStore,
		readonly key: string,
		readonly number: number,
	) {
		this.row = `${key}:${number}`;
	}

	/**
	 * Claims the reference. True for exactly one caller, however many try at once.
	 *
	 * @param nowMs read before
	 * @param shown the transaction, where the wallet shows the payment: two entries say that nothing is sent
	 */
	async tryClaim(nowMs: number, shown: string | null = null): Promise<boolean> {
		const inserted =
			shown === null
				? await this.rows.claim(this.row, madeIn(slotOf(nowMs)))
				: await this.rows.insertNumber(this.row, SHOWN, shownAs(shown));
		return inserted === 'inserted';
	}

	/** Whether the claim is of a payment that the wallet showed. */
	async isShown(): Promise<boolean> {
		return (await this.rows.numberIn(this.row)) === SHOWN;
	}

	/** Inserts this row, or another one, with a name as its owner, which several may give; false where it has another owner. */
	async insertOwned(owner: string, row = this.row): Promise<boolean> {
		return (await this.rows.insert(row, owner)) === 'inserted' || (await this.rows.isOf(row, owner));
	}

	/** Whether this row, which has to exist, was inserted with this owner. */
	async isOf(owner: string): Promise<boolean> {
		return await this.rows.isOf(this.row, owner);
	}

	async isClaimed(): Promise<boolean> {
		return await this.rows.has(this.row);
	}

	/** Records what is paid, and what it can be found by; called before anything is sent. */
	async identify({ identityDigest, lookUpKeys, bindings }: Identified): Promise<void> {
		const keys = lookUpKeys.map(async (key) => await this.mark(lookedUpBy(key, bindings)));
		await Promise.all([this.rows.insert(`${this.row}:identity`, identityDigest), ...keys]);
	}

	/** Whether the claim is for this payment; false where it wasn't identified yet, or its execution ended before that. */
	async isFor(identityDigest: string): Promise<boolean> {
		return (await this.has('identity')) && (await this.rows.isOf(`${this.row}:identity`, identityDigest));
	}

	/** Whether it is open, the wallet showed it, and it is known to be for another payment than this; false for any. */
	private async isShownForAnother(identityDigest: string | null): Promise<boolean> {
		if (identityDigest === null || !(await this.isShown()) || (await this.has('paid'))) return false;
		return (await this.has('identity')) && !(await this.isFor(identityDigest));
	}

	/** Inserts the mark; true if it was not there before. */
	async mark(mark: Mark): Promise<boolean> {
		return (await this.rows.insert(`${this.row}:${mark}`)) === 'inserted';
	}

	async has(mark: Mark): Promise<boolean> {
		return await this.rows.has(`${this.row}:${mark}`);
	}

	/**
	 * Whether the next generation may be claimed, because this one certainly paid nothing or a person released it. It
	 * is not over if Mavapay accepted it after the release, since the next run would pay again, or if it turned out unpaid
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
			if (await this.isOf(madeIn(slot))) return (slot + 1) * SLOT_MS;
		return null;
	}

	/** Whether a request may have left, under this claim or an earlier one that may have paid, between the two times. */
	async mayHaveLeftBetween(fromMs: number, toMs: number): Promise<boolean> {
		if ((await this.claimedBetween(fromMs, toMs)) !== null) return true;
		for (let earlier = this.number - 1; earlier >= 0; earlier--) {
			const claim = new NumberedRow(this.rows, this.key, earlier);
			const mayHavePaid = !(await claim.has('refused')) && !(await claim.isShown());
			if (mayHavePaid && (await claim.claimedBetween(fromMs, toMs)) !== null) return true;
		}
		return false;
	}

	/** The newest claim of the reference. Steps are doubled and then halved, since claims have no gaps, so few reads find it. */
	async newest(): Promise<NumberedRow> {
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

	/**
	 * The claim that holds the reference for a payment, or for any; null where the next may be claimed. It is the newest that
	 * isn't over, down to the first without `past`. One that the wallet showed holds the reference for its own payment alone.
	 */
	async holder(identityDigest: string | null = null): Promise<NumberedRow | null> {
		for (let claim = await this.newest(); ; claim = claim.after(-1)) {
			if (!(await claim.isOver()) && !(await claim.isShownForAnother(identityDigest))) return claim;
			if (!(await claim.has('past'))) return null;
		}
	}

	/** The claim after this one, the newest; marked `past` where one that the wallet showed may be below. */
	async next(): Promise<NumberedRow> {
		const next = this.after(1);
		if ((await this.isShown()) || (await this.has('past'))) await next.mark('past');
		return next;
	}

	after(steps: number): NumberedRow {
		return new NumberedRow(this.rows, this.key, this.number + steps);
	}
}

function slotOf(ms: number): number {
	return Math.floor(ms / SLOT_MS);
}

/** The owner of the row of a claim: when it was made. */
function madeIn(slot: number): string {
	return `sent:${slot}`;
}

/** How many entries the row of a claim has if nothing was sent under it. */
const SHOWN = 2;

/** The owner of the row of a claim under which nothing was sent: the transaction, by the key of its row. */
export const shownAs = (transaction: string) => `shown:${transaction}`;

/** The mark for a key that the payment can be found by, in the account that paid: the same key says nothing of another one. */
export function lookedUpBy({ kind, value }: LookUpKey, bindings: number): `by:${string}` {
	return `by:${digestOf([kind, value.trim().toLowerCase(), bindings], 'base64url')}`;
}
