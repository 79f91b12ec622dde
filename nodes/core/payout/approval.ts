import { CLOCKS_APART_MS, DAY_MS, timeBeside } from '../domain/dateTime';
import { digestOf } from '../domain/json';
import type { MoneyKind } from '../domain/money';
import { NOT_KNOWN } from '../payees/account';
import { boundOf, boundPriceOf, type SealedPayment } from './sealedPayment';

/* With an approval, only the approved payments are sent; docs/reference/approval.md#what-the-digest-covers. */

/** The scope of an approval: one workflow (each has its own record), one account, and real or test money. */
interface ApprovedFor {
	readonly workflowId: string;
	readonly money: MoneyKind;
	readonly account: string;
}

/** The UTC minute of a time, such as 2026-11-24T09:06Z. A digest begins with it. */
export function minuteOf(nowMs: number): string {
	return `${new Date(nowMs).toISOString().slice(0, 16)}Z`;
}

/**
 * The digest of payments in any order: the minute, a hyphen and 64 hex digits. Two lists have the same digest only if
 * they agree in minute, workflow, kind of money, account, and all payment values that an approval covers.
 *
 * @param minute when the payments were prepared, from `minuteOf`
 */
export function approvalDigestOf(
	payments: readonly SealedPayment[],
	{ workflowId, money, account }: ApprovedFor,
	minute: string,
): string {
	const each = payments.map((payment) => JSON.stringify(boundOf(payment))).sort();
	return `${minute}-${digestOf([minute, workflowId, money, account, each], 'hex')}`;
}

/** How long an approval is valid: long enough for a long weekend. */
const LASTS_MS = 5 * DAY_MS;

/** Why an approval of this minute has expired, or isn't valid yet, as a clause with advice; null if it is valid. */
function whyEnded(minute: string, nowMs: number, timeZone: string): string | null {
	const ageMs = nowMs - Date.parse(minute);
	// An impossible minute gives NaN, for which both comparisons fail.
	if (ageMs >= -CLOCKS_APART_MS && ageMs <= LASTS_MS) return null;
	const when = Number.isNaN(ageMs) ? `at ${minute}` : timeBeside(nowMs - ageMs, nowMs, timeZone);
	const at = `the payouts were prepared ${when},`;
	return ageMs < -CLOCKS_APART_MS
		? `${at} which is later than now. Check the clocks of n8n's machines, then prepare and approve the payouts again.`
		: `${at} and approvals expire after five days. Check what is still to be paid, then prepare and approve it; n8n's Retry reuses the old approval.`;
}

/** Why a digest doesn't allow a run to pay: the cause, and the reason as a clause with advice. */
export interface Unapproved {
	readonly cause: 'notApproved' | 'approvalEnded' | 'otherAccount';
	readonly why: string;
}

const DIGEST = /^(\d{4}-\d\d-\d\dT\d\d:\d\dZ)-[0-9a-f]{64}$/;

/**
 * Why these payments can't be paid with this digest; null if they can.
 *
 * @param at.timeZone the workflow's time zone
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
	// A digest made without an account is valid, too: Mavapay may have named no account to *Prepare*.
	const accounts = [place.account, NOT_KNOWN];
	const isApproved =
		minute !== '' && accounts.some((account) => approvalDigestOf(payments, { ...place, account }, minute) === given);
	return isApproved ? null : { cause: 'notApproved', why: OTHERWISE };
}

/** Whether at least one payment has no upper bound for its cost. */
export const hasUnbounded = (payments: readonly SealedPayment[]): boolean =>
	payments.some((payment) => boundPriceOf(payment) === null);

export const UNBOUNDED =
	"nothing limits the cost, so it can't be approved. For a swap, fill in 'Maximum Amount' in both nodes. For an invoice, use one with an amount. If Mavapay's orders don't say what a quote costs, use 'Swap Currencies'.";
const OTHERWISE =
	"the payouts of this run don't match 'Approval Digest': one was added, left out or changed, or the workflow, the money (real or not) or the Mavapay account is different. To pay these, prepare and approve them again. In a loop, each run has only part of the list: pay the list in one run, with 'Payouts in Parallel' if it takes long.";
