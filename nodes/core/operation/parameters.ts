import { isBlank, isObject } from '../domain/json';
import {
	isShown,
	type Chosen,
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

/** A sentence from a problem: the label in single quotes, then the reason. */
export function problemText({ field, reason }: Problem): string {
	return `'${field}' ${reason}`;
}

/** Reads the top-level fields of an operation; every problem is reported, not only the first. */
export function readFields<F extends Fields>(
	fields: F,
	parameters: ItemParameters,
): ReadResult<Values<F>>;
export function readFields(
	fields: Fields,
	{ resolved, written }: ItemParameters,
): ReadResult<Record<string, unknown>> {
	const value: Record<string, unknown> = {};
	const problems: Problem[] = [];
	for (const [name, field] of Object.entries(fields)) {
		if (!isShown(field, resolved)) continue;
		const lost = field.guard === true && isBlank(resolved[name]) && isExpression(written[name]);
		const result = lost ? lostGuard(field.label) : field.read(resolved[name]);
		if (result.ok) value[name] = result.value;
		else problems.push(...result.problems);
	}
	return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

function lostGuard(field: string): ReadResult<never> {
	const reason = 'is an expression that gave no value, so nothing would be checked: give a value for every item, or empty the field';
	return { ok: false, problems: [{ field, reason }] };
}

/**
 * Reads the members of a collection. A member that is absent or blank is left out, unless it guards
 * money: then blank is refused, since the user set a guard that would silently not be there.
 */
export function readMembers<F extends Fields>(
	members: F | undefined,
	given: Readonly<Record<string, unknown>>,
): ReadResult<Chosen<F>>;
export function readMembers(
	members: Fields | undefined,
	given: Readonly<Record<string, unknown>>,
): ReadResult<Record<string, unknown>> {
	const value: Record<string, unknown> = {};
	const problems: Problem[] = [];
	for (const [name, member] of Object.entries(members ?? {})) {
		if (!Object.hasOwn(given, name)) continue;
		if (isBlank(given[name]) && member.guard !== true) continue;
		const result = isBlank(given[name]) ? blankGuard(member.label) : member.read(given[name]);
		if (result.ok) value[name] = result.value;
		else problems.push(...result.problems);
	}
	return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

function blankGuard(field: string): ReadResult<never> {
	return { ok: false, problems: [{ field, reason: 'is set but empty: fill it in or remove it' }] };
}

/**
 * Reads the collection `options` of an operation's parameters. Written as one expression it is
 * refused: n8n hands the node an empty object then, and caps in it would be gone without a word.
 */
export function readOptions<F extends Fields>(
	members: F | undefined,
	{ resolved, written }: ItemParameters,
): ReadResult<Chosen<F>> {
	const { options } = resolved;
	if (isExpression(written.options)) {
		return optionsProblem('must not be one expression as a whole: use an expression for each option instead');
	}
	if (isBlank(options)) return readMembers(members, {});
	if (isObject(options)) return readMembers(members, options);
	return optionsProblem('must be an object');
}

function optionsProblem(reason: string): ReadResult<never> {
	return { ok: false, problems: [{ field: 'Options', reason }] };
}

/** The problems of a result that failed; none of one that did not. */
export function problemsOf(result: ReadResult<unknown>): Problem[] {
	return result.ok ? [] : result.problems;
}
