import type { INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../domain/json';

interface Found {
	readonly value: unknown;
}

/** One member of the item and nothing else: `{{ $json.name }}`, `{{ $json["any name"] }}`. */
const REFERENCE = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\[(?:"([^"\\\r\n{}]+)"|'([^'\\\r\n{}]+)')\])\s*\}\}$/;

/**
 * Reads parameters whose expressions are all plain references to a member of the item, as mapped
 * columns are, from the item itself: n8n gives the same value, but sets up the whole world of an
 * expression for each one, which takes longer than all else our node does for an item.
 *
 * n8n has the last word: the first value of each parameter is read from n8n too, and only when both
 * are the same is it asked no more for this parameter. Whether n8n refuses an expression depends on
 * its text alone, and that stays the same from item to item. Only texts, booleans and finite numbers
 * of the item's own are taken: what is missing or has a form of its own (dates, objects, null) is
 * left to n8n.
 */
export function referenceReader(
	items: readonly INodeExecutionData[],
	byN8n: (name: string, itemIndex: number) => unknown,
): (name: string, written: unknown, itemIndex: number) => unknown {
	const agreed = new Map<string, boolean>();
	return (name, written, itemIndex) => {
		const item = items[itemIndex];
		const plain = item === undefined || agreed.get(name) === false ? null : plainReference(written, item.json);
		if (plain === null) return byN8n(name, itemIndex);
		if (agreed.get(name) === true) return plain.value;
		const value = byN8n(name, itemIndex);
		agreed.set(name, isSame(value, plain.value));
		return value;
	};
}

function plainReference(written: unknown, item: Readonly<Record<string, unknown>>): Found | null {
	if (typeof written === 'string') return written.startsWith('=') ? member(written, item) : { value: written };
	if (!isObject(written)) return isPlain(written) ? { value: written } : null;
	const value: Record<string, unknown> = {};
	for (const [name, part] of Object.entries(written)) {
		const found = plainReference(part, item);
		if (found === null) return null;
		value[name] = found.value;
	}
	return { value };
}

function member(written: string, item: Readonly<Record<string, unknown>>): Found | null {
	const match = REFERENCE.exec(written);
	const name = match?.[1] ?? match?.[2] ?? match?.[3];
	if (name === undefined || !Object.hasOwn(item, name)) return null;
	const value = item[name];
	return typeof value === 'string' || isPlain(value) ? { value } : null;
}

function isPlain(value: unknown): boolean {
	return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function isSame(one: unknown, other: unknown): boolean {
	if (!isObject(one) || !isObject(other)) return Object.is(one, other);
	const names = Object.keys(one);
	return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}
