import { isBlank, isObject } from '../domain/json';
import { describeType, ok } from '../domain/result';
import {
	distinct,
	isShown,
	refused,
	type Chosen,
	type Field,
	type Fields,
	type Problem,
	type ReadResult,
	type Values,
} from './field';

/** Parameters as they are read, by name. */
export interface GivenParameters {
	/** Their values, with expressions resolved; `@tool` says whether the node is an AI agent's tool. */
	readonly resolved: Readonly<Record<string, unknown>>;
	/** Their texts as written in the node. An expression begins with `=`. */
	readonly written: Readonly<Record<string, unknown>>;
}

export interface ItemParameters extends GivenParameters {
	/**
	 * Why the parameter's expression lacks a value for this item, as a clause; null if it lacks none or isn't an expression.
	 * With `asksMembers` a missing member counts even if the expression has a substitute for it.
	 */
	readonly lackOf: (name: string, asksMembers: boolean) => string | null;
}

/** Whether a parameter is written as an expression, whose value may be empty in some run. */
export function isExpression(written: unknown): boolean {
	return typeof written === 'string' && written.startsWith('=');
}

/**
 * Whether a person typed the value. An expression is not typed, nor is what n8n leaves of one in a field that takes
 * none: it cuts off the `=`, and `{{...}}` would be read as text.
 */
export function isTyped(written: unknown): boolean {
	return !isExpression(written) && !(typeof written === 'string' && written.includes('{{'));
}

/** A problem in words: the field's label in single quotes, then the reason. */
export function problemText({ field, reason }: Problem): string {
	return `'${field}' ${reason}`;
}

/** Reads the top-level fields of an operation that are shown. Every problem is reported, not only the first. */
export function readFields<F extends Fields>(fields: F | undefined, parameters: GivenParameters): ReadResult<Values<F>>;
export function readFields(
	fields: Fields | undefined,
	{ resolved, written }: GivenParameters,
): ReadResult<Record<string, unknown>> {
	const shown = Object.entries(fields ?? {}).filter(([, field]) => isShown(field, resolved));
	const read = shown.map(([name, field]) => {
		const given = resolved[name];
		const gaveNothing = isBlank(given) || (Array.isArray(given) && given.length === 0);
		const isLost =
			field.guard === true && (gaveNothing ? isExpression(written[name]) : losesMember(given, written[name]));
		return [name, isLost ? refused(field.label, field.whenLost ?? LOST_GUARD) : field.read(given, resolved)] as const;
	});
	return combine(Object.fromEntries(read));
}

/** Whether an expression among the members of a collection gave nothing. */
function losesMember(given: unknown, written: unknown): boolean {
	if (!isObject(given) || !isObject(written)) return false;
	return Object.entries(written).some(([name, text]) => isExpression(text) && isBlank(given[name]));
}

const LOST_GUARD =
	'is an expression that gave no value, so nothing would be checked: give a value for every item, or empty the field';

/** Combines several results into one: their values by name, or all their problems, each once. */
export function combine<V extends object>(results: { [K in keyof V]: ReadResult<V[K]> }): ReadResult<V>;
export function combine(results: Readonly<Record<string, ReadResult<unknown>>>): ReadResult<Record<string, unknown>> {
	const problems = Object.values(results).flatMap(problemsOf);
	if (problems.length > 0) return { ok: false, problems: distinct(problems) };
	return ok(
		Object.fromEntries(Object.entries(results).map(([name, read]) => [name, read.ok ? read.value : undefined])),
	);
}

/**
 * Reads the members of a collection. Absent, blank and hidden ones are left out, which is safe since no guard is among
 * them.
 *
 * If the whole collection is one expression, n8n gives its text, and a member read from a text may be a method of
 * JavaScript's strings, such as `repeat`. So a function counts as absent.
 */
export function readMembers<F extends Fields>(
	members: F | undefined,
	given: Readonly<Record<string, unknown>>,
	others?: GivenParameters['resolved'],
): ReadResult<Chosen<F>>;
export function readMembers(
	members: Fields | undefined,
	given: Readonly<Record<string, unknown>>,
	others: GivenParameters['resolved'] = {},
): ReadResult<Record<string, unknown>> {
	const filled = Object.entries(members ?? {}).filter(([name, member]) => {
		const value = Object.hasOwn(given, name) ? given[name] : undefined;
		return !isBlank(value) && typeof value !== 'function' && isShown(member, others);
	});
	return combine(Object.fromEntries(filled.map(([name, member]) => [name, member.read(given[name])])));
}

/** Reads a collection. All members of a blank one are absent. */
export function readCollection<F extends Fields>(
	label: string,
	members: F | undefined,
	raw: unknown,
	others: GivenParameters['resolved'] = {},
): ReadResult<Chosen<F>> {
	if (isBlank(raw)) return readMembers(members, {});
	return isObject(raw)
		? readMembers(members, raw, others)
		: refused(label, `must be an object, but is ${describeType(raw)}`);
}

/** The problems of a result; none where it has a value. */
export function problemsOf(result: ReadResult<unknown>): Problem[] {
	return result.ok ? [] : result.problems;
}

/** The reason for refusing a parameter that an AI agent may have filled although only a person may, or that is empty. */
export const TYPED_BY_A_PERSON = 'must be typed into the node by a person when an AI agent uses the node';

/**
 * The parameters that an AI agent may have filled although it may not (`aiMayFill`): expressions, since whatever an
 * agent chooses reaches the node by one. A collection written as one expression is among them, even if it may fill the
 * members. Empty where no agent runs the node.
 */
export function filledByAgent(
	fields: Fields,
	{ resolved, written }: GivenParameters,
	{ asTool }: { asTool: boolean },
): Problem[] {
	if (!asTool) return [];
	return Object.entries(fields).flatMap(([name, field]) =>
		isShown(field, resolved)
			? openLabels(field, written[name]).map((label) => ({ field: label, reason: TYPED_BY_A_PERSON }))
			: [],
	);
}

/** The parameters that a person must type for an AI agent and left empty. None where no agent runs the node. */
export function missingForAgent(
	fields: Fields,
	{ resolved, written }: GivenParameters,
	{ asTool }: { asTool: boolean },
): Problem[] {
	return Object.entries(fields).flatMap(([name, field]) =>
		asTool && field.typedAsTool === true && isShown(field, resolved) && isBlank(written[name])
			? [{ field: field.label, reason: TYPED_BY_A_PERSON }]
			: [],
	);
}

/** The labels of a field, or of its members, that an AI agent may have filled and may not. */
function openLabels(field: Field<unknown>, written: unknown): string[] {
	if (field.typedAsTool === true) return isTyped(written) ? [] : [field.label];
	if (field.members === undefined) return field.aiMayFill !== true && holdsExpression(written) ? [field.label] : [];
	if (!isObject(written)) return holdsExpression(written) ? [field.label] : [];
	const mayFill = field.aiMayFill === true;
	return Object.entries(field.members).flatMap(([name, member]) => (mayFill ? [] : openLabels(member, written[name])));
}

/** Whether a parameter, as written in the node, is an expression or has one among its members. */
export function holdsExpression(written: unknown): boolean {
	if (isExpression(written)) return true;
	return typeof written === 'object' && written !== null && Object.values(written).some(holdsExpression);
}
