/*
 * What is said of requests that pay or create something. What is said of the service's responses and
 * of the network is in service/messages.ts; what is said of a run that stops is in stopped.ts.
 */
import { amountInWords } from '../domain/money';
import type { PayeeHistory } from '../domain/payees/payeeHistory';
import { counted } from '../domain/result';
import { visibleText } from '../domain/text';
import { amountOf, type Amount, type PaymentPlan } from '../operation/operation';
import { plainText, type Failure, type FailureCause } from '../service/failure';
import { adviceFor, causeOf, howItEnded } from '../service/messages';
import type { SendResult } from '../service/service';
import type { MemoryEntry } from './memory';
import type { Unavailable } from './paymentRun';

/** One request as messages speak of it. */
export interface Subject {
	/** "the withdrawal of 1,000.00 NGN to account 0123456789 at bank 000014". */
	readonly what: string;
	/** Of a payment; null for a request that only creates something and moves no money. */
	readonly reference: string | null;
	/** Left with the service by the way, such as a quote that was not accepted. */
	readonly leftBehind?: string | undefined;
}

const MAX_PAYEE = 120;

/** What a payment is called. */
export function describePayment(plan: PaymentPlan, price = plan.price, leftBehind?: string): Subject {
	const { shownAs, settings } = plan;
	const { reference } = settings.payout;
	return { what: `${shownAs.action}${valueOf(amountOf(price))}${shortened(shownAs.to)}`, reference, leftBehind };
}

function valueOf(amount: Amount | null): string {
	return amount === null ? '' : ` of ${amountInWords(amount.minor, amount.currency)}`;
}

/** Cut between letters, not within one that takes two code units. */
function shortened(payee: string): string {
	const letters = Array.from(payee);
	return letters.length > MAX_PAYEE ? `${letters.slice(0, MAX_PAYEE).join('')}…` : payee;
}

/** How the heading begins where nothing was sent, or Mavapay took nothing. Without one it is "Not sent". */
const LEADS: Partial<Record<FailureCause, string>> = {
	accountNotFound: 'Account not found',
	alreadyPaid: 'Already paid',
	amountDiffers: "Amount doesn't match",
	amountTooSmall: 'Amount too small',
	forbidden: 'API key not allowed',
	halted: 'Payouts halted',
	insufficientFunds: 'Insufficient funds',
	limitExceeded: 'Limit exceeded',
	notApproved: 'Not as approved',
	methodNotAllowed: 'Rejected by Mavapay',
	nameDiffers: "Account name doesn't match",
	notFound: 'Not found',
	payeeChanged: 'Payee changed',
	payeeNew: 'New payee',
	payeeNotAllowed: 'Payee not allowed',
	paidDifferently: 'Already paid with other values',
	quoteDiffers: 'Quote not accepted',
	quoteExpired: 'Quote no longer valid',
	rateLimited: 'Too many requests',
	referenceReused: 'Payout reference already used',
	rejected: 'Rejected by Mavapay',
	unauthorised: 'Credential not accepted',
};

function leadOf({ outcome, cause }: FailureParts): string {
	if (outcome === 'unknown') return 'Outcome unknown';
	if (outcome === 'failed') return 'Failed';
	return LEADS[cause] ?? 'Not sent';
}

type FailureParts = Pick<Failure, 'outcome' | 'cause'> & Partial<Pick<Failure, 'httpCode' | 'retryable' | 'source'>>;

/** A failure under the heading that its outcome, its cause and its subject make. */
export function failureOf(subject: Subject, description: string, facts: FailureParts): Failure {
	const left = subject.leftBehind === undefined ? '' : ` Left behind: ${subject.leftBehind.replace(/\.$/, '')}.`;
	return {
		summary: `${leadOf(facts)}: ${nameOf(subject)}`,
		description: `${description}${left}`,
		httpCode: null,
		reference: subject.reference,
		retryable: false,
		source: 'input',
		...facts,
	};
}

/** Not sent, or certainly refused, for a reason that stands behind "Nothing was paid: ". */
function unpaid(subject: Subject, cause: FailureCause, why: string, facts: Partial<FailureParts> = {}): Failure {
	return failureOf(subject, `${nothing(subject)}: ${why}`, { outcome: 'rejected', cause, ...facts });
}

/** As it stands in a heading, without its article. */
function nameOf({ what }: Subject): string {
	return what.replace(/^the /, '');
}

const nothing = ({ reference }: Subject) => (reference === null ? 'Nothing was done' : 'Nothing was paid');

const perhaps = ({ reference }: Subject) =>
	reference === null ? 'It may have taken effect.' : 'It may have been paid.';

