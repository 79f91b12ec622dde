import type { INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';

import { readDateTime, type DayEdge } from '../domain/dateTime';
import { isBlank, isJsonObject, isObject, parseLossless, type JsonObject } from '../domain/json';
import { describeType, fail, ok, orUndefined, type Result } from '../domain/result';
import { checkText, INVISIBLE, inWords, LONGEST_LINE, quotedText } from '../domain/text';
import {
	type Chosen,
	type Field,
	type FieldFace,
	type Fields,
	type PayeePart,
	type Problem,
	readCollection,
	type ReadResult,
	refused,
} from './field';

interface FieldSpec {
	description?: string;
	hint?: string;
	placeholder?: string;
	aiMayFill?: boolean;
	guard?: boolean;
	/** The part of a payee that the field names. An AI agent may fill in the field unless this is `unseen`. */
	payeePart?: PayeePart;
}

type Parse<T> = (raw: unknown) => Result<T>;

/** Makes an optional field from its settings, the part that n8n shows, and a rule that reads its value. */
function field<T>(label: string, spec: FieldSpec, face: FieldFace, parse: Parse<T>): Field<T> {
	const { description, hint, placeholder, payeePart } = spec;
	const aiMayFill = payeePart === undefined ? spec.aiMayFill === true : payeePart !== 'unseen';
	const texts = Object.entries({ description, hint, placeholder }).filter(([, text]) => text !== undefined);
	return {
		label,
		face: { ...face, ...Object.fromEntries(texts) },
		aiMayFill,
		payeePart,
		guard: spec.guard,
		required: false,
		read: rule(label, payeePart === undefined ? parse : (raw) => withoutInvisible(parse(raw))),
	};
}

/** Refuses invisible characters, which copied account numbers can have: nobody could see what Mavapay would read. */
function withoutInvisible<T>(read: Result<T>): Result<T> {
	return read.ok && String(read.value).search(INVISIBLE) >= 0 ? fail('contains invisible characters') : read;
}

/** Makes a field's reader from a rule. A problem consists of the field's label and the rule's reason. */
export function rule<T>(label: string, parse: Parse<T>) {
	return (raw: unknown): ReadResult<T> => labelled(label, parse(raw));
}

/** Adds a field's label to the reason of a failed result. */
export function labelled<T>(label: string, result: Result<T>): ReadResult<T> {
	return result.ok ? result : refused(label, result.reason);
}

/**
 * Texts that spreadsheets write for a long number (2.5E+11), a number in a column with gaps (1001.0), or an error
 * (#N/A). Different numbers can become the same text, and one number can become different texts.
 */
const SPREADSHEET = /^\s*(\d+(\.0|(\.\d+)?E\+\d+)|#(N\/A|[A-Z/0]+[!?]))\s*$/i;

/**
 * Reads a parameter as text. Whole numbers that JavaScript holds exactly are accepted, too. A text longer than
 * `maxLength` is refused as a mistake. The default is the most characters that an approver sees.
 */
export function readText(raw: unknown, maxLength = LONGEST_LINE, exact = false): Result<string> {
	if (isBlank(raw)) return fail('is empty');
	if (typeof raw === 'number' && !Number.isSafeInteger(raw))
		return fail('is a number that would lose digits; send it as text');
	if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'bigint')
		return fail(`must be text, but is ${describeType(raw)}`);
	if (!exact && SPREADSHEET.test(String(raw)))
		return fail(`is ${raw}, as a spreadsheet shows it; format its column as text`);
	const text = exact ? String(raw) : String(raw).trim();
	const { length } = text.length > maxLength ? Array.from(text) : text;
	return length > maxLength ? fail(`has ${length} characters, more than the ${maxLength} allowed`) : ok(text);
}

interface TextSpec extends FieldSpec {
	default?: string;
	rows?: number;
	password?: boolean;
	maxLength?: number;
	/** Whether the text is taken as it is. By default, blanks around it are removed, and `SPREADSHEET` is refused. */
	exact?: boolean;
	check?: (text: string) => Result<unknown>;
}

function checked(text: Result<string>, check: TextSpec['check']): Result<string> {
	if (!text.ok || check === undefined) return text;
	const verdict = check(text.value);
	return verdict.ok ? text : verdict;
}

export function text(label: string, spec: TextSpec = {}): Field<string> {
	const { default: preset = '', rows, password, exact, check } = spec;
	const { maxLength = rows === undefined && exact !== true ? LONGEST_LINE : 10_000 } = spec;
	const typeOptions = { ...(rows === undefined ? {} : { rows }), ...(password === true ? { password } : {}) };
	const face = { type: 'string', default: preset, ...((rows ?? password) ? { typeOptions } : {}) } as const;
	return { ...field(label, spec, face, (raw) => checked(readText(raw, maxLength, exact), check)), required: true };
}

/**
 * Lets a payee's field also take a payment link; its value is then the payee in the link.
 *
 * @param payeeIn returns the payee in a link, or the text itself if the text isn't a link; fails with a clause if the
 * link doesn't fit the item's other parameters
 */
export function takingLinks(
	field: Field<string>,
	payeeIn: (text: string, siblings: Readonly<Record<string, unknown>>) => Result<string>,
): Field<string> {
	return {
		...field,
		read(raw, siblings = {}) {
			const given = field.read(raw, siblings);
			return given.ok ? labelled(field.label, payeeIn(given.value, siblings)) : given;
		},
	};
}

/** A text without control characters or line breaks. */
export const line = (label: string, spec: TextSpec) => text(label, { ...spec, check: checkText });

export const optionalLine = (label: string, spec: TextSpec) => optional(line(label, spec));

/** A text that may be blank; it is then undefined and not sent. */
export function optionalText(label: string, spec: TextSpec = {}): Field<string | undefined> {
	return optional(text(label, spec));
}

function optional<T>(field: Field<T>): Field<T | undefined> {
	const read: Field<T | undefined>['read'] = (raw) => (isBlank(raw) ? ok(undefined) : field.read(raw));
	return { ...field, required: false, read };
}

/** A switch, off unless `default` is true. It accepts "true" and "false" in any case, as sheets write them. */
export function flag(label: string, spec: FieldSpec & { description: string; default?: boolean }): Field<boolean> {
	return field(label, spec, { type: 'boolean', default: spec.default ?? false }, (raw) => {
		if (typeof raw === 'boolean') return ok(raw);
		const word = typeof raw === 'string' ? raw.trim().toLowerCase() : '';
		if (word === 'true' || word === 'false') return ok(word === 'true');
		const given = isBlank(raw) ? 'empty' : typeof raw === 'string' ? quotedText(raw) : describeType(raw);
		return fail(`must be true or false, but is ${given}`);
	});
}

/** A whole number within bounds. Not for money, which is a `bigint` (`amount`). */
export function wholeNumber(
	label: string,
	spec: FieldSpec & { description: string; default: number; min: number; max: number },
): Field<number> {
	const { min, max } = spec;
	const typeOptions = { minValue: min, maxValue: max, numberPrecision: 0 };
	return field(label, spec, { type: 'number', default: spec.default, typeOptions }, (raw) => {
		const value = typeof raw === 'string' && /^\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
		if (typeof value !== 'number' || !Number.isSafeInteger(value))
			return fail(`must be a whole number, but is ${isBlank(raw) ? 'empty' : describeType(raw)}`);
		return value < min || value > max ? fail(`must be from ${min} to ${max}, but is ${value}`) : ok(value);
	});
}

/** The ID in a resource locator's value; any other value is returned unchanged. */
export function locatorValue(raw: unknown): unknown {
	return isObject(raw) && '__rl' in raw ? raw.value : raw;
}

/** A resource locator: a choice from a searchable list at Mavapay, or an ID as text or expression. */
export function locator(
	label: string,
	spec: FieldSpec & {
		search: string;
		idPlaceholder: string;
		/** More modes, after list and ID. */
		modes?: INodePropertyMode[];
		check?: (text: string) => Result<unknown>;
	},
): Field<string> {
	const face: FieldFace = {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: spec.search, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: spec.idPlaceholder },
			...(spec.modes ?? []),
		],
	};
	return { ...field(label, spec, face, (raw) => checked(readText(locatorValue(raw)), spec.check)), required: true };
}

