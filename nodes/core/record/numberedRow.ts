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

/** The length of the time slots that are recorded for claims: long enough that few reads find a claim's slot. */
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
 * The execution that inserts a claim's row `K:g` may pay, within a minute. The row's owner is the time slot of the
 * insert. If the wallet shows that the payment was made elsewhere, the owner is that transaction instead, and nothing is
 * sent. Rows that begin with `K:g:` record the outcome. No row is changed or deleted, so later claims don't affect
 * earlier ones.
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
	 * @param nowMs the time, read before the call
	 * @param shown the transaction, if the wallet already shows the payment; under such a claim, nothing is sent
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

	/** Whether the claim is for this payment. False if no identity was recorded, because its execution ended too early. */
	async isFor(identityDigest: string): Promise<boolean> {
		return (await this.has('identity')) && (await this.rows.isOf(`${this.row}:identity`, identityDigest));
	}

	/** Whether the claim is unpaid, and for another payment that the wallet shows; false without `identityDigest`. */
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
	 * Whether the next claim may be made: this one certainly paid nothing, or a person released it. A claim isn't over
	 * if a person marked it as paid before it was refused, or if Mavapay accepted it after its release, because the next
	 * run would pay again.
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
	 * The claim that keeps a payment (any payment if `identityDigest` is null) from claiming the reference; null if no
	 * claim does. It is the newest claim that isn't over; the search ends at a claim without `past`. An unpaid claim for
	 * a payment that the wallet shows keeps out only that payment.
	 */
	async holder(identityDigest: string | null = null): Promise<NumberedRow | null> {
		for (let claim = await this.newest(); ; claim = claim.after(-1)) {
			if (!(await claim.isOver()) && !(await claim.isShownForAnother(identityDigest))) return claim;
			if (!(await claim.has('past'))) return null;
		}
	}

	/** The claim after this newest one, marked `past` if an earlier claim may be for a payment that the wallet shows. */
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

/** The number stored in the row of a claim for a payment that the wallet shows. Other claims store 1. */
const SHOWN = 2;

/** The owner of a claim's row for a payment that the wallet shows, from the row key of its transaction. */
export const shownAs = (transaction: string) => `shown:${transaction}`;

/** The mark for a key by which the payment can be found in the account that paid. In another account, the key means nothing. */
export function lookedUpBy({ kind, value }: LookUpKey, bindings: number): `by:${string}` {
	return `by:${digestOf([kind, value.trim().toLowerCase(), bindings], 'base64url')}`;
}
