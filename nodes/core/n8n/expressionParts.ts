import { ExpressionParser } from 'n8n-workflow';

import { isBlank, isObject } from '../domain/json';
import { normaliseReference } from '../payees/paymentIdentity';
import { orUndefined } from '../domain/result';
import { NAMELESS, NO_VALUE, PLACEHOLDER, visibleText } from '../domain/text';

/*
 * Finds missing values in a payout reference. If a value is filled in later, the reference changes:
 * docs/reference/outcomes.md#references.
 */

/** An item's data, and a function with which n8n evaluates an expression for the item. */
export interface EvaluatedItem {
	readonly json: Readonly<Record<string, unknown>>;
	readonly evaluate: (expression: string) => unknown;
}

export type WrittenExpression = Readonly<ReturnType<typeof readExpression>>;

type MemberRead = WrittenExpression['parts'][number]['reads'][number];

/** Matches a quoted name. It may have escapes: n8n's editor escapes an apostrophe. */
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\$]|\\.)*`/.source;
const DOT = /\s*(?:\?\.|\.)\s*/.source;
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*(?![\p{ID_Continue}$])/u.source;
const OF_ITEM = `(?:item|(?:first|last|pairedItem)\\(\\s*\\d*\\s*\\)|all\\(\\s*\\d*\\s*\\)\\s*\\[\\s*\\d+\\s*\\]|itemMatching\\(\\s*\\d+\\s*\\))`;
const OF_NODE = `(?:(?:\\$input|\\$\\(\\s*(?:${QUOTED})\\s*\\))${DOT}${OF_ITEM}|\\$node(?:\\[\\s*(?:${QUOTED})\\s*\\]|${DOT}${NAME}))${DOT}json`;
/** Matches a member on a path, but no method: `$json.name.trim()` reads `name`. */
const MEMBER = `${DOT}${NAME}(?!\\s*(?:\\?\\.\\s*)?\\()|\\s*(?:\\?\\.\\s*)?\\[\\s*(?:${QUOTED}|\\d+)\\s*\\]`;
/** Matches a read from an item, also after a spread (`...$json.a`), but not in `other.$json.a`. */
const READ = new RegExp(`(?<![\\p{ID_Continue}$])(?<!(?<!\\.\\.)\\.)(\\$json|${OF_NODE})((?:${MEMBER})+)`, 'gu');
/** Matches all names of the item's own data, such as `$json` and `$input.item.json`. */
const OWN = /^\$json$|^\$input\W+item\b/;
const PATH = new RegExp(`${NAME}|${QUOTED}|\\d+`, 'gu');

/** Splits an expression into its `{{ }}` parts, as n8n does. The result holds for all items. */
export function readExpression(written: string) {
	const chunks = ExpressionParser.splitExpression(written.slice(1));
	const parts = chunks.flatMap((chunk) => {
		if (chunk.type === 'text') return [];
		const reads = Array.from(chunk.text.matchAll(READ), ([text, from = '', path = '']) => ({
			text,
			/** An expression for the object that is read from; null for the item's own data. */
			holder: OWN.test(from) ? null : `{{ ${from} }}`,
			/** The names on the path, as written: a name in brackets keeps its quotes. */
			path: Array.from(path.matchAll(PATH), ([name]) => name),
		}));
		/** The read, if the part is only a member of the item's own data, whose value is known without n8n. */
		const member = reads.find(({ text, holder }) => holder === null && text === chunk.text.trim()) ?? null;
		return [{ expression: ExpressionParser.joinExpression([chunk]), reads, member }];
	});
	/** Whether the expression is one part without text around it. The parameter's value is then the part's. */
	const isOnePart = parts.length === 1 && chunks.every(({ type, text }) => type === 'code' || text === '');
	return { parts, isOnePart };
}

const TWICE =
	'so the payout could be sent twice. If it is filled in later, the reference changes. Set a default in an earlier node, not in this expression';

/**
 * Says as a clause what an expression lacks for an item. Null if every part gives a value that isn't a placeholder, and
 * every member that is read exists.
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
	if (isNothing(value)) return `is an expression that returned nothing, ${TWICE}`;
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

/** Names the first missing member that an expression reads, as "no column 'a'"; null if all exist. */
export function absentColumn({ parts }: WrittenExpression, item: EvaluatedItem): string | null {
	const [name] = parts.flatMap(({ reads }) => reads.flatMap((read) => absentIn(read, item) ?? []));
	return name === undefined
		? null
		: `no column '${visibleText(name)}' (blanks, capitals and invisible characters count)`;
}

/** The first missing name on a read's path; null if every name exists, or if a value on the path isn't an object. */
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

/** A member's name without its quotes. If it has escapes, n8n evaluates it. */
function memberName(written: string, item: EvaluatedItem): string {
	if (!/^["'`]/.test(written)) return written;
	return written.includes('\\') ? asText(evaluated(`{{ ${written} }}`, item)) : written.slice(1, -1);
}

/** An expression's value for the item; undefined if n8n fails on it. */
function evaluated(expression: string, { evaluate }: EvaluatedItem): unknown {
	return orUndefined(() => evaluate(expression));
}

function isNothing(value: unknown): boolean {
	return isBlank(value) || normaliseReference(asText(value)) === '';
}

function asText(value: unknown): string {
	return orUndefined(() => String(value)) ?? '[object Object]';
}

const LONGEST_SHOWN = 60;

function shown(expression: string): string {
	const text = visibleText(expression);
	return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
