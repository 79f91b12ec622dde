import { amountInWords, formatMajor, formatMinor, type CurrencyCode } from '../money';

/** An amount of money in the minor units of its currency. */
interface Amount {
	readonly minor: bigint;
	readonly currency: CurrencyCode;
}

/** A transaction of Mavapay's that may be the payment in question; null where it does not say. */
export interface Candidate {
	readonly transactionId: string;
	/** WITHDRAWAL or DEPOSIT, in upper case; the set is open. */
	readonly type: string;
	/** SUCCESS, PENDING or FAILED, in upper case; the set is open. */
	readonly status: string;
	readonly minor: bigint | null;
	readonly currency: CurrencyCode | null;
	/** Milliseconds since 1970. */
	readonly createdMs: number | null;
	/** The quotes that it belongs to: the record may know it by one of them. */
	readonly quoteIds: readonly string[];
	/** What the order it belongs to asks for, in its source and its target currency. */
	readonly prices: readonly Amount[];
	/** Whether it says whom it paid, and that is the payee who was asked for; always so where it was found by its identity. */
	readonly matches: boolean;
}

/** An order of Mavapay's that belongs to the payment. */
export interface OrderFound {
	readonly orderId: string;
	/** PENDING, PAID, EXPIRED or FAILED, in upper case; the set is open. */
	readonly status: string;
	readonly createdMs: number | null;
	readonly quoteIds: readonly string[];
}

/** What was found at Mavapay. */
export interface Evidence {
	readonly transactions: readonly Candidate[];
	readonly orders: readonly OrderFound[];
	/** Why it may not be all that there is, as a sentence; null where it is. */
	readonly incomplete: string | null;
}

/** What was to be paid, as far as it was given. */
export interface Expected {
	readonly minor: bigint | null;
	readonly currency: CurrencyCode | null;
	/** Milliseconds since 1970, both ends inclusive. */
	readonly sentAfterMs: number | null;
	readonly sentBeforeMs: number | null;
	/** Whether what it was looked up by belongs to this payment alone; payee, amount and time never do. */
	readonly certain: boolean;
	/** Whether other payments may have the same identity, so that only the time tells them apart. */
	readonly shared: boolean;
	/** Whether this payment may have been sent before, so that a transaction that failed may be of an earlier try. */
	readonly resent: boolean;
}

/** `likelyPaid` and `open` are for a person to settle. */
export type Resolution = 'paid' | 'notPaid' | 'likelyPaid' | 'open';

export interface Verdict {
	readonly resolution: Resolution;
	/** Of the transaction that paid it, or probably did. */
	readonly transactionId: string | null;
	/** Sentences: what was found, and what to do next. */
	readonly why: string;
	/** What a person may want to look at. */
	readonly candidates: readonly Candidate[];
}

const LATER = "Run this again later. Don't release the reference meanwhile.";
const BY_HAND =
	"Look for it in the Mavapay dashboard, then run 'Payout Reference: Mark Paid' or 'Payout Reference: Release' in this same workflow.";

/**
 * What became of a payment, from what Mavapay shows. Nothing is concluded from nothing: a payment that is not
 * there may still appear. A deposit explains nothing. `paid` and `notPaid` need an identity of its own, and
 * `notPaid` that all there is under it failed, or that its orders ended unpaid.
 */
export function judge(evidence: Evidence, expected: Expected): Verdict {
	const found = eachOnce(evidence.transactions.filter(({ type }) => type !== 'DEPOSIT'));
	const matching = found.filter(({ matches }) => matches);
	const timely = matching.filter((one) => isTimely(one, expected));
	const settled =
		succeeded(timely, evidence, expected) ??
		underWay(timely.filter((one) => difference(one, expected) === null)) ??
		otherAmount(timely, expected) ??
		underWay(timely) ??
		untimely(matching, timely);
	if (settled !== null) return settled;
	const ended = timely.length > 0 ? allFailed(timely, evidence, expected) : ordersEnded(evidence, expected);
	return ended ?? nothingFound(found, evidence);
}

/** An order and a list may both show a transaction; the one that is known to match stands for both. */
function eachOnce(candidates: readonly Candidate[]): Candidate[] {
	const once = new Map<string, Candidate>();
	for (const one of candidates) {
		const key = JSON.stringify([one.transactionId, one.type, one.status]);
		if (once.get(key)?.matches !== true) once.set(key, one);
	}
	return [...once.values()];
}

const ids = (some: readonly Candidate[]) => [...new Set(some.map(({ transactionId }) => transactionId))];
const hasStatus = (status: string) => (one: Candidate) => one.type === 'WITHDRAWAL' && one.status === status;

function open(why: string, candidates: readonly Candidate[]): Verdict {
	return { resolution: 'open', transactionId: null, why, candidates };
}

/** What does not say when it was made is taken for timely: it is not explained away. */
function isTimely(
	{ createdMs }: { readonly createdMs: number | null },
	{ sentAfterMs, sentBeforeMs }: Expected,
): boolean {
	if (createdMs === null) return true;
	return (sentAfterMs === null || createdMs >= sentAfterMs) && (sentBeforeMs === null || createdMs <= sentBeforeMs);
}

