import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** The parameters of one operation, in the order in which they are shown. `payment` is that of 'Payout: Prepare'. */
export interface ShownProperties {
	readonly resource: string;
	readonly operation: string;
	readonly payment?: string;
	readonly properties: readonly INodeProperties[];
}

type ShownAt = Omit<ShownProperties, 'properties'>;

/** One parameter, and all places where it is shown. */
interface SharedProperty {
	readonly property: INodeProperties;
	/** Equal for parameters that differ by their places alone. */
	readonly key: string;
	readonly places: ShownAt[];
}

/**
 * Gives parameters that several operations have alike once, with conditions that name all of these, as far as the order
 * of each operation's own parameters allows. That shortens what n8n loads at its start, and what its builder is told.
 */
export function sharedProperties(operations: readonly ShownProperties[]): INodeProperties[] {
	const places = operations.map(whereShown);
	const all: SharedProperty[] = [];
	for (const shown of operations) {
		const own = shown.properties.map((property) => unshared(property, whereShown(shown)));
		const { resource, operation } = shown;
		const isPrepares = ({ places }: SharedProperty) =>
			places.some((one) => one.resource === resource && one.operation === operation && one.payment === undefined);
		// A payment's parameters come behind those that 'Payout: Prepare' has whatever it prepares.
		let at = shown.payment === undefined ? 0 : all.map(isPrepares).lastIndexOf(true) + 1;
		for (const entry of own) {
			const known = all.slice(at).find((one) => one.key === entry.key && canShare(entry, one, places));
			if (known === undefined) all.splice(at, 0, entry);
			else known.places.push(...entry.places);
			at = all.indexOf(known ?? entry) + 1;
		}
	}
	return all.map(propertyOf);
}

const whereShown = ({ resource, operation, payment }: ShownAt): ShownAt => ({
	resource,
	operation,
	...(payment === undefined ? {} : { payment }),
});

function unshared(property: INodeProperties, place: ShownAt): SharedProperty {
	const key = JSON.stringify([property, place.payment !== undefined]);
	return { property, key, places: [place] };
}

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
