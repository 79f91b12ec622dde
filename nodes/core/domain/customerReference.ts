import { isObject } from './json';

/** A caller's reference in an event, and where it was: `data.btcUsdMetadata.customerReference`. */
export interface FoundReference {
	readonly value: string;
	readonly path: string;
}

interface Place {
	readonly object: Record<string, unknown>;
	readonly path: string;
}

/** Newest name first; `externalRef` is the older name in the same slot (service-facts 4.3). */
const NAMES = ['customerReference', 'externalRef'] as const;

/** Members and list elements looked at per object, and levels below `data`: far more than any event has. */
const MAX_MEMBERS = 200;
const MAX_DEPTH = 3;

/**
 * Finds the customer's reference in an event's data, in the order of service-facts 4.3: data itself,
 * each member whose name ends in "etadata", then the other members (order, quote, a list of quotes) and
 * what lies within all of these, level by level. Only when no place has `customerReference` is
 * `externalRef` looked for, in the same places. Text that is not blank and finite numbers count; the
 * value is given as text, unchanged. Own members only; never throws.
 */
export function findCustomerReference(data: unknown): FoundReference | null {
	try {
		const places = placesIn(data);
		return NAMES.map((name) => findIn(places, name)).find((found) => found !== null) ?? null;
	} catch {
		return null;
	}
}

function findIn(places: readonly Place[], name: string): FoundReference | null {
	for (const { object, path } of places) {
		const value = Object.hasOwn(object, name) ? referenceText(object[name]) : null;
		if (value !== null) return { value, path: `${path}.${name}` };
	}
	return null;
}

function referenceText(value: unknown): string | null {
	if (typeof value === 'string') return value.trim() === '' ? null : value;
	return Number.isFinite(value) ? String(value) : null;
}

function placesIn(data: unknown): Place[] {
	if (!isObject(data)) return [];
	const places: Place[] = [];
	let level: Place[] = [{ object: data, path: 'data' }];
	for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
		places.push(...level);
		level = level.flatMap(childrenOf).slice(0, MAX_MEMBERS);
	}
	return places;
}

function childrenOf({ object, path }: Place): Place[] {
	const rank = ([name]: [string, unknown]) => (name.endsWith('etadata') ? 0 : 1);
	const members = Object.entries(object).slice(0, MAX_MEMBERS).sort((one, other) => rank(one) - rank(other));
	return members.flatMap(([name, value]) => objectsIn(value, `${path}.${name}`));
}

function objectsIn(value: unknown, path: string): Place[] {
	if (isObject(value)) return [{ object: value, path }];
	if (!Array.isArray(value)) return [];
	const elements: unknown[] = value.slice(0, MAX_MEMBERS);
	return elements.flatMap((element, index) => (isObject(element) ? [{ object: element, path: `${path}[${index}]` }] : []));
}
