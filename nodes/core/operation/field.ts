import type { INodeProperties } from 'n8n-workflow';

import type { DayEdge } from '../domain/dateTime';
import { isBlank, isObject } from '../domain/json';
import type { AmountUnit } from '../domain/money';
import { describeType, ok } from '../domain/result';
import type { ReadService } from '../service/service';

/** The condition that another field is filled in. In n8n, an expression counts as filled in. */
export const FILLED_IN = { _cnd: { not: '' } };

/** The parameter values for which a field is shown and read. `@tool`: whether an AI agent runs the node. */
export type ShowWhen = Record<string, ReadonlyArray<string | boolean | typeof FILLED_IN>>;

/** The parts of a payee, each the value of one field. `unseen`: a payee that can't be compared with others. */
export type PayeePart =
	| 'account.bank'
	| 'account.number'
	| 'address'
	| 'address.network'
	| 'invoice'
	| 'lightningAddress'
	| 'onChain'
	| 'paybill'
	| 'paybill.account'
	| 'phone'
	| 'till'
	| 'unseen';

/** The name under which an item's parameters hold the list of banks (`BankList`), if it was read. */
export const BANKS = '@banks';

/** A list at Mavapay in which a field looks up values. It is read before the items' parameters. */
export interface FieldList {
	/** Whether reading a value requires the list. */
	isNeeded(raw: unknown): boolean;
	/** The list stored by an earlier run, for names in messages; null if there is none. Sends nothing. */
	atHand(service: ReadService): unknown;
	/** Reads the list once for a run. `values`: the field's values in all items. Throws ItemStopped. */
	read(service: ReadService, values: readonly unknown[]): Promise<unknown>;
}

/** The parts of n8n's property that a field sets itself; name, label and conditions are added. */
export type FieldFace = Omit<INodeProperties, 'name' | 'displayName' | 'required' | 'displayOptions'>;

/** One reason why an item cannot be run: the label of a field, and what is wrong with it. */
export interface Problem {
	readonly field: string;
	readonly reason: string;
}

/** Removes repeated problems, since two parts of an operation may read the same parameter. */
export function distinct(problems: readonly Problem[]): Problem[] {
	const known = new Map(problems.map((problem) => [JSON.stringify([problem.field, problem.reason]), problem]));
	return [...known.values()];
}

/** The other parameters of the same item, as n8n resolved them. */
type Siblings = Readonly<Record<string, unknown>>;

/** The value of parameters, or every reason why they can't be used. */
export type ReadResult<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** The result for a parameter that can't be used. `reason` is a clause that follows the field's label. */
export function refused(field: string, reason: string): { ok: false; problems: Problem[] } {
	return { ok: false, problems: [{ field, reason }] };
}

/** Makes a problem of each broken rule. A rule has a field or its label, and a reason. */
export function brokenRules(
	...rules: ReadonlyArray<readonly [isBroken: boolean, field: string | Pick<Field<unknown>, 'label'>, reason: string]>
): Problem[] {
	const broken = rules.filter(([isBroken]) => isBroken);
	return broken.map(([, field, reason]) => ({ field: typeof field === 'string' ? field : field.label, reason }));
}

/** One parameter of an operation: what the user sees, and how its value is read and checked. */
export interface Field<T> {
	readonly label: string;
	readonly face: FieldFace;
	/** Reads the value, with the item's other parameters, since an amount depends on its unit and currency. */
	readonly read: (raw: unknown, siblings?: Siblings) => ReadResult<T>;
	readonly required: boolean;
	readonly showWhen?: ShowWhen;
	readonly list?: FieldList;
	readonly payeePart?: PayeePart | undefined;
	/** Whether a person must type the value if the node is an AI agent's tool. */
	readonly typedAsTool?: boolean;
	/**
	 * Whether the field is a guard, which can refuse a payment or an event. If a guard's expression gives no value, the
	 * item stops. Guards are top-level fields that no other field hides, because n8n drops the values of hidden fields,
	 * and the members of a collection that is one expression.
	 */
	readonly guard?: boolean | undefined;
	/** The reason shown if a guard's expression gives no value, as a clause; by default `LOST_GUARD`. */
	readonly whenLost?: string | undefined;
	/** Whether an AI agent may fill in the field, by an expression. For a collection, this includes all members. */
	readonly aiMayFill?: boolean | undefined;
	/** An amount's hint and placeholder for each choice of 'Amount Unit'; without them, the texts in `face` apply. */
	readonly hintsByUnit?:
		Readonly<Record<AmountUnit, { readonly hint: string; readonly placeholder: string }>> | undefined;
	/** Whether a date without a time means the beginning or the end of its day, in the workflow's time zone. */
	readonly edge?: DayEdge | undefined;
	readonly members?: Fields | undefined;
}

