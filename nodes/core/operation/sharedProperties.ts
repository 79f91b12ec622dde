import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** The parameters of one operation, in the order in which they are shown. `payment` is that of 'Payout: Prepare'. */
export interface ShownProperties {
	readonly resource: string;
	readonly operation: string;
	readonly payment?: string;
	readonly properties: readonly INodeProperties[];
}

/** Where a parameter is shown. */
type ShownAt = Omit<ShownProperties, 'properties'>;

/** One parameter, and all places where it is shown. */
interface SharedProperty {
	readonly property: INodeProperties;
	/** Equal for parameters that differ by their places alone. */
	readonly key: string;
	readonly places: ShownAt[];
}

/**
 * Gives every parameter once: one that several operations have alike names them all in its conditions. What n8n loads at
 * its start, and what its builder is told, is shorter by that. Each operation keeps the order of its parameters.
 */
export function sharedProperties(operations: readonly ShownProperties[]): INodeProperties[] {
	const places = operations.map(whereShown);
	const all: SharedProperty[] = [];
	for (const shown of operations) {
		const own = shown.properties.map((property) => unshared(property, whereShown(shown)));
		const shared = shareable(own, all, places);
		// A payment's parameters come behind those that 'Payout: Prepare' has whatever it prepares.
		let at = shown.payment === undefined ? 0 : all.map(isOf(shown)).lastIndexOf(true) + 1;
		for (const entry of own) {
			const known = shared.get(entry);
			if (known === undefined) {
				all.splice(at, 0, entry);
				at += 1;
			} else {
				known.places.push(whereShown(shown));
				at = all.indexOf(known) + 1;
			}
		}
	}
	return all.map(propertyOf);
}

const whereShown = ({ resource, operation, payment }: ShownAt): ShownAt => ({
	resource,
	operation,
	...(payment === undefined ? {} : { payment }),
});

/** Whether a parameter is shown in an operation whatever that prepares. */
const isOf =
	({ resource, operation }: ShownAt) =>
	({ places }: SharedProperty) =>
		places.some((one) => one.resource === resource && one.operation === operation && one.payment === undefined);

function unshared(property: INodeProperties, place: ShownAt): SharedProperty {
	const key = JSON.stringify([property, place.payment !== undefined]);
	return { property, key, places: [place] };
}

/** A parameter that may share an entry, and the pairs before it with which it saves the most characters. */
interface Pair {
	readonly ownAt: number;
	readonly known: SharedProperty;
	readonly knownAt: number;
	readonly saves: number;
	readonly before: Pair | undefined;
}

/** The entries that an operation's parameters can share, in the order of both lists, so that the most characters are saved. */
function shareable(
	own: readonly SharedProperty[],
	all: readonly SharedProperty[],
	places: readonly ShownAt[],
): Map<SharedProperty, SharedProperty> {
	const placesKnown = new Map<string, number[]>();
	for (const [knownAt, { key }] of all.entries()) placesKnown.set(key, [...(placesKnown.get(key) ?? []), knownAt]);
	const pairs: Pair[] = [];
	for (const [ownAt, entry] of own.entries())
		for (const knownAt of placesKnown.get(entry.key) ?? []) {
			const known = all[knownAt];
			if (known === undefined || !canShare(entry, known, places)) continue;
			const before = heaviest(pairs.filter((pair) => pair.ownAt < ownAt && pair.knownAt < knownAt));
			pairs.push({ ownAt, known, knownAt, saves: entry.key.length + (before?.saves ?? 0), before });
		}
	const shared = new Map<SharedProperty, SharedProperty>();
	for (let pair = heaviest(pairs); pair !== undefined; pair = pair.before) {
		const entry = own[pair.ownAt];
		if (entry !== undefined) shared.set(entry, pair.known);
	}
	return shared;
}

const heaviest = (pairs: readonly Pair[]) =>
	pairs.reduce<Pair | undefined>((most, pair) => (pair.saves > (most?.saves ?? 0) ? pair : most), undefined);

/** Whether conditions that name the places of both show a parameter nowhere else. */
function canShare(own: SharedProperty, known: SharedProperty, all: readonly ShownAt[]): boolean {
	const wanted = [...known.places, ...own.places];
	const named = (name: 'resource' | 'operation') => new Set(wanted.map((place) => place[name]));
	const [resources, operations] = [named('resource'), named('operation')];
	const shown = all.filter((place) => resources.has(place.resource) && operations.has(place.operation));
	const isWanted = (place: ShownAt) =>
		place.payment !== undefined ||
		wanted.some(({ resource, operation }) => resource === place.resource && operation === place.operation);
	return shown.every(isWanted);
}

function propertyOf({ property, places }: SharedProperty): INodeProperties {
	const distinct = (name: keyof ShownAt) => [...new Set(places.flatMap((place) => place[name] ?? []))];
	const payments = distinct('payment');
	const show: IDisplayOptions['show'] = {
		resource: distinct('resource'),
		operation: distinct('operation'),
		...(payments.length === 0 ? {} : { payment: payments }),
		...property.displayOptions?.show,
	};
	return { ...property, displayOptions: { ...property.displayOptions, show } };
}
