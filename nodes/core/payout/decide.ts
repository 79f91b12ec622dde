import type { SeenBudget } from '../domain/budget';
import { isHeldBack, type NewPayees, type PayeeHistory } from '../payees/recordedPayee';
import type { NameComparison } from '../payees/accountName';
import type { MemoryEntry } from './memory';
import type { NotReached } from './notReached';
import type { SendPermit, SettledSince, Taken } from '../record/record';
import type { Withheld } from '../record/sideRows';
import type { Failure } from '../service/failure';

/** An earlier attempt at this item, as the execution remembers it. */
export interface OwnTry {
	readonly entry: MemoryEntry;
	readonly sameIdentity: boolean;
	readonly settled: SettledSince;
}

/** Another payment in the execution's memory that is under way or of unknown outcome. */
export interface OpenPayment extends OwnTry {
	readonly ofThisExecution: boolean;
	readonly sameReference: boolean;
}

/** The facts that decide about a payment. Facts from n8n's database are undefined until it is read. */
export interface Facts {
	readonly own: OwnTry | null;
	/** A payment that got a response under the same reference, in any node of this execution. */
	readonly sameReference: Omit<OwnTry, 'settled'> | null;
	/** Why the run sends nothing more; null while it goes on. */
	readonly stopped: NotReached | null;
	readonly others: readonly OpenPayment[];
	/** For an AI tool: why the payee is not allowed. */
	readonly payeeProblem: string | null;
	readonly halted?: boolean;
	/** Whether the workflow pays from an account other than the API key's. */
	readonly isOtherAccount?: boolean;
	readonly recorded?: Taken | { readonly kind: 'free' } | null;
	/** For an AI tool: whether another tool payment to this payee is open. */
	readonly payeeOpen?: boolean | undefined;
	/** The UTC day of a similar payment or `ever`, as in `SeenLike.earlier`; null if none, or if repeats are allowed. */
	readonly repeats?: number | 'ever' | null | undefined;
	/** How the registered name differs from the expected one, if the difference is refused. */
	readonly otherName: NameComparison | null;
	readonly payeeHistory?: PayeeHistory | undefined;
	/** Whether the payee was paid, but only for other suppliers. */
	readonly isOfOtherSupplier?: boolean | undefined;
	/** The setting 'New Payees'; `allow` for an approved run, because its approver saw the payee. */
	readonly newPayees: NewPayees;
	/** Whether a paid reference is output as paid: 'If Already Recorded' is Skip, and the user gave the reference. */
	readonly skipsPaid: boolean;
	/** Why a rule of the API key refuses the payment, as a clause; null before the look-up. */
	readonly keyProblem: string | null;
	/** Why the amount exceeds a limit, as a clause. */
	readonly limitProblem: string | null;
	/** For an AI tool: whether 'Payments per Day' is used up. */
	readonly dayIsFull?: boolean;
	/** The API key's budget that the payment would exceed. */
	readonly overBudget?: SeenBudget | undefined;
	readonly nowMs: number;
	/** Whether and until when the request may be sent, from `HeldClaim.announce`; undefined before that call. */
	readonly permit?: SendPermit;
}

/** Why a payment isn't sent. `because` is the failure's cause, or a reason that refusals.ts turns into a cause. */
export type NotSentReason =
	| { readonly because: NotReached }
	/** An earlier attempt prevents sending. With `remembered`, that attempt's failure is shown again unchanged. */
	| { readonly because: 'remembered' | 'paidDifferently'; readonly entry: MemoryEntry }
	| { readonly because: 'alreadyPaid'; readonly sameIdentity: boolean }
	| { readonly because: 'notSettled'; readonly sameIdentity: boolean; readonly claim: string }
	| Withheld
	/** The wallet already shows the payment. `claim` is set if an earlier run holds the reference for this payment. */
	| { readonly because: 'shownByWallet'; readonly claim: string | null }
	/** Neither the wallet's list nor the record shows whether the payment was made before. */
	| { readonly because: 'walletUnread'; readonly failure: Failure }
	| { readonly because: 'payeeNotAllowed' | 'keyRule' | 'limitExceeded'; readonly reason: string }
	| { readonly because: 'nameDiffers'; readonly otherName: NameComparison }
	| { readonly because: 'newPayee'; readonly history: PayeeHistory }
	| { readonly because: 'otherAccount' | 'day' };

export type Decision =
	/** The request may be sent; a dry run outputs it instead. */
	| { readonly do: 'send' }
	/** An earlier attempt was accepted; its output is repeated. */
	| { readonly do: 'replay'; readonly entry: MemoryEntry }
	/** An earlier execution made the payment, so the item is output as paid. */
	| { readonly do: 'skip' }
	| ({ readonly do: 'refuse' } & NotSentReason);

/**
 * Decides about a payment by the rules of docs/reference/outcomes.md#references; the first matching rule wins. The
 * function is pure, and called again whenever something may have changed: before Mavapay is asked anything, before the
 * reference is claimed, and right before the request is sent.
 *
 * @example
 * decide({ ...facts, halted: true }); // { do: 'refuse', because: 'halted' }
 */
