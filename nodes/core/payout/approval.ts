import { CLOCKS_APART_MS, DAY_MS, timeBeside } from '../domain/dateTime';
import { digestOf, isObject } from '../domain/json';
import type { MoneyKind } from '../domain/money';
import { NOT_KNOWN } from '../payees/account';
import { counted } from '../domain/result';
import { boundOf, boundPriceOf, linesOf, type SealedPayment } from './sealedPayment';

/*
 * A person approves payments as 'Prepare' shows them, and the paying node sends them only if they are
 * still the same: docs/reference/approval.md#approval.
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
 * Digest of payments, whatever their order: the minute, a hyphen and 64 characters of hex. Two lists have one digest
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
		: `${at} more than five days ago, and approvals expire after five days. Look at what is still to be paid, then prepare and approve that; n8n's Retry reuses the old approval.`;
}

/** The member of n8n's execution context that keeps prepared payments by digest, so that a message can name a difference. */
const PREPARED_KEY = 'mavapayPrepared';

const lineOf = (payment: SealedPayment) => linesOf(payment).join(', ');

/** Keeps the prepared payments with the execution, so that a later run that differs can say how. */
export function keepPrepared(flow: Record<string, unknown>, digest: string, payments: readonly SealedPayment[]): void {
	const held = flow[PREPARED_KEY];
	flow[PREPARED_KEY] = { ...(isObject(held) ? held : {}), [digest]: payments.map(lineOf) };
}

function keptLines(flow: Record<string, unknown>, digest: string): string[] | null {
	const held = flow[PREPARED_KEY];
	const lines = isObject(held) && Object.hasOwn(held, digest) ? held[digest] : null;
	return Array.isArray(lines) && lines.every((line) => typeof line === 'string') ? lines : null;
}

/** Why a digest doesn't let the run pay: the cause, and the reason in sentences. */
export interface Unapproved {
	readonly cause: 'notApproved' | 'approvalEnded' | 'otherAccount';
	readonly why: string;
}

/** The text of a digest, as `approvalDigestOf` makes it. */
const DIGEST = /^(\d{4}-\d\d-\d\dT\d\d:\d\dZ)-[0-9a-f]{64}$/;

/**
 * Why these payments can't be paid with this digest; null if they can.
 *
 * @param at.flow n8n's context of the execution, where the payments may have been prepared
 * @param at.timeZone the workflow's
 */
export function whyNotApproved(
	digest: string,
	payments: readonly SealedPayment[],
	at: ApprovedFor & { flow: Record<string, unknown>; nowMs: number; timeZone: string },
): Unapproved | null {
	const { flow, nowMs, timeZone, ...place } = at;
	const given = digest.trim();
	const [, minute = ''] = DIGEST.exec(given) ?? [];
	const ended = minute === '' ? null : whyEnded(minute, nowMs, timeZone);
	if (ended !== null) return { cause: 'approvalEnded', why: ended };
	if (payments.some((payment) => boundPriceOf(payment) === null)) return { cause: 'notApproved', why: UNBOUNDED };
	// Prepare may have a key whose account isn't known.
	const accounts = [place.account, NOT_KNOWN];
	const isApproved =
		minute !== '' && accounts.some((account) => approvalDigestOf(payments, { ...place, account }, minute) === given);
	return isApproved ? null : { cause: 'notApproved', why: differences(keptLines(flow, given), payments.map(lineOf)) };
}

const UNBOUNDED =
	"what it may cost has no bound, so it can't be approved. A swap needs 'Maximum Amount' in both nodes, and an invoice its amount; in place of a quote that Mavapay's orders don't price, use 'Swap Currencies'.";
const ONE_RUN =
	"A loop has only a part of them in each run: pay all in one run, with 'Payouts in Parallel' if it takes long.";

/** How the payments of a run differ from those that were approved, of which nothing may be known here. */
function differences(approved: readonly string[] | null, now: readonly string[]): string {
	if (approved === null)
		return `this run's ${counted(now.length, 'payout')} ${now.length === 1 ? "doesn't" : "don't"} match 'Approval Digest'. Run Prepare in the same execution to see the differences. ${ONE_RUN}`;
	const [before, after] = [new Set(approved), new Set(now)];
	const added = [...after].filter((line) => !before.has(line));
	const missing = [...before].filter((line) => !after.has(line));
	const parts = [
		listedLines('Not approved', added),
		listedLines('Missing', missing),
		after.size === now.length ? '' : ' One payout is listed twice.',
	].join('');
	const what =
		parts ||
		' The payouts read the same, but the workflow, the money (real or not), the Mavapay account, the kind of payment, or something else that is sent differs.';
	const isPart = added.length === 0 && missing.length > 0;
	return `${counted(approved.length, 'payout')} ${approved.length === 1 ? 'was' : 'were'} approved, this run has ${now.length}.${what} ${isPart ? ONE_RUN : 'To pay these, prepare and approve them again.'}`;
}

/** The most payouts that a message names as not approved, and as missing. */
const DIFFERENCES_NAMED = 5;

function listedLines(label: string, lines: readonly string[]): string {
	if (lines.length === 0) return '';
	const more = lines.length > DIFFERENCES_NAMED ? `; and ${lines.length - DIFFERENCES_NAMED} more` : '';
	return ` ${label}: ${lines.slice(0, DIFFERENCES_NAMED).join('; ')}${more}.`;
}