export function jsonObject(label: string, spec: FieldSpec): Field<JsonObject> {
	const read = (raw: unknown): Result<JsonObject> => {
		if (isBlank(raw)) return fail('is empty');
		const value = typeof raw === 'string' ? orUndefined(() => parseLossless(raw)) : raw;
		if (!isJsonObject(value)) return fail('must be a JSON object');
		const { length } = JSON.stringify(value);
		if (length > 1000) return fail(`has ${length} characters, more than the 1000 that an approver can read`);
		return Object.keys(value).length === 0 ? fail('is an empty object') : ok(value);
	};
	return { ...field(label, spec, { type: 'json', default: '{}' }, read), required: true };
}

interface DateSpec extends FieldSpec {
	description: string;
	edge?: DayEdge;
}

/** A point in time, read into ISO 8601 text with its zone. */
export function date(label: string, spec: DateSpec): Field<string> {
	const read: Parse<string> = (raw) => (isBlank(raw) ? fail('is empty') : readDate(raw));
	return { ...field(label, spec, { type: 'dateTime', default: '' }, read), edge: spec.edge, required: true };
}

/** A point in time that may be blank; it is then undefined. */
export function optionalDate(label: string, spec: DateSpec): Field<string | undefined> {
	return optional(date(label, spec));
}

/** Reads ISO 8601 text, a JavaScript date, or a Luxon date, as from n8n's `$now`. */
function readDate(raw: unknown): Result<string> {
	if (Object.prototype.toString.call(raw) === '[object Date]') {
		const ms = Number(raw);
		return readDateTime(Number.isNaN(ms) ? '' : new Date(ms).toISOString());
	}
	const value = isObject(raw) && typeof raw.toISO === 'function' ? String(raw) : raw;
	return readDateTime(typeof value === 'string' ? value : '');
}

