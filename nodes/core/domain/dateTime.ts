import { textOf } from './json';
import { fail, ok, type Result } from './result';

/** A day of 24 hours, in milliseconds. */
export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

/** ISO 8601: a day, or a time of it, with a zone or without; years of four digits, months and days of two. */
const ISO = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?\s*$/i;

/** `time` is null for the whole day. */
type DateParts = { readonly day: string; readonly time: string | null; readonly zone: string | null };

/** Null where it is no date; the 31st of February is none, though JavaScript takes it for the 3rd of March. */
function partsOf(text: string): DateParts | null {
	const [, day, time = null, zone = null] = ISO.exec(text) ?? [];
	const start = day === undefined ? Number.NaN : Date.parse(day);
	if (day === undefined || Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return null;
	return { day, time, zone };
}

/** A point in time as ISO 8601 in UTC. A day begins at midnight in UTC; a time without a zone is one of n8n's process. */
export function readDateTime(text: string): Result<string> {
	const parts = partsOf(text);
	const time = parts === null ? Number.NaN : Date.parse(writtenOut(parts));
	if (Number.isNaN(time)) return fail('is not a valid date. Use ISO 8601, for example 2026-01-31T09:00:00Z');
	return ok(new Date(time).toISOString());
}

function writtenOut({ day, time, zone }: DateParts): string {
	if (time === null) return day;
	const [, hours = '', minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone ?? '') ?? [];
	return `${day}T${time}${hours === '' ? (zone ?? '').toUpperCase() : `${hours}:${minutes}`}`;
}

/**
 * A time that is written without a zone, as n8n's date picker writes it, as the one that clocks of a time zone show;
 * everything else unchanged. Of a time that clocks show twice or never, one an hour off at most.
 */
export function inTimeZone(text: string, timeZone: string): string {
	const parts = partsOf(text);
	if (parts === null || parts.time === null || parts.zone !== null) return text;
	const shown = Date.parse(writtenOut({ ...parts, zone: 'Z' }));
	if (Number.isNaN(shown)) return text;
	const about = shown - offsetAt(shown, timeZone);
	return new Date(shown - offsetAt(about, timeZone)).toISOString();
}

/** The day that clocks of a time zone show, as YYYY-MM-DD. */
export function dayOf(ms: number, timeZone: string): string {
	return new Date(ms + offsetAt(ms, timeZone)).toISOString().slice(0, 10);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** By how much the clocks of a time zone are ahead of UTC. */
function offsetAt(ms: number, timeZone: string): number {
	const clock =
		clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	clocks.set(timeZone, clock);
	const seconds = Math.floor(ms / 1000) * 1000;
	// Swedish is written as ISO 8601 is, but for the T.
	return Date.parse(`${clock.format(seconds).replace(' ', 'T')}Z`) - seconds;
}

/** The milliseconds since 1970 of a date of Mavapay's, in whatever form it comes; null for anything else. */
export function timeOf(value: unknown): number | null {
	const time = Date.parse(textOf(value) ?? '');
	return Number.isNaN(time) ? null : time;
}
