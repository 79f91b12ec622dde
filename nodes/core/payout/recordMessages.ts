import type { Failure } from '../service/failure';
import type { MemoryEntry } from './executionMemory';
import { failedFailure, failureOf, refusedText, unknownText, type Told } from './messages';
import type { NoBooks } from './moneyRun';

const OTHER_PAYMENT =
	'The reference was used with another payee, amount or operation: give every payment a reference of its own.';

/** The record has the reference as paid. */
export function paidFailure(told: Told, sameIdentity: boolean): Failure {
	const why = sameIdentity
		? "this workflow already paid this payout reference. To skip paid items, set 'If Already Recorded' to Skip; to pay once more on purpose, give another reference."
		: `this workflow already paid this payout reference, but as another payment. ${OTHER_PAYMENT}`;
	return failureOf(told, refusedText(told, why), { outcome: 'rejected' });
}

/** The record has the reference as neither free nor paid. */
export function openFailure(told: Told, sameIdentity: boolean): Failure {
	const how =
		'This workflow has its payout reference as not settled: another execution is paying it, its response was lost, or the transaction failed. Nothing was sent now.';
	return failureOf(told, unknownText(told, sameIdentity ? how : `${how} ${OTHER_PAYMENT}`), { outcome: 'unknown' });
}

/** An AI tool's payment of the same payee or identity is open under another reference or tool node. */
export function openElsewhereFailure(told: Told, entry: MemoryEntry): Failure {
	const under = entry.reference === null ? '' : ` (payout reference '${entry.reference}')`;
	const how = `An earlier payment of this execution to the same payee is not settled: ${entry.what}${under}. Nothing was sent now. Do not call this tool again for this payee; a person has to look first.`;
	return failureOf(told, unknownText(told, how), { outcome: 'unknown' });
}

/** An AI tool's same payment is open since an earlier day. */
export function openBeforeFailure(told: Told, reference: string): Failure {
	const how = `The same payment is not settled since an earlier day (payout reference '${reference}'). Nothing was sent now. Do not call this tool again for this payment; a person has to look first.`;
	return failureOf({ ...told, reference }, unknownText({ ...told, reference }, how), { outcome: 'unknown' });
}

/** The database gave no answer to rest on, before anything was sent. */
export function storeFailure(told: Told, reason: string): Failure {
	const why = `the record of payout references in n8n's database could not be used (${reason}). Make sure that the database works, then run it again. If the reference then counts as not settled, look for the payment in Mavapay before you release it.`;
	return failureOf(told, refusedText(told, why), { outcome: 'rejected', retryable: true });
}

/** There is no record to pay with at all. */
export function noBooksFailure(told: Told, { reason, retryable }: NoBooks): Failure {
	return failureOf(told, refusedText(told, reason), { outcome: 'rejected', retryable });
}

/** This execution remembers an earlier try of the item that must not be repeated. */
export function rememberedFailure(told: Told, entry: MemoryEntry): Failure {
	const earlier = asTold(told, entry);
	if (entry.state === 'failed') return failedFailure(earlier, entry.transactionId, { httpCode: null, source: 'service' });
	const how = 'An earlier try of this item in this execution got no clear response, and nothing was sent now.';
	return failureOf(earlier, unknownText(earlier, how), { outcome: 'unknown' });
}

/** The service refused it earlier in this execution, and is not asked a second time. */
export function answeredFailure(told: Told, entry: MemoryEntry): Failure {
	const again =
		'It was not sent again, because Mavapay answers a payment once per execution: to try once more, retry the execution from the list of executions, or start a new one.';
	const before = entry.message ?? refusedText(told, 'Mavapay refused it.');
	return { ...failureOf(asTold(told, entry), '', { outcome: 'rejected', httpCode: entry.httpCode, source: 'service' }), message: `${before} ${again}` };
}

/** The item was paid in this execution, and its values have changed since. */
export function paidOtherwiseFailure(told: Told, entry: MemoryEntry): Failure {
	const transaction = entry.transactionId === null ? '' : `, transaction ${entry.transactionId}`;
	const done = told.pays ? 'already paid' : 'already done';
	const why = `this item was ${done} in this execution with other values: ${entry.what}${transaction}. Do not send it again; if both are wanted, give the second one an item of its own in a new run.`;
	return failureOf(told, refusedText(told, why), { outcome: 'rejected' });
}

function asTold(told: Told, { what, reference, leftBehind }: MemoryEntry): Told {
	return { ...told, what, reference, leftBehind };
}

/** Unexpected, with nothing sent. */
export function brokenBeforeFailure(told: Told): Failure {
	const why = 'an unexpected error in this node stopped it before the request was sent. Please report it.';
	return failureOf(told, refusedText(told, why), { outcome: 'rejected' });
}

/** Unexpected, with the request on its way. */
export function brokenAfterFailure(told: Told): Failure {
	const how = 'An unexpected error in this node came after the request had been sent. Please report it.';
	return failureOf(told, unknownText(told, how), { outcome: 'unknown' });
}

export type NotReached = 'unknown' | 'cancelled' | 'check' | 'rejected' | 'halted';

const NOT_REACHED: Record<NotReached, string> = {
	unknown: "the outcome of an earlier payment of this execution is unknown, and 'On Unknown Outcome' is set to Stop. Settle that payment first, then run this one",
	cancelled: 'the execution was cancelled before its turn. Run it again when it is to be paid',
	check: 'a check of another item failed, and nothing is sent until all pass. Correct that item and run again',
	rejected: 'an item before it did not go through. Settle that item first, then run this one',
	halted: "payouts of this workflow are halted. 'Payout Reference: Resume' in this same workflow lets them go on",
};

export function notSentFailure(told: Told, because: NotReached): Failure {
	return failureOf(told, refusedText(told, `${NOT_REACHED[because]}.`), { outcome: 'notSent', retryable: true });
}

/** Nothing was paid, and the reference could not be freed. */
export function stillClaimed(failure: Failure): Failure {
	const reference = failure.reference === null ? 'it' : `'${failure.reference}'`;
	const text = `${failure.message} Its payout reference could not be freed in n8n's database: nothing was paid, so release ${reference} with 'Payout Reference: Release' in this same workflow before you run it again.`;
	return { ...failure, message: text, retryable: false };
}

/** The payment was made, the record was not brought up to date: the reference stays on the safe side. */
export function paidUnsettledHint({ what, reference }: Told): string {
	return `Mavapay accepted ${what}, but n8n's database could not record that '${reference ?? ''}' is paid, so it may count as unknown. Run 'Payout Reference: Mark Paid' in this same workflow; do not release it.`;
}

export function unreadableHint(what: string): string {
	return `Mavapay accepted ${what}, but its response has an unexpected format. It was passed through unchanged.`;
}

/** A dry run of a swap makes no quote. */
export function notComparedHint(what: string): string {
	return `The limits were not compared: what ${what} costs is known only once there is a quote.`;
}
