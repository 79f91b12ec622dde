import { timeBeside } from '../domain/dateTime';
import { dayInWords } from '../payees/recordedPayee';
import { counted } from '../domain/result';
import { onceOf, referenceKeyOf } from './sealedPayment';
import { cutLine, quotedLine } from '../domain/text';
import type { Failure } from '../service/failure';
import type { NotSentReason } from './decide';
import * as messages from './messages';
import { takenCause, unpaid, unpaidNow, unsettled } from './messages';
import { NOT_REACHED, RECORD_LOST } from './notReached';
import type { Payment, RunContext } from './payment';
import { MARK_PAID } from './reference/resolution';

type Because = NotSentReason['because'];

type Reasons = { readonly [B in Because]: ReasonOf<B, NotSentReason> };

/** The member of a union of reasons whose `because` includes B. */
type ReasonOf<B, R extends NotSentReason> = R extends unknown ? (B extends R['because'] ? R : never) : never;

type Wording<Reason> = (reason: Reason, payment: Payment, context: RunContext) => Failure;

const USED_FOR_ANOTHER = 'the reference was used with another payee, amount or operation';

/** Why a paid reference isn't paid again. AI agents get no advice: to get another reference, they would change the amount. */
function whyAlreadyPaid(sameIdentity: boolean, asTool: boolean): string {
	const paid = `this workflow already paid this payout reference${sameIdentity ? '' : ', but perhaps for another payment'}`;
	if (asTool) return `${paid}. Don't pay it again in another way: a person decides that.`;
	if (sameIdentity)
		return `${paid}. ${messages.IS_IT_PAID} 'If Already Recorded: Skip' passes paid items on, if 'Payout Reference' is filled in.`;
	// If n8n stopped just after the claim and a person marked the claim as paid, the record doesn't name the payment.
	return `${paid}. Either a person marked this very payment as paid, or ${USED_FOR_ANOTHER}. ${messages.IS_IT_PAID}`;
}

/** The failure of a payment that the wallet shows. An agent only learns the day; with more, it could get around the check. */
function shownFailure(
	{ claim }: Reasons['shownByWallet'],
	{ plan, sealed, subject, shown, heldClaim }: Payment,
	{ ahead: { witness }, run }: RunContext,
): Failure {
	const { asTool, timeZone, service } = run;
	const { transactionId, createdMs, reference } = shown ?? {};
	const when = createdMs == null ? '' : ` ${timeBeside(createdMs, service.clock.now(), timeZone)}`;
	if (asTool) {
		const why = `Mavapay shows a payment of the same amount to this payee${when.replace(/ at .*/, '')}. Don't try it again today, and don't pay it in another way: a person decides that.`;
		return unpaid(subject, 'repeated', why);
	}
	const its = reference == null ? '' : `, with its own reference ${quotedLine(reference)}`;
	const seen =
		transactionId === undefined
			? "an earlier run holds this reference, because Mavapay's list showed it as paid"
			: `Mavapay's list shows a withdrawal${messages.valueOf(sealed.gets)} to this account${when}, transaction ${quotedLine(transactionId)}${its}`;
	const isReal = shown !== null && !plan.settings.payout.validateOnly;
	const unheld =
		isReal && claim === null && heldClaim === null ? " n8n's database failed, so a later run may pay it." : '';
	const lost = witness.isLost && !plan.settings.payout.validateOnly ? ` ${RECORD_LOST}` : '';
	const why = `${seen}. It was paid elsewhere, or this workflow's record can't identify it. Was that payment for this bill? If so, run ${MARK_PAID}, with its transaction ID ('Transaction: Get Many' finds it) and the claim from this error, 'Check' or 'prepared.elsewhere'. If not, run 'Release' unless 'Check' says free, ${messages.allowingRepeats(run)}, and pay it.${unheld}${lost}`;
	const named = transactionId === undefined ? {} : { transactionId: cutLine(transactionId) };
	return { ...unpaid(subject, 'shownByWallet', why, { outcome: 'notSent' }), ...named, ...(claim && { claim }) };
}

