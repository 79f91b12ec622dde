import type { FailureCause } from '../service/causes';
import type { Failure } from '../service/failure';
import { unpaid, type Subject } from './messages';

/** Advice if the wallet shows payments that the record doesn't have. */
export const RECORD_LOST =
	"The record may have been lost, for example when n8n was restored, or the workflow copied or moved. Run 'Prepare' on the whole list, then mark as paid the payments that the wallet shows.";

/** Why a struck-out row isn't paid, as a clause. */
const LEFT_OUT = 'the approver left it out. To pay it after all, prepare it and have it approved again.';

const IF_STILL_DUE = 'If the payment is still due, run the item again.';

/** Makes the failure of an item that wasn't reached. Nothing is wrong with it, so it can be run again unchanged. */
const later =
	(cause: FailureCause, why: string) =>
	(_: unknown, { subject }: { readonly subject: Subject }) =>
		unpaid(subject, cause, why, { outcome: 'notSent', retryable: true });

export const NOT_REACHED = {
	earlierUnknown: later(
		'earlierUnknown',
		"the outcome of an earlier request of this execution is unknown, and 'On Unknown Outcome' is set to Stop. Find out how that request ended, then run this item.",
	),
	cancelled: later('cancelled', `the execution was cancelled before it reached this item. ${IF_STILL_DUE}`),
	checkFailed: later(
		'checkFailed',
		'a check of another item failed, and nothing is sent until all pass. Correct that item and run again.',
	),
	notApproved: later('notApproved', 'the items of this run are not those that were approved.'),
	earlierFailed: later(
		'earlierFailed',
		"an earlier item didn't go through. Correct or settle that item first, then run this one.",
	),
	releasing: later('notSettled', `somebody is releasing its payout reference. ${IF_STILL_DUE}`),
	late: later('recordUnavailable', 'recording the payment took more than a minute. Run it again.'),
	rateLimited: later('rateLimited', 'Mavapay asked for a pause of more than 15 minutes. Run it again after that.'),
	recordLost: later(
		'earlierFailed',
		`the wallet already shows payments of this list that this workflow's record doesn't know. ${RECORD_LOST}`,
	),
	leftOut: (_: unknown, { subject }: { readonly subject: Subject }) =>
		unpaid(subject, 'leftOut', LEFT_OUT, { outcome: 'leftOut' }),
	halted: later(
		'halted',
		"payouts of this workflow are halted. The execution that ran 'Payout Reference: Halt' says who did it and why. To go on, run 'Resume' in this same workflow.",
	),
};

/** Why an item isn't sent although nothing is wrong with it. */
export type NotReached = keyof typeof NOT_REACHED;

export function notSentFailure(subject: Subject, because: NotReached): Failure {
	return NOT_REACHED[because](null, { subject });
}
