import { CLOCKS_APART_MS, DAY_MS, MINUTE_MS } from '../domain/dateTime';
import type { Amount, MoneyKind } from '../domain/money';
import type { LookUpKey } from '../payees/paymentIdentity';
import type { AccountBinding } from './accountBinding';
import type { Budgets } from './budgets';
import { amountDigest, shownDigest, type GivenClaim } from './claimText';
import { lookedUpBy, shownAs, type NumberedRow } from './numberedRow';
import { rowOfLike } from './likeness';
import { endPayeeOf } from './openPayee';
import { transactionKey } from './rows';

export type SettleResult =
	| { readonly kind: 'done'; readonly was: 'unknown' | 'paid' }
	/** The reference was already in the state asked for (free or paid), and was not claimed since. */
	| { readonly kind: 'settledBefore' }
	/** The claim has ended, and the reference was claimed again since. Nothing was changed. */
	| { readonly kind: 'claimedSince' }
	/** The claim can't be marked as paid: it certainly paid nothing, or a person released it, perhaps at the same time. */
	| { readonly kind: 'over' }
	| { readonly kind: 'noSuchClaim' }
	/** The claim was paid, and the caller didn't ask to release a paid claim. */
	| { readonly kind: 'paid' }
	/** The claim's text was written too soon after the payment request. A text from `lookAgainAt` or later can be used. */
	| { readonly kind: 'tooEarly'; readonly lookAgainAt: Date }
	/** The claim's text was given more than a day ago, so the person's look at Mavapay may be outdated. */
	| { readonly kind: 'tooOld' }
	/** The claim is for a transaction other than the given one; or the workflow doesn't pay from the API key's account. */
	| { readonly kind: 'otherTransaction' | 'otherAccount' }
	/** The transaction or quote has settled another claim. `otherBill`: the wallet shows this claim's payment. */
	| { readonly kind: 'otherReference' | 'otherBill' };

type Ended = 'settledBefore' | 'claimedSince' | 'over';

/** The time after a request, in ms, in which its claim can't be released, because the request may still arrive. */
const WAIT_MS = 15 * MINUTE_MS;

/** The claim that a text names, for a person to settle. Later claims are left alone. Every method throws StoreFault. */
export class SettlableClaim {
	constructor(
		private readonly claim: NumberedRow,
		private readonly given: GivenClaim,
		private readonly now: () => number,
		private readonly record: { readonly money: MoneyKind; readonly binding: AccountBinding; readonly budgets: Budgets },
	) {}

	/** The time from which a new text of this claim can be used to release it; null if the present text can be used. */
	async lookAgainAt(): Promise<Date | null> {
		const now = this.now();
		const since = Math.min(this.given.minute * MINUTE_MS, now) - WAIT_MS;
		const claimedUntil = await this.claim.claimedBetween(since, now + CLOCKS_APART_MS);
		return claimedUntil === null ? null : new Date(claimedUntil + WAIT_MS);
	}

	/** Whether this claim's payment can be found by the key, in the account that the workflow pays from now. */
	async wasSentWith(key: LookUpKey): Promise<boolean> {
		const { bindings } = await this.record.binding.standing();
		return await this.claim.has(lookedUpBy(key, bindings));
	}

	/** Whether the payment was for one of these amounts; null if the claim's text has no amount, as from *Check*. */
	wasFor(amounts: readonly Amount[]): boolean | null {
		const { amount } = this.given;
		return amount === undefined ? null : amounts.some((one) => amountDigest(this.claim.key, one) === amount);
	}

	/** Whether a payment of this reference may have been sent in the 24 hours before `ms` or up to 15 minutes after it. */
	async wasSentNear(ms: number): Promise<boolean> {
		return await this.claim.mayHaveLeftBetween(ms - DAY_MS, ms + CLOCKS_APART_MS);
	}

	/** Whether the claim is for this transaction of the wallet's list; null if it is for a payment that was sent. */
	async isShownAs(transactionId: string | null): Promise<boolean | null> {
		const transaction = transactionKey(this.record.money, transactionId ?? '');
		const { prepared } = this.given;
		if (prepared !== undefined) return prepared.endsWith(shownDigest(transaction));
		return (await this.claim.isShown()) ? await this.claim.isOf(shownAs(transaction)) : null;
	}

	async hasMade(transactionId: string): Promise<boolean> {
		const { rows, row } = this.claim;
		const key = transactionKey(this.record.money, transactionId);
		return (await rows.has(key)) && (await rows.isOf(key, row));
	}

	/** Whether a transaction or its quote, given by their IDs, has settled another claim. */
	async isSettledElsewhere(ids: readonly string[]): Promise<boolean> {
		const { rows, row } = this.claim;
		for (const key of ids.map((id) => transactionKey(this.record.money, id)))
			if ((await rows.has(key)) && !(await rows.isOf(key, row))) return true;
		return false;
	}

