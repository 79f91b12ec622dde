import { hash } from 'node:crypto';

/** A JSON value, as Mavapay sends and takes it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

/** A JSON object; a member that is undefined is left out when it is sent. */
export interface JsonObject {
	[key: string]: Json | undefined;
}

/** Whether a value is an object, and not an array or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is plain JSON, so that it can be emitted as it came. */
function isJson(value: unknown): value is Json {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
	if (typeof value === 'number') return Number.isFinite(value);
	if (Array.isArray(value)) return value.every(isJson);
	return isJsonObject(value);
}

/** Whether a value is a JSON object, however deep, so that it can be sent or emitted as it is. */
export function isJsonObject(value: unknown): value is JsonObject {
	return isObject(value) && Object.values(value).every((member) => member === undefined || isJson(member));
}

/** The value itself if it is an object, else an empty object. */
export function objectOf(value: Json | undefined): JsonObject {
	return isObject(value) ? value : {};
}

/** Whether a parameter was left blank: undefined, null, or text of white space only. */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The object without its undefined members and empty texts: an optional field left blank is not sent. */
export function withoutBlanks(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([, value]) => !isBlank(value)));
}

/** Text that isn't blank comes back unchanged, and a finite number as text; null for anything else. */
export function textOf(value: unknown): string | null {
	if (typeof value === 'string') return value.trim() === '' ? null : value;
	return Number.isFinite(value) ? String(value) : null;
}

/** A Mavapay code, such as a status or a currency, in upper case; empty for a value that has no text. */
export function codeOf(value: unknown): string {
	return textOf(value)?.trim().toUpperCase() ?? '';
}

/** Matches a number, or a whole string, so that digits in strings are skipped. Only for valid JSON. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Finds where a number with an exponent or more than 15 digits may begin; a double keeps any 15 digits (IEEE 754). It
 * can also match inside a string. A text without a match is parsed only once.
 */
const MAYBE_LONG = /(?:^|[[:,])\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;

/**
 * Parses JSON as JSON.parse does, but a number that JavaScript can't hold exactly becomes text with the same digits:
 * integers beyond 2^53 - 1, and decimals that would change (RFC 8259, section 6). Throws SyntaxError if JSON.parse does.
 */
export function parseLossless(text: string): Json {
	const value: Json = JSON.parse(text);
	if (!MAYBE_LONG.test(text)) return value;
	const quoted = text.replace(STRING_OR_NUMBER, (token) =>
		token.startsWith('"') || isExact(token) ? token : `"${token}"`,
	);
	return JSON.parse(quoted);
}

/** Whether a JavaScript number holds a written number digit for digit and calculates with it exactly. */
function isExact(written: string): boolean {
	const number = Number(written);
	if (Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
	return Number.isFinite(number) && canonicalNumber(written) === canonicalNumber(String(number));
}

/** A number's significant digits and the position of its point, without the sign: one text for all its spellings. */
function canonicalNumber(written: string): string {
	const [mantissa = '', power] = written.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	const digits = (whole + fraction).replace(/^-?0*/, '');
	if (digits === '') return digits;
	const point = Number(power ?? 0) + digits.length - fraction.length;
	return `${digits.replace(/0+$/, '')}e${point}`;
}

export function digestOf(value: unknown, encoding: 'hex' | 'base64url'): string {
	return hash('sha256', JSON.stringify(value), encoding);
}

export function addTo<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}
