import type { JsonObject } from '../../domain/json';
import {
	amountsOf,
	candidateOutput,
	resolveByKey,
	fitsExpected,
	resolveByDetails,
	settledAnother,
	MARK_PAID,
	RELEASE,
	WHEN_TO_RELEASE,
	type Candidate,
	type Evidence,
	type Resolution,
	type Verdict,
} from './resolution';
import { NOT_KNOWN } from '../../payees/account';
import { normaliseReference } from '../../payees/paymentIdentity';
import { visibleText } from '../../domain/text';
import type { ResolvePlan } from '../plan';
import { refuse } from '../../service/failure';
import { type ExecutionMemory, isSameReference, type MemoryEntry } from '../memory';
import { OTHER_ACCOUNT } from '../messages';
import type { AccountBinding } from '../../record/accountBinding';
import type { PayoutRecord, ReferenceState } from '../../record/record';
import type { SettlableClaim } from '../../record/settlement';
import { claimOutput, NOT_SENT, NOW_FREE, wordsFor, type TimeInWords } from './settlementMessages';
import type { PaymentRun } from '../runTypes';

export interface RecordContext extends Pick<PaymentRun, 'store' | 'money' | 'service' | 'timeZone'> {
	/** The execution's memory. Throws if it can't be read, so that only operations that need it stop. */
	memory(): ExecutionMemory;
}

/** Throws ItemStopped if this same execution has a payment of unknown outcome under the reference. */
export function assertSentBefore(heading: string, reference: string, context: RecordContext, advice: string): void {
	const referenceKey = normaliseReference(reference);
	const [memory, { money }] = [context.memory(), context];
	const isOwn = (entry: MemoryEntry) =>
		entry.executionId === memory.executionId && isSameReference(entry, referenceKey, money);
	if (!memory.openPayments().some(isOwn)) return;
	throw refuse(
		`${heading}: '${visibleText(reference)}' was sent by this same execution`,
		`Its outcome is unknown. ${advice}`,
		{ cause: 'notSettled', reference },
	);
}

/** Advice if Mavapay named no account when the reference was claimed, so the payment may be another account's. */
const PAID_BY_NOBODY = `Mavapay named no account when the payment was sent, so it isn't known whether this account paid it. Look for the payment in Mavapay's dashboard, then run 'Mark Paid' without 'Transaction ID', or 'Release'. ${WHEN_TO_RELEASE}`;

/** Throws ItemStopped if the payment may be another account's: an API key shows only its own account. */
export async function assertOwnAccount(heading: string, reference: string, binding: AccountBinding): Promise<void> {
	const { account, bindings, mayPay } = await binding.standing();
	const isOfNobody = mayPay && bindings === 0 && account !== NOT_KNOWN && binding.isBound;
	if (mayPay && !isOfNobody) return;
	const why = isOfNobody ? PAID_BY_NOBODY : OTHER_ACCOUNT;
	throw refuse(`${heading}: '${visibleText(reference)}'`, `Nothing was changed: ${why}`, {
		cause: 'otherAccount',
		reference,
	});
}

/**
 * Finds out from Mavapay how a reference of unknown outcome ended: docs/reference/outcomes.md#resolving-a-reference.
 * Gives `{reference, state, previousState, resolution, transactionId, why, recordChanged}`, `candidates` if there are
 * any, and the claim's members as in *Check*. The record is changed only on request, and only if the result is certain.
 * Throws ItemStopped if the reference was not sent. With an unknown outcome, also throws if the workflow doesn't pay
 * from the API key's account, or if the record may be changed and this same execution sent the payment.
 */
export async function resolveReference(
	plan: ResolvePlan,
	context: RecordContext,
	record: PayoutRecord,
): Promise<JsonObject> {
	const { reference } = plan;
	const found = await record.look(reference);
	if (found.kind === 'free') {
		throw refuse(
			`Nothing to resolve under '${visibleText(reference)}'`,
			"This workflow hasn't sent a payment with this payout reference, or the reference was released. Check the reference, and that this is the workflow that pays.",
			{ cause: 'notFound', reference },
		);
	}
	// The claim's text contains the current time. It is written before Mavapay is read, so Mavapay's data is newer.
	const given = await claimOutput(found, wordsFor(context));
	const end: End =
		found.kind === 'paid'
			? { ...ON_RECORD, state: 'paid' }
			: found.isShown
				? { resolution: 'open', transactionId: null, why: NOT_SENT, state: 'unknown' }
				: await resolveClaim(plan, context, record, found.openClaim);
	const { resolution, transactionId, why, candidates = [], state, recordChanged = false } = end;
	const shown = candidates.length === 0 ? {} : { candidates: candidates.slice(0, MOST_SHOWN).map(candidateOutput) };
	return {
		resolution,
		why,
		transactionId,
		reference,
		...(state === 'free' ? {} : given),
		state,
		previousState: found.kind,
		recordChanged,
		...shown,
	};
}

type Answer = Pick<Verdict, 'resolution' | 'transactionId' | 'why'> & Partial<Pick<Verdict, 'candidates'>>;

/** The result of *Resolve*, and the record's state after it. */
type End = Answer & { readonly state: ReferenceState; readonly recordChanged?: boolean };

