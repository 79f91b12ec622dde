import { readDateTime, type DayEdge } from '../domain/dateTime';
import { isBlank, isJsonObject, isObject, parseLossless, type JsonObject } from '../domain/json';
import { describeType, fail, ok, type Result } from '../domain/result';
import { checkText, INVISIBLE, inWords } from '../domain/text';
import {
	refused,
	type Chosen,
	type Field,
	type FieldFace,
	type Fields,
	type PayeePart,
	type Problem,
	type ReadResult,
} from './field';
import { readCollection } from './parameters';

/** What every kind of field is made of. */
interface FieldSpec {
	description?: string;
	hint?: string;
	placeholder?: string;
	/** Whether an AI agent may fill it. */
	aiMayFill?: boolean;
	/** Whether it guards money; Field. */
	guard?: boolean;
	/**
	 * Which part of who gets money it names. An AI agent may fill it, since the payee is held against a person's list,
	 * unless nothing can be compared with it.
	 */
	payeePart?: PayeePart;
}

type Parse<T> = (raw: unknown) => Result<T>;

/** A field that need not be filled, read by a rule. Texts that are absent are left out. */
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

/** Who gets money is what people see of it: what nobody sees, as a copied number may hold, makes it another. */
function withoutInvisible<T>(read: Result<T>): Result<T> {
	return read.ok && String(read.value).search(INVISIBLE) >= 0 ? fail('holds characters that nobody sees') : read;
}

/** A field's reader from a rule that answers with a value or with the reason why there is none. */
export function rule<T>(label: string, parse: Parse<T>) {
	return (raw: unknown): ReadResult<T> => labelled(label, parse(raw));
}

/** A result for an item, with the field's label on the reason. */
export function labelled<T>(label: string, result: Result<T>): ReadResult<T> {
	return result.ok ? result : refused(label, result.reason);
}

/** For references: how long they may be is Mavapay's decision. */
export const ANY_LENGTH = Number.POSITIVE_INFINITY;

/**
 * What a spreadsheet writes into a file for a long number (2.5E+11), for one in a column with gaps (1001.0), and for
 * what it can't calculate (#N/A). Several numbers may look the same so, and one number different.
 */
const SPREADSHEET = /^\s*(\d+(\.0|(\.\d+)?E\+\d+)|#(N\/A|[A-Z/0]+[!?]))\s*$/i;

/** Reads a parameter as text: numbers of exact form are taken, everything else that is no text is refused. */
export function readText(raw: unknown, maxLength = 255, exact = false): Result<string> {
	if (isBlank(raw)) return fail('is empty');
	if (typeof raw === 'number' && !Number.isSafeInteger(raw))
		return fail('is a number that would lose digits; send it as text');
	if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'bigint')
		return fail(`must be text, but is ${describeType(raw)}`);
	if (!exact && SPREADSHEET.test(String(raw)))
		return fail(`is ${raw}, as a spreadsheet shows it; format its column as text`);
	const text = exact ? String(raw) : String(raw).trim();
	return text.length > maxLength ? fail(`has ${text.length} characters, more than the ${maxLength} allowed`) : ok(text);
}

interface TextSpec extends FieldSpec {
	default?: string;
	rows?: number;
	/** Whether the editor masks it. */
	password?: boolean;
	maxLength?: number;
	/** Blanks around the text are part of it; they are cut off otherwise. */
	exact?: boolean;
	check?: (text: string) => Result<unknown>;
}

function checked(text: Result<string>, check: TextSpec['check']): Result<string> {
	if (!text.ok || check === undefined) return text;
	const verdict = check(text.value);
	return verdict.ok ? text : verdict;
}

/** A text that must be filled in. */
export function text(label: string, spec: TextSpec = {}): Field<string> {
	const { default: preset = '', rows, password, maxLength, exact, check } = spec;
	const typeOptions = { ...(rows === undefined ? {} : { rows }), ...(password === true ? { password } : {}) };
	const face = { type: 'string', default: preset, ...((rows ?? password) ? { typeOptions } : {}) } as const;
	return { ...field(label, spec, face, (raw) => checked(readText(raw, maxLength, exact), check)), required: true };
}

/** A text that may stay blank; blank means undefined, and it is then not sent. */
export function optionalText(label: string, spec: TextSpec = {}): Field<string | undefined> {
	return optional(text(label, spec));
}

/** The same field where it may be blank. */
function optional<T>(field: Field<T>): Field<T | undefined> {
	const read: Field<T | undefined>['read'] = (raw) => (isBlank(raw) ? ok(undefined) : field.read(raw));
	return { ...field, required: false, read };
}

/** A switch, off by default. Text is taken only as "true" or "false": anything else could mean either. */
export function flag(label: string, spec: FieldSpec & { description: string; default?: boolean }): Field<boolean> {
	return field(label, spec, { type: 'boolean', default: spec.default ?? false }, (raw) => {
		if (typeof raw === 'boolean') return ok(raw);
		if (raw === 'true' || raw === 'false') return ok(raw === 'true');
		return fail(`must be true or false, but is ${isBlank(raw) ? 'empty' : describeType(raw)}`);
	});
}

/** A whole number within bounds; never used for money. */
export function wholeNumber(
	label: string,
	spec: FieldSpec & { description: string; default: number; min: number; max: number },
): Field<number> {
	const { min, max } = spec;
	const typeOptions = { minValue: min, maxValue: max, numberPrecision: 0 };
	return field(label, spec, { type: 'number', default: spec.default, typeOptions }, (raw) => {
		const value = typeof raw === 'string' && /^\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
		if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
			return fail(`must be a whole number, but is ${isBlank(raw) ? 'empty' : describeType(raw)}`);
		}
		return value < min || value > max ? fail(`must be from ${min} to ${max}, but is ${value}`) : ok(value);
	});
}

