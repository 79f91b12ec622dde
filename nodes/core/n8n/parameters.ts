import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { inTimeZone } from '../domain/dateTime';
import { isObject } from '../domain/json';
import { ok } from '../domain/result';
import {
	type Field,
	type Fields,
	holdsExpression,
	isExpression,
	isShown,
	type ItemParameters,
	parameterAt,
	type Problem,
	type ReadResult,
} from '../operation/field';
import { errorText } from '../service/failure';
import { writtenParameters } from './adapter';
import { lackOf, readExpression, type EvaluatedItem, type WrittenExpression } from './expressionParts';

export interface ParameterReader {
	/** Resolves one parameter of an item. Throws if its expression fails. */
	resolve(name: string, itemIndex: number): unknown;
	/** Reads the visible parameters of one item, and adds the given parameters. */
	item(itemIndex: number, given: Readonly<Record<string, unknown>>): ReadResult<ItemParameters>;
}

/**
 * Reads an operation's parameters item by item. n8n evaluates each read, so a parameter is read once per item, or once
 * for all items if it has no expression. A parameter that is only a reference such as `{{ $json.name }}` is read
 * without n8n where possible. For a tool, n8n reads everything, because a tool's expressions don't see the items.
 */
export function parameterReader(context: IExecuteFunctions, fields: Fields, asTool: boolean): ParameterReader {
	const written = writtenParameters(context);
	const timeZone = context.getTimezone();
	const byN8n = (name: string, itemIndex: number): unknown => context.getNodeParameter(name, itemIndex, '');
	const read = referenceReader(asTool ? [] : context.getInputData(), byN8n);
	const lacks = lackFinder(context, written);
	const fixed = new Map<string, unknown>();
	const named = Object.entries(fields);
	const varying = new Set(Object.keys(written).filter((name) => holdsExpression(written[name])));
	const resolve = (name: string, itemIndex: number): unknown => {
		if (fixed.has(name)) return fixed.get(name);
		if (varying.has(name)) return read(name, written[name], itemIndex);
		const value = byN8n(name, itemIndex);
		fixed.set(name, value);
		return value;
	};
	const item: ParameterReader['item'] = (itemIndex, given) => {
		const resolved: Record<string, unknown> = { '@tool': asTool, ...given };
		const problems: Problem[] = [];
		for (const [name, field] of named) {
			if (!isShown(field, resolved)) continue;
			try {
				resolved[name] = withZone(field, resolve(name, itemIndex), timeZone);
			} catch (error) {
				problems.push({ field: field.label, reason: `has an expression that failed: ${errorText(error)}` });
			}
		}
		if (problems.length > 0) return { ok: false, problems };
		return ok({
			resolved,
			written,
			lackOf: (name, asksMembers) => lacks(name, parameterAt(resolved, name), itemIndex, asksMembers),
		});
	};
	return { resolve, item };
}

export function evaluatedItem(context: IExecuteFunctions, index: number): EvaluatedItem {
	const evaluate = (part: string): unknown => context.evaluateExpression(part, index);
	return { json: context.getInputData()[index]?.json ?? {}, evaluate };
}

/** Makes the function that finds missing values in expressions. It splits each expression only once. */
function lackFinder(context: IExecuteFunctions, written: Readonly<Record<string, unknown>>) {
	const known = new Map<string, WrittenExpression>();
	return (name: string, value: unknown, itemIndex: number, asksMembers: boolean): string | null => {
		const text = parameterAt(written, name);
		if (typeof text !== 'string' || !isExpression(text)) return null;
		const expression = known.get(name) ?? readExpression(text);
		known.set(name, expression);
		return lackOf(expression, value, evaluatedItem(context, itemIndex), asksMembers);
	};
}

/** Reads a date without a zone, as n8n's date picker writes it, in the workflow's time zone. */
function withZone({ face, members, edge }: Field<unknown>, value: unknown, timeZone: string): unknown {
	if (face.type === 'dateTime') return typeof value === 'string' ? inTimeZone(value, timeZone, edge) : value;
	if (members === undefined || !isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, part]) => {
			const member = Object.hasOwn(members, name) ? members[name] : undefined;
			return [name, member === undefined ? part : withZone(member, part, timeZone)];
		}),
	);
}

/** Matches an expression that is only one member of the item: `{{ $json.name }}`, `{{ $json["any name"] }}`. */
const REFERENCE = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\[(?:"([^"\\\r\n{}]+)"|'([^'\\\r\n{}]+)')\])\s*\}\}$/;

/**
 * Reads parameters that are plain references to the item, such as mapped columns, from the item itself: evaluating an
 * expression takes n8n longer than everything else that the node does for an item.
 *
 * n8n also reads each parameter's first value. If the two values are equal, later values are read without n8n: if n8n
 * refuses an expression, it does so for every item. Only texts, booleans and finite numbers are read without n8n.
 */
export function referenceReader(
	items: readonly INodeExecutionData[],
	byN8n: (name: string, itemIndex: number) => unknown,
): (name: string, written: unknown, itemIndex: number) => unknown {
	const agreed = new Map<string, boolean>();
	return (name, written, itemIndex) => {
		const item = items[itemIndex];
		const plain = item === undefined || agreed.get(name) === false ? undefined : plainReference(written, item.json);
		if (plain === undefined) return byN8n(name, itemIndex);
		if (agreed.get(name) === true) return plain;
		const value = byN8n(name, itemIndex);
		agreed.set(name, isSame(value, plain));
		return value;
	};
}

/** A written value with its references replaced; undefined if n8n must read it. */
function plainReference(written: unknown, item: Readonly<Record<string, unknown>>): unknown {
	if (typeof written === 'string' && written.startsWith('=')) return member(written, item);
	if (!isObject(written)) return plainValue(written);
	const value: Record<string, unknown> = {};
	for (const [name, part] of Object.entries(written)) {
		value[name] = plainReference(part, item);
		if (value[name] === undefined) return undefined;
	}
	return value;
}

/** The value of the member that a plain reference to the item names; undefined for any other text. */
function member(written: string, item: Readonly<Record<string, unknown>>): unknown {
	const [, ...names] = REFERENCE.exec(written) ?? [];
	const name = names.find((one) => one !== undefined);
	return name === undefined || !Object.hasOwn(item, name) ? undefined : plainValue(item[name]);
}

function plainValue(value: unknown): unknown {
	return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) ? value : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
	if (!isObject(one) || !isObject(other)) return Object.is(one, other);
	const names = Object.keys(one);
	return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}