/** What to do before anything like this is sent again. */
function lookFirst({ reference }: Subject): string {
	if (reference === null) return 'Look in Mavapay whether it was done before you do it again.';
	return "Before anything is sent again, run 'Payout Reference: Resolve' in this same workflow, which asks Mavapay what became of it; or look for it with the 'Transaction' operations or in the Mavapay dashboard. If it was paid, run 'Payout Reference: Mark Paid' in this same workflow. If it wasn't, run 'Payout Reference: Release'; a new run then sends it.";
}

/** For an outcome that is not known: said out loud, with the next step; docs/money.md#after-an-unknown-outcome. */
function unknownText(subject: Subject, how: string): string {
	return `${perhaps(subject)} ${how} ${lookFirst(subject)}`;
}

/**
 * The service, or the network, ended the request without taking it. A rate limit passes by itself, so what met one may be
 * sent again: not at once, but in a later run.
 */
export function sentFailure(subject: Subject, paymentResult: SendResult, transactionId: string | null): Failure {
	const { httpCode, classified } = paymentResult;
	const { outcome, retryable } = classified;
	const cause = causeOf(classified);
	if (outcome === 'failed') return failedFailure(subject, transactionId, httpCode);
	const how = howItEnded(paymentResult);
	if (outcome !== 'rejected')
		return failureOf(subject, unknownText(subject, how), { outcome: 'unknown', cause, httpCode, source: 'service' });
	return failureOf(subject, `${nothing(subject)}. ${how} ${adviceFor(cause)}`.trim(), {
		outcome,
		cause,
		httpCode,
		retryable: retryable || cause === 'rateLimited',
		source: 'service',
	});
}

/** The service took the payment and said at once that it failed: docs/money.md#outcomes. */
function failedFailure(subject: Subject, transactionId: string | null, httpCode: string | null): Failure {
	const transaction = transactionId === null ? 'its transaction' : `transaction ${transactionId}`;
	const text = `Mavapay accepted it and reported ${transaction} as FAILED. It won't be sent again automatically. ${lookFirst(subject)}`;
	return {
		...failureOf(subject, text, { outcome: 'failed', cause: 'transactionFailed', httpCode, source: 'service' }),
		...(transactionId === null ? {} : { transactionId }),
	};
}

/** A request that comes before the payment got no good response: whatever became of it, nothing was paid. */
export function stepFailure(subject: Subject, step: string, paymentResult: SendResult): Failure {
	const { classified, httpCode } = paymentResult;
	const cause = causeOf(classified);
	const certain = classified.outcome === 'rejected';
	const done = certain ? 'was rejected' : 'may have taken effect, but got no usable response';
	const advice = certain ? adviceFor(cause) : '';
	const why = `${step}, which comes before the payment, ${done}. ${howItEnded(paymentResult)} The payment itself wasn't sent. ${advice}`;
	return unpaid(subject, cause, why.trim(), {
		httpCode,
		retryable: certain ? classified.retryable : true,
		source: 'service',
	});
}

/** A check, or a read on the way to the payment, stopped it before it was sent. */
export function stoppedFailure(subject: Subject, failure: Failure): Failure {
	const { cause, httpCode, retryable, source } = failure;
	if (failure.outcome === 'rejected' && failure.summary.includes(nameOf(subject)))
		return { ...failure, reference: subject.reference };
	const text = `${nothing(subject)}. ${plainText(failure)}`;
	return failureOf(subject, text, { outcome: 'rejected', cause, httpCode, retryable, source });
}

/** A limit of the node was exceeded; `reason` is a clause. */
export function overLimitFailure(subject: Subject, reason: string): Failure {
	return unpaid(subject, 'limitExceeded', `${reason}.`);
}

/** A payee that nobody has allowed an AI tool to pay; `reason` is a clause. */
export function payeeFailure(subject: Subject, reason: string): Failure {
	return unpaid(subject, 'payeeNotAllowed', `${reason}. A person types the allowed payees into the node.`);
}

/** A payee that was never paid, or not where its supplier was: 'New Payees' refuses it. */
export function newPayeeFailure(subject: Subject, history: PayeeHistory, supplier: string | null): Failure {
	const isChanged = history === 'changed';
	const what = isChanged
		? `this workflow paid the supplier '${visibleText(supplier ?? '')}' before, but never there`
		: 'this workflow never paid this payee';
	const why = `${what}, and 'New Payees' refuses that. Ask the ${isChanged ? 'supplier' : 'payee'} by a telephone number that you knew before, not one of the invoice, whether the account is right. Then have it approved ('Payout: Prepare' and 'Approval Digest'), or pay it once with 'New Payees' set to Allow.`;
	return unpaid(subject, isChanged ? 'payeeChanged' : 'payeeNew', why);
}

