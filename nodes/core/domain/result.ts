/**
 * The result of a check: a value, or the reason for having no value. A `reason` is a sentence fragment for people; the
 * caller puts the field's label and the item before it: "'Amount' has 3 decimals, but NGN allows 2".
 */
export type Result<T> = { ok: true; value: T } | { ok: false; reason: string };

export type ValueOf<R extends Result<unknown>> = Extract<R, { ok: true }>['value'];

export function ok<T>(value: T): { ok: true; value: T } {
	return { ok: true, value };
}

export function fail(reason: string): { ok: false; reason: string } {
	return { ok: false, reason };
}

/** The value of `make()`; undefined if it throws. */
export function orUndefined<T>(make: () => T): T | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

export function counted(count: number, noun: string): string {
	return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Names the type of a value that can't be used, for a reason: "is a list", "must be text, but is true". */
export function describeType(value: unknown): string {
	if (value === undefined || value === null) return 'empty';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'boolean') return String(value);
	if (value instanceof Date) return 'a date';
	if (typeof value === 'string') return 'text';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
