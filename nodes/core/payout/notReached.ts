import type { FailureCause } from '../service/causes';
import type { Failure } from '../service/failure';
import { unpaid, type Subject } from './messages';

/** Advice if the wallet shows payments that the record doesn't have. */
export const RECORD_LOST =
	"The record may have been lost, for example by a restore, a copy or a move. Run 'Prepare' on the whole list, then mark as paid what the wallet shows.";

/** Why a struck-out row isn't paid, as a clause. */
const LEFT_OUT = 'the approver left it out. If it is to be paid, prepare it and ask again.';

const IF_STILL_DUE = 'Run it again if it is still to be paid.';

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
	cancelled: later('cancelled', `the execution was cancelled before its turn. ${IF_STILL_DUE}`),
	checkFailed: later(
		'checkFailed',
		'a check of another item failed, and nothing is sent until all pass. Correct that item and run again.',
	),
	notApproved: later('notApproved', 'the items of this run are not those that were approved.'),
	earlierFailed: later(
		'earlierFailed',
		"an item before it didn't go through. Settle that item first, then run this one.",
	),
	releasing: later('cancelled', `somebody is releasing its payout reference. ${IF_STILL_DUE}`),
	late: later('recordUnavailable', "more than a minute passed after n8n's database recorded it. Run it again."),
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
