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
}

/**
 * Gives parameters that several operations have alike once, with conditions that name all of these. Each operation's own
 * parameters keep their order. That shortens what n8n loads at its start, and what its builder is told.
 */
export function sharedProperties(operations: readonly ShownProperties[]): INodeProperties[] {
	const all: SharedProperty[] = [];
	// The longest first: what the others have besides finds its place in it.
	const sorted = [...operations].sort((one, other) => other.properties.length - one.properties.length);
	for (const { resource, operation, properties } of sorted) {
		const place = { resource, operation };
		let next = 0;
		let added: SharedProperty[] = [];
		for (const property of properties) {
			const key = JSON.stringify(property);
			const known = all.findIndex((one, at) => at >= next && one.key === key && canShare(place, one, operations));
			if (known < 0) {
				added.push({ property, key, places: [place] });
				continue;
			}
			all[known]?.places.push(place);
			all.splice(known, 0, ...added);
			next = known + added.length + 1;
			added = [];
		}
		all.push(...added);
	}
	return all.map(propertyOf);
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
