import type { INodeProperties } from 'n8n-workflow';

import type { DayEdge } from '../domain/dateTime';
import type { ReadService } from '../service/service';

/**
 * Values of other parameters of the same operation under which a field shows and is read; the name
 * `@tool` stands for whether the node runs as an AI agent's tool.
 */
export type ShowWhen = Record<string, ReadonlyArray<string | boolean>>;

/** The parts that name a payee, each the value of one field. `unseen` names one that nothing can be compared with. */
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

/** The parameter that holds the banks of the day (`BankList`), where one of the run's items names its bank. */
export const BANKS = '@banks';

/** A list of Mavapay's in which some values of a field are looked up, read before any item is planned. */
export interface FieldList {
	/** Its place among an item's parameters. */
	readonly parameter: string;
	/** Whether a value can't be read without it. */
	isNeeded(raw: unknown): boolean;
	/** The list kept by an earlier run, to name banks in messages; null where none is kept. Asks nothing. */
	atHand(service: ReadService): unknown;
	/** Reads it for the values of all items that need it. Throws ItemStopped. */
	read(service: ReadService, values: readonly unknown[]): Promise<unknown>;
}

/** The parts of n8n's property that a field decides itself; name, label and conditions are filled in. */
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

/** The value of parameters that were read, or every reason why they can't be used. */
export type ReadResult<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** The result of reading a parameter that can't be used. `reason` is a clause that follows the field's label. */
export function refused(field: string, reason: string): { ok: false; problems: Problem[] } {
	return { ok: false, problems: [{ field, reason }] };
}

/** The problems of those rules that an item breaks. Each rule has its field, or the field's label, and a reason. */
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
	/** Reads the value. It gets the item's other parameters too, since an amount needs its unit and its currency. */
	readonly read: (raw: unknown, siblings?: Siblings) => ReadResult<T>;
	readonly required: boolean;
	readonly showWhen?: ShowWhen;
	readonly list?: FieldList;
	/** The part of the payee that it names; payees.ts. */
	readonly payeePart?: PayeePart | undefined;
	/** Whether a person must type it when the node is an AI agent's tool. */
	readonly typedAsTool?: boolean;
	/**
	 * Whether it guards money. A guard stands at the top level and no other field hides it, because n8n drops the values
	 * of hidden fields and of a collection that is one expression. An expression that gives nothing stops the item.
	 */
	readonly guard?: boolean | undefined;
	/** Why a guard's expression that gave nothing stops the item, as a clause, where that means more than a lost value. */
	readonly whenLost?: string | undefined;
	/** Whether it may be an expression when the node is an AI agent's tool. On a collection: all its members. */
	readonly aiMayFill?: boolean | undefined;
	/** The hint and placeholder of an amount while 'Amount Unit' is the major unit. */
	readonly otherHint?: { readonly hint: string; readonly placeholder: string };
	/** The end of the day that a date without a time stands for, in the workflow's time zone. */
	readonly edge?: DayEdge | undefined;
	readonly members?: Fields | undefined;
}

export type Fields = Record<string, Field<unknown>>;

/** The values of a set of fields, once they are read. */
export type Values<F extends Fields> = {
	[K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/** The values of a collection, in which every member may be absent. */
export type Chosen<F extends Fields> = {
	[K in keyof F]?: (F[K] extends Field<infer T> ? T : never) | undefined;
};

/** The condition of a field that shows only while the node is an AI agent's tool. */
export const AS_TOOL = { '@tool': [true] };
/** The condition of a field that shows only while the node isn't an AI agent's tool. */
export const NOT_AS_TOOL = { '@tool': [false] };

/** Limits a field to be shown, and read, only while other parameters have the given values. */
export function when<T>(showWhen: ShowWhen, field: Field<T>): Field<T | undefined> {
	return { ...field, showWhen };
}

/**
 * Whether a field's conditions hold for the other parameters. Texts such as "TRUE" and choices with blanks around them
 * count, because an expression may give them and `read` accepts them: a guard must not be lost over that.
 */
export function isShown(field: Field<unknown>, values: Record<string, unknown>): boolean {
	return Object.entries(field.showWhen ?? {}).every(([name, allowed]) => {
		const given = values[name];
		const text = typeof given === 'string' ? given.trim() : null;
		return allowed.some((value) =>
			typeof value === 'boolean' ? value === given || text?.toLowerCase() === String(value) : value === text,
		);
	});
}
