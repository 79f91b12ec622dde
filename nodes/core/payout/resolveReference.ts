import type { JsonObject } from '../domain/json';
import {
	candidateOutput,
	judge,
	withKnown,
	type Candidate,
	type Evidence,
	type Resolution,
	type Verdict,
} from '../domain/books/resolution';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import type { LookUpKey, ResolvePlan } from '../operation/operation';
import { refuse } from '../service/failure';
import type { ReadService } from '../service/service';
import { isSameReference, openPayments, type ExecutionContexts } from './memory';
import type { PayoutRecord, ReferenceState } from './record';
import type { OpenClaim } from './settlement';
import type { PayoutStore, Unavailable } from './paymentRun';

/** What an operation on the record works with. */
export interface RecordDesk {
	readonly store: PayoutStore | Unavailable;
	/** Normalised address of the deployment. */
	readonly baseUrl: string;
	readonly service: ReadService;
	readonly memory: ExecutionContexts;
}

/** Whether this very execution sent a payment under the reference and does not know what became of it. */
export function sentByThisExecution(reference: string, { memory, baseUrl }: RecordDesk): boolean {
	return openPayments(memory.flow).some(
		(entry) => entry.executionId === memory.executionId && isSameReference(entry, reference, baseUrl),
	);
}

/**
 * Asks Mavapay what became of a reference of unknown outcome: docs/money.md#resolving-a-reference. Gives
 * `{reference, state, previousState, resolution, transactionId, why, recordChanged}`, and `candidates` where
 * there are any to look at. The record is changed only where that is wanted and the answer is certain.
 * Throws ItemStopped for a reference that was not sent, or that this execution left unknown itself.
 */
export async function resolveReference(plan: ResolvePlan, desk: RecordDesk, record: PayoutRecord): Promise<JsonObject> {
	const { reference } = plan;
	const found = await record.find(reference);
	if (found.state === 'free') {
		throw refuse(
			`Nothing to resolve under '${reference}'`,
			"This workflow hasn't sent a payment with this payout reference, or it was released.",
			{ cause: 'notFound', reference },
		);
	}
	if (found.state === 'paid') return output(reference, 'paid', ON_RECORD, 'paid', false);
	const claim = record.open(reference, found.claim);
	if (claim === null) throw new TypeError('the record gives a claim that it does not take');
	if (sentByThisExecution(reference, desk)) {
		throw refuse(
			`Not resolved: '${reference}' was sent by this same execution`,
			'Its outcome is unknown. Resolve it in an execution of its own once this one has ended.',
			{ cause: 'notSettled', reference },
		);
	}
	const { evidence, leftOut } = await withoutKnown(await plan.gather(desk.service), record, claim);
	const expected = { ...plan.expected, resent: claim.generation > 0 || !isNamedAfter(reference, plan.lookUpKeys) };
	const judged = withLeftOut(withKnown(judge(evidence, expected), leftOut, expected), leftOut.length);
	const verdict =
		isCertain(judged) && !(await isItsPayment(claim, plan, evidence)) ? perhapsAnothers(judged, reference) : judged;
	if (!plan.updateRecord) return output(reference, 'unknown', withAdvice(verdict), 'unknown', false);
	const settled = await settle(verdict, claim);
	if (settled === null)
		return output(reference, 'unknown', doneMeanwhile(verdict), await record.check(reference), false);
	return output(reference, 'unknown', settled.verdict, settled.state, settled.state !== 'unknown');
}

type Answer = Pick<Verdict, 'resolution' | 'transactionId' | 'why'> & Partial<Pick<Verdict, 'candidates'>>;

const ON_RECORD: Answer = {
	resolution: 'paid',
	transactionId: null,
	why: "This workflow's record has it as paid. Mavapay wasn't asked.",
};

function output(
	reference: string,
	previousState: ReferenceState,
	answer: Answer,
	state: ReferenceState,
	recordChanged: boolean,
): JsonObject {
	const { resolution, transactionId, why, candidates = [] } = answer;
	const shown = candidates.length === 0 ? {} : { candidates: candidates.map(candidateOutput) };
	return { reference, state, previousState, resolution, transactionId, why, recordChanged, ...shown };
}

