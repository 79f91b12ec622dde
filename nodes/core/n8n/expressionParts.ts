import { ExpressionParser } from 'n8n-workflow';

import { isBlank, isObject } from '../domain/json';
import { normaliseReference } from '../payees/paymentIdentity';
import { orUndefined } from '../domain/result';
import { NAMELESS, NO_VALUE, PLACEHOLDER, visibleText } from '../domain/text';

/* Finds missing values in a reference: once filled in, they would make another one; docs/reference/outcomes.md#references. */

/** An item as expressions read it: its data, and n8n's evaluation of another expression for it. */
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
/** A method's name isn't a member that is read; its object is. */
const MEMBER = `${DOT}${NAME}(?!\\s*(?:\\?\\.\\s*)?\\()|\\s*(?:\\?\\.\\s*)?\\[\\s*(?:${QUOTED}|\\d+)\\s*\\]`;
/** Three dots before it are a spread; one dot would make it a member of something else. */
const READ = new RegExp(`(?<![\\p{ID_Continue}$])(?<!(?<!\\.\\.)\\.)(\\$json|${OF_NODE})((?:${MEMBER})+)`, 'gu');
/** Matches the item's own data in all its names. */
const OWN = /^\$json$|^\$input\W+item\b/;
const PATH = new RegExp(`${NAME}|${QUOTED}|\\d+`, 'gu');

/** Splits an expression into its `{{ }}` parts, as n8n does. The result is the same for all items. */
export function readExpression(written: string) {
	const chunks = ExpressionParser.splitExpression(written.slice(1));
	const parts = chunks.flatMap((chunk) => {
		if (chunk.type === 'text') return [];
		const reads = Array.from(chunk.text.matchAll(READ), ([text, from = '', path = '']) => ({
			text,
			/** The expression of the object that it is a member of; null for the item's own data. */
			holder: OWN.test(from) ? null : `{{ ${from} }}`,
			/** The names on its path, as written: quoted if in brackets. */
			path: Array.from(path.matchAll(PATH), ([name]) => name),
		}));
		/** The member, if the part is nothing else: its value is known without n8n. */
		const member = reads.find(({ text, holder }) => holder === null && text === chunk.text.trim()) ?? null;
		return [{ expression: ExpressionParser.joinExpression([chunk]), reads, member }];
	});
	/** Whether the expression is only this one part, so that its value is the parameter's. */
	const isOnePart = parts.length === 1 && chunks.every(({ type, text }) => type === 'code' || text === '');
	return { parts, isOnePart };
}

const TWICE =
	'so the payout could be sent twice. If it is filled in later, the reference changes. Set a default in an earlier node, not in this expression';

/**
 * Why an expression lacks something for an item, as a clause. Null if each part gives a value that isn't a placeholder,
 * and each member that it reads exists.
 *
 * @param value the value of the whole expression
 * @param asksMembers whether a member must exist even if the expression has a default for it
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

/** The first member that an expression reads and that doesn't exist, as "no column 'a'"; null if there is none. */
export function absentColumn({ parts }: WrittenExpression, item: EvaluatedItem): string | null {
	const [name] = parts.flatMap(({ reads }) => reads.flatMap((read) => absentIn(read, item) ?? []));
	return name === undefined
		? null
		: `no column '${visibleText(name)}' (blanks, capitals and invisible characters count)`;
}

/** The missing name of a read; null if it exists or can't be known. */
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

/** A member's value; undefined if it, or something on its path, is missing or empty. */
function memberOf({ holder, path }: MemberRead, item: EvaluatedItem): unknown {
	let value: unknown = holder === null ? item.json : evaluated(holder, item);
	for (const written of path) {
		const name = memberName(written, item);
		// Texts have members, too, such as a length.
		const object: unknown = Object(value);
		const isThere = typeof object === 'object' && object !== null && Object.hasOwn(object, name);
		value = isThere ? Reflect.get(object, name) : undefined;
		if (isNothing(value)) return undefined;
	}
	return value;
}

/** A member's name; n8n evaluates one with escapes. */
function memberName(written: string, item: EvaluatedItem): string {
	if (!/^["'`]/.test(written)) return written;
	return written.includes('\\') ? asText(evaluated(`{{ ${written} }}`, item)) : written.slice(1, -1);
}

/** The value of another expression for the item; undefined if n8n fails on it. */
function evaluated(expression: string, { evaluate }: EvaluatedItem): unknown {
	return orUndefined(() => evaluate(expression));
}

function isNothing(value: unknown): boolean {
	return isBlank(value) || normaliseReference(asText(value)) === '';
}

/** A value as it appears in a text. One that can't be converted is shown like an object. */
function asText(value: unknown): string {
	return orUndefined(() => String(value)) ?? '[object Object]';
}

const LONGEST_SHOWN = 60;

function shown(expression: string): string {
	const text = visibleText(expression);
	return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