/** The ID in a resource locator's value; anything else comes back unchanged. */
export function locatorValue(raw: unknown): unknown {
	return isObject(raw) && '__rl' in raw ? raw.value : raw;
}

/** A resource locator: a list from the service, searchable, or an ID typed or given by expression. */
export function locator(
	label: string,
	spec: FieldSpec & { search: string; idPlaceholder: string; check?: (text: string) => Result<unknown> },
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
		],
	};
	return { ...field(label, spec, face, (raw) => checked(readText(locatorValue(raw)), spec.check)), required: true };
}

/** A JSON object, given as an object or as its text. */
export function jsonObject(label: string, spec: FieldSpec): Field<JsonObject> {
	const read = (raw: unknown): Result<JsonObject> => {
		if (isBlank(raw)) return fail('is empty');
		const value = typeof raw === 'string' ? parseJson(raw) : raw;
		if (!isJsonObject(value)) return fail('must be a JSON object');
		return Object.keys(value).length === 0 ? fail('is an empty object') : ok(value);
	};
	return { ...field(label, spec, { type: 'json', default: '{}' }, read), required: true };
}

function parseJson(text: string): unknown {
	try {
		return parseLossless(text);
	} catch {
		return undefined;
	}
}

interface DateSpec extends FieldSpec {
	description: string;
	edge?: DayEdge;
}

/** A point in time, ISO 8601, as text with its zone. */
export function date(label: string, spec: DateSpec): Field<string> {
	const read: Parse<string> = (raw) => (isBlank(raw) ? fail('is empty') : readDate(raw));
	return { ...field(label, spec, { type: 'dateTime', default: '' }, read), edge: spec.edge, required: true };
}

/** The same where it may be blank, which means undefined. */
export function optionalDate(label: string, spec: DateSpec): Field<string | undefined> {
	return optional(date(label, spec));
}

/** A date of n8n's own is one with its zone. */
function readDate(raw: unknown): Result<string> {
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
		read: (raw) => readCollection(label, members, raw),
	};
}

/** The filters of a list. */
export function listFilters<F extends Fields>(members: F): Field<Chosen<F>> {
	return collection('Filters', { placeholder: 'Add filter', aiMayFill: true, members });
}

interface ChoiceSpec extends FieldSpec {
	default: string;
	choices: ReadonlyArray<{ name: string; value: string; description?: string }>;
	/** Whether values that differ from a listed one by case only are taken as they are. */
	anyCase?: boolean;
}

/**
 * A dropdown that also takes an expression. A value outside the list passes unchanged, so that a
 * new network or pair works on the day the service adds it; a listed value in the wrong case, or its
 * name instead, is refused, because the service and the checks of this package know only the listed spelling.
 */
export function choice(label: string, spec: ChoiceSpec): Field<string> {
	return field(label, spec, { type: 'options', options: [...spec.choices], default: spec.default }, (raw) => {
		const value = readText(raw);
		if (!value.ok || spec.anyCase === true) return value;
		const given = value.value.toLowerCase();
		const near = spec.choices.find(({ name, value: listed }) =>
			[listed, name.replace(/ \(.*/, '')].some((word) => word.toLowerCase() === given),
		);
		if (near === undefined || near.value === value.value) return value;
		return fail(`must be written "${near.value}", but is "${value.value}"`);
	});
}

/** A dropdown whose listed values are all there are: the shape of the request depends on them. */
export function strictChoice<V extends string>(
	label: string,
	spec: Omit<ChoiceSpec, 'choices' | 'default' | 'anyCase'> & {
		default: NoInfer<V>;
		choices: ReadonlyArray<{ name: string; value: V; description?: string }>;
	},
): Field<V> {
	const listed = spec.choices.map(({ value }) => `"${value}"`).join(', ');
	return {
		...choice(label, spec),
		read: rule(label, (raw) => {
			const value = readText(raw);
			if (!value.ok) return value;
			const known = spec.choices.find((option) => option.value === value.value);
			return known === undefined ? fail(`must be one of ${listed}, but is "${value.value}"`) : ok(known.value);
		}),
	};
}

/** Choices whose names are their values in words. */
export function inTheirWords<V extends string>(...values: readonly V[]) {
	return values.map((value) => ({ name: inWords(value), value }));
}

/** A choice of several values; an expression may give a list or text separated by commas. */
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

/** A check's verdict as the problems of an item: none, or one under the field's label. */
export function problemIn(field: string, verdict: Result<unknown>): Problem[] {
	return verdict.ok ? [] : [{ field, reason: verdict.reason }];
}

/** For a field of one line: control characters, line breaks among them, are refused. */
export const oneLine = { check: checkText };

/** A full web address; anything else that has the form of a URL is refused. */
export function checkUrl(text: string): Result<URL> {
	const url = URL.canParse(text) ? new URL(text) : null;
	const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
	return isWeb ? ok(url) : fail('is not a full URL. Write it as https://host/path');
}

/** Minor units for the JSON number that some routes take, which is not exact for all of them. */
export function checkExact(minor: bigint): Result<bigint> {
	return Number.isSafeInteger(Number(minor)) ? ok(minor) : fail('is too large for Mavapay to take exactly');
}

/** A whole number of minor units, which unlike an amount that is paid may be zero. */
export const wholeMinorUnits = {
	check: (text: string): Result<string> =>
		/^[0-9]{1,30}$/.test(text) ? ok(text) : fail('must be a whole number of minor units, such as 100'),
};
