import { isObject, textOf } from '../domain/json';

/** The user's reference in an event, and its place, such as `data.btcUsdMetadata.customerReference`. */
export interface FoundReference {
	readonly value: string;
	readonly path: string;
}

interface Place {
	readonly object: Record<string, unknown>;
	readonly path: string;
}

/** Names of the reference, newest first; `externalRef` until April 2026: docs/reference/interface.md#event-metadata. */
const REFERENCE_NAMES = ['customerReference', 'externalRef'] as const;

/** Limits of the search: members, elements and objects per level, and levels below `data`. Real events have fewer. */
const MAX_MEMBERS = 200;
const MAX_LEVELS = 3;

/**
 * Finds the customer's reference in an event's data (docs/reference/interface.md#event-metadata), level by level: in
 * the data itself, then in its members, then in their members. Members whose name ends in "etadata" come first.
 * `externalRef` counts only if `customerReference` is nowhere. The value is text that isn't blank, or a finite number
 * as text. Inherited members don't count. If elements of one list, such as an order's quotes, have different
 * references, the result is null, because nobody knows which reference is meant.
 */
export function findCustomerReference(data: unknown): FoundReference | null {
	const places = placesIn(data);
	const found = REFERENCE_NAMES.flatMap((name) =>
		places.flatMap(({ object, path }) => {
			const value = Object.hasOwn(object, name) ? textOf(object[name]) : null;
			return value === null ? [] : { value, path: `${path}.${name}` };
		}),
	);
	const [first] = found;
	if (first === undefined) return null;
	const place = inAnyElement(first.path);
	const isOneOfSeveral = found.some(({ path, value }) => value !== first.value && inAnyElement(path) === place);
	return isOneOfSeveral ? null : first;
}

const inAnyElement = (path: string) => path.replace(/\[\d+\]/g, '[]');

function placesIn(data: unknown): Place[] {
	if (!isObject(data)) return [];
	const places: Place[] = [];
	let level: Place[] = [{ object: data, path: 'data' }];
	for (let depth = 0; depth <= MAX_LEVELS; depth += 1) {
		places.push(...level);
		level = level.flatMap(childrenOf).slice(0, MAX_MEMBERS);
	}
	return places;
}

function childrenOf({ object, path }: Place): Place[] {
	const rank = ([name]: [string, unknown]) => (name.endsWith('etadata') ? 0 : 1);
	const members = Object.entries(object)
		.slice(0, MAX_MEMBERS)
		.sort((one, other) => rank(one) - rank(other));
	return members.flatMap(([name, value]) => objectsIn(value, `${path}.${name}`));
}

function objectsIn(value: unknown, path: string): Place[] {
	if (isObject(value)) return [{ object: value, path }];
	if (!Array.isArray(value)) return [];
	const elements: unknown[] = value.slice(0, MAX_MEMBERS);
	return elements.flatMap((element, index) =>
		isObject(element) ? [{ object: element, path: `${path}[${index}]` }] : [],
	);
}

/** All customer references in a value, at any depth: an order may contain several quotes. */
export function allCustomerReferences(value: unknown, found: Set<string> = new Set()): Set<string> {
	if (typeof value !== 'object' || value === null) return found;
	for (const [name, member] of Object.entries(value)) {
		const text = REFERENCE_NAMES.some((one) => one === name) ? textOf(member) : null;
		if (text !== null) found.add(text);
		allCustomerReferences(member, found);
	}
	return found;
}
