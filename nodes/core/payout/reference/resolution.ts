import { isJsonObject, type JsonObject } from '../../domain/json';
import { amountOutput, type Amount } from '../../domain/money';
import { orderIn, pricesOf, readTransaction } from '../../domain/transaction';

/** A transaction at Mavapay that may be the payment in question. */
export type Candidate = Readonly<ReturnType<typeof candidateIn>>;

/**
 * Reads a transaction as a candidate for the payment.
 *
 * @param known.prices the order's amounts, in source and target currency; by default the amounts in the transaction
 * @param known.matches false if the search is for a payee, and this listed withdrawal names none
 */
export function candidateIn(one: JsonObject, known: { prices?: readonly Amount[]; matches?: boolean } = {}) {
	const { id, quoteId, type, status, minor, currency, createdMs } = readTransaction(one);
	const quotes = [orderIn(one).quote].flat().filter((entry) => isJsonObject(entry));
	const { prices = pricesOf(quotes), matches = true } = known;
	return { transactionId: id ?? '', quoteId, type, status, minor, currency, createdMs, prices, matches };
}

export interface Evidence {
	readonly transactions: readonly Candidate[];
	/** The payment's orders: PENDING, PAID, EXPIRED or FAILED, in upper case; there may be others. */
	readonly orders: ReadonlyArray<{ readonly orderId: string; readonly status: string }>;
	/** Why the evidence may be incomplete, as a sentence; null if it is complete. */
	readonly incomplete: string | null;
}

/** The amount and time of a payment that has no other identification. */
export interface Expected extends Amount {
	/** In milliseconds since 1970. A payment sent exactly at this time, or at `sentBeforeMs`, still fits. */
	readonly sentAfterMs: number;
	readonly sentBeforeMs: number | null;
}

/** The result for a payment. `likelyPaid` and `open` are left for a person to decide. */
export type Resolution = 'paid' | 'notPaid' | 'likelyPaid' | 'open';

export interface Verdict {
	readonly resolution: Resolution;
	/** The ID of the transaction that made the payment, or probably did. */
	readonly transactionId: string | null;
	/** Sentences: what was found, and what to do next. */
	readonly why: string;
	readonly candidates: readonly Candidate[];
}

/** Operations, as messages name them. References belong to the workflow that pays. */
export const RELEASE = "'Payout Reference: Release' in this same workflow";
export const MARK_PAID = "'Payout Reference: Mark Paid' in this same workflow";

/** When to release a reference, shown with all advice to release: docs/reference/outcomes.md#what-allows-a-release. */
export const WHEN_TO_RELEASE =
	"Release a reference only if Mavapay shows its payment as FAILED, or Mavapay's support says that it wasn't made. A payment that Mavapay doesn't show, or shows as PENDING, may still go through; for a bank payment, look again on the next working day. If you pay the bill under another reference or by hand meanwhile, it may be paid twice.";

const LATER = "Look again later. Don't release the reference meanwhile.";
const BY_HAND = `Look again later, also in the Mavapay dashboard, then run 'Payout Reference: Mark Paid' or 'Release' in this same workflow. ${WHEN_TO_RELEASE}`;
const NOTHING_LEFT = `A withdrawal may still appear. Read the source wallet's statement: if the payment's amount hasn't left the wallet a day after sending, run ${RELEASE}.`;

function open(why: string, candidates: readonly Candidate[]): Verdict {
	return { resolution: 'open', transactionId: null, why, candidates };
}

const ids = (some: readonly Candidate[]) => [...new Set(some.map(({ transactionId }) => transactionId))];
const hasStatus = (status: string) => (one: Candidate) => one.type === 'WITHDRAWAL' && one.status === status;
const isSuccess = hasStatus('SUCCESS');
const isFailed = hasStatus('FAILED');

/** Removes repeats (same ID, type and status). Keeps the first, which comes from an order and has prices. */
function eachOnce(candidates: readonly Candidate[]): Candidate[] {
	const key = ({ transactionId, type, status }: Candidate) => JSON.stringify([transactionId, type, status]);
	return [...new Map([...candidates].reverse().map((one) => [key(one), one])).values()].reverse();
}

