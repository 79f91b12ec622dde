import { CLOCKS_APART_MS, DAY_MS, timeBeside } from '../domain/dateTime';
import { digestOf } from '../domain/json';
import type { MoneyKind } from '../domain/money';
import { NOT_KNOWN } from '../payees/account';
import { boundOf, boundPriceOf, type SealedPayment } from './sealedPayment';

/*
 * A person approves payments as 'Prepare' shows them, and the paying node sends them only if they are
 * still the same: docs/reference/approval.md#what-the-digest-covers.
 */

/** Where an approval holds: in one workflow, since each has its own record, for one kind of money and one account. */
interface ApprovedFor {
	readonly workflowId: string;
	readonly money: MoneyKind;
	/** The key of the account that pays. */
	readonly account: string;
}

/** The minute in which payments are prepared, in UTC, as a digest begins with it: 2026-11-24T09:06Z. */
export function minuteOf(nowMs: number): string {
	return `${new Date(nowMs).toISOString().slice(0, 16)}Z`;
}

/**
 * Digest of payments in any order: the minute, a hyphen and 64 characters of hex. Two lists have one digest
 * only if the minute, workflow, kind of money and account are equal, and all that is bound of each payment (`VIEWS`).
 *
 * @param minute of `minuteOf`, in which they were prepared
 */
export function approvalDigestOf(
	payments: readonly SealedPayment[],
	{ workflowId, money, account }: ApprovedFor,
	minute: string,
): string {
	const each = payments.map((payment) => JSON.stringify(boundOf(payment))).sort();
	return `${minute}-${digestOf([minute, workflowId, money, account, each], 'hex')}`;
}

/** An approval lasts over a long weekend. */
const LASTS_MS = 5 * DAY_MS;

/** Why a digest counts no longer, or not yet, as sentences; null where it does. */
function whyEnded(minute: string, nowMs: number, timeZone: string): string | null {
	const ageMs = nowMs - Date.parse(minute);
	// A minute that isn't one has no age.
	if (ageMs >= -CLOCKS_APART_MS && ageMs <= LASTS_MS) return null;
	const when = Number.isNaN(ageMs) ? `at ${minute}` : timeBeside(nowMs - ageMs, nowMs, timeZone);
	const at = `the payouts were prepared ${when}, which is`;
	return ageMs < -CLOCKS_APART_MS
		? `${at} later than now. Check the clocks of the machines that n8n runs on, then prepare and approve them again.`
		: `${at} more than five days ago, and approvals expire after five days. Check what is still to be paid, then prepare and approve it; n8n's Retry reuses the old approval.`;
}

/** Why a digest doesn't let the run pay: the cause, and the reason in sentences. */
export interface Unapproved {
	readonly cause: 'notApproved' | 'approvalEnded' | 'otherAccount';
	readonly why: string;
}

const DIGEST = /^(\d{4}-\d\d-\d\dT\d\d:\d\dZ)-[0-9a-f]{64}$/;

/**
 * Why these payments can't be paid with this digest; null if they can.
 *
 * @param at.timeZone the workflow's
 */
export function whyNotApproved(
	digest: string,
	payments: readonly SealedPayment[],
	at: ApprovedFor & { nowMs: number; timeZone: string },
): Unapproved | null {
	const { nowMs, timeZone, ...place } = at;
	const given = digest.trim();
	const [, minute = ''] = DIGEST.exec(given) ?? [];
	const ended = minute === '' ? null : whyEnded(minute, nowMs, timeZone);
	if (ended !== null) return { cause: 'approvalEnded', why: ended };
	if (hasUnbounded(payments)) return { cause: 'notApproved', why: UNBOUNDED };
	// Prepare may have a key whose account isn't known.
	const accounts = [place.account, NOT_KNOWN];
	const isApproved =
		minute !== '' && accounts.some((account) => approvalDigestOf(payments, { ...place, account }, minute) === given);
	return isApproved ? null : { cause: 'notApproved', why: OTHERWISE };
}

/** Whether what a payment may cost has no bound. */
export const hasUnbounded = (payments: readonly SealedPayment[]): boolean =>
	payments.some((payment) => boundPriceOf(payment) === null);

export const UNBOUNDED =
	"nothing limits what it can cost, so it can't be approved. For a swap, fill in 'Maximum Amount' in both nodes. Use an invoice that has an amount. If Mavapay's orders don't say what a quote costs, use 'Swap Currencies' instead.";
const OTHERWISE =
	"the payouts of this run don't match 'Approval Digest': one was added, left out or changed, or the workflow, the money (real or not) or the Mavapay account is different. To pay these, prepare and approve them again. In a loop, each run has only part of the list: pay the list in one run, with 'Payouts in Parallel' if it takes long.";