export function decide(facts: Facts): Decision {
	const { recorded = null } = facts;
	const remembered = decideOwn(facts) ?? decideSameReference(facts) ?? decideOpen(facts);
	if (remembered !== null) return remembered;
	if (recorded !== null && recorded.kind !== 'free') return decideTaken(facts, recorded);
	const stop = stopOf(facts);
	if (stop !== null) return refuseBecause({ because: stop });
	const [refusal] = GUARDS.flatMap((guard) => guard(facts) || []);
	return refusal === undefined ? { do: 'send' } : refuseBecause(refusal);
}

/** The rules for a payment with a free reference; the first that refuses it decides. */
const GUARDS: ReadonlyArray<(facts: Facts) => NotSentReason | false> = [
	({ payeeProblem: reason }) => reason !== null && { because: 'payeeNotAllowed', reason },
	({ halted }) => halted === true && { because: 'halted' },
	({ isOtherAccount }) => isOtherAccount === true && { because: 'otherAccount' },
	({ payeeOpen }) => payeeOpen === true && { because: 'payeeOpen' },
	({ otherName }) => otherName !== null && { because: 'nameDiffers', otherName },
	({ keyProblem: reason }) => reason !== null && { because: 'keyRule', reason },
	({ repeats: day = null }) => day !== null && { because: 'repeated', day },
	({ payeeHistory: history, isOfOtherSupplier = false, newPayees }) =>
		history !== undefined && isHeldBack(history, isOfOtherSupplier, newPayees) && { because: 'newPayee', history },
	({ limitProblem: reason }) => reason !== null && { because: 'limitExceeded', reason },
	({ dayIsFull }) => dayIsFull === true && { because: 'day' },
	({ overBudget: budget }) => budget !== undefined && { because: 'budget', budget },
	({ permit }) => permit?.withheld ?? false,
	({ permit, nowMs }) => permit !== undefined && nowMs > permit.until && { because: 'late' },
];

export type NotToSend = Exclude<Decision, { do: 'send' }>;

const refuseBecause = (refusal: NotSentReason): NotToSend => ({ do: 'refuse', ...refusal });

/** Decides about a payment whose reference is already claimed. */
export function decideTaken(facts: Pick<Facts, 'skipsPaid'>, taken: Taken): NotToSend {
	const { kind, sameIdentity, isShown, claimText } = taken;
	if (kind === 'paid') return alreadyPaid(facts, taken);
	if (isShown) return refuseBecause({ because: 'shownByWallet', claim: sameIdentity ? claimText : null });
	return refuseBecause({ because: 'notSettled', sameIdentity, claim: claimText });
}

function decideOwn(facts: Facts): NotToSend | null {
	const { own } = facts;
	// After an attempt, only a recorded release allows another one. It isn't enough that the record lacks the payment.
	if (own === null || own.settled === 'released') return null;
	const { entry } = own;
	if (own.settled === 'paid' && own.sameIdentity) return alreadyPaid(facts, own);
	if (own.settled === 'paid') return refuseBecause({ because: 'paidDifferently', entry });
	if (entry.state !== 'accepted') return refuseBecause({ because: 'remembered', entry });
	return own.sameIdentity ? { do: 'replay', entry } : refuseBecause({ because: 'paidDifferently', entry });
}

function decideSameReference(facts: Facts): NotToSend | null {
	const { sameReference } = facts;
	if (sameReference === null) return null;
	const { entry, sameIdentity } = sameReference;
	// Only a failure of the same payment is repeated: another payment's failure says nothing about this payment.
	const isRepeated = entry.state !== 'accepted' && sameIdentity;
	return isRepeated ? refuseBecause({ because: 'remembered', entry }) : alreadyPaid(facts, sameReference);
}

/** Decides about a payment whose reference belongs to another open payment of this execution. */
function decideOpen({ others }: Facts): NotToSend | null {
	// A released payment counts as open, too: it may have been released too early.
	const open = others.find(({ ofThisExecution, sameReference }) => ofThisExecution && sameReference);
	if (open === undefined) return null;
	const { entry, sameIdentity } = open;
	if (sameIdentity) return refuseBecause({ because: 'remembered', entry });
	return refuseBecause({ because: 'notSettled', sameIdentity, claim: entry.failure?.claim ?? '' });
}

/** Why the run sends nothing more, for example after an unknown outcome of this execution; null if it goes on. */
export function stopOf({ stopped, others }: Facts): NotReached | null {
	const isUnknown = others.some(
		({ entry, ofThisExecution, settled }) =>
			settled === null && ofThisExecution && entry.state === 'unknown' && entry.stops,
	);
	return stopped ?? (isUnknown ? 'earlierUnknown' : null);
}

function alreadyPaid(
	{ skipsPaid }: Pick<Facts, 'skipsPaid'>,
	{ sameIdentity }: Pick<OwnTry, 'sameIdentity'>,
): NotToSend {
	return skipsPaid && sameIdentity ? { do: 'skip' } : refuseBecause({ because: 'alreadyPaid', sameIdentity });
}