/** A collection of optional fields, shown in alphabetical order. */
export function collection<F extends Fields>(
	label: string,
	spec: FieldSpec & { placeholder: string; members: F },
): Field<Chosen<F>> {
	const { members } = spec;
	return {
		...field(label, spec, { type: 'collection', default: {} }, (): Result<Chosen<F>> => ok({})),
		members,
		read: (raw, siblings) => readCollection(label, members, raw, siblings),
	};
}

/** The 'Filters' of an operation that lists something. An AI agent may fill them. */
export function listFilters<F extends Fields>(members: F): Field<Chosen<F>> {
	return collection('Filters', { placeholder: 'Add filter', aiMayFill: true, members });
}

interface ChoiceSpec extends FieldSpec {
	/** The initial value. Left out if it would decide how somebody is paid; the field is then `required`. */
	default?: string;
	required?: boolean;
	choices: ReadonlyArray<Pick<INodePropertyOptions, 'name' | 'description'> & { value: string }>;
	/** Whether listed values are accepted in any case, and passed on as written. */
	anyCase?: boolean;
}

/**
 * A dropdown that also takes an expression. Unlisted values pass unchanged, so that a new network or pair works as soon
 * as Mavapay adds it. A listed value in the wrong case, or a choice's name instead of its value, is refused, because
 * Mavapay and our checks only know the listed spelling.
 */
export function choice(label: string, spec: ChoiceSpec): Field<string> {
	const face: FieldFace = { type: 'options', options: [...spec.choices], default: spec.default ?? '' };
	const read: Parse<string> = (raw) => {
		const value = readSelected(raw);
		if (!value.ok || spec.anyCase === true) return value;
		const given = value.value.toLowerCase();
		const near = spec.choices.find(({ name, value: listed }) =>
			[listed, name.replace(/ \(.*/, '')].some((word) => word.toLowerCase() === given),
		);
		if (near === undefined || near.value === value.value) return value;
		return fail(`must be written "${near.value}", but is "${value.value}"`);
	};
	return { ...field(label, spec, face, read), required: spec.required === true };
}

/** Reads a dropdown's value, which is empty if nothing was selected or an expression gave no value. */
function readSelected(raw: unknown): Result<string> {
	return isBlank(raw) ? fail('is empty. Select a value, or give one for every item') : readText(raw);
}

/** A dropdown that accepts only listed values, because the request depends on them. */
export function strictChoice<V extends string>(
	label: string,
	spec: Omit<ChoiceSpec, 'choices' | 'default' | 'anyCase'> & {
		default?: NoInfer<V>;
		choices: ReadonlyArray<{ name: string; value: V; description?: string }>;
	},
): Field<V> {
	const listed = spec.choices.map(({ value }) => `"${value}"`).join(', ');
	return {
		...choice(label, spec),
		read: rule(label, (raw) => {
			const value = readSelected(raw);
			if (!value.ok) return value;
			const known = spec.choices.find((option) => option.value === value.value);
			return known === undefined ? fail(`must be one of ${listed}, but is "${value.value}"`) : ok(known.value);
		}),
	};
}

/** Makes choices named after their values: `startsWith` is "Starts With". */
export function inTheirWords<V extends string>(...values: readonly V[]) {
	return values.map((value) => ({ name: inWords(value), value }));
}

/** A dropdown for several values. An expression may give a list, or text with commas. */
export function choices(label: string, spec: Omit<ChoiceSpec, 'default'> & { default: string[] }): Field<string[]> {
	const single = choice(label, { ...spec, default: spec.choices[0]?.value ?? '' });
	return {
		...single,
		face: { ...single.face, type: 'multiOptions', default: spec.default },
		read(raw) {
			const list: unknown = typeof raw === 'string' ? raw.split(',') : raw;
			if (!Array.isArray(list) || list.length === 0) return refused(label, 'is empty: choose at least one');
			const read = list.map((entry) => single.read(entry));
			const bad = read.find((entry) => !entry.ok);
			return bad ?? { ok: true, value: read.flatMap((entry) => (entry.ok ? [entry.value] : [])) };
		},
	};
}

/** Makes problems of a check's result: none, or one with the field's label. */
export function problemIn(field: string, verdict: Result<unknown>): Problem[] {
	return verdict.ok ? [] : [{ field, reason: verdict.reason }];
}

export function checkUrl(text: string): Result<URL> {
	const url = URL.canParse(text) ? new URL(text) : null;
	const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
	return isWeb ? ok(url) : fail('is not a full URL. Write it as https://host/path');
}

/** Checks that minor units are exact as a JSON number, which some of Mavapay's routes take. */
export function checkExact(minor: bigint): Result<bigint> {
	return Number.isSafeInteger(Number(minor)) ? ok(minor) : fail('is too large for Mavapay to take exactly');
}

/** Settings for a text with a whole number of minor units. Zero is allowed, unlike for payments. */
export const wholeMinorUnits = {
	check: (text: string): Result<string> =>
		/^[0-9]{1,30}$/.test(text) ? ok(text) : fail('must be a whole number of minor units, such as 100'),
};