/**
 * The verdict on a payment that was looked up by its payment hash or quote. Other look-ups are never certain. Finding
 * nothing proves nothing, since the payment may still appear, and an order's state proves nothing either. `notPaid`
 * requires at least one withdrawal, and that all of them were created after the payment was sent, and failed.
 *
 * @param sentAfterMs the earliest time of sending; earlier failures were other attempts. Null if unknown
 */
export function resolveByKey(evidence: Evidence, sentAfterMs: number | null): Verdict {
	const found = eachOnce(evidence.transactions.filter(({ type }) => type !== 'DEPOSIT'));
	const [paid] = found.filter(isSuccess);
	if (paid !== undefined) return succeeded(paid, found);
	const left = found.filter((one) => !isFailed(one));
	if (left.length > 0) return underWay(left);
	if (found.length === 0 && evidence.orders.length === 0) return nothingFound(evidence, []);
	return allEnded(found, evidence, sentAfterMs);
}

function succeeded(paid: Candidate, found: readonly Candidate[]): Verdict {
	const others = ids(found.filter((one) => !isFailed(one))).filter((id) => id !== paid.transactionId);
	const why =
		others.length === 0
			? `Transaction ${paid.transactionId} succeeded.`
			: `PAID MORE THAN ONCE, or soon may be: transaction ${paid.transactionId} succeeded. With the same payment hash or quote, ${others.join(' and ')} succeeded too, or still may. Ask Mavapay or the payee.`;
	const candidates = ids(found).length > 1 ? found : [];
	return { resolution: 'paid', transactionId: paid.transactionId, why, candidates };
}

/** The verdict while a transaction may still pay, because it has not clearly failed. A deposit doesn't count. */
function underWay(left: readonly Candidate[]): Verdict {
	const pending = left.find(hasStatus('PENDING'));
	if (pending !== undefined) return open(`Transaction ${pending.transactionId} is still under way. ${LATER}`, left);
	const [{ transactionId, type, status } = { transactionId: '', type: '', status: '' }] = left;
	return open(
		`Transaction ${transactionId} has the type '${type}' and the status '${status}', which doesn't say whether it was paid. ${BY_HAND}`,
		left,
	);
}

/** States of orders that can't be paid any more, though a payment may exist: docs/reference/interface.md#order. */
const ENDED_UNPAID: ReadonlySet<string> = new Set(['EXPIRED', 'FAILED']);

/** The verdict if nothing succeeded or is under way: `notPaid` if a failed payment was found and there is no doubt. */
function allEnded(failed: readonly Candidate[], evidence: Evidence, sentAfterMs: number | null): Verdict {
	const { orders, transactions, incomplete } = evidence;
	const said =
		failed.length > 0
			? `Only a failed payment was found (${ids(failed).join(' and ')}).`
			: `Mavapay shows no withdrawal for the payment's order: ${orders.map(({ orderId, status }) => `${orderId} (${status || 'no status'})`).join(' and ')}.`;
	const doubt = (why: string) => open(`${said} ${why}`, failed);
	const order = orders.find(({ status }) => !ENDED_UNPAID.has(status));
	if (order !== undefined) return doubt(`Order ${order.orderId} hasn't ended, so it may still be paid. ${LATER}`);
	// A deposit pays nobody, but one half of a swap is a deposit.
	const deposit = transactions.find(({ type, status }) => type === 'DEPOSIT' && status !== 'FAILED');
	if (deposit !== undefined)
		return doubt(`But deposit ${deposit.transactionId} belongs to it, so money may have moved. ${BY_HAND}`);
	if (incomplete !== null) return doubt(`${incomplete} ${BY_HAND}`);
	if (failed.length === 0) return doubt(NOTHING_LEFT);
	if (sentAfterMs === null)
		return doubt(
			"That may have been an earlier try: fill in 'Sent After' with the start of the execution that sent this payment, and run 'Resolve' again.",
		);
	const others = failed.filter(({ createdMs }) => createdMs === null || createdMs < sentAfterMs);
	if (others.length > 0)
		return doubt(
			`A payment that failed before 'Sent After', or has no time, counts as another try (${ids(others).join(' and ')}), so this payment may still appear. ${BY_HAND}`,
		);
	const why = `Every payment with this payment hash or quote failed (${ids(failed).join(' and ')}).`;
	return { resolution: 'notPaid', transactionId: null, why, candidates: failed };
}

