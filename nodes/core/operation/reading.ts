import { isBlank } from '../domain/json';
import type { Result } from '../domain/result';
import type { ReadResult } from './field';

/** The texts under a field; those that are absent are left out. */
export const describe = (spec: { description?: string; hint?: string; placeholder?: string }) => ({
	...(spec.description === undefined ? {} : { description: spec.description }),
	...(spec.hint === undefined ? {} : { hint: spec.hint }),
	...(spec.placeholder === undefined ? {} : { placeholder: spec.placeholder }),
});

/** Whether an AI agent may fill a field. */
export const aiMark = ({ aiMayFill }: { aiMayFill?: boolean }) => (aiMayFill === true ? { aiMayFill } : {});

/** A field's reader from a rule that answers with a value or with the reason why there is none. */
export function rule<T>(label: string, parse: (raw: unknown) => Result<T>) {
	return (raw: unknown): ReadResult<T> => {
		const result = parse(raw);
		return result.ok ? result : { ok: false, problems: [{ field: label, reason: result.reason }] };
	};
}

/** A plain name of a value's type, for messages. */
export function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (value === null || value === undefined) return 'nothing';
	if (typeof value === 'object') return 'an object';
	if (typeof value === 'boolean') return `the boolean ${String(value)}`;
	return `a ${typeof value}`;
}

/** For texts whose length is the service's to limit: references. */
export const ANY_LENGTH = Number.POSITIVE_INFINITY;

/** Reads a parameter as text: numbers of exact form are taken, everything else that is no text is refused. */
export function readText(raw: unknown, maxLength = 255, exact = false): Result<string> {
	if (isBlank(raw)) return { ok: false, reason: 'is empty' };
	if (typeof raw === 'number' && !Number.isSafeInteger(raw)) {
		return { ok: false, reason: 'is a number that cannot be taken as text without loss; send it as text' };
	}
	if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'bigint') {
		return { ok: false, reason: `must be text, but is ${kindOf(raw)}` };
	}
	const text = exact ? String(raw) : String(raw).trim();
	if (text.length > maxLength) {
		return { ok: false, reason: `has ${text.length} characters, more than the ${maxLength} allowed` };
	}
	return { ok: true, value: text };
}
