/* Messages about requests that pay or create something; others are in service/messages.ts and stopped.ts. */
import { MARK_PAID, RELEASE, WHEN_TO_RELEASE } from './reference/resolution';
import { whyOver, type SeenBudget } from '../domain/budget';
import { type Amount, amountInWords, amountOf } from '../domain/money';
import { bankMember } from '../payees/allowedPayees';
import { actionOf, type Once, type SealedPayment, toOf } from './sealedPayment';
import { differenceInWords, type NameComparison } from '../payees/accountName';
import { isBankFiller } from '../payees/nameWords';
import { quotedLine, quotedText } from '../domain/text';
import { CAUSES, type FailureCause } from '../service/causes';
import { plainText, type Failure } from '../service/failure';
import { causeOf, howItEnded } from '../service/messages';
import type { SendResult } from '../service/service';
import type { MemoryEntry } from './memory';
import type { PaymentRun, PlannedItem } from './runTypes';

/** The words that messages use for one request. */
export interface Subject {
	/** "the withdrawal of 1,000.00 NGN to account 0123456789 at bank 000014". */
	readonly what: string;
	/** A payment's amount and payee, as in a heading: "1,000.00 NGN to Ada Obi". */
	readonly title?: string;
	/** The account or address, as " to account 0123456789 at bank 000014"; set if the title doesn't contain it. */
	readonly paidTo?: string;
	/** The payment's reference; null for a request that only creates something. */
	readonly reference: string | null;
	/** Something that remains at Mavapay, such as an unused quote. */
	readonly leftBehind?: string | undefined;
}

const MAX_PAYEE = 120;

/** The row in brackets, for the end of a heading; empty for an item without a row. */
export const inFile = (row: number | null | undefined): string => (row == null ? '' : ` (row ${row})`);

/** The name of an item for people: its row in a file, or its number. */
export const itemInWords = ({ index, plan: { fileRow } }: PlannedItem): string =>
	fileRow === undefined ? `item ${index}` : `row ${fileRow}`;

/** The words for a payment. They name the payee as the user does, or else as the bank does. */
export function describePayment(
	sealed: SealedPayment,
	{ fileRow, leftBehind }: { readonly fileRow?: number | undefined; readonly leftBehind?: string | undefined },
): Subject {
	const { asked, expects, supplier, holder, way, price, reference } = sealed;
	const [value, paidTo] = [valueOf(asked ?? amountOf(price)), shortened(toOf(sealed))];
	const isWithdrawal = way.is === 'withdrawal';
	const name = isWithdrawal ? (expects ?? supplier ?? holder?.name ?? null) : null;
	const bank = bankMember(sealed.payee);
	const withoutCode = bank?.name ? paidTo.replace(` (${bank.code})`, '') : paidTo;
	const payee = name === null ? withoutCode.replace(LONG_WORD, '…') : ` to ${quotedText(name)}`;
	const title =
		isWithdrawal && value !== '' ? `${value.slice(' of '.length)}${payee}` : bare(`${actionOf(way)}${value}${payee}`);
	return {
		what: `${actionOf(way)}${valueOf(amountOf(price))}${paidTo}`,
		title: `${title}${inFile(fileRow)}`,
		...((name !== null || LONG_WORD.test(paidTo)) && { paidTo }),
		reference,
		leftBehind,
	};
}

/** Matches a payment hash or the like, which would fill a heading. */
const LONG_WORD = /(?<=\w{8})\w{37,}/u;

export function valueOf(amount: Amount | null): string {
	return amount === null ? '' : ` of ${amountInWords(amount.minor, amount.currency)}`;
}

/** Cuts a long text between characters, never inside a character of two code units. */
function shortened(payee: string): string {
	if (payee.length <= MAX_PAYEE) return payee;
	const letters = Array.from(payee);
	return letters.length > MAX_PAYEE ? `${letters.slice(0, MAX_PAYEE).join('')}…` : payee;
}

type Parts = Pick<Failure, 'outcome' | 'cause'> & Partial<Pick<Failure, 'httpCode' | 'retryable' | 'source'>>;

function leadOf({ outcome, cause }: Parts, { reference }: Subject): string {
	if (outcome === 'unknown') return reference === null ? 'Outcome unknown' : 'May have been paid';
	if (outcome === 'failed') return 'Failed';
	return CAUSES[cause].lead ?? 'Not sent';
}

const bare = (what: string) => what.replace(/^the /, '');

/** Makes a failure; its heading follows from outcome, cause and subject. */
export function failureOf(subject: Subject, description: string, parts: Parts): Failure {
	const left = subject.leftBehind === undefined ? '' : ` Still at Mavapay: ${subject.leftBehind.replace(/\.$/, '')}.`;
	return {
		summary: `${leadOf(parts, subject)}: ${titleOf(subject)}`,
		description: `${description}${left}`,
		httpCode: null,
		reference: subject.reference,
		retryable: false,
		source: 'input',
		...parts,
	};
}

