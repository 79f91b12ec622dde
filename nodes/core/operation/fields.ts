import type { Result } from '../domain/result';
import type { Chosen, Field, FieldFace, Fields } from './field';
import { isBlank, isJsonObject, isObject, type JsonObject } from '../domain/json';
import { readMembers } from './parameters';
import { aiMark, describe, kindOf, readText, rule } from './reading';

export { choice, choices, strictChoice } from './choiceFields';
export { ANY_LENGTH, kindOf, readText, rule } from './reading';

interface TextSpec {
	label: string;
	description?: string;
	hint?: string;
	placeholder?: string;
	default?: string;
	rows?: number;
	/** Whether the editor masks it. */
	password?: boolean;
	maxLength?: number;
	/** Blanks around the text are part of it; they are cut off otherwise. */
	exact?: boolean;
	aiMayFill?: boolean;
	check?: (text: string) => Result<unknown>;
}

function checked(text: Result<string>, check: TextSpec['check']): Result<string> {
	if (!text.ok || check === undefined) return text;
	const verdict = check(text.value);
	return verdict.ok ? text : verdict;
}

/** A text that must be filled in. */
export function text(spec: TextSpec): Field<string> {
	const face: FieldFace = {
		type: 'string',
		default: spec.default ?? '',
		...(spec.rows === undefined ? {} : { typeOptions: { rows: spec.rows } }),
		...(spec.password === true ? { typeOptions: { password: true } } : {}),
		...describe(spec),
	};
	return {
		label: spec.label,
		face,
		...aiMark(spec),
		required: true,
		read: rule(spec.label, (raw) => checked(readText(raw, spec.maxLength, spec.exact), spec.check)),
	};
}

/** A text that may stay blank; blank means undefined, and it is then not sent. */
export function optionalText(spec: TextSpec & { guard?: boolean }): Field<string | undefined> {
	return {
		...text(spec),
		required: false,
		...(spec.guard === undefined ? {} : { guard: spec.guard }),
		read: rule(spec.label, (raw): Result<string | undefined> =>
			isBlank(raw)
				? { ok: true, value: undefined }
				: checked(readText(raw, spec.maxLength, spec.exact), spec.check),
		),
	};
}

/** A switch. Text is taken only as "true" or "false": anything else could mean either. */
export function flag(spec: { label: string; description: string; default: boolean; hint?: string }): Field<boolean> {
	return {
		label: spec.label,
		face: { type: 'boolean', default: spec.default, ...describe(spec) },
		required: false,
		read: rule(spec.label, (raw) => {
			if (typeof raw === 'boolean') return { ok: true, value: raw };
			if (raw === 'true' || raw === 'false') return { ok: true, value: raw === 'true' };
			return { ok: false, reason: `must be true or false, but is ${isBlank(raw) ? 'empty' : kindOf(raw)}` };
		}),
	};
}

/** A whole number within bounds; never used for money. */
export function wholeNumber(spec: {
	label: string;
	description: string;
	default: number;
	min: number;
	max: number;
	hint?: string;
	aiMayFill?: boolean;
}): Field<number> {
	return {
		label: spec.label,
		...aiMark(spec),
		face: {
			type: 'number',
			default: spec.default,
			typeOptions: { minValue: spec.min, maxValue: spec.max, numberPrecision: 0 },
			...describe(spec),
		},
		required: false,
		read: rule(spec.label, (raw) => {
			const value = typeof raw === 'string' && /^\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
			if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
				return { ok: false, reason: `must be a whole number, but is ${isBlank(raw) ? 'empty' : kindOf(raw)}` };
			}
			if (value < spec.min || value > spec.max) {
				return { ok: false, reason: `must be from ${spec.min} to ${spec.max}, but is ${value}` };
			}
			return { ok: true, value };
		}),
	};
}

/** The ID in a resource locator's value; anything else comes back unchanged. */
export function locatorValue(raw: unknown): unknown {
	return isObject(raw) && '__rl' in raw ? raw.value : raw;
}

/** A resource locator: a list from the service, searchable, or an ID typed or given by expression. */
export function locator(spec: {
	label: string;
	description?: string;
	hint?: string;
	search: string;
	idPlaceholder: string;
	aiMayFill?: boolean;
	check?: (text: string) => Result<unknown>;
}): Field<string> {
	return {
		label: spec.label,
		...aiMark(spec),
		required: true,
		face: {
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			...describe(spec),
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: spec.search, searchable: true },
				},
				{ displayName: 'By ID', name: 'id', type: 'string', placeholder: spec.idPlaceholder },
			],
		},
		read: rule(spec.label, (raw) => checked(readText(locatorValue(raw)), spec.check)),
	};
}

/** A JSON object, given as an object or as its text. */
export function jsonObject(spec: { label: string; description?: string; hint?: string }): Field<JsonObject> {
	return {
		label: spec.label,
		required: true,
		face: { type: 'json', default: '{}', ...describe(spec) },
		read: rule(spec.label, (raw) => {
			if (isBlank(raw)) return { ok: false, reason: 'is empty' };
			const value = typeof raw === 'string' ? parseJson(raw) : raw;
			if (!isJsonObject(value)) return { ok: false, reason: 'must be a JSON object' };
			if (Object.keys(value).length === 0) return { ok: false, reason: 'is an empty object' };
			return { ok: true, value };
		}),
	};
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** A point in time, ISO 8601, as text with its zone; blank means undefined. */
export function optionalDate(spec: { label: string; description: string }): Field<string | undefined> {
	return {
		label: spec.label,
		required: false,
		face: { type: 'dateTime', default: '', ...describe(spec) },
		read: rule(spec.label, (raw) => {
			if (isBlank(raw)) return { ok: true, value: undefined };
			const value = isObject(raw) && typeof raw.toISO === 'function' ? String(raw) : raw;
			if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) {
				return { ok: false, reason: 'is no date; write it as ISO 8601, for example 2026-01-31T09:00:00Z' };
			}
			return { ok: true, value: new Date(value).toISOString() };
		}),
	};
}

/** A collection of optional fields, shown in alphabetical order. */
export function collection<F extends Fields>(spec: {
	label: string;
	placeholder: string;
	members: F;
	aiMayFill?: boolean;
}): Field<Chosen<F>> {
	return {
		label: spec.label,
		...aiMark(spec),
		required: false,
		face: { type: 'collection', default: {}, placeholder: spec.placeholder },
		members: spec.members,
		read: (raw) => {
			if (isBlank(raw)) return readMembers(spec.members, {});
			if (isObject(raw)) return readMembers(spec.members, raw);
			const reason = `must be an object, but is ${kindOf(raw)}`;
			return { ok: false, problems: [{ field: spec.label, reason }] };
		},
	};
}
