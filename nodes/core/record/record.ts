import { NO_BUDGETS, type BudgetLimits } from '../domain/budget';
import { MINUTE_MS } from '../domain/dateTime';
import { digestOf, type Json } from '../domain/json';
import type { Amount, MoneyKind } from '../domain/money';
import { type LikePayment, quoteKeyOf } from '../payees/recordedPayee';
import { normaliseReference, type LookUpKey } from '../payees/paymentIdentity';
import type { AccountBinding } from './accountBinding';
import { Budgets } from './budgets';
import { amountDigest, NOT_YET, readClaim, shownDigest, writeClaim, type GivenClaim } from './claimText';
import { NumberedRow, type Identified } from './numberedRow';
import { LikePayments, lookOnce, onceRow, type SeenLike } from './likeness';
import { lookAtPayee } from './openPayee';
import { rowKey, transactionKey, type RowStore } from './rows';
import { SettlableClaim, type SettleResult } from './settlement';
import type { LikeRow, SideRow, Withheld } from './sideRows';

/** The digest by which payments are compared. The payment itself isn't stored in n8n, because it may contain a secret. */
export function identityDigestOf(money: MoneyKind, identity: Json): string {
	return digestOf([money, identity], 'hex');
}

const IDENTITY_DIGITS = 64;

/** The state of a reference: `free` to be claimed, `paid`, or `unknown`: claimed, with no certain outcome. */
export type ReferenceState = 'free' | 'paid' | 'unknown';

/** How a claim of an earlier execution ended: a person released it, or it is recorded as paid; otherwise null. */
export type SettledSince = 'released' | 'paid' | null;

export type Claimed =
	/** This execution, and no other, may pay the reference now. */
	| { readonly kind: 'claimed'; readonly heldClaim: HeldClaim }
	/** The workflow is bound to an account other than the API key's. Nothing was claimed. */
	| { readonly kind: 'otherAccount' }
	| Taken;

/** A reference that is already claimed: it was paid, or its payment is under way, lost or failed. */
export interface Taken {
	readonly kind: 'paid' | 'unknown';
	/** Whether the claim is for this same payment. Only then can the payment be skipped as already paid. */
	readonly sameIdentity: boolean;
	/** For an unknown outcome: whether nothing was sent, because the wallet already showed the payment. */
	readonly isShown: boolean;
	readonly claimText: string;
}

/** A reference that is already claimed, with the claim that a person can settle. */
export interface Found extends Taken {
	readonly openClaim: SettlableClaim;
}

/** The longest time between a claim and its request, in milliseconds. */
const LEAVES_WITHIN_MS = MINUTE_MS;

/** Whether, and until when, an announced request may be sent. The step that sends it checks both. */
export interface SendPermit {
	/** The last moment at which the request may be sent, in milliseconds since 1970. */
	readonly until: number;
	/** Why the request may not be sent (`releasing`: a person is releasing the reference); null if it may be sent. */
	readonly withheld: Withheld | { readonly because: 'releasing' } | null;
}

/** This execution's claim: `unknown` until `recordPaid` or `recordUnpaid`. All methods but `text` throw StoreFault. */
export interface HeldClaim {
	/** The number of the claim among its reference's claims, from 0; a later claim has a higher one. */
	readonly generation: number;
	/**
	 * Records the payment's identity, and says whether its request may be sent. Called right before sending.
	 *
	 * Time runs to the right; the clocks of machines differ by less than 15 minutes.
	 *
	 *     claim            + 1 min                      + 15 min
	 *     |-- may be sent -|-- may still arrive --------|-- has arrived, or never will
	 *     `K:g` is inserted, with its time               a claim text written from now on can be used to release
	 *
	 * A release (`SettlableClaim.release`) first inserts the row `releasing`, which this method looks for. If clocks
	 * agree, the limit of a minute is enough. `releasing` also stops a payment on a machine whose clock is slow, for
	 * example after sleep.
	 */
	announce(): Promise<SendPermit>;
	/**
	 * Records that a transaction, or an accepted quote, belongs to this claim; false if it belongs to another claim.
	 * Called as soon as Mavapay names the transaction, and before the payment is output.
	 */
	owns(transactionId: string): Promise<boolean>;
	/** Records that Mavapay accepted the payment. */
	recordPaid(): Promise<void>;
	/**
	 * Records that nothing was paid, which frees the reference.
	 *
	 * @param isAuthorsWord true if only the workflow's author counts the response as a refusal; then the amount stays in
	 * the budgets as used
	 */
	recordUnpaid(isAuthorsWord?: boolean): Promise<void>;
	/**
	 * The claim's text for a person, with the current time.
	 *
	 * @param amount the amount to be paid; null if it isn't known
	 */
	text(amount?: Amount | null): string;
}