/** The failure of a payment that certainly wasn't made, or that this run didn't send. `why` is a clause. */
export function unpaid(subject: Subject, cause: FailureCause, why: string, parts: Partial<Parts> = {}): Failure {
	const isOfRun =
		parts.outcome === 'notSent' ||
		parts.outcome === 'leftOut' ||
		(cause === 'recordUnavailable' && parts.retryable === true);
	const text = `${nothing(subject, isOfRun ? 'sent in this run' : 'paid')}: ${why}`;
	return failureOf(subject, text, { outcome: 'rejected', cause, ...parts });
}

/** The failure of a payment that isn't sent now, but may have been paid before. `why` is a clause. */
export function unpaidNow(subject: Subject, cause: FailureCause, why: string): Failure {
	return failureOf(subject, `${nothing(subject)} now: ${why}`, { outcome: 'rejected', cause });
}

const titleOf = ({ title, what }: Subject) => title ?? bare(what);

const nothing = ({ reference, paidTo = '' }: Subject, what = 'paid') =>
	reference === null ? 'Nothing was done' : `Nothing was ${what}${paidTo}`;

/** The first sentence of the description if the request may have taken effect. */
export const perhaps = ({ reference, paidTo = '' }: Subject) =>
	reference === null ? 'It may have taken effect.' : `Don't pay it again yet${paidTo}.`;

/** The advice to find out what happened to a request before sending it again. */
export function lookFirst({ reference }: Subject): string {
	if (reference === null) return 'Before you do it again, check in Mavapay whether it was done.';
	return `If this workflow has a form 'Something is wrong', open it. If not, in this same workflow:
1. Add 'Payout Reference: Resolve' next to this node and run it: it asks Mavapay how the payment ended.
2. If Resolve can't say, look in the Mavapay dashboard. If it was paid, run 'Payout Reference: Mark Paid'; if it wasn't, run 'Release', and a new run sends it.
${WHEN_TO_RELEASE}`;
}

/** The failure of a request with an unknown outcome, with advice; docs/reference/outcomes.md#after-an-unknown-outcome. */
export function unsettled(subject: Subject, cause: FailureCause, how: string, parts: Partial<Parts> = {}): Failure {
	const text = `${perhaps(subject)} ${how} ${lookFirst(subject)}`;
	return failureOf(subject, text, { outcome: 'unknown', cause, ...parts });
}

/** The failure of a sent request: rejected, failed or unknown. A rate-limited request can be sent in a later run. */
export function sentFailure(subject: Subject, paymentResult: SendResult, transactionId: string | null): Failure {
	const { httpCode, classified } = paymentResult;
	const { outcome, retryable } = classified;
	const cause = causeOf(classified);
	if (outcome === 'failed') return failedFailure(subject, transactionId, httpCode);
	const how = howItEnded(paymentResult);
	if (outcome !== 'rejected') return unsettled(subject, cause, how, { httpCode, source: 'service' });
	// Without a response, the heading already says what the network did.
	const said = httpCode === null && cause !== 'blockedByN8n' ? '' : `${how} `;
	return failureOf(subject, `${nothing(subject)}. ${said}${CAUSES[cause].advice}`.trim(), {
		outcome,
		cause,
		httpCode,
		retryable: retryable || cause === 'rateLimited',
		source: 'service',
	});
}

/** The failure of a payment that Mavapay accepted and at once reported as FAILED: docs/reference/outcomes.md#outcomes. */
function failedFailure(subject: Subject, transactionId: string | null, httpCode: string | null): Failure {
	const transaction = transactionId === null ? 'its transaction' : `transaction ${transactionId}`;
	const text = `Mavapay accepted it and reported ${transaction} as FAILED. It won't be sent again automatically. ${lookFirst(subject)}`;
	return {
		...failureOf(subject, text, { outcome: 'failed', cause: 'transactionFailed', httpCode, source: 'service' }),
		...(transactionId === null ? {} : { transactionId }),
	};
}

/** The failure of a request that comes before the payment, such as creating a quote. Nothing was paid. */
export function stepFailure(subject: Subject, step: string, paymentResult: SendResult): Failure {
	const { classified, httpCode } = paymentResult;
	const cause = causeOf(classified);
	const certain = classified.outcome === 'rejected';
	const done = certain ? 'was rejected' : 'may have taken effect, but got no usable response';
	const advice = certain ? CAUSES[cause].advice : 'Run it again.';
	const why = `the step before the payment (${step}) ${done}. ${howItEnded(paymentResult)} The payment itself wasn't sent. ${advice}`;
	const retryable = classified.retryable || !certain;
	return unpaid(subject, cause, why.trim(), { httpCode, retryable, source: 'service' });
}

