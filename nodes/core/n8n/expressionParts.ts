import { ExpressionParser } from 'n8n-workflow';

import { isBlank, isObject } from '../domain/json';
import { normaliseReference } from '../payees/paymentIdentity';
import { orUndefined } from '../domain/result';
import { NAMELESS, NO_VALUE, PLACEHOLDER, visibleText } from '../domain/text';

/*
 * Whether an expression that names a payment lacks something. If that is filled in later, the
 * payment has another reference, and is made again: docs/reference/outcomes.md#references.
 */

/** An item, for what an expression reads of it: its data, and n8n's evaluation of another expression for it. */
export interface EvaluatedItem {
	readonly json: Readonly<Record<string, unknown>>;
	readonly evaluate: (expression: string) => unknown;
}

export type WrittenExpression = Readonly<ReturnType<typeof readExpression>>;

type MemberRead = WrittenExpression['parts'][number]['reads'][number];

/** n8n's editor escapes an apostrophe in a name. */
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\$]|\\.)*`/.source;
const DOT = /\s*(?:\?\.|\.)\s*/.source;
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*(?![\p{ID_Continue}$])/u.source;
const OF_ITEM = `(?:item|(?:first|last|pairedItem)\\(\\s*\\d*\\s*\\)|all\\(\\s*\\d*\\s*\\)\\s*\\[\\s*\\d+\\s*\\]|itemMatching\\(\\s*\\d+\\s*\\))`;
const OF_NODE = `(?:(?:\\$input|\\$\\(\\s*(?:${QUOTED})\\s*\\))${DOT}${OF_ITEM}|\\$node(?:\\[\\s*(?:${QUOTED})\\s*\\]|${DOT}${NAME}))${DOT}json`;
/** A method's name isn't a member to read: the object that it belongs to is read. */
const MEMBER = `${DOT}${NAME}(?!\\s*(?:\\?\\.\\s*)?\\()|\\s*(?:\\?\\.\\s*)?\\[\\s*(?:${QUOTED}|\\d+)\\s*\\]`;
/** Three dots spread what comes; one would make it a member of something else. */
const READ = new RegExp(`(?<![\\p{ID_Continue}$])(?<!(?<!\\.\\.)\\.)(\\$json|${OF_NODE})((?:${MEMBER})+)`, 'gu');
/** The item's own data, however it is called. */
const OWN = /^\$json$|^\$input\W+item\b/;
const PATH = new RegExp(`${NAME}|${QUOTED}|\\d+`, 'gu');

/** Splits a text that is written as an expression as n8n does, into each `{{ }}`. It is the same for all items. */
export function readExpression(written: string) {
	const chunks = ExpressionParser.splitExpression(written.slice(1));
	const parts = chunks.flatMap((chunk) => {
		if (chunk.type === 'text') return [];
		const reads = Array.from(chunk.text.matchAll(READ), ([text, from = '', path = '']) => ({
			text,
			/** Expression of the data that it is a member of; null for the item's own. */
			holder: OWN.test(from) ? null : `{{ ${from} }}`,
			/** Its name there, and those within it, as they are written: quoted where they are in brackets. */
			path: Array.from(path.matchAll(PATH), ([name]) => name),
		}));
		/** The member that it is, where it is nothing else: its value is known without n8n. */
		const member = reads.find(({ text, holder }) => holder === null && text === chunk.text.trim()) ?? null;
		return [{ expression: ExpressionParser.joinExpression([chunk]), reads, member }];
	});
	/** Whether the expression is this one part alone, so that its value is the parameter's. */
	const isOnePart = parts.length === 1 && chunks.every(({ type, text }) => type === 'code' || text === '');
	return { parts, isOnePart };
}

const TWICE =
	'so the payout could be sent twice. If it is filled in later, the reference changes. Set a default in an earlier node, not in this expression';

/**
 * Why an expression lacks something for an item, as a clause; null where it lacks nothing: each part gives something,
 * none of them what stands for a missing value, and each member that is read is there.
 *
 * @param value what the whole expression gave
 * @param asksMembers whether a member must be there although the expression has a substitute for it
 */
export function lackOf(
	{ parts, isOnePart }: WrittenExpression,
	value: unknown,
	item: EvaluatedItem,
	asksMembers: boolean,
): string | null {
	if (isNothing(value)) return 'is an expression that returned nothing, so the payout could be sent twice';
	for (const { expression, reads, member } of parts) {
		const missing = asksMembers ? reads.find((read) => memberOf(read, item) === undefined) : undefined;
		if (missing !== undefined) return `reads ${shown(missing.text)}, which is missing, ${TWICE}`;
		const given = isOnePart ? value : member === null ? evaluated(expression, item) : memberOf(member, item);
		if (isNothing(given)) return `gets nothing from ${shown(expression)}, ${TWICE}`;
		const text = normaliseReference(asText(given));
		const [word] = NO_VALUE.exec(text) ?? PLACEHOLDER.exec(text) ?? (isOnePart ? NAMELESS.exec(text) : null) ?? [];
		if (word !== undefined) return `holds ${shown(word)}, which means a missing value, ${TWICE}`;
	}
	return null;
}

/** Whether an expression gave no value, such as a sum with a missing number. */
export function gaveNothing(value: unknown): boolean {
	return isNothing(value) || Number.isNaN(value);
}

/** The first member that an expression reads and that isn't there, not even empty: "no column 'a'". Null for none. */
export function absentColumn({ parts }: WrittenExpression, item: EvaluatedItem): string | null {
	const [name] = parts.flatMap(({ reads }) => reads.flatMap((read) => absentIn(read, item) ?? []));
	return name === undefined
		? null
		: `no column '${visibleText(name)}' (blanks, capitals and invisible characters count)`;
}

/** The name that a read misses; null where it is there, or can't be known. */
function absentIn({ holder, path }: MemberRead, item: EvaluatedItem): string | null {
	let value: unknown = holder === null ? item.json : evaluated(holder, item);
	for (const written of path) {
		if (!isObject(value)) return null;
		const name = memberName(written, item);
		if (!Object.hasOwn(value, name)) return name;
		value = value[name];
	}
	return null;
}

/** A member's value; undefined where it, or what it is a member of, is not there or holds nothing. */
function memberOf({ holder, path }: MemberRead, item: EvaluatedItem): unknown {
	let value: unknown = holder === null ? item.json : evaluated(holder, item);
	for (const written of path) {
		const name = memberName(written, item);
		// A text has members, too: its length.
		const object: unknown = Object(value);
		const isThere = typeof object === 'object' && object !== null && Object.hasOwn(object, name);
		value = isThere ? Reflect.get(object, name) : undefined;
		if (isNothing(value)) return undefined;
	}
	return value;
}

/** A member's name; n8n reads one that has escapes. */
function memberName(written: string, item: EvaluatedItem): string {
	if (!/^["'`]/.test(written)) return written;
	return written.includes('\\') ? asText(evaluated(`{{ ${written} }}`, item)) : written.slice(1, -1);
}

/** The value of another expression for the item; undefined where n8n fails on it. */
function evaluated(expression: string, { evaluate }: EvaluatedItem): unknown {
	return orUndefined(() => evaluate(expression));
}

function isNothing(value: unknown): boolean {
	return isBlank(value) || normaliseReference(asText(value)) === '';
}

/** A value within a text. What can't be made a text reads like an object in it. */
function asText(value: unknown): string {
	return orUndefined(() => String(value)) ?? '[object Object]';
}

const LONGEST_SHOWN = 60;

function shown(expression: string): string {
	const text = visibleText(expression);
	return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