/**
 * The record of payout references across executions: docs/why/design.md#the-record. The claims of a reference are
 * numbered from 0 (numberedRow.ts). The next claim can be made only once the previous one certainly paid nothing or was
 * released by a person. Rows are never changed or deleted, and their keys are digests. Every method throws StoreFault if
 * the database gives no response that money can depend on.
 */
export class PayoutRecord {
	readonly budgets: Budgets;

	/**
	 * @param money the kind of money; the same reference in another kind is another payment
	 * @param now the clock, in milliseconds since 1970
	 * @param binding the account that the workflow pays from; checked before a reference is claimed
	 * @param limits the API key's limits for a day and a month
	 */
	constructor(
		readonly money: MoneyKind,
		private readonly rows: RowStore,
		private readonly now: () => number,
		readonly binding: AccountBinding,
		limits: BudgetLimits = NO_BUDGETS,
	) {
		this.budgets = new Budgets(rows, money, limits);
	}

	/**
	 * Claims a reference for one payment, to be sent at once.
	 *
	 * @param identityDigest from `identityDigestOf`; a claim with a different digest is for another payment
	 * @param lookUpKeys the keys by which the payment can be found if its response is lost
	 * @param sideRows the payment's other rows, for example its row among similar payments; `announce` inserts them
	 * @param shownAs the ID of the payment's transaction, if the wallet already shows it: then no run sends the payment
	 * until a person settles the claim
	 */
	async claim(
		reference: string,
		identityDigest: string,
		lookUpKeys: readonly LookUpKey[] = [],
		sideRows: readonly SideRow[] = [],
		shownAs?: string,
	): Promise<Claimed> {
		const shown = shownAs === undefined ? null : transactionKey(this.money, shownAs);
		const { bindings, mayPay } = await this.binding.bind();
		if (!mayPay) return { kind: 'otherAccount' };
		let claim = this.claimAt(reference, 0);
		let claimedMs = this.now();
		while (!(await claim.tryClaim(claimedMs, shown))) {
			claim = await claim.newest();
			const holder = await claim.holder(identityDigest);
			if (holder !== null) return await this.foundIn(reference, holder, identityDigest);
			claim = await claim.next();
			claimedMs = this.now();
		}
		const identified = { identityDigest, lookUpKeys, bindings };
		return { kind: 'claimed', heldClaim: this.heldClaim(claim, claimedMs, identified, sideRows) };
	}

	private heldClaim(
		claim: NumberedRow,
		claimedMs: number,
		identified: Identified,
		sideRows: readonly SideRow[],
	): HeldClaim {
		const { key } = claim;
		// A payment that accepts its own quote also inserts the quote's row, so the quote can't be accepted again by its ID.
		const quotes = identified.lookUpKeys.filter(({ kind }) => kind === 'quoteId');
		const accepts: SideRow[] = quotes.map(({ value }) => onceRow(this.rows, this.money, quoteKeyOf(value), key));
		const rows = [...sideRows, ...accepts];
		return {
			generation: claim.number,
			announce: async () => {
				const nowMs = this.now();
				const [releasing, identifying, ...taken] = await Promise.allSettled([
					claim.has('releasing'),
					claim.identify(identified),
					...rows.map(async (row) => await row.take(claim, nowMs)),
				] as const);
				fulfilled(identifying);
				const why = taken.map((step) => fulfilled(step)).find((one) => one !== null) ?? null;
				const withheld = fulfilled(releasing) ? ({ because: 'releasing' } as const) : why;
				return { until: claimedMs + LEAVES_WITHIN_MS, withheld };
			},
			owns: async (transactionId) => await claim.insertOwned(claim.row, transactionKey(this.money, transactionId)),
			recordPaid: async () => {
				for (const row of rows) await row.paid?.();
				await claim.mark('paid');
			},
			recordUnpaid: async (isAuthorsWord = false) => {
				for (const row of rows) await row.unpaid(claim, isAuthorsWord);
				await claim.mark('refused');
			},
			text: (amount = null) => {
				const held = amount === null ? {} : { amount: amountDigest(key, amount) };
				const like = rows.find(({ likeRow }) => likeRow !== undefined);
				return writeClaim(key, { ...givenClaim(claim, this.now(), like?.likeRow), ...held });
			},
		};
	}

	/** The text that *Prepare* outputs if the wallet shows a payment. The claim is made once a person marks it as paid. */
	preparedClaim(reference: string, identity: string, transactionId: string): string {
		const prepared = `${identity}${shownDigest(transactionKey(this.money, transactionId))}`;
		return writeClaim(this.keyOf(reference), { generation: NOT_YET, minute: 0, prepared });
	}

