import { digestOf } from '../domain/json';
import type { LookUpKey } from '../payees/paymentIdentity';
import type { RowStore } from './rows';

/** A statement about a numbered row, kept as a separate row: README.md#rows explains each. */
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

/** The length of a time slot. A claim records the slot in which it was made; long slots are found with few reads. */
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
 * One row of a numbered chain, and the rows that record its outcome. A chain holds, for example, the claims of a
 * payment reference or the similar payments of a day.
 *
 * The execution that inserts a claim's row `K:g` (key and number, from 0) may pay, within a minute. The row's owner is
 * the time slot of the insert. If the wallet shows that the payment was made elsewhere, the owner is that transaction
 * instead, and nothing is sent. Rows that begin with `K:g:` record the outcome. No row is changed or deleted, so later
 * claims don't affect earlier ones.
 *
 * Every method throws StoreFault if the database gives no response that money can depend on.
 */
export class NumberedRow {
	/** The key of this row, with which the keys of its marks begin. */
	readonly row: string;

	constructor(
		readonly rows: RowStore,
		readonly key: string,
		readonly number: number,
	) {
		this.row = `${key}:${number}`;
	}

	/**
	 * Claims the reference. True for exactly one caller, even if several call at once.
	 *
	 * @param nowMs the time, read before the call
	 * @param shown the transaction, if the wallet already shows the payment; nothing is sent then
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

	/** Inserts a row with an owner. True also if the row exists with the same owner, false if it has another. */
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

	/** Whether the claim is for this payment. False if the execution ended before it recorded the payment's identity. */
	async isFor(identityDigest: string): Promise<boolean> {
		return (await this.has('identity')) && (await this.rows.isOf(`${this.row}:identity`, identityDigest));
	}

	/** Whether this claim is open, for a payment that the wallet shows, with another `identityDigest`. False for null. */
	private async isShownForAnother(identityDigest: string | null): Promise<boolean> {
		if (identityDigest === null || !(await this.isShown()) || (await this.has('paid'))) return false;
		return (await this.has('identity')) && !(await this.isFor(identityDigest));
	}

	async mark(mark: Mark): Promise<boolean> {
		return (await this.rows.insert(`${this.row}:${mark}`)) === 'inserted';
	}

	async has(mark: Mark): Promise<boolean> {
		return await this.rows.has(`${this.row}:${mark}`);
	}

	/**
	 * Whether the reference can be claimed again, because this claim certainly paid nothing or a person released it. A
	 * refused claim isn't over if it was marked as paid, and a released one isn't if Mavapay accepted its payment: the
	 * next run would pay again.
	 */
	async isOver(): Promise<boolean> {
		if ((await this.has('refused')) && !(await this.has('marked'))) return true;
		if (!(await this.has('released'))) return false;
		return !(await this.has('paid')) || (await this.has('releasedPaid'));
	}

	/**
	 * The end of the time slot in which the claim was made, in milliseconds since 1970; null if the claim doesn't exist or
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
		// The claim `step` places after `claimed` doesn't exist.
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
	 * The claim that blocks the reference for a payment (for any payment if `identityDigest` is null); null if no claim
	 * does. It is the newest claim that isn't over. The search goes back only while claims have the mark `past`. Until
	 * it is marked as paid, a claim for a payment that the wallet shows blocks only that payment.
	 */
	async holder(identityDigest: string | null = null): Promise<NumberedRow | null> {
		for (let claim = await this.newest(); ; claim = claim.after(-1)) {
			if (!(await claim.isOver()) && !(await claim.isShownForAnother(identityDigest))) return claim;
			if (!(await claim.has('past'))) return null;
		}
	}

	/** The next claim to make; marked `past` if this claim, or an earlier one, is for a payment that the wallet shows. */
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

/** The owner of a claim's row: the time slot in which the claim was made. */
function madeIn(slot: number): string {
	return `sent:${slot}`;
}

/** The number stored in the row of a claim for a payment that the wallet shows. Other claims store 1. */
const SHOWN = 2;

/** The owner of a claim's row for a payment that the wallet shows, from the row key of its transaction. */
export const shownAs = (transaction: string) => `shown:${transaction}`;

/** The mark for a key by which the payment can be found in the account that paid. In another account, the key means nothing. */
export function lookedUpBy({ kind, value }: LookUpKey, bindings: number): `by:${string}` {
	return `by:${digestOf([kind, value.trim().toLowerCase(), bindings], 'base64url')}`;
}