export type Fields = Record<string, Field<unknown>>;

export type Values<F extends Fields> = {
	[K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/** The values of a collection; each may be missing. */
export type Chosen<F extends Fields> = {
	[K in keyof F]?: (F[K] extends Field<infer T> ? T : never) | undefined;
};

export const AS_TOOL = { '@tool': [true] };
/** The condition of a field that is hidden if the node is an AI agent's tool. */
export const NOT_AS_TOOL = { '@tool': [false] };
/** The condition of a field that is never shown or read. */
export const NOWHERE = { '@tool': [] };

/** Whether a field can be shown in an AI agent's tool (`asTool`), or in any other node (`asTool` is false). */
export const showsTo = ({ showWhen }: Field<unknown>, asTool: boolean) => showWhen?.['@tool']?.includes(asTool) ?? true;

export function fieldsWhere(fields: Fields, test: (field: Field<unknown>, name: string) => boolean): Fields {
	return Object.fromEntries(Object.entries(fields).filter(([name, field]) => test(field, name)));
}

/** Shows and reads a field only for certain values of other parameters. */
export function when<T>(showWhen: ShowWhen, field: Field<T>): Field<T | undefined> {
	return { ...field, showWhen };
}

/**
 * Whether a field's conditions are met. The text "TRUE" counts as true, and blanks around a choice are ignored, because
 * expressions can give such values, and `read` accepts them. With a stricter comparison, guards could be skipped.
 */
export function isShown(field: Field<unknown>, values: Record<string, unknown>): boolean {
	if (field.showWhen === undefined) return true;
	return Object.entries(field.showWhen).every(([name, allowed]) => {
		const given = values[name];
		const text = typeof given === 'string' ? given.trim() : null;
		return allowed.some((value) => {
			if (typeof value === 'object') return !isBlank(given);
			return typeof value === 'boolean' ? value === given || text?.toLowerCase() === String(value) : value === text;
		});
	});
}

/** Parameters by name, before they are read. */
export interface GivenParameters {
	/** The parameters' values with resolved expressions; `@tool` says whether the node is an AI agent's tool. */
	readonly resolved: Readonly<Record<string, unknown>>;
	/** The parameters' texts as written in the node; an expression begins with `=`. */
	readonly written: Readonly<Record<string, unknown>>;
}

export interface ItemParameters extends GivenParameters {
	/**
	 * Says as a clause why a parameter's expression has no value for this item; null if it has one, or if the parameter
	 * isn't an expression. With `asksMembers`, each member that the expression reads must exist, even if it has a default.
	 */
	readonly lackOf: (name: string, asksMembers: boolean) => string | null;
}

/** A parameter by its name, or a collection's member by both names: `options.customerReference`. */
export function parameterAt(parameters: Readonly<Record<string, unknown>>, name: string): unknown {
	const [parameter = '', member] = name.split('.');
	const value = parameters[parameter];
	return member === undefined ? value : isObject(value) ? value[member] : undefined;
}

/** Whether a parameter is an expression, as written in the node. */
export function isExpression(written: unknown): boolean {
	return typeof written === 'string' && written.startsWith('=');
}

/** Whether a value was typed. An expression wasn't, and neither was text with `{{`, which is a pasted expression. */
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
	const read: Record<string, ReadResult<unknown>> = {};
	for (const name in fields) {
		const field = fields[name];
		if (field === undefined || !isShown(field, resolved)) continue;
		const given = resolved[name];
		const isLost = field.guard === true && losesGuard(given, written[name]);
		read[name] = isLost ? refused(field.label, field.whenLost ?? LOST_GUARD) : field.read(given, resolved);
	}
	return combine(read);
}

/** Whether a parameter's expression gave no value. For a collection: whether an expression of a member gave none. */
function losesGuard(given: unknown, written: unknown): boolean {
	if (isBlank(given) || (Array.isArray(given) && given.length === 0)) return isExpression(written);
	if (!isObject(given) || !isObject(written)) return false;
	return Object.entries(written).some(([name, text]) => isExpression(text) && isBlank(given[name]));
}

const LOST_GUARD =
	'is an expression that gave no value, so nothing would be checked: give a value for every item, or clear the field';

/** Combines several results into one: their values by name, or all their problems, each once. */
export function combine<V extends object>(results: { [K in keyof V]: ReadResult<V[K]> }): ReadResult<V>;
export function combine(results: Readonly<Record<string, ReadResult<unknown>>>): ReadResult<Record<string, unknown>> {
	const values: Record<string, unknown> = {};
	const problems: Problem[] = [];
	for (const name in results) {
		const read = results[name];
		if (read?.ok === true) values[name] = read.value;
		else if (read !== undefined) problems.push(...read.problems);
	}
	return problems.length > 0 ? { ok: false, problems: distinct(problems) } : ok(values);
}

/**
 * Reads a collection. Missing, blank and hidden members are left out, which is safe since none are guards.
 *
 * If the whole collection is one expression, n8n looks members up in the expression's text. There, a name such as
 * `repeat` finds a method of JavaScript's strings. So functions count as missing.
 */
export function readCollection<F extends Fields>(
	label: string,
	members: F | undefined,
	raw: unknown,
	others?: GivenParameters['resolved'],
): ReadResult<Chosen<F>>;
export function readCollection(
	label: string,
	members: Fields | undefined,
	raw: unknown,
	others: GivenParameters['resolved'] = {},
): ReadResult<Record<string, unknown>> {
	const given = isBlank(raw) ? {} : raw;
	if (!isObject(given)) return refused(label, `must be an object, but is ${describeType(raw)}`);
	const read: Record<string, ReadResult<unknown>> = {};
	for (const name in members) {
		const [member, value] = [members[name], Object.hasOwn(given, name) ? given[name] : undefined];
		if (member === undefined || isBlank(value) || typeof value === 'function' || !isShown(member, others)) continue;
		read[name] = member.read(value);
	}
	return combine(read);
}

/** The problems of a result; empty if it has a value. */
export function problemsOf(result: ReadResult<unknown>): Problem[] {
	return result.ok ? [] : result.problems;
}

/** The reason to refuse a parameter that only a person may fill in: an AI agent may have filled it, or it is empty. */
export const TYPED_BY_A_PERSON = 'must be typed into the node by a person when an AI agent uses the node';

/**
 * The problems of fields left to an AI agent: empty fields that a person must type, and expressions in fields that an
 * agent may not fill in (`aiMayFill`), since an agent's values come as expressions. Empty if no agent runs the node.
 */
export function leftToAgent(
	fields: Fields,
	{ resolved, written }: GivenParameters,
	{ asTool }: { asTool: boolean },
): Problem[] {
	const shown = Object.entries(fields).filter(([, field]) => asTool && isShown(field, resolved));
	const labels = shown.flatMap(([name, field]) => openLabels(field, written[name]));
	return labels.map((label) => ({ field: label, reason: TYPED_BY_A_PERSON }));
}

/** The labels of a field, or of its members, that are left to an AI agent; see `leftToAgent`. Empty if none are. */
function openLabels(field: Field<unknown>, written: unknown): string[] {
	if (field.typedAsTool === true) return isTyped(written) && !isBlank(written) ? [] : [field.label];
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
