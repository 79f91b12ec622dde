import { CLOCKS_APART_MS, DAY_MS, timeBeside } from '../domain/dateTime';
import { digestOf, isObject, type Json } from '../domain/json';
import { type Amount, amountOf, describeAmount, type MoneyKind } from '../domain/money';
import { NOT_KNOWN } from '../domain/payees/account';
import { NOT_ASKED, supplierKey } from '../domain/payees/accountName';
import { counted } from '../domain/result';
import { visibleText } from '../domain/text';
import type { LookedUp, PaymentPlan } from './plan';
import type { ServiceRequest } from '../service/service';

/*
 * A person approves payments as 'Prepare' shows them, and the paying node sends them only if they are
 * still the same: docs/reference/approval.md#approval.
 */

/** One payment as it is approved: what would be paid, and what was looked up of it; null where nothing was. */
export interface Approvable {
	readonly plan: PaymentPlan;
	readonly lookedUp: Pick<LookedUp, 'payeeName' | 'price'> | null;
}

/** The cost of an accepted quote, which only Mavapay knows; null for other payments, or where Mavapay didn't say it. */
function costOf({ plan, lookedUp }: Approvable): Amount | null {
	return plan.identity.quoteId === null || !lookedUp?.price ? null : amountOf(lookedUp.price);
}

/** Where an approval holds: in one workflow, since each has a record of its own, for one kind of money and one account. */
interface ApprovedFor {
	readonly workflowId: string;
	readonly money: MoneyKind;
	/** The account that pays, by its name. */
	readonly account: string;
}

function requestForm({ method, path, query, body }: ServiceRequest): Json {
	return [method, path, JSON.stringify(query ?? {}), body ?? {}];
}

/** The minute in which payments are prepared, in UTC, as a digest begins with it: 2026-11-24T09:06Z. */
export function minuteOf(nowMs: number): string {
	return `${new Date(nowMs).toISOString().slice(0, 16)}Z`;
}

/**
 * Digest of payments, whatever their order: the minute, a hyphen and 64 characters of hex. Two lists have one digest
 * only if the minute, workflow, kind of money, account and, for every payment, kind, payee, name, amount, most it may cost,
 * reference, requests and the guards that an approver relies on are equal.
 *
 * @param minute of `minuteOf`, in which they were prepared
 */
