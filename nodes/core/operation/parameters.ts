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

/** The parameters of one item, by name. */
export interface ItemParameters {
	/** As n8n resolved them, expressions included; `@tool` says whether the node runs as a tool. */
	readonly resolved: Readonly<Record<string, unknown>>;
	/** As they are written in the node: an expression is its text, starting with `=`. */
	readonly written: Readonly<Record<string, unknown>>;
}

/** Whether a parameter is written as an expression, so that a run may leave it empty. */
export function isExpression(written: unknown): boolean {
	return typeof written === 'string' && written.startsWith('=');
}

/**
 * Whether a person typed a value: neither an expression, nor what n8n leaves of one where it takes none (it cuts
 * off the sign in front, and the rest would be read as text).
 */
export function isTyped(written: unknown): boolean {
	return !isExpression(written) && !(typeof written === 'string' && written.includes('{{'));
}

/** A sentence from a problem: the label in single quotes, then the reason. */
export function problemText({ field, reason }: Problem): string {
	return `'${field}' ${reason}`;
}

/** Reads the top-level fields of an operation; every problem is reported, not only the first. */
export function readFields<F extends Fields>(fields: F | undefined, parameters: ItemParameters): ReadResult<Values<F>>;
export function readFields(
	fields: Fields | undefined,
	{ resolved, written }: ItemParameters,
): ReadResult<Record<string, unknown>> {
	const shown = Object.entries(fields ?? {}).filter(([, field]) => isShown(field, resolved));
	const read = shown.map(([name, field]) => {
		const given = resolved[name];
		const gaveNothing = isBlank(given) || (Array.isArray(given) && given.length === 0);
		const isLost = field.guard === true && gaveNothing && isExpression(written[name]);
		return [name, isLost ? refused(field.label, LOST_GUARD) : field.read(given, resolved)] as const;
	});
	return combine(Object.fromEntries(read));
}

const LOST_GUARD =
	'is an expression that gave no value, so nothing would be checked: give a value for every item, or empty the field';

/** Several results as one: the values by name, or every problem once. */
export function combine<V extends object>(results: { [K in keyof V]: ReadResult<V[K]> }): ReadResult<V>;
export function combine(results: Readonly<Record<string, ReadResult<unknown>>>): ReadResult<Record<string, unknown>> {
	const problems = Object.values(results).flatMap(problemsOf);
	if (problems.length > 0) return { ok: false, problems: distinct(problems) };
	return ok(
		Object.fromEntries(Object.entries(results).map(([name, read]) => [name, read.ok ? read.value : undefined])),
	);
}

/** Reads the members of a collection, which guard nothing: one that is absent or blank is left out. */
export function readMembers<F extends Fields>(
	members: F | undefined,
	given: Readonly<Record<string, unknown>>,
): ReadResult<Chosen<F>>;
export function readMembers(
	members: Fields | undefined,
	given: Readonly<Record<string, unknown>>,
): ReadResult<Record<string, unknown>> {
	const filled = Object.entries(members ?? {}).filter(([name]) => Object.hasOwn(given, name) && !isBlank(given[name]));
	return combine(Object.fromEntries(filled.map(([name, member]) => [name, member.read(given[name])])));
}

/** Reads a collection; where it is blank all of its members are absent. */
export function readCollection<F extends Fields>(
	label: string,
	members: F | undefined,
	raw: unknown,
): ReadResult<Chosen<F>> {
	if (isBlank(raw)) return readMembers(members, {});
	return isObject(raw) ? readMembers(members, raw) : refused(label, `must be an object, but is ${describeType(raw)}`);
}

/** The problems of a result that failed; none of one that did not. */
export function problemsOf(result: ReadResult<unknown>): Problem[] {
	return result.ok ? [] : result.problems;
}

/** Why a parameter is refused that an AI agent could have filled, or a limit that nobody did. */
export const TYPED_BY_A_PERSON = 'must be typed into the node by a person when an AI agent uses the node';

/**
 * When an AI agent uses the node: what is written as an expression although the field does not say that an agent may
 * fill it (`aiMayFill`). Everything an agent chooses reaches the node by an expression, so what is typed is a person's.
 * A collection as one expression is refused, whoever may fill its members.
 */
export function filledByAgent(
	fields: Fields,
	{ resolved, written }: ItemParameters,
	{ asTool }: { asTool: boolean },
): Problem[] {
	if (!asTool) return [];
	return Object.entries(fields).flatMap(([name, field]) =>
		isShown(field, resolved)
			? openLabels(field, written[name]).map((label) => ({ field: label, reason: TYPED_BY_A_PERSON }))
			: [],
	);
}

/** When an AI agent uses the node: what a person has to type for it and did not. */
export function missingForAgent(
	fields: Fields,
	{ resolved, written }: ItemParameters,
	{ asTool }: { asTool: boolean },
): Problem[] {
	return Object.entries(fields).flatMap(([name, field]) =>
		asTool && field.typedAsTool === true && isShown(field, resolved) && isBlank(written[name])
			? [{ field: field.label, reason: TYPED_BY_A_PERSON }]
			: [],
	);
}

function openLabels(field: Field<unknown>, written: unknown): string[] {
	if (field.typedAsTool === true) return isTyped(written) ? [] : [field.label];
	if (field.members === undefined) return field.aiMayFill !== true && holdsExpression(written) ? [field.label] : [];
	if (!isObject(written)) return holdsExpression(written) ? [field.label] : [];
	const mayFill = field.aiMayFill === true;
	return Object.entries(field.members).flatMap(([name, member]) => (mayFill ? [] : openLabels(member, written[name])));
}

/** Whether a parameter, as it is written in the node, is an expression or has one in it. */
export function holdsExpression(written: unknown): boolean {
	if (isExpression(written)) return true;
	return typeof written === 'object' && written !== null && Object.values(written).some(holdsExpression);
}