/** The failure of a payment that a check or read stopped before it was sent. */
export function stoppedFailure(subject: Subject, failure: Failure): Failure {
	const { cause, httpCode, retryable, source } = failure;
	if (failure.outcome === 'rejected' && failure.summary.includes(titleOf(subject)))
		return { ...failure, reference: subject.reference };
	const { lead, happened } = CAUSES[cause];
	const isInHeading = failure.summary === lead || failure.summary === happened;
	const text = `${nothing(subject)}. ${isInHeading ? failure.description : plainText(failure)}`;
	return failureOf(subject, text, { outcome: 'rejected', cause, httpCode, retryable, source });
}

/** The failure of a repeat that isn't allowed. `other` says, as a clause, which payment it repeats. */
export function repeatedFailure(subject: Subject, other: string, once: Once, run: PaymentRun): Failure {
	const ask = `If both are for one bill, check whether it was paid ('Transaction: Get Many'). If both are due, ${allowingRepeats(run)}.`;
	const first = `Each ${once} is paid only once, even with 'Allow Repeats'. If it is still due, pay it under its first payout reference.`;
	const advice = run.asTool ? "Don't pay it in another way: a person decides that." : once === null ? ask : first;
	return unpaid(subject, 'repeated', `${other}. ${advice}`);
}

export function allowingRepeats({ keyRules }: Pick<PaymentRun, 'keyRules'>): string {
	const approved = keyRules.repeatsWithinDays === 0 ? '' : ' and have it approved, as the rules of the key require';
	return `turn on the option 'Allow Repeats' for this item${approved}`;
}

/** The failure for a payee that an AI tool may not pay; `reason` is a clause. */
export function payeeFailure(subject: Subject, reason: string): Failure {
	return unpaid(subject, 'payeeNotAllowed', `${reason}. A person types the allowed payees into the node.`);
}

export const BY_APPROVAL = "('Prepare' and 'Approval Digest', with 'Approved By')";

/** The failure for an account whose name isn't the expected one. Never suggests a name with a bank's "null" in it. */
export function nameFailure(
	subject: Subject,
	compared: NameComparison,
	{ holder, expects }: Pick<SealedPayment, 'expects' | 'holder'>,
	{ asTool }: Pick<PaymentRun, 'asTool'>,
): Failure {
	const [its, expected] = [holder?.name, expects].map((name) => quotedLine(name ?? ''));
	const cause = compared.verdict === 'differs' ? 'nameDiffers' : 'nameHasMore';
	const correct = " If it is the same payee, write the name in full, as the bank has it, into 'Expected Account Name'.";
	const approve = ` Somebody who has read both names can approve it ${BY_APPROVAL}.`;
	const said = `The account belongs to ${its}, not to ${expected}: ${differenceInWords(compared)}. Call the payee on a number you already have and check the account.`;
	const advice = `${compared.extra.some(isBankFiller) ? '' : correct}${cause === 'nameDiffers' || asTool ? '' : approve}`;
	return failureOf(subject, `${nothing(subject)}. ${said}${advice}`, { outcome: 'rejected', cause });
}

/** The failure of a request that a rule of the API key refuses; `reason` is a clause. */
export function keyRuleFailure(subject: Subject, reason: string): Failure {
	return unpaid(subject, 'keyRule', `${reason}. The rules are in the credential: ask the person who manages it.`);
}

export function budgetFailure(
	subject: Subject,
	budget: SeenBudget,
	{ timeZone }: Pick<PaymentRun, 'timeZone'>,
): Failure {
	const why = `${whyOver(budget, timeZone)}. Fees don't count. A payment of unknown outcome counts, even after 'Release', unless Mavapay says that it failed. A higher limit in the credential takes effect at once.`;
	return unpaid(subject, 'budget', why);
}

/** Why the API key's account may not pay, as a clause; then how to pay from the workflow's account, or switch. */
export const OTHER_ACCOUNT =
	"this workflow pays from another Mavapay account. Choose that account's credential. To switch to this account, or if Mavapay now names the account differently, run 'Payout Reference: Halt' in this same workflow, settle payouts of unknown outcome, then run 'Change Account'.";

export const IS_IT_PAID =
	"Before you do anything else, check in Mavapay or in n8n's executions whether this bill is paid.";

/** The failure of an item with the same payout reference as an earlier item of the run. */
export function duplicateFailure(subject: Subject, earlier: string, sameIdentity: boolean): Failure {
	const why = sameIdentity
		? `${earlier} is the same payment, with the same payout reference.`
		: `${earlier} has the same payout reference for another payment. Check which one is right: a reference is for one bill.`;
	const failure = unpaid(subject, takenCause(sameIdentity), why);
	return sameIdentity ? { ...failure, summary: `Duplicate: ${titleOf(subject)}` } : failure;
}