export function approvalDigestOf(
	payments: readonly Approvable[],
	{ workflowId, money, account }: ApprovedFor,
	minute: string,
): string {
	const each = payments.map(canonical).sort();
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

function canonical(approvable: Approvable): string {
	const { plan, lookedUp } = approvable;
	const { operation, destination, amountMinor, currency, quoteId } = plan.identity;
	const [most, costs] = [plan.price.atMost, costOf(approvable)].map((amount) =>
		amount === null ? null : [String(amount.minor), amount.currency],
	);
	const { referenceKey } = plan.settings.payout;
	const supplier = plan.recordedPayee?.supplier ?? null;
	return JSON.stringify([
		operation,
		destination,
		quoteId,
		amountMinor,
		currency,
		most,
		costs,
		lookedUp?.payeeName ?? null,
		plan.givenName ?? null,
		referenceKey,
		plan.requests.map(requestForm),
		// The following isn't sent, but the approver relied on it, or knew the payee by it.
		supplier === null ? null : supplierKey(supplier),
		plan.atLeast === undefined ? null : [String(plan.atLeast.minor), plan.atLeast.currency],
		plan.expectedName?.name ?? null,
		plan.settings.payout.allowRepeats,
	]);
}

/** The member of n8n's execution context that keeps prepared payments by digest, so that a message can name a difference. */
const PREPARED_KEY = 'mavapayPrepared';

/** One payment in the words of a message. */
function approvalLine(approvable: Approvable): string {
	const { plan, lookedUp } = approvable;
	const amount = plan.price.atMost ?? amountOf(plan.price) ?? costOf(approvable);
	const value = amount === null ? 'an unknown amount' : describeAmount(amount.minor, amount.currency);
	const { givenName } = plan;
	const name = lookedUp?.payeeName ?? (givenName === undefined ? null : `${givenName} (${NOT_ASKED})`);
	const { atLeast, expectedName, recordedPayee, shownAs, settings } = plan;
	const supplier = recordedPayee?.supplier ?? null;
	const parts = [
		`'${settings.payout.reference}': ${value}${shownAs.to}`,
		...(name === null ? [] : [name]),
		...(expectedName === undefined ? [] : [`expected '${expectedName.name}'`]),
		...(supplier === null ? [] : [`supplier '${supplier}'`]),
		...(atLeast === undefined ? [] : [`at least ${describeAmount(atLeast.minor, atLeast.currency)}`]),
		...(settings.payout.allowRepeats ? ['may repeat another one'] : []),
	];
	return visibleText(parts.join(', '));
}

/** Keeps the prepared payments with the execution, so that a later run that differs can say how. */
export function keepPrepared(flow: Record<string, unknown>, digest: string, payments: readonly Approvable[]): void {
	const held = flow[PREPARED_KEY];
	flow[PREPARED_KEY] = { ...(isObject(held) ? held : {}), [digest]: payments.map(approvalLine) };
}

function keptLines(flow: Record<string, unknown>, digest: string): string[] | null {
	const held = flow[PREPARED_KEY];
	const lines = isObject(held) && Object.hasOwn(held, digest) ? held[digest] : null;
	return Array.isArray(lines) && lines.every((line) => typeof line === 'string') ? lines : null;
}

/** Why a digest doesn't let the run pay: the cause, and the reason in sentences. */
export interface Unapproved {
	readonly cause: 'notApproved' | 'approvalEnded';
	readonly why: string;
}

/** The text of a digest, as `approvalDigestOf` makes it. */
const DIGEST = /^(\d{4}-\d\d-\d\dT\d\d:\d\dZ)-[0-9a-f]{64}$/;

/** An approval's place, and what is known of it in this execution. */
interface ApprovedIn extends ApprovedFor {
	/** n8n's context of the execution, where the payments may have been prepared. */
	readonly flow: Record<string, unknown>;
	readonly nowMs: number;
	/** The workflow's. */
	readonly timeZone: string;
}

/** Why these payments can't be paid with this digest; null if they can. */
export function whyNotApproved(
	digest: string,
	payments: readonly Approvable[],
	{ flow, nowMs, timeZone, ...place }: ApprovedIn,
): Unapproved | null {
	const given = digest.trim();
	const [, minute = ''] = DIGEST.exec(given) ?? [];
	const ended = minute === '' ? null : whyEnded(minute, nowMs, timeZone);
	if (ended !== null) return { cause: 'approvalEnded', why: ended };
	const isUnbounded = payments.some(({ plan }) => plan.identity.quoteId === null && plan.price.atMost === null);
	if (isUnbounded) return { cause: 'notApproved', why: UNBOUNDED };
	// Prepare may have a key whose account isn't known.
	const accounts = [place.account, NOT_KNOWN];
	const isApproved =
		minute !== '' && accounts.some((account) => approvalDigestOf(payments, { ...place, account }, minute) === given);
	if (!isApproved)
		return { cause: 'notApproved', why: differences(keptLines(flow, given), payments.map(approvalLine)) };
	return payments.some(isOfUnknownCost) ? { cause: 'notApproved', why: UNKNOWN_COST } : null;
}

const isOfUnknownCost = (approvable: Approvable) =>
	approvable.plan.identity.quoteId !== null && costOf(approvable) === null;
const UNBOUNDED =
	"what it may cost has no bound, so it can't be approved. Set 'Maximum Amount' in both nodes; for an invoice without an amount, ask for one with an amount.";
const UNKNOWN_COST =
	"Mavapay's orders don't say what the quote costs, so it can't be approved. Create a new quote, or use 'Swap Currencies' with 'Maximum Amount'.";
const ONE_RUN =
	"A loop has only a part of them in each run: pay all in one run, with 'Payouts in Parallel' if it takes long.";
const PREPARE_AGAIN = 'To pay these, prepare and approve them again.';

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
	return `${counted(approved.length, 'payout')} ${approved.length === 1 ? 'was' : 'were'} approved, this run has ${now.length}.${what} ${isPart ? ONE_RUN : PREPARE_AGAIN}`;
}

/** The most payouts that a message names as not approved, and as missing. */
const DIFFERENCES_NAMED = 5;

function listedLines(label: string, lines: readonly string[]): string {
	if (lines.length === 0) return '';
	const more = lines.length > DIFFERENCES_NAMED ? `; and ${lines.length - DIFFERENCES_NAMED} more` : '';
	return ` ${label}: ${lines.slice(0, DIFFERENCES_NAMED).join('; ')}${more}.`;
}
