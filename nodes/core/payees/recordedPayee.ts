import { CLOCKS_APART_MS, DAY_MS, dayBeside, dayOf, timeBeside, timeIn } from '../domain/dateTime';
import type { Amount } from '../domain/money';

/** A payee's history. `new`: never paid. `changed`: the supplier was paid before, but only at other destinations. */
export type PayeeHistory = 'new' | 'known' | 'changed';

export type NewPayees = 'allow' | 'refuseChanged' | 'refuseNew';

export interface RecordedPayee {
	/** The payee's key, one line, the same in every operation and way of paying. */
	readonly key: string;
	/** Whether a payment makes the payee known; not for a Lightning invoice, since none can be paid twice. */
	readonly lasts: boolean;
	/** The supplier as it was given, or null. Suppliers with the same `supplierKey` are the same. */
	readonly supplier: string | null;
}

/** Whether 'New Payees' refuses a payment. `isOfOtherSupplier`: the payee was paid, but never for this supplier. */
export function isHeldBack(history: PayeeHistory, isOfOtherSupplier: boolean, newPayees: NewPayees): boolean {
	if (newPayees === 'allow') return false;
	if (history === 'known') return isOfOtherSupplier;
	return newPayees === 'refuseNew' || history === 'changed';
}

/** What repeated payments have in common: docs/reference/outcomes.md#the-same-payment-under-another-reference. */
export interface LikePayment {
	/** The payee's key (`alikeOf`), or the key of an invoice or quote, which is paid once. */
	readonly payee: string;
	/** How much the payee gets, in the payee's currency; null for an invoice or quote, which is paid once. */
	readonly amount: Amount | null;
}

const DAYS = 2;

/** The UTC day of a time, as days since 1970. */
export const utcDayOf = (ms: number) => Math.floor(ms / DAY_MS);

/**
 * The UTC days in which a payment may not be repeated, newest first, as days since 1970. Within
 * `CLOCKS_APART_MS` of midnight, the day on the other side of midnight counts, too.
 *
 * @param days how many, today included; 0 for today and yesterday
 * @example
 * daysThatCount(Date.UTC(2026, 10, 24, 12), 0); // [20781, 20780], the 24th and the 23rd of November
 */
export function daysThatCount(nowMs: number, days: number): number[] {
	const oldest = Math.min(utcDayOf(nowMs) - (days === 0 ? DAYS : days) + 1, utcDayOf(nowMs - CLOCKS_APART_MS));
	return daysDown(utcDayOf(nowMs + CLOCKS_APART_MS), oldest);
}

export function daysDown(newest: number, oldest: number): number[] {
	return Array.from({ length: newest - oldest + 1 }, (_, back) => newest - back);
}

/** How a message names a UTC day: "today"; "between … and …", or "since …" while it lasts, if it isn't one whole local day. */
export function dayInWords(day: number, nowMs: number, timeZone: string): string {
	const [begins, ends] = [day * DAY_MS, (day + 1) * DAY_MS];
	const isWhole = [begins, ends].every((edge) => timeIn(edge, timeZone).endsWith(' 00:00'));
	if (isWhole) return dayBeside(dayOf(begins, timeZone), dayOf(nowMs, timeZone));
	const [from, until] = [begins, ends].map((edge) => timeBeside(edge, nowMs, timeZone).replace(/^on /, ''));
	return ends > nowMs ? `since ${from} (${timeZone})` : `between ${from} and ${until} (${timeZone})`;
}

/** The day in a time zone (YYYY-MM-DD) that most of a UTC day falls on. */
export function dayShown(day: number, timeZone: string): string {
	return dayOf((day + 0.5) * DAY_MS, timeZone);
}

/** The key of a quote, which is paid once. IDs in upper and lower case are the same quote. */
export const quoteKeyOf = (quoteId: string) => `quote ${quoteId.toLowerCase()}`;