export const takenCause = (sameIdentity: boolean): FailureCause => (sameIdentity ? 'alreadyPaid' : 'referenceReused');

/** The failure kept while a request is under way, and shown if the run is cut off. */
export function interruptedFailure(subject: Subject): Failure {
	const how = 'An earlier try of this item got no clear response, so nothing was sent this time.';
	return unsettled(subject, 'notSettled', how);
}

/** Why the record can't be used, as a clause and a sentence of advice. */
export const recordFails = (reason: string) =>
	`the record of payout references in n8n's database couldn't be used (${reason}). Make sure that the database works, then run it again.`;

/** The failure if n8n's database failed before anything was sent. */
export function storeFailure(subject: Subject, reason: string): Failure {
	const why = `${recordFails(reason)} If that run says that the reference isn't settled, look for its payment in Mavapay before you release it.`;
	return unpaid(subject, 'recordUnavailable', why, { retryable: true });
}

/** The failure of an item that was sent in this execution and has changed since. */
export function paidDifferentlyFailure(subject: Subject, { what, payment }: MemoryEntry): Failure {
	const { transactionId = null } = payment ?? {};
	const transaction = transactionId === null ? '' : `, transaction ${transactionId}`;
	const done = subject.reference === null ? 'already done' : 'already paid';
	const why = `this item was ${done} in this execution with other values: ${what}${transaction}. Don't send it again. If both payments are due, make the second a separate item in a new run.`;
	return unpaidNow(subject, 'paidDifferently', why);
}

/** Adds an item's earlier attempt to a refusal, with that attempt's heading and outcome. */
export function withEarlierTry(failure: Failure, entry: MemoryEntry | null): Failure {
	// A rejected attempt paid nothing, so it isn't mentioned.
	if (entry === null || entry.state === 'rejected') return failure;
	const subject = { what: entry.what, reference: entry.payment?.reference ?? null };
	const earlier = entry.failure ?? paidDifferentlyFailure(subject, entry);
	return { ...earlier, description: `${plainText(failure)} ${earlier.description}` };
}

export function brokenBeforeFailure(subject: Subject): Failure {
	const why = 'something unexpected in the Mavapay node stopped it before the request was sent. Please report it.';
	return unpaid(subject, 'unexpectedError', why);
}

export function brokenAfterFailure(subject: Subject): Failure {
	const how = 'Something unexpected happened in the Mavapay node after the request was sent. Please report it.';
	return unsettled(subject, 'unexpectedError', how);
}

export function stillClaimed(failure: Failure, claim: string): Failure {
	const text = `Payout reference '${failure.reference ?? ''}' couldn't be released in n8n's database: nothing was paid, so release it with ${RELEASE} before you try again.`;
	return { ...failure, description: `${failure.description} ${text}`, claim, retryable: false };
}

/** The warning for a payment that Mavapay accepted, but that n8n's database couldn't record as paid. */
export function paidUnsettledWarning({ what, reference }: Subject, claim: string): string {
	return `Mavapay accepted ${what}, but n8n's database couldn't record that '${reference ?? ''}' is paid, so it may count as unknown. Run ${MARK_PAID}, not 'Release', with the claim '${claim}' and no 'Transaction ID'.`;
}

/** The hint that no live account has shown yet whether Mavapay's list names payees: docs/why/questions.md. */
export const NOT_SEEN_LIVE =
	"Mavapay's list of withdrawals shows some of this run's payments as made. Whether the list names payees correctly is untested on live accounts: compare the transactions before you rely on it.";

export const notWholeHint = ({ summary }: Failure) =>
	`Mavapay's list of withdrawals couldn't be read in full, so a payment made elsewhere may have been missed. ${summary}.`;

export const payeeNotRecordedHint = (what: string) =>
	`Mavapay accepted ${what}, but n8n's database couldn't record its payee, so the payee may count as new or changed next time.`;

/** The failure if a response names a transaction that the record already has for another payment. */
export function anothersFailure(subject: Subject, id: string | null): Failure {
	const how = `Mavapay's response names ${id}, which this workflow recorded for another payment. This payment may or may not have been made: look for both in Mavapay.`;
	return unsettled(subject, 'unclearMessage', how, { source: 'service' });
}

/** The hint for an accepted payment whose response states another amount or payee. */
export const statedOtherwiseHint = (what: string, stated: string) =>
	`Mavapay accepted ${what}, but its response says ${stated}. Before you pay more, check in Mavapay what was paid.`;

export const unreadableHint = (what: string) =>
	`Mavapay accepted ${what}, but its response has an unexpected format: see it in the output.`;

/** The hint that a dry run didn't compare the limits, because it creates no quote. */
export const notComparedHint = (what: string) =>
	`The limits were not checked: the cost of ${what} is known only once there is a quote.`;
