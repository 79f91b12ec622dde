import type { INodeProperties } from 'n8n-workflow';

import type { DayEdge } from '../domain/dateTime';

/**
 * Values of other parameters of the same operation under which a field shows and is read; the name
 * `@tool` stands for whether the node runs as an AI agent's tool.
 */
export type ShowWhen = Record<string, ReadonlyArray<string | boolean>>;

/** The parts of who gets money, each of which is one field. */
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

/** What n8n shows of a field; its name, label and conditions are filled in from the field. */
export type FieldFace = Omit<INodeProperties, 'name' | 'displayName' | 'required' | 'displayOptions'>;

/** One reason why an item cannot be run: the label of a field, and what is wrong with it. */
export interface Problem {
	readonly field: string;
	readonly reason: string;
}

/** Every problem once: two parts of an operation may read the same parameter. */
export function distinct(problems: readonly Problem[]): Problem[] {
	const known = new Map(problems.map((problem) => [JSON.stringify([problem.field, problem.reason]), problem]));
	return [...known.values()];
}

/** The other parameters of the same item, as n8n resolved them. */
type Siblings = Readonly<Record<string, unknown>>;

export type ReadResult<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** A parameter that can't be used; `reason` follows its label. */
export function refused(field: string, reason: string): { ok: false; problems: Problem[] } {
	return { ok: false, problems: [{ field, reason }] };
}

/** The problems of an item by rules that it may break, each with the field, or its label, and what is wrong with it. */
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
	/** Some values mean nothing alone: an amount needs its unit and its currency. */
	readonly read: (raw: unknown, siblings?: Siblings) => ReadResult<T>;
	readonly required: boolean;
	readonly showWhen?: ShowWhen;
	/** Which part of who gets money it names; payees.ts. */
	readonly payeePart?: PayeePart | undefined;
	/** Required, and typed by a person, when the node is an AI agent's tool. */
	readonly typedAsTool?: boolean;
	/**
	 * A field that guards money. It stands at the top level and no other field hides it, since n8n drops what is hidden
	 * and a collection that is one expression. An expression that gave nothing stops the item.
	 */
	readonly guard?: boolean | undefined;
	/** Whether it may be an expression when the node is an AI agent's tool. On a collection: all its members. */
	readonly aiMayFill?: boolean | undefined;
	/** For an amount: another hint and placeholder, shown while 'Amount Unit' is the major unit. */
	readonly otherHint?: { readonly hint: string; readonly placeholder: string };
	/** For a date: a day alone is one of the workflow's time zone, and stands for this end of it. */
	readonly edge?: DayEdge | undefined;
	/** Members, for a collection. */
	readonly members?: Fields | undefined;
}

export type Fields = Record<string, Field<unknown>>;

/** What the parameters of a set of fields hold once they are read. */
export type Values<F extends Fields> = {
	[K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/** The same, for a collection, in which every member may be absent. */
export type Chosen<F extends Fields> = {
	[K in keyof F]?: (F[K] extends Field<infer T> ? T : never) | undefined;
};

/** Whether the node runs as an AI agent's tool, as a condition. */
export const AS_TOOL = { '@tool': [true] };
export const NOT_AS_TOOL = { '@tool': [false] };

/** A field that is shown, and read, only while other parameters have the given values. */
export function when<T>(showWhen: ShowWhen, field: Field<T>): Field<T | undefined> {
	return { ...field, showWhen };
}

/**
 * Whether a field's conditions hold for the parameters read so far. An expression may give "true" or a
 * choice with blanks around it, which `read` takes; a guard must not be lost over that.
 */
export function isShown(field: Field<unknown>, values: Record<string, unknown>): boolean {
	return Object.entries(field.showWhen ?? {}).every(([name, allowed]) => {
		const given = values[name];
		return allowed.some((value) => value === given || (typeof given === 'string' && given.trim() === String(value)));
	});
}