/** The failure for each reason not to send: its cause, why, and what to do next. */
const REASONS: { readonly [B in Because]: Wording<Reasons[B]> } = {
	...NOT_REACHED,
	notApproved: (_, { subject }, { whyNotApproved }) => {
		const { cause, why } = whyNotApproved() ?? { cause: 'notApproved', why: '' };
		return unpaid(subject, cause, why, { outcome: 'notSent' });
	},
	remembered: ({ entry }, { subject }) => entry.failure ?? messages.paidDifferentlyFailure(subject, entry),
	paidDifferently: ({ entry }, { subject }) => messages.paidDifferentlyFailure(subject, entry),
	payeeOpen: (_, { subject }) =>
		unpaid(
			subject,
			'notSettled',
			"another payment of this workflow's AI tools to this payee is not settled yet. Don't call this tool again for this payee until a person has settled that payment with 'Payout Reference: Resolve', 'Mark Paid' or 'Release' in this same workflow. Its reference is in n8n's executions.",
		),
	repeated: ({ day }, { sealed, subject }, { run }) => {
		// `onceOf` gives null for a swap, but the quote that the swap accepts is paid only once.
		const once = day === 'ever' ? (onceOf(sealed) ?? 'quote') : null;
		const when = day === 'ever' ? '' : ` ${dayInWords(day, run.service.clock.now(), run.timeZone)},`;
		const what = once === null ? 'another payment of the same amount to this payee' : `this ${once}`;
		const other = `this workflow recorded ${what}${when} under another payout reference`;
		return messages.repeatedFailure(subject, other, once, run);
	},
	shownByWallet: shownFailure,
	walletUnread: ({ failure }, { subject }, { run }) => {
		const first = run.asTool
			? 'A person makes the first payment, from a node.'
			: `If the bill is certainly unpaid, ${messages.allowingRepeats(run)}, and pay it.`;
		const why = `this workflow's record shows no payment of real money yet, and Mavapay's list of withdrawals, which shows earlier payments, couldn't be read in full. ${failure.summary}. Run it again later. ${first}`;
		return unpaid(subject, failure.cause, why, { outcome: 'notSent', retryable: true, source: 'service' });
	},
	alreadyPaid: ({ sameIdentity }, { plan, subject }, { run }) => {
		const { validateOnly } = plan.settings.payout;
		const earlier = run.memory.answeredUnder(referenceKeyOf(plan.sealed), run.money);
		if (earlier !== null && (validateOnly || earlier.state !== 'accepted'))
			return messages.duplicateFailure(subject, 'an earlier item', sameIdentity);
		return unpaidNow(subject, takenCause(sameIdentity), whyAlreadyPaid(sameIdentity, run.asTool));
	},
	otherAccount: (_, { subject }) => unpaidNow(subject, 'otherAccount', messages.OTHER_ACCOUNT),
	notSettled: ({ sameIdentity, claim }, { subject }) => {
		const how =
			"This workflow's record shows the payout reference as not settled: another execution is paying it, its response was lost, or the transaction failed. Nothing was sent this time.";
		// The payment's identity is recorded just after the claim. Until then, or if n8n stops in between, it is missing.
		const other = `Nothing was sent this time. This workflow's record shows the payout reference as not settled, and doesn't show that it is for this payment. If ${USED_FOR_ANOTHER}, look for that other payment, not for this one. If it wasn't, n8n has just begun to pay this one, or stopped as it began. ${messages.perhaps(subject)} ${messages.lookFirst(subject)}`;
		const failure = sameIdentity
			? unsettled(subject, 'notSettled', how)
			: messages.failureOf(subject, other, { outcome: 'unknown', cause: 'notSettled' });
		return { ...failure, claim };
	},
	payeeNotAllowed: ({ reason }, { subject }) => messages.payeeFailure(subject, reason),
	keyRule: ({ reason }, { subject }) => messages.keyRuleFailure(subject, reason),
	budget: ({ budget }, { subject }, { run }) => messages.budgetFailure(subject, budget, run),
	nameDiffers: ({ otherName }, { subject, sealed }, { run }) => messages.nameFailure(subject, otherName, sealed, run),
	newPayee: ({ history }, { plan, subject }) => {
		const isChanged = history !== 'new';
		const supplier = quotedLine(plan.sealed.supplier ?? '');
		const what = {
			changed: `this workflow paid the supplier ${supplier} before, but never at this destination`,
			known: `this is a known account of another supplier: this workflow never paid ${supplier} there`,
			new: 'this workflow never paid this payee',
		}[history];
		const why = `${what}, and 'New Payees' refuses that. Call the ${isChanged ? 'supplier' : 'payee'} on a number you already have, not one from the invoice, and confirm the account. Then have it approved ${messages.BY_APPROVAL}, or pay it once with 'New Payees' set to Allow.`;
		return unpaid(subject, isChanged ? 'payeeChanged' : 'payeeNew', why);
	},
	limitExceeded: ({ reason }, { subject }) => unpaid(subject, 'limitExceeded', `${reason}.`),
	// The AI tools have made, or may have made, as many payments as are allowed on this day.
	day: (_, { plan, subject }, { run }) => {
		const allowed = counted(plan.settings.payout.paymentsPerDay ?? 0, 'payment');
		const why = `the AI tools of this workflow have made the ${allowed} that 'Payments per Day' allows on ${run.today()}. The count starts again at midnight in the workflow's time zone. Don't call this tool again today.`;
		return unpaid(subject, 'limitExceeded', why);
	},
};

export function refusalFailure<B extends Because>(
	refusal: Reasons[B] & { readonly because: B },
	payment: Payment,
	context: RunContext,
): Failure {
	return REASONS[refusal.because](refusal, payment, context);
}
