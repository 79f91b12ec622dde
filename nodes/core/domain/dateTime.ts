import { textOf } from './json';
import { counted, fail, ok, type Result } from './result';

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;
/** The largest difference between two machines' clocks that the record of payouts allows for. */
export const CLOCKS_APART_MS = 15 * MINUTE_MS;

/** An ISO 8601 date, with or without a time and a zone: four-digit year, two-digit month and day. */
const ISO =
	/^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?:(Z)|([+-]\d{2})(?::?(\d{2}))?)?)?\s*$/i;

/** `time`: null for the whole day. `zone`: `Z`, or an offset such as `+01:00`. */
type DateParts = { readonly day: string; readonly time: string | null; readonly zone: string | null };

/** The parts of a date; null if the text isn't one. 31 February isn't one, though JavaScript reads it as 3 March. */
function partsOf(text: string): DateParts | null {
	const [, day = '', time = null, utc = null, hours, minutes = '00'] = ISO.exec(text) ?? [];
	const start = Date.parse(day);
	if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return null;
	return { day, time, zone: hours === undefined ? utc && 'Z' : `${hours}:${minutes}` };
}

/** Converts a date to ISO 8601 in UTC. A day without a time is midnight UTC; a time without a zone is in the process's zone. */
export function readDateTime(text: string): Result<string> {
	const parts = partsOf(text);
	const time = parts === null ? Number.NaN : Date.parse(writtenOut(parts));
	if (Number.isNaN(time)) return fail('is not a valid date. Use ISO 8601, for example 2026-01-31T09:00:00Z');
	return ok(new Date(time).toISOString());
}

function writtenOut({ day, time, zone }: DateParts): string {
	return time === null ? day : `${day}T${time}${zone ?? ''}`;
}

/** Which moment a day without a time means: its first, or its last. */
export type DayEdge = 'begins' | 'ends';

/**
 * Converts a time without a zone, as n8n's date picker writes it, from a time zone to UTC; returns any other text
 * unchanged. A time that clocks skip or repeat when they change can be off by an hour.
 *
 * @param edge the moment that a day without a time means; if left out, such a day is returned unchanged
 */
export function inTimeZone(text: string, timeZone: string, edge?: DayEdge): string {
	const parts = partsOf(text);
	if (parts === null || parts.zone !== null || (parts.time === null && edge === undefined)) return text;
	const isEnd = parts.time === null && edge === 'ends';
	const written = Date.parse(writtenOut({ ...parts, time: parts.time ?? '00:00', zone: 'Z' }));
	if (Number.isNaN(written)) return text;
	const shown = written + (isEnd ? DAY_MS : 0);
	const about = shown - offsetAt(shown, timeZone);
	const at = shown - offsetAt(about, timeZone);
	// If clocks are put forward at midnight, they never show 00:00, and the day begins an hour later.
	const isBefore = at + offsetAt(at, timeZone) < shown;
	return new Date((isBefore ? about : at) - (isEnd ? 1 : 0)).toISOString();
}

/** The time that clocks of a time zone show, as YYYY-MM-DD HH:MM. */
export function timeIn(ms: number, timeZone: string): string {
	return new Date(ms + offsetAt(ms, timeZone)).toISOString().slice(0, 16).replace('T', ' ');
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** A day (YYYY-MM-DD) as seen from another day: "today", "yesterday", "tomorrow", or "on Friday 20 November". */
export function dayBeside(day: string, today: string): string {
	const at = new Date(day);
	const days = Math.round((at.getTime() - Date.parse(today)) / DAY_MS);
	const date = `on ${WEEKDAYS[at.getUTCDay()] ?? ''} ${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''}`;
	return { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[days] ?? date;
}

/** A time near now, by the clocks of a time zone: "today at 13:25", "on Friday 20 November at 13:25". */
export function timeBeside(ms: number, nowMs: number, timeZone: string): string {
	const [day = '', time = ''] = timeIn(ms, timeZone).split(' ');
	return `${dayBeside(day, dayOf(nowMs, timeZone))} at ${time}`;
}

/** A time to act at and how long until then, rounded up: "today at 13:25, in 15 minutes". */
export function dueInWords(ms: number, nowMs: number, timeZone: string): string {
	const within = (unitMs: number) => Math.ceil((ms - nowMs) / unitMs);
	const [minutes, hours] = [within(MINUTE_MS), within(60 * MINUTE_MS)];
	const long = hours < 48 ? counted(hours, 'hour') : counted(within(DAY_MS), 'day');
	const left = minutes < 120 ? counted(minutes, 'minute') : long;
	return `${timeBeside(ms, nowMs, timeZone)}${minutes > 0 ? `, in ${left}` : ''}`;
}

/** The time that clocks of a time zone show, in the words of a message: "26 Nov 2026, 13:25". */
export function timeInWords(ms: number, timeZone: string): string {
	const [day = '', time = ''] = timeIn(ms, timeZone).split(' ');
	const [year = '', month = '', date = ''] = day.split('-');
	return `${Number(date)} ${MONTHS[Number(month) - 1]?.slice(0, 3) ?? month} ${year}, ${time}`;
}

/** The day that clocks of a time zone show, as YYYY-MM-DD. */
export function dayOf(ms: number, timeZone: string): string {
	return timeIn(ms, timeZone).slice(0, 10);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which the clocks of a time zone are ahead of UTC. */
function offsetAt(ms: number, timeZone: string): number {
	const clock =
		clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	clocks.set(timeZone, clock);
	const seconds = Math.floor(ms / 1000) * 1000;
	// Swedish times are written like ISO 8601, with a blank instead of the T.
	return Date.parse(`${clock.format(seconds).replace(' ', 'T')}Z`) - seconds;
}

/** Milliseconds since 1970 of a date that Mavapay sent, in any form JavaScript reads; null for anything else. */
export function timeOf(value: unknown): number | null {
	const time = Date.parse(textOf(value) ?? '');
	return Number.isNaN(time) ? null : time;
}