	/**
	 * Releases the reference, so that it can be claimed again. Inserts the row `releasing`, then reads the claim's state.
	 * A payment looks for `releasing` after it has claimed, so either the payment or the release sees the other
	 * (`HeldClaim.announce`).
	 *
	 *     claim            + 15 min, to the slot's end
	 *     |-- too early ---|-- text given, person looks at Mavapay, released
	 *                      a text given earlier stays too early, even if it is used later
	 *
	 * @param options.early release the claim even if its text was given too soon after the request was sent
	 * @param options.paid release the claim even if it was paid
	 * @param failed the payment's possible amounts, to give back to the budgets, if Mavapay says that the payment failed
	 */
	async release(
		{ early, paid }: { readonly early: boolean; readonly paid: boolean },
		failed: readonly Amount[] = [],
	): Promise<SettleResult> {
		const { claim } = this;
		if (!(await claim.isClaimed())) return { kind: 'noSuchClaim' };
		await claim.mark('releasing');
		if (await this.isClaimedSince()) return await this.endedBefore('claimedSince', failed);
		if (await claim.isOver()) return await this.endedBefore('settledBefore', failed);
		const wasPaid = await claim.has('paid');
		if (wasPaid && !paid) return { kind: 'paid' };
		const untimely = await this.whenUntimely(early);
		if (untimely !== null) return untimely;
		await endPayeeOf(claim, this.record.money);
		const isOwn = await claim.mark(wasPaid ? 'releasedPaid' : 'released');
		if (wasPaid) await claim.mark('released');
		if (!isOwn) return await this.endedBefore('settledBefore', failed);
		// The claim stays paid if another person marked it as paid at the same time, or Mavapay accepted the payment.
		if (!wasPaid && (await claim.has('paid'))) return { kind: 'paid' };
		if (!wasPaid) await this.endLike();
		// This comes after `released` is inserted, because any later `markPaid` sees that row.
		await this.giveBack(failed);
		return { kind: 'done', was: wasPaid ? 'paid' : 'unknown' };
	}

	/** Why the claim can't be released now: its text was given too long ago, or too soon after its request; otherwise null. */
	private async whenUntimely(early: boolean): Promise<SettleResult | null> {
		if (this.now() - this.given.minute * MINUTE_MS > DAY_MS) return { kind: 'tooOld' };
		const lookAgainAt = early ? null : await this.lookAgainAt();
		return lookAgainAt === null ? null : { kind: 'tooEarly', lookAgainAt };
	}

	/** Repeats the last steps of settling a claim, in case a row was inserted late or settling was interrupted. */
	private async endedBefore(kind: Ended, failed: readonly Amount[] = []): Promise<SettleResult> {
		await this.giveBack(failed);
		await endPayeeOf(this.claim, this.record.money);
		if (!(await this.claim.has('paid'))) await this.endLike();
		return { kind };
	}

	/** Gives the claim's amount, one of `amounts`, back to the budgets once; not if a person marked the claim as paid. */
	async giveBack(amounts: readonly Amount[]): Promise<void> {
		if (amounts.length === 0 || (await this.claim.has('marked'))) return;
		await this.record.budgets.giveBack(this.claim, amounts, this.now());
	}

	/** Marks the row in the claim's text (`likeRow`) as `over` if this claim owns it: a text could name any row. */
	private async endLike(): Promise<void> {
		const { likeRow } = this.given;
		if (likeRow === undefined) return;
		const row = rowOfLike(this.claim.rows, likeRow);
		if ((await row.isClaimed()) && (await row.isOf(this.claim.row))) await row.mark('over');
	}

	/** Whether the claim is still open: its text is from *Prepare*, or it was made and is neither paid nor over. */
	async isUnknown(): Promise<boolean> {
		const { claim } = this;
		if (this.given.prepared !== undefined) return true;
		return (await claim.isClaimed()) && !(await claim.isOver()) && !(await claim.has('paid'));
	}

	/**
	 * Marks the claim as paid. A transaction settles only the first claim that inserts the transaction's row.
	 *
	 * @param ids the IDs of the transaction and of its quote; empty if they aren't known
	 */
	async markPaid(ids: readonly string[]): Promise<SettleResult> {
		const { claim } = this;
		if (!(await claim.isClaimed())) return { kind: 'noSuchClaim' };
		const holder = await claim.holder();
		if (holder === null || holder.number < claim.number) return await this.endedBefore('over');
		if (holder.number > claim.number) return await this.endedBefore('claimedSince');
		if (await claim.has('paid')) return { kind: 'settledBefore' };
		// Checked first, so that no quote's row is inserted for a transaction that has settled another claim.
		if (await this.isSettledElsewhere(ids)) return { kind: 'otherReference' };
		// The quote's row comes first: otherwise another claim could take the quote after this one took the transaction.
		for (const id of [...ids].reverse())
			if (!(await claim.insertOwned(claim.row, transactionKey(this.record.money, id))))
				return { kind: 'otherReference' };
		await claim.mark('marked');
		await endPayeeOf(claim, this.record.money);
		await claim.mark('paid');
		const isOver = (await claim.isOver()) || (await this.isClaimedSince());
		return isOver ? { kind: 'over' } : { kind: 'done', was: 'unknown' };
	}

	/** Whether the reference was claimed again after this claim, and another claim holds it now. */
	private async isClaimedSince(): Promise<boolean> {
		const { claim } = this;
		return (await claim.after(1).isClaimed()) && (await claim.holder())?.number !== claim.number;
	}
}
