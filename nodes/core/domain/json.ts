/** A JSON value, as the service sends and takes it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

/** A JSON object; a member that is undefined is left out when it is sent. */
export interface JsonObject {
	[key: string]: Json | undefined;
}

/** Whether a value is an object with members: no array, no null. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is plain JSON, so that it can be emitted as it came. */
export function isJson(value: unknown): value is Json {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
	if (typeof value === 'number') return Number.isFinite(value);
	if (Array.isArray(value)) return value.every(isJson);
	return isJsonObject(value);
}

/** Whether a value is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
	return (
		isObject(value) &&
		Object.values(value).every((member) => member === undefined || isJson(member))
	);
}

/** Whether a parameter was left blank: undefined, null, or text of white space only. */
export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** The object without its undefined members and empty texts: an optional field left blank is not sent. */
export function withoutBlanks(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([, value]) => !isBlank(value)));
}

/** Text that is not blank, unchanged, or a finite number as text; null for anything else. */
export function textOf(value: unknown): string | null {
	if (typeof value === 'string') return value.trim() === '' ? null : value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}
