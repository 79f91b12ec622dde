import { digestOf } from '../domain/json';
import type { LookUpKey } from '../payees/paymentIdentity';
import type { RowStore } from './rows';

/**
 * A statement about a claim, kept as a separate row; docs/why/design.md#the-record. The owner of `identity` is the
 * digest of the payment's identity; `by` ends in a digest. `refused`: the payment was certainly not made. `past`: an
 * earlier claim may still be held by a payment seen in the wallet.
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

/** The length of a slot of the clock: coarse enough that few reads find the one in which a claim was made. */
const SLOT_MS = 5 * 60_000;

/** The facts of a payment that are recorded before its request is sent. */
export interface Identified {
	readonly identityDigest: string;
	/** The keys by which the payment can be found if its response is lost. */
	readonly lookUpKeys: readonly LookUpKey[];
	/** The number of the workflow's bindings to accounts (accountBinding.ts). */
	readonly bindings: number;
}

/**
 * One row of a numbered chain, with the rows that record its outcome: a claim of a reference, a payment among similar
 * ones, or an AI tool's payment to a payee.
 *
 * The execution that inserts a claim's row `K:g` may pay, within a minute. The row's owner is the clock slot of the
 * insert. If the wallet shows that the payment was made elsewhere, the owner is its transaction instead, and nothing is
 * sent. Rows that begin with `K:g:` record the outcome. No row is changed or deleted, so later claims don't affect this
 * one.
 *
 * Every method throws StoreFault if the database gives no response that money can depend on.
 */
export class NumberedRow {
	/** The key of this row, with which the keys of its marks begin. */
	readonly row: string;

	/**
	 * @param key K, made of the kind of money and the reference
	 * @param number g, counted from 0
	 */
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
	 * @param nowMs read before the call
	 * @param shown the transaction, if the wallet shows the payment; the row then has two entries, so nothing is sent
	 */
	async tryClaim(nowMs: number, shown: string | null = null): Promise<boolean> {
		const inserted =
			shown === null
				? await this.rows.claim(this.row, madeIn(slotOf(nowMs)))
				: await this.rows.insertNumber(this.row, SHOWN, shownAs(shown));
		return inserted === 'inserted';
	}

	/** Whether the claim was made for a payment found in the wallet's list. */
	async isShown(): Promise<boolean> {
		return (await this.rows.numberIn(this.row)) === SHOWN;
	}

	/** Inserts this row or another one with an owner, which several callers may share. False if the row has another owner. */
	async insertOwned(owner: string, row = this.row): Promise<boolean> {
		return (await this.rows.insert(row, owner)) === 'inserted' || (await this.rows.isOf(row, owner));
	}

	/** Whether this row was inserted with this owner. The row must exist. */
	async isOf(owner: string): Promise<boolean> {
		return await this.rows.isOf(this.row, owner);
	}

	async isClaimed(): Promise<boolean> {
		return await this.rows.has(this.row);
	}

	/** Records the payment's identity and look-up keys, before anything is sent. */
	async identify({ identityDigest, lookUpKeys, bindings }: Identified): Promise<void> {
		const keys = lookUpKeys.map(async (key) => await this.mark(lookedUpBy(key, bindings)));
		await Promise.all([this.rows.insert(`${this.row}:identity`, identityDigest), ...keys]);
	}

	/** Whether the claim is for this payment; false if its identity isn't recorded, even because its execution ended before. */
	async isFor(identityDigest: string): Promise<boolean> {
		return (await this.has('identity')) && (await this.rows.isOf(`${this.row}:identity`, identityDigest));
	}

	/** Whether the claim is open, and of another payment found in the wallet's list; false without `identityDigest`. */
	private async isShownForAnother(identityDigest: string | null): Promise<boolean> {
		if (identityDigest === null || !(await this.isShown()) || (await this.has('paid'))) return false;
		return (await this.has('identity')) && !(await this.isFor(identityDigest));
	}

	/** Inserts the mark; false if it already existed. */
	async mark(mark: Mark): Promise<boolean> {
		return (await this.rows.insert(`${this.row}:${mark}`)) === 'inserted';
	}

	async has(mark: Mark): Promise<boolean> {
		return await this.rows.has(`${this.row}:${mark}`);
	}

	/**
	 * Whether the next generation may be claimed, because this one certainly paid nothing or a person released it. It
	 * isn't over if Mavapay accepted it after the release, since the next run would pay again, or if it failed after a
	 * person had marked it as paid.
	 */
	async isOver(): Promise<boolean> {
		if ((await this.has('refused')) && !(await this.has('marked'))) return true;
		if (!(await this.has('released'))) return false;
		return !(await this.has('paid')) || (await this.has('releasedPaid'));
	}

	/**
	 * The end of the slot in which the claim was made, in milliseconds since 1970; null if there is no such claim, or it
	 * was not made between the two times. Slots are checked one by one, the latest first.
	 */
	async claimedBetween(fromMs: number, toMs: number): Promise<number | null> {
		if (!(await this.isClaimed())) return null;
		for (let slot = slotOf(toMs); slot >= slotOf(fromMs); slot--)
			if (await this.isOf(madeIn(slot))) return (slot + 1) * SLOT_MS;
		return null;
	}

	/** Whether a request may have been sent between the two times, under this claim or an earlier one that may have paid. */
	async mayHaveLeftBetween(fromMs: number, toMs: number): Promise<boolean> {
		if ((await this.claimedBetween(fromMs, toMs)) !== null) return true;
		for (let earlier = this.number - 1; earlier >= 0; earlier--) {
			const claim = new NumberedRow(this.rows, this.key, earlier);
			const mayHavePaid = !(await claim.has('refused')) && !(await claim.isShown());
			if (mayHavePaid && (await claim.claimedBetween(fromMs, toMs)) !== null) return true;
		}
		return false;
	}

	/** The newest claim of the reference. Since claims have no gaps, few reads find it: steps are doubled, then halved. */
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
	 * The claim that holds the reference against a payment, or any payment if `identityDigest` is null; null if the next
	 * claim may be made. It is the newest one that isn't over, down to the first without `past`. A claim found in the
	 * wallet's list holds the reference only for its own payment.
	 */
	async holder(identityDigest: string | null = null): Promise<NumberedRow | null> {
		for (let claim = await this.newest(); ; claim = claim.after(-1)) {
			if (!(await claim.isOver()) && !(await claim.isShownForAnother(identityDigest))) return claim;
			if (!(await claim.has('past'))) return null;
		}
	}

	/** The claim after this newest one, marked `past` if one from the wallet's list may be below it. */
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

/** The owner of a claim's row: the slot in which it was made. */
function madeIn(slot: number): string {
	return `sent:${slot}`;
}

/** The number of entries in a claim's row if nothing was sent under it. */
const SHOWN = 2;

/** The owner of a claim's row if nothing was sent under it: the transaction, by the key of its row. */
export const shownAs = (transaction: string) => `shown:${transaction}`;

/** The mark for a key by which the payment can be found in the account that paid. In another account, the key means nothing. */
export function lookedUpBy({ kind, value }: LookUpKey, bindings: number): `by:${string}` {
	return `by:${digestOf([kind, value.trim().toLowerCase(), bindings], 'base64url')}`;
}