/** Why a transaction is not of the amount that was to be paid; null where it is, or none was given. */
function difference({ minor, currency, prices }: Candidate, expected: Expected): string | null {
	const is = [...(minor === null || currency === null ? [] : [{ minor, currency }]), ...prices];
	const agrees = (one: Amount) =>
		sameCurrency(one.currency, expected) && (expected.minor === null || one.minor === expected.minor);
	if ((expected.minor === null && expected.currency === null) || is.some(agrees)) return null;
	const shown = minor === null || currency === null ? "an amount that can't be read" : amountInWords(minor, currency);
	const wanted =
		expected.minor === null
			? `a payment in ${expected.currency ?? ''}`
			: amountInWords(expected.minor, expected.currency ?? '');
	return `is of ${shown}, not ${wanted}`;
}

const sameCurrency = (currency: string, expected: Expected) =>
	expected.currency === null || currency === expected.currency;

function succeeded(timely: readonly Candidate[], evidence: Evidence, expected: Expected): Verdict | null {
	const all = timely.filter(hasStatus('SUCCESS'));
	const [paid] = all.filter((one) => difference(one, expected) === null);
	if (paid === undefined) return null;
	const { transactionId } = paid;
	if (!expected.certain) return likely(paid, all, evidence);
	if (expected.shared && !isDated([paid], expected)) return perhapsEarlier(transactionId, all);
	const pending = ids(timely.filter(hasStatus('PENDING')).filter((one) => one.transactionId !== transactionId));
	const why = [
		ids(all).length > 1
			? `PAID MORE THAN ONCE: transactions ${ids(all).join(' and ')} all succeeded under the same identity. One of them pays it; ask Mavapay, or the payee, about the others.`
			: `Transaction ${transactionId} succeeded.`,
		pending.length === 0
			? ''
			: `Transaction ${pending.join(' and ')} is still under way: it would be PAID MORE THAN ONCE. Ask Mavapay to stop it.`,
	];
	return {
		resolution: 'paid',
		transactionId,
		why: why.join(' ').trim(),
		candidates: ids(timely).length > 1 ? timely : [],
	};
}

function likely(paid: Candidate, all: readonly Candidate[], { incomplete }: Evidence): Verdict {
	if (incomplete !== null)
		return open(`${incomplete} Transaction ${paid.transactionId} may be it, and others too. ${BY_HAND}`, all);
	return {
		resolution: 'likelyPaid',
		transactionId: paid.transactionId,
		why: `Transaction ${paid.transactionId} has the payee, the amount and the time, but so would a payment made in the dashboard.${andOthers(all)} The record was not changed: compare it in Mavapay, then run 'Payout Reference: Mark Paid' in this same workflow with its ID.`,
		candidates: all,
	};
}

function andOthers(all: readonly Candidate[]): string {
	return ids(all).length > 1 ? ` There are ${ids(all).length} such payments: see 'candidates'.` : '';
}

/** A customer's reference may have been paid with before, by whatever workflow. */
function perhapsEarlier(transactionId: string, all: readonly Candidate[]): Verdict {
	const why = `Transaction ${transactionId} succeeded under the same customer reference, but that may have been an earlier payment: fill in 'Sent After' with the time when this one was sent, and run this again.${andOthers(all)} The record was not changed.`;
	return { resolution: 'likelyPaid', transactionId, why, candidates: all };
}

function otherAmount(timely: readonly Candidate[], expected: Expected): Verdict | null {
	const all = timely.filter(hasStatus('SUCCESS'));
	const [first] = all;
	if (first === undefined) return null;
	return open(
		`Transaction ${first.transactionId} succeeded, but ${difference(first, expected) ?? ''}. Check what was given to this operation. ${BY_HAND}`,
		all,
	);
}

/** Anything that is no deposit and has not plainly failed may still pay. */
function underWay(timely: readonly Candidate[]): Verdict | null {
	const pending = timely.filter(hasStatus('PENDING'));
	const [first] = pending;
	if (first !== undefined)
		return open(`Transaction ${first.transactionId} is still under way: it will be paid, or fail. ${LATER}`, pending);
	const unclear = timely.filter((one) => !hasStatus('FAILED')(one));
	const [odd] = unclear;
	if (odd === undefined) return null;
	return open(
		`Transaction ${odd.transactionId} has the type '${odd.type}' and the status '${odd.status}', which doesn't say whether it was paid. ${BY_HAND}`,
		unclear,
	);
}

/** Found under the same identity, at another time, and not failed: it may be this payment after all. */
function untimely(matching: readonly Candidate[], timely: readonly Candidate[]): Verdict | null {
	const others = matching.filter((one) => !timely.includes(one) && !hasStatus('FAILED')(one));
	const [first] = others;
	if (first === undefined) return null;
	return open(
		`Transaction ${first.transactionId} was found, but not between 'Sent After' and 'Sent Before'. Check both, and run this again.`,
		others,
	);
}