/**
 * The verdict on a payment that was looked up by facts that other payments may share: a customer reference, or payee,
 * amount and time. At best, it is `likelyPaid`.
 *
 * @param settledElsewhere whether a transaction has settled another reference, so that it isn't this payment's
 */
export function resolveByDetails(
	evidence: Evidence,
	expected: Expected,
	settledElsewhere: (one: Candidate) => boolean = () => false,
): Verdict {
	const found = eachOnce(evidence.transactions.filter(({ type }) => type !== 'DEPOSIT'));
	const fitting = found.filter((one) => fitsExpected(one, expected));
	const elsewhere = fitting.filter(settledElsewhere);
	const alike = fitting.filter((one) => !elsewhere.includes(one));
	const [paid, ...others] = alike.filter(isSuccess);
	if (paid !== undefined && evidence.incomplete === null) {
		const more = ids(others).length === 0 ? '' : ` There are ${ids([paid, ...others]).length} such payments.`;
		return {
			resolution: 'likelyPaid',
			transactionId: paid.transactionId,
			why: `Transaction ${paid.transactionId} fits this payment, but may be another payment like it.${more} The record was not changed: if the transaction matches the bill, run ${MARK_PAID} with its ID.`,
			candidates: alike,
		};
	}
	const left = alike.filter((one) => !isFailed(one));
	if (left.length > 0 && paid === undefined) return underWay(left);
	if (alike.length > 0) {
		const what =
			paid === undefined ? 'Only a failed payment was found' : `Transaction ${paid.transactionId} may be this payment`;
		return open(
			`${what}, and others like it may still appear. ${evidence.incomplete ?? ''} ${BY_HAND}`.replace('  ', ' '),
			alike,
		);
	}
	return nothingFound(
		evidence,
		found.filter((one) => !elsewhere.includes(one)),
	);
}

/** Whether a transaction fits the given facts of a payment. A transaction without a time fits any time. */
export function fitsExpected(one: Candidate, { minor, currency, sentAfterMs, sentBeforeMs }: Expected): boolean {
	const { createdMs } = one;
	const isTimely = createdMs === null || (createdMs >= sentAfterMs && createdMs <= (sentBeforeMs ?? Infinity));
	const isOfAmount = amountsOf(one).some((shown) => shown.minor === minor && shown.currency === currency);
	return one.type !== 'DEPOSIT' && one.matches && isTimely && isOfAmount;
}

/** A transaction's own amount, and its quote's amounts. */
export function amountsOf({ minor, currency, prices }: Candidate): readonly Amount[] {
	return [...(minor === null || currency === '' ? [] : [{ minor, currency }]), ...prices];
}

/** The verdict if nothing fits. Shows transactions that fit except for amount or time, or that name no payee. */
function nothingFound({ incomplete }: Evidence, shown: readonly Candidate[]): Verdict {
	const none = 'Mavapay shows no such payment, not counting any recorded for other references of this workflow.';
	const perhaps =
		shown.length === 0 ? '' : " Payments with another amount or time, or without a payee, are in 'candidates'.";
	return open(`${incomplete ?? none}${perhaps} The payment may have been made, and appear later. ${BY_HAND}`, shown);
}

export function candidateOutput({ transactionId, type, status, minor, currency, createdMs }: Candidate) {
	return {
		transactionId,
		type,
		status,
		amount: minor === null || currency === '' ? null : amountOutput({ minor, currency }),
		createdAt: createdMs === null ? null : new Date(createdMs).toISOString(),
	};
}

/** The verdict if the only payment with this key has settled another reference sent with the same key. */
export function settledAnother({ transactionId, candidates }: Verdict): Verdict {
	return open(
		`Transaction ${transactionId ?? ''} succeeded. But either it has settled another payout reference of this workflow with the same invoice or quote, or this reference's record is incomplete. If both references are for one bill, or the transaction paid this one, run ${MARK_PAID} and leave 'Transaction ID' empty. ${WHEN_TO_RELEASE}`,
		candidates,
	);
}
