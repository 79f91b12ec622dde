import type { INodeProperties } from 'n8n-workflow';

/** The parameters of one operation, in the order in which they are shown. */
export interface ShownProperties extends ShownAt {
	readonly properties: readonly INodeProperties[];
}

interface ShownAt {
	readonly resource: string;
	readonly operation: string;
}

/** One parameter, and all places where it is shown. */
interface SharedProperty {
	readonly property: INodeProperties;
	/** Equal for parameters that differ by their places alone. */
	readonly key: string;
	readonly places: ShownAt[];
	/** The parameters that follow it at one of its places. */
	readonly followers: Set<SharedProperty>;
}

/**
 * Gives parameters that several operations have alike once, with conditions that name all of these. Each operation's own
 * parameters keep their order. That shortens what n8n loads at its start, and what its builder is told.
 */
export function sharedProperties(operations: readonly ShownProperties[]): INodeProperties[] {
	const all: SharedProperty[] = [];
	for (const { resource, operation, properties } of operations) {
		const place = { resource, operation };
		let last: SharedProperty | null = null;
		for (const property of properties) {
			const entry = entryFor(property, last, all, (one) => canShare(place, one, operations));
			entry.places.push(place);
			last?.followers.add(entry);
			last = entry;
		}
	}
	return inOrder(all).map(propertyOf);
}

/** The entry of a parameter that follows `last`: one that other operations have alike, or else a new one. */
function entryFor(
	property: INodeProperties,
	last: SharedProperty | null,
	all: SharedProperty[],
	canShare: (one: SharedProperty) => boolean,
): SharedProperty {
	const key = JSON.stringify(property);
	const known = all.find((one) => one.key === key && canShare(one) && (last === null || !leadsTo(one, last)));
	if (known !== undefined) return known;
	const entry = { property, key, places: [], followers: new Set<SharedProperty>() };
	all.push(entry);
	return entry;
}

/** Whether the second parameter has to come after the first one, or is the same. */
function leadsTo(first: SharedProperty, second: SharedProperty, seen = new Set<SharedProperty>()): boolean {
	if (first === second) return true;
	if (seen.has(first)) return false;
	seen.add(first);
	return [...first.followers].some((one) => leadsTo(one, second, seen));
}

/** Each parameter before all that follow it at any of its places. */
function inOrder(all: readonly SharedProperty[]): SharedProperty[] {
	const fromTheEnd = new Set<SharedProperty>();
	const place = (one: SharedProperty) => {
		if (fromTheEnd.has(one)) return;
		[...one.followers].reverse().forEach(place);
		fromTheEnd.add(one);
	};
	[...all].reverse().forEach(place);
	return [...fromTheEnd].reverse();
}

/** Whether conditions that name all places of a parameter and one more show it nowhere else. */
function canShare(place: ShownAt, known: SharedProperty, all: readonly ShownAt[]): boolean {
	const wanted = [...known.places, place];
	const named = (name: keyof ShownAt) => new Set(wanted.map((one) => one[name]));
	const [resources, operations] = [named('resource'), named('operation')];
	const shown = all.filter((one) => resources.has(one.resource) && operations.has(one.operation));
	return shown.every((one) =>
		wanted.some(({ resource, operation }) => resource === one.resource && operation === one.operation),
	);
}

function propertyOf({ property, places }: SharedProperty): INodeProperties {
	const distinct = (name: keyof ShownAt) => [...new Set(places.map((place) => place[name]))];
	const show = {
		resource: distinct('resource'),
		operation: distinct('operation'),
		...property.displayOptions?.show,
	};
	return { ...property, displayOptions: { ...property.displayOptions, show } };
}