function allFailed(timely: readonly Candidate[], evidence: Evidence, expected: Expected): Verdict {
	const list = ids(timely).join(' and ');
	const because = (why: string) => open(`Only a payment that failed was found (${list}). ${why}`, timely);
	if (!expected.certain) return because(`Another one with the same payee and amount may still appear. ${BY_HAND}`);
	const [differs] = timely.flatMap((one) => difference(one, expected) ?? []);
	if (differs !== undefined) return because(`It ${differs}. Check what was given to this operation. ${BY_HAND}`);
	const into = deposited(evidence);
	if (into !== null) return because(into);
	const order = evidence.orders.find(({ status }) => !ENDED_UNPAID.has(status));
	if (order !== undefined)
		return because(
			`But its order ${order.orderId} is ${order.status}: make sure in Mavapay that the money came back before you release the reference.`,
		);
	return unlessDoubtful(`Every payment found under it failed (${list}).`, timely, {
		incomplete: evidence.incomplete,
		undated: (expected.shared || expected.resent) && !isDated(timely, expected),
	});
}

/** A deposit pays nobody, but the other half of a swap is one: where it is there and has not failed, money may have moved. */
function deposited({ transactions }: Evidence): string | null {
	const found = transactions.find(({ type, status, matches }) => type === 'DEPOSIT' && status !== 'FAILED' && matches);
	return found === undefined
		? null
		: `But deposit ${found.transactionId} belongs to it and is ${found.status || 'without a status'}, so money may have moved. ${BY_HAND}`;
}

/** docs/interface.md#order */
const ENDED_UNPAID: ReadonlySet<string> = new Set(['EXPIRED', 'FAILED']);

function ordersEnded(evidence: Evidence, expected: Expected): Verdict | null {
	const { orders } = evidence;
	if (!expected.certain || orders.length === 0) return null;
	const other = orders.find(({ status }) => !ENDED_UNPAID.has(status));
	if (other !== undefined) {
		return open(
			`Order ${other.orderId} is ${other.status === '' ? 'without a status' : other.status}, and Mavapay shows no withdrawal of it. ${LATER}`,
			[],
		);
	}
	const list = orders.map(({ orderId, status }) => `${orderId} (${status})`).join(' and ');
	const into = deposited(evidence);
	if (into !== null) return open(`Its order ended unpaid: ${list}. ${into}`, evidence.transactions);
	// A quote that ended unpaid was paid by no try at all.
	return unlessDoubtful(`Its order ended unpaid: ${list}.`, [], {
		incomplete: evidence.incomplete,
		undated: expected.shared && !isDated(orders, expected),
	});
}

function isDated(proof: ReadonlyArray<{ readonly createdMs: number | null }>, expected: Expected): boolean {
	return expected.sentAfterMs !== null && proof.every((one) => one.createdMs !== null && isTimely(one, expected));
}

/** That something failed is proof only where it is all there is, and where it was this payment and no earlier one. */
function unlessDoubtful(
	why: string,
	candidates: readonly Candidate[],
	{ incomplete, undated }: { readonly incomplete: string | null; readonly undated: boolean },
): Verdict {
	if (incomplete !== null) return open(`${why} ${incomplete} ${BY_HAND}`, candidates);
	if (undated) {
		return open(
			`${why} That may have been an earlier payment: fill in 'Sent After' with the time when this one was sent, and run this again.`,
			candidates,
		);
	}
	return { resolution: 'notPaid', transactionId: null, why, candidates };
}

/**
 * A verdict in view of what was left out, because the record knows it. That may be under this very reference, where
 * an earlier run was cut off while it settled it: so what has not failed keeps it from being `notPaid`.
 */
export function withKnown(verdict: Verdict, known: readonly Candidate[], expected: Expected): Verdict {
	const mayHavePaid = known.filter(
		(one) => one.type !== 'DEPOSIT' && one.matches && isTimely(one, expected) && !hasStatus('FAILED')(one),
	);
	const [first] = mayHavePaid;
	if (verdict.resolution !== 'notPaid' || first === undefined) return verdict;
	return open(
		`${verdict.why} But transaction ${first.transactionId} has the same identity, hasn't failed, and is in the record already. If it paid this one, run 'Payout Reference: Mark Paid' in this same workflow without 'Transaction ID'.`,
		[...verdict.candidates, ...mayHavePaid],
	);
}

/** Those that do not say whom they paid are shown to a person. */
function nothingFound(found: readonly Candidate[], { incomplete }: Evidence): Verdict {
	const said = incomplete ?? 'Mavapay shows no such payment.';
	const shown = found.filter(({ matches }) => !matches);
	const perhaps =
		shown.length === 0
			? ''
			: " Payments of the same amount and time that don't say whom they paid are in 'candidates'.";
	return open(
		`${said}${perhaps} It may still appear, so this doesn't mean that it wasn't paid. Run this again later. ${BY_HAND}`,
		shown,
	);
}

/** A candidate as it goes out. */
export function candidateOutput({ transactionId, type, status, minor, currency, createdMs }: Candidate) {
	return {
		transactionId,
		type,
		status,
		amount:
			minor === null || currency === null
				? null
				: { minor: formatMinor(minor), major: formatMajor(minor, currency), currency },
		createdAt: createdMs === null ? null : new Date(createdMs).toISOString(),
	};
}
