import type { Result } from '../domain/result';
import { checkText } from '../domain/text';
import type { Problem } from './field';

/** A check's verdict as the problems of an item: none, or one under the field's label. */
export function problemIn(field: string, verdict: Result<unknown>): Problem[] {
	return verdict.ok ? [] : [{ field, reason: verdict.reason }];
}

/** For a field of one line: control characters, line breaks among them, are refused. */
export const oneLine = { check: (text: string): Result<string> => checkText(text) };

/** A full web address; anything else that has the form of a URL is refused. */
export function checkUrl(text: string): Result<URL> {
	const url = URL.canParse(text) ? new URL(text) : null;
	const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
	return isWeb ? { ok: true, value: url } : { ok: false, reason: 'is not a full URL. Write it as https://host/path' };
}

/** Minor units as the JSON number that some routes take; refused where a number would not be exact. */
export function exactNumber(minor: Result<bigint>): Result<number> {
	if (!minor.ok) return minor;
	const value = Number(minor.value);
	return Number.isSafeInteger(value) ? { ok: true, value } : { ok: false, reason: 'is too large for the service to take exactly' };
}