/** All payments of a day that an AI tool may make are made, or may have been. */
export function overDayFailure(subject: Subject, day: string, most: number): Failure {
	return unpaid(
		subject,
		'limitExceeded',
		`the AI tools of this workflow have made the ${counted(most, 'payment')} that 'Payments per Day' allows on ${day}. The count starts again at midnight in the time zone of the workflow. Don't call this tool again today.`,
	);
}

const USED_FOR_ANOTHER = 'the reference was used with another payee, amount or operation';
const OWN_REFERENCE = 'if both are to be paid, give each a reference of its own';

/** The record has the reference as paid. An AI agent can change the reference by the amount alone, so it gets no such advice. */
export function paidFailure(subject: Subject, sameIdentity: boolean, asTool = false): Failure {
	const again = asTool
		? "Don't pay it once more in another way: a person decides that."
		: "To skip paid items, set 'If Already Recorded' to Skip; to pay once more on purpose, use another reference.";
	// Where n8n ended as it began to pay, and a person marked it as paid, nothing says what was paid.
	const unless = `Unless a person marked this very payment as paid, ${USED_FOR_ANOTHER}: ${OWN_REFERENCE}.`;
	const advice = sameIdentity || asTool ? again : unless;
	const why = `this workflow already paid this payout reference${sameIdentity ? '' : ', but not clearly as this payment'}. ${advice}`;
	return failureOf(subject, `${nothing(subject)} now: ${why}`, {
		outcome: 'rejected',
		cause: takenCause(sameIdentity),
	});
}

/** Another item of the same run has the reference. */
export function duplicateFailure(subject: Subject, earlier: string, sameIdentity: boolean): Failure {
	const why = sameIdentity
		? `${earlier} pays it already under the same payout reference.`
		: `${earlier} has the same payout reference for another payment: ${OWN_REFERENCE}.`;
	return unpaid(subject, takenCause(sameIdentity), why);
}

const takenCause = (sameIdentity: boolean): FailureCause => (sameIdentity ? 'alreadyPaid' : 'referenceReused');

/** The record has the reference as neither free nor paid. */
export function openFailure(
	subject: Subject,
	{ sameIdentity, claim }: { sameIdentity: boolean; claim: string },
): Failure {
	const how =
		'This workflow has its payout reference as not settled: another execution is paying it, its response was lost, or the transaction failed. Nothing was sent now.';
	if (sameIdentity) return { ...notSettled(subject, how), claim };
	// What is paid is recorded right after the claim: until then, and where n8n ended in between, nothing says it.
	const other = `Nothing was sent now. This workflow has the payout reference as not settled, and doesn't show that it is for this payment. If ${USED_FOR_ANOTHER}, look for that other payment, not for this one, and ${OWN_REFERENCE}. If it wasn't, n8n is only just beginning to pay this one, or ended as it began. ${perhaps(subject)} ${lookFirst(subject)}`;
	return { ...failureOf(subject, other, { outcome: 'unknown', cause: 'notSettled' }), claim };
}

/** An AI tool's payment of the same payee or identity is open under another reference or tool node. */
export function openElsewhereFailure(subject: Subject, { what, payment, failure }: MemoryEntry): Failure {
	const under = payment === null ? '' : ` (payout reference '${payment.reference}')`;
	const how = `An earlier payment of this execution to the same payee is not settled: ${what}${under}. Nothing was sent now.`;
	const { reference } = payment ?? subject;
	return { ...notSettled({ ...subject, reference }, how), claim: failure?.claim };
}

/** An AI tool's same payment is open since an earlier day. */
export function openBeforeFailure(
	subject: Subject,
	{ reference, claim }: { reference: string; claim: string },
): Failure {
	const how = `The same payment is not settled since an earlier day (payout reference '${reference}'). Nothing was sent now.`;
	return { ...notSettled({ ...subject, reference }, how), claim };
}

/** Kept while the request is under way, and shown if its end never comes. */
export function interruptedFailure(subject: Subject): Failure {
	return notSettled(
		subject,
		'An earlier try of this item in this execution got no clear response, and nothing was sent now.',
	);
}

function notSettled(subject: Subject, how: string, cause: FailureCause = 'notSettled'): Failure {
	return failureOf(subject, unknownText(subject, how), { outcome: 'unknown', cause });
}

/** Why the record can't be used, as a clause and what to do. */
export function recordFails(reason: string): string {
	return `the record of payout references in n8n's database couldn't be used (${reason}). Make sure that the database works, then run it again.`;
}

/** The database gave no response to rest on, before anything was sent. */
export function storeFailure(subject: Subject, reason: string): Failure {
	const why = `${recordFails(reason)} If the reference then counts as not settled, look for the payment in Mavapay before you release it.`;
	return unavailableFailure(subject, { reason: why, retryable: true });
}