async function resolveClaim(
	plan: ResolvePlan,
	context: RecordContext,
	record: PayoutRecord,
	claim: SettlableClaim,
): Promise<End> {
	const { reference } = plan;
	const advice = "Resolve it without 'Update Record', or in a separate execution after this one ends.";
	if (plan.updateRecord) assertSentBefore('Not resolved', reference, context, advice);
	await assertOwnAccount('Not resolved', reference, record.binding);
	if (plan.foundBy !== null && !(await claim.wasSentWith(plan.foundBy))) return { ...NOT_SENT_WITH, state: 'unknown' };
	const lookAgainAt = await claim.lookAgainAt();
	const evidence = await plan.gather(context.service);
	const verdict = notYet(await judge(evidence, plan, claim), lookAgainAt, wordsFor(context));
	if (!plan.updateRecord) {
		const why = `${verdict.why} ${ADVICE[verdict.resolution] ?? ''}`.trim();
		return { ...verdict, why, state: 'unknown' };
	}
	const settled = await settle(verdict, claim, settlingIds(evidence.transactions, verdict.transactionId));
	if (settled !== null) return settled;
	const state = await record.check(reference);
	return { ...doneMeanwhile(verdict, state), state };
}

/** Gives the verdict. It is certain only if the plan has a `foundBy` key and the transaction settled no other claim. */
async function judge(evidence: Evidence, plan: ResolvePlan, claim: SettlableClaim): Promise<Verdict> {
	if (plan.foundBy !== null) {
		const verdict = resolveByKey(evidence, plan.sentAfterMs);
		const isElsewhere = await claim.isSettledElsewhere(settlingIds(evidence.transactions, verdict.transactionId));
		return isElsewhere ? settledAnother(verdict) : verdict;
	}
	const elsewhere = new Set<string>();
	for (const one of evidence.transactions)
		if (fitsExpected(one, plan.expected) && (await claim.isSettledElsewhere(idsOf(one))))
			elsewhere.add(one.transactionId);
	return resolveByDetails(evidence, plan.expected, ({ transactionId }) => elsewhere.has(transactionId));
}

/** The IDs of a verdict's transaction and of its quote, which settle a claim; empty if the verdict names no transaction. */
function settlingIds(transactions: readonly Candidate[], transactionId: string | null): string[] {
	const named = transactions.filter((one) => one.transactionId === transactionId);
	return [...new Set(named.flatMap(idsOf))];
}

const idsOf = ({ transactionId, quoteId }: Candidate): string[] =>
	[transactionId, quoteId].filter((id) => id !== null && id !== '').map(String);

const ON_RECORD: Answer = {
	resolution: 'paid',
	transactionId: null,
	why: "This workflow's record shows it as paid. Mavapay wasn't asked.",
};

const MOST_SHOWN = 20;

/** The answer if the record doesn't link the reference to the value in 'Value', which may be another payment's. */
const NOT_SENT_WITH: Answer = {
	resolution: 'open',
	transactionId: null,
	why: `This workflow's record doesn't show that this reference was sent with this value from this account, so Mavapay wasn't asked. Check 'Value'. Settle payments from before 'Change Account' with 'Mark Paid' or 'Release'. ${WHEN_TO_RELEASE}`,
};

/** Holds back a `notPaid` while the request may be under way: the failed transaction may be another attempt's. */
function notYet(verdict: Verdict, lookAgainAt: Date | null, inWords: TimeInWords): Verdict {
	if (verdict.resolution !== 'notPaid' || lookAgainAt === null) return verdict;
	const why = `${verdict.why} But a payment sent a short time ago may still appear: look again ${inWords(lookAgainAt)}, or later.`;
	return { ...verdict, resolution: 'open', why };
}

const ADVICE: Partial<Record<Resolution, string>> = {
	paid: `To record it, run ${MARK_PAID} with this transaction, or turn on 'Update Record'.`,
	notPaid: `To pay it after all, run ${RELEASE} first, or turn on 'Update Record'.`,
};

function doneMeanwhile(verdict: Verdict, state: ReferenceState): Verdict {
	const next = state === 'free' && verdict.resolution === 'paid' ? NOW_FREE : 'Run this again.';
	return {
		...verdict,
		resolution: 'open',
		transactionId: null,
		why: `${verdict.why} But the reference was settled or released meanwhile. ${next}`,
	};
}

/** Records the result for the claim that was asked about, if certain; null if the claim was settled meanwhile. */
async function settle(verdict: Verdict, claim: SettlableClaim, ids: readonly string[]): Promise<End | null> {
	if (verdict.resolution === 'paid') {
		const { kind } = await claim.markPaid(ids);
		if (kind === 'otherReference') return { ...settledAnother(verdict), state: 'unknown' };
		return kind === 'done' ? { ...verdict, state: 'paid', recordChanged: true } : null;
	}
	if (verdict.resolution !== 'notPaid') return { ...verdict, state: 'unknown' };
	const { kind } = await claim.release({ early: false, paid: false }, verdict.candidates.flatMap(amountsOf));
	if (kind !== 'done') return null;
	const why = `${verdict.why} The reference was released: a new run can pay it.`;
	return { ...verdict, why, state: 'free', recordChanged: true };
}