/** A transaction which the record knows under another reference explains nothing, and neither does its order. */
async function withoutKnown(
	evidence: Evidence,
	record: PayoutRecord,
	claim: OpenClaim,
): Promise<{ evidence: Evidence; leftOut: Candidate[] }> {
	const known = new Map<string, boolean>();
	const knows = async (id: string) => {
		const isKnown = known.get(id) ?? ((await record.knowsTransaction(id)) && !(await claim.isSettledBy(id)));
		known.set(id, isKnown);
		return isKnown;
	};
	const unexplained = async <T>(list: readonly T[], idsOf: (one: T) => readonly string[]): Promise<T[]> => {
		const left: T[] = [];
		for (const one of list) {
			let isExplained = false;
			for (const id of idsOf(one)) isExplained ||= await knows(id);
			if (!isExplained) left.push(one);
		}
		return left;
	};
	const transactions = await unexplained(evidence.transactions, ({ transactionId, quoteIds }) => [
		transactionId,
		...quoteIds,
	]);
	const orders = await unexplained(evidence.orders, ({ quoteIds }) => quoteIds);
	return {
		evidence: { ...evidence, transactions, orders },
		leftOut: evidence.transactions.filter((one) => !transactions.includes(one)),
	};
}

function withLeftOut(verdict: Verdict, leftOut: number): Verdict {
	if (leftOut === 0 || verdict.resolution === 'paid') return verdict;
	return {
		...verdict,
		why: `${verdict.why} Left out, because the record knows them under another reference: ${leftOut}.`,
	};
}

const isCertain = ({ resolution }: Verdict) => resolution === 'paid' || resolution === 'notPaid';

/** One that is the payment hash or the quote itself stands for all that was sent with it; others have references beside them. */
function isNamedAfter(reference: string, lookUpKeys: readonly LookUpKey[]): boolean {
	return lookUpKeys.some(({ value }) => normaliseReference(value) === normaliseReference(reference));
}

/**
 * Whether the record has the reference as sent with what it was looked up by, or with quotes of all that was found.
 * What several payments may share proves it only of what belongs to no quote: another payment of that customer has
 * its own.
 */
async function isItsPayment(
	claim: OpenClaim,
	{ lookUpKeys, expected }: ResolvePlan,
	{ transactions, orders }: Evidence,
): Promise<boolean> {
	const hasKey = await claim.wasSentWith(lookUpKeys);
	if (hasKey && !expected.shared) return true;
	for (const { quoteIds } of [...transactions, ...orders]) {
		if (hasKey && quoteIds.length === 0) continue;
		if (!(await claim.wasSentWith(quoteIds.map((value) => ({ kind: 'quoteId', value }))))) return false;
	}
	return true;
}

/** The answer may be about another payment: this one must not be released for it, nor marked as paid. */
function perhapsAnothers(verdict: Verdict, reference: string): Verdict {
	const why = `${verdict.why} But this workflow's record doesn't show that '${reference}' was sent with this value, so it may be another payment. Check 'Value'.`;
	return { ...verdict, resolution: verdict.resolution === 'paid' ? 'likelyPaid' : 'open', why };
}

const ADVICE: Record<Resolution, string> = {
	paid: "To record it, run 'Payout Reference: Mark Paid' in this same workflow with this transaction, or turn on 'Update Record'.",
	notPaid: "To pay it again, run 'Payout Reference: Release' in this same workflow first, or turn on 'Update Record'.",
	likelyPaid: '',
	open: '',
};

function withAdvice(verdict: Verdict): Verdict {
	return { ...verdict, why: `${verdict.why} ${ADVICE[verdict.resolution]}`.trim() };
}

function doneMeanwhile(verdict: Verdict): Verdict {
	return {
		...verdict,
		resolution: 'open',
		transactionId: null,
		why: `${verdict.why} But the reference was settled or released meanwhile: run this again.`,
	};
}

/** Only what is certain settles the record, and only the claim that was asked about. */
async function settle(verdict: Verdict, claim: OpenClaim): Promise<{ verdict: Verdict; state: ReferenceState } | null> {
	const { resolution, transactionId, candidates } = verdict;
	if (resolution === 'notPaid') {
		const released = await claim.release({ early: true, paid: false });
		if (released.kind !== 'done') return null;
		return {
			verdict: { ...verdict, why: `${verdict.why} The reference was released: a new run can pay it.` },
			state: 'free',
		};
	}
	if (resolution !== 'paid' || transactionId === null) return { verdict, state: 'unknown' };
	const marked = await claim.markPaid(transactionId);
	if (marked.kind === 'done') return { verdict, state: 'paid' };
	if (marked.kind !== 'anothers') return null;
	const why = `Transaction ${transactionId} settled another payout reference meanwhile. Look in Mavapay which of the two it paid.`;
	return { verdict: { resolution: 'open', transactionId: null, why, candidates }, state: 'unknown' };
}
