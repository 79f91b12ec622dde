import type { Failure } from '../service/failure';
import { STOP_AT_ENTRIES, WARN_AT_ENTRIES, type ClaimResult } from './claim';
import type { MemoryEntry } from './executionMemory';
import { failedFailure, failureOf, refusedText, unknownText, type Told } from './messages';

/** The record has no place for this payment, or another one there. */
export function claimFailure(told: Told, kind: Exclude<ClaimResult['kind'], 'claimed'>): Failure {
	if (kind === 'unknown') return failureOf(told, unknownText(told, MARKED), { outcome: 'unknown' });
	return failureOf(told, refusedText(told, CLAIM_TEXT[kind]), { outcome: 'rejected', retryable: kind === 'busy' });
}

const MARKED =
	'Its payout reference stands in the record of this workflow as not settled: another execution is paying it, or its outcome was lost. Nothing was sent now.';

const CLAIM_TEXT: Record<Exclude<ClaimResult['kind'], 'claimed' | 'unknown'>, string> = {
	paid: "an earlier payout of this workflow already paid this payout reference. To go on behind paid items set 'If Already Recorded' to Skip; to pay once more on purpose give another reference, or run 'Payout Reference: Release' in this same workflow.",
	conflict:
		"another execution is paying the same payout reference at this moment. Look at that execution, or run 'Payout Reference: Check' in this same workflow, before anything is sent again.",
	busy: "too many executions wrote to the record of payout references at once. Run it again later; if it then stands as not settled, nothing was sent by this run, and 'Payout Reference: Release' in this same workflow frees it.",
	full: `the record of payout references is full (${STOP_AT_ENTRIES} entries). Empty it with 'Payout Reference: Clear' in this same workflow, once none of its payouts can be run again.`,
};

export function recordFaultFailure(told: Told, reason: string): Failure {
	const why = `the record of payout references in n8n's database could not be used (${reason}). Make sure that the database works and that no Remove Duplicates node of this workflow has the scope 'workflow', then run it again.`;
	return failureOf(told, refusedText(told, why), { outcome: 'rejected', retryable: true });
}

export function recordAbsentFailure(told: Told): Failure {
	const why =
		"n8n keeps no record of payout references for this workflow. Save the workflow first; to pay without the record leave 'Payout Reference' out and turn on 'Without Payout Reference'.";
	return failureOf(told, refusedText(told, why), { outcome: 'rejected' });
}

export function reservedFailure(told: Told): Failure {
	const why = "'Payout Reference' ends in ':open', which the record uses as its own mark. Give another one.";
	return failureOf(told, refusedText(told, why), { outcome: 'rejected' });
}

/** This execution remembers an earlier try of the item that must not be repeated; contract 5.3. */
export function rememberedFailure(told: Told, entry: MemoryEntry): Failure {
	const earlier: Told = { ...told, what: entry.what, reference: entry.reference, leftBehind: entry.leftBehind };
	const facts = { httpCode: null, source: 'service' as const };
	if (entry.state === 'failed') return failedFailure(earlier, entry.transactionId, facts);
	const how = 'An earlier try of this item in this execution got no clear answer, and nothing was sent now.';
	return failureOf(earlier, unknownText(earlier, how), { outcome: 'unknown' });
}

/** The item was paid in this execution, and its values have changed since. */
export function paidOtherwiseFailure(told: Told, entry: MemoryEntry): Failure {
	const transaction = entry.transactionId === null ? '' : `, transaction ${entry.transactionId}`;
	const done = told.pays ? 'already paid' : 'already done';
	const why = `this item was ${done} in this execution with other values: ${entry.what}${transaction}. Do not send it again; if both are wanted, give the second one an item of its own in a new run.`;
	return failureOf(told, refusedText(told, why), { outcome: 'rejected' });
}

/** Unexpected, with nothing sent. */
export function brokenBeforeFailure(told: Told): Failure {
	const why = 'an unexpected fault of this node stopped it before the request left. Please report it.';
	return failureOf(told, refusedText(told, why), { outcome: 'rejected' });
}

/** Unexpected, with the request on its way. */
export function brokenAfterFailure(told: Told): Failure {
	const how = 'An unexpected fault of this node came after the request had left. Please report it.';
	return failureOf(told, unknownText(told, how), { outcome: 'unknown' });
}

export type NotReached = 'unknown' | 'cancelled' | 'check' | 'rejected';

const NOT_REACHED: Record<NotReached, string> = {
	unknown: "the outcome of an item before it is not known, and 'On Unknown Outcome' is set to Stop. Settle that item first, then run this one",
	cancelled: 'the execution was cancelled before its turn. Run it again when it is to be paid',
	check: 'a check of another item failed, and nothing is sent until all pass. Correct that item and run again',
	rejected: 'an item before it did not go through. Settle that item first, then run this one',
};

export function notSentFailure(told: Told, because: NotReached): Failure {
	return failureOf(told, refusedText(told, `${NOT_REACHED[because]}.`), { outcome: 'notSent', retryable: true });
}

export function fillingHint(entries: number): string {
	return `The record of payout references holds ${entries} entries. From ${STOP_AT_ENTRIES} on nothing is paid; from ${WARN_AT_ENTRIES} on this hint is shown. 'Payout Reference: Clear' in this same workflow empties it.`;
}

/** The payment was settled, the record was not: the reference stays on the safe side. */
export function unsettledHint(references: readonly string[]): string {
	const list = references.map((reference) => `'${reference}'`).join(', ');
	return `The record of payout references could not be brought up to date for ${list}: 'Payout Reference: Check' may say 'unknown' there. Go by the outcome shown here: leave what was accepted, and free what was rejected with 'Payout Reference: Release' in this same workflow.`;
}

export function unreadableHint(what: string): string {
	return `Mavapay accepted ${what}, but its answer was not of the expected form and is shown as it came.`;
}

export function amountOpenHint(what: string): string {
	return `Validated without comparing the caps: the amount of ${what} is known to Mavapay only.`;
}