/** There is no record to pay with at all. */
export function unavailableFailure(subject: Subject, { reason, retryable }: Unavailable): Failure {
	return unpaid(subject, 'recordUnavailable', reason, { retryable });
}

/** The item was sent in this execution, and its values have changed since. */
export function paidDifferentlyFailure(subject: Subject, { what, payment }: MemoryEntry): Failure {
	const { transactionId = null } = payment ?? {};
	const transaction = transactionId === null ? '' : `, transaction ${transactionId}`;
	const done = subject.reference === null ? 'already done' : 'already paid';
	const why = `this item was ${done} in this execution with other values: ${what}${transaction}. Don't send it again; if both are wanted, give the second one an item of its own in a new run.`;
	return failureOf(subject, `${nothing(subject)} now: ${why}`, { outcome: 'rejected', cause: 'paidDifferently' });
}

/** A check refuses the item now, but an earlier try of it may have been sent, and that comes first. */
export function withEarlierTry(failure: Failure, entry: MemoryEntry | null): Failure {
	// A refusal was a response: nothing was paid.
	if (entry === null || entry.state === 'rejected') return failure;
	const subject = { what: entry.what, reference: entry.payment?.reference ?? null };
	const earlier = entry.failure ?? paidDifferentlyFailure(subject, entry);
	return { ...earlier, description: `${plainText(failure)} ${earlier.description}` };
}

/** Unexpected, with nothing sent. */
export function brokenBeforeFailure(subject: Subject): Failure {
	const why = 'an unexpected error in the Mavapay node stopped it before the request was sent. Please report it.';
	return unpaid(subject, 'unexpectedError', why);
}

/** Unexpected, with the request on its way. */
export function brokenAfterFailure(subject: Subject): Failure {
	const how = 'An unexpected error in the Mavapay node came after the request had been sent. Please report it.';
	return notSettled(subject, how, 'unexpectedError');
}

/** Why an item is not sent that nothing is wrong with. */
export type NotReached = 'unknown' | 'cancelled' | 'check' | 'approval' | 'rejected' | 'halted' | 'releasing' | 'late';

const NOT_REACHED: Record<NotReached, readonly [cause: FailureCause, why: string]> = {
	unknown: [
		'earlierUnknown',
		"the outcome of an earlier payment of this execution is unknown, and 'On Unknown Outcome' is set to Stop. Settle that payment first, then run this one.",
	],
	cancelled: ['cancelled', 'the execution was cancelled before its turn. Run it again if it is still to be paid.'],
	check: [
		'checkFailed',
		'a check of another item failed, and nothing is sent until all pass. Correct that item and run again.',
	],
	approval: ['notApproved', 'the items of this run are not those that were approved.'],
	rejected: ['earlierFailed', "an item before it didn't go through. Settle that item first, then run this one."],
	releasing: ['cancelled', 'somebody is releasing its payout reference. Run it again if it is still to be paid.'],
	late: ['recordUnavailable', "more than a minute passed since n8n's database recorded that it is sent. Run it again."],
	halted: [
		'halted',
		"payouts of this workflow are halted. To go on, run 'Payout Reference: Resume' in this same workflow.",
	],
};

export function notSentFailure(subject: Subject, because: NotReached): Failure {
	const [cause, why] = NOT_REACHED[because];
	return unpaid(subject, cause, why, { outcome: 'notSent', retryable: true });
}

/** The run is not what was approved: nothing of it is sent. */
export function notApprovedFailure(subject: Subject, why: string): Failure {
	return unpaid(subject, 'notApproved', why, { outcome: 'notSent' });
}

/** Nothing was paid, and the reference could not be freed. */
export function stillClaimed(failure: Failure, claim: string): Failure {
	const text = `Its payout reference couldn't be freed in n8n's database: nothing was paid, so release '${failure.reference ?? ''}' with 'Payout Reference: Release' in this same workflow before you run it again.`;
	return { ...failure, description: `${failure.description} ${text}`, claim, retryable: false };
}

/** The payment was made, the record was not brought up to date: the reference stays on the safe side. */
export function paidUnsettledWarning({ what, reference }: Subject, claim: string): string {
	return `Mavapay accepted ${what}, but n8n's database couldn't record that '${reference ?? ''}' is paid, so it may count as unknown. Run 'Payout Reference: Mark Paid' in this same workflow, with the claim '${claim}'; don't release it.`;
}

export function payeeNotRecordedHint(what: string): string {
	return `Mavapay accepted ${what}, but n8n's database couldn't record its payee, who may count as new or changed next time.`;
}

export function unreadableHint(what: string): string {
	return `Mavapay accepted ${what}, but its response has an unexpected format. It was passed through unchanged.`;
}

/** A dry run of a swap makes no quote. */
export function notComparedHint(what: string): string {
	return `The limits were not compared: what ${what} costs is known only once there is a quote.`;
}