	/**
	 * Makes the claim that a text from *Prepare* describes, and marks the claim as paid by the transaction. If the
	 * transaction has settled another claim, the reference becomes free again. Null if the text isn't from *Prepare*.
	 *
	 * @param ids the ID of the transaction, which the caller has looked up, and the ID of its quote
	 */
	async markPrepared(reference: string, claim: string, ids: readonly string[]): Promise<SettleResult | null> {
		const identity = readClaim(this.keyOf(reference), claim)?.prepared?.slice(0, IDENTITY_DIGITS);
		const [transactionId = ''] = ids;
		if (identity === undefined) return null;
		const isFree = (await this.look(reference, identity)).kind === 'free';
		if (isFree && (await this.rows.has(transactionKey(this.money, transactionId)))) return { kind: 'otherReference' };
		const made = await this.claim(reference, identity, [], [], transactionId);
		if (made.kind === 'otherAccount') return made;
		if (made.kind === 'claimed') await made.heldClaim.announce();
		const held = await this.look(reference, identity);
		if (held.kind === 'free') return { kind: 'claimedSince' };
		const isIts = held.kind === 'paid' ? held.sameIdentity : await held.openClaim.isShownAs(transactionId);
		if (isIts !== true) return { kind: 'claimedSince' };
		const result = await held.openClaim.markPaid(ids);
		if (result.kind === 'otherReference' && made.kind === 'claimed') await made.heldClaim.recordUnpaid();
		return result;
	}

	/** Finds the claim that blocks the reference for a payment (any payment if `identityDigest` is null). Read-only. */
	async look(reference: string, identityDigest: string | null = null): Promise<{ kind: 'free' } | Found> {
		const first = this.claimAt(reference, 0);
		const current = (await first.isClaimed()) ? await first.holder(identityDigest) : null;
		return current === null ? { kind: 'free' } : await this.foundIn(reference, current, identityDigest);
	}

	/** The state of a reference. Read-only. */
	async check(reference: string): Promise<ReferenceState> {
		return (await this.look(reference)).kind;
	}

	/** Finds the claim that a text names; null if the text isn't for a claim of this reference. */
	openClaim(reference: string, claim: string): SettlableClaim | null {
		const given = readClaim(this.keyOf(reference), claim);
		return given === null ? null : new SettlableClaim(this.claimAt(reference, given.generation), given, this.now, this);
	}

	/** How the claim with this number ended. Read-only. */
	async settledSince(reference: string, generation: number): Promise<SettledSince> {
		const claim = this.claimAt(reference, generation);
		if ((await claim.has('released')) && (await claim.isOver())) return 'released';
		return (await claim.has('paid')) ? 'paid' : null;
	}

	/**
	 * Looks for similar payments under other references. Changes no row.
	 *
	 * @param within how many days to search, today included; 0 means today and yesterday
	 * @param isFree whether the reference can be claimed; if not, its own earlier payments count as another reference's
	 */
	async lookAlike(
		like: LikePayment,
		{ within, isFree, reference }: { within: number; isFree: () => Promise<boolean>; reference: string },
	): Promise<SeenLike> {
		const { payee, amount } = like;
		if (amount === null) return await lookOnce(this.rows, this.money, payee, this.keyOf(reference));
		const alike = new LikePayments(this.rows, this.money, payee, amount);
		return await alike.lookBack(
			this.now(),
			within,
			async (row) => (await isFree()) && (await this.isOwnRow(reference, row)),
		);
	}

	/** Looks for an open payment of an AI tool to the payee. Read-only. */
	async lookAtPayee(payee: string): ReturnType<typeof lookAtPayee> {
		return await lookAtPayee(this.rows, this.money, payee);
	}

	/** Whether a row among similar payments was inserted by an earlier claim of the reference. */
	private async isOwnRow(reference: string, row: NumberedRow): Promise<boolean> {
		const first = this.claimAt(reference, 0);
		if (!(await first.isClaimed())) return false;
		for (let claim = await first.newest(); claim.number >= 0; claim = claim.after(-1)) {
			if (await row.isOf(claim.row)) return true;
		}
		return false;
	}

	private async foundIn(reference: string, claim: NumberedRow, identityDigest: string | null): Promise<Found> {
		const kind = (await claim.has('paid')) ? 'paid' : 'unknown';
		const given = givenClaim(claim, this.now());
		return {
			kind,
			isShown: kind === 'unknown' && (await claim.isShown()),
			sameIdentity: identityDigest !== null && (await claim.isFor(identityDigest)),
			claimText: writeClaim(this.keyOf(reference), given),
			openClaim: new SettlableClaim(claim, given, this.now, this),
		};
	}

	private claimAt(reference: string, number: number): NumberedRow {
		return new NumberedRow(this.rows, this.keyOf(reference), number);
	}

	private keyOf(reference: string): string {
		return rowKey('reference', this.money, normaliseReference(reference));
	}
}

function givenClaim({ number }: NumberedRow, nowMs: number, likeRow?: LikeRow): GivenClaim {
	return { generation: number, minute: Math.max(0, Math.floor(nowMs / MINUTE_MS)), likeRow };
}

/** Returns the value of a settled promise, or throws its error. */
function fulfilled<T>(step: PromiseSettledResult<T>): T {
	if (step.status === 'rejected') throw step.reason;
	return step.value;
}
