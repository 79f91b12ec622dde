export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue | undefined };
export type Members = { [name: string]: JsonValue | undefined };

export function isObject(value: unknown): value is Members {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined if the text isn't JSON. */
export function parsed(text: string): JsonValue | undefined {
	try {
		const value: JsonValue = JSON.parse(text);
		return value;
	} catch {
		return undefined;
	}
}

/** The member `data` of an answer. */
export function dataOf(body: JsonValue | undefined): JsonValue | undefined {
	return isObject(body) ? body.data : undefined;
}

/** The objects in an answer's `data`, whether it is a list or one object. */
export function listIn(body: JsonValue | undefined): Members[] {
	const data = dataOf(body);
	return (Array.isArray(data) ? data : [data]).filter(isObject);
}

/** A member as text; null if it is neither text nor a number. */
export function textOf(value: JsonValue | undefined): string | null {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : null;
}
