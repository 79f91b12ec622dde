import type { INodeProperties } from 'n8n-workflow';

/** The parameters of one operation, in the order in which they are shown. */
export interface ShownProperties {
	readonly resource: string;
	readonly operation: string;
	readonly properties: readonly INodeProperties[];
}

interface SharedProperty {
	readonly property: INodeProperties;
	/** The parameter as JSON, without its operations. Parameters with equal keys can be merged. */
	readonly key: string;
	readonly places: ShownProperties[];
}

/**
 * Merges equal parameters of several operations into one, which is shown for all these operations. Each operation's
 * parameters keep their order. n8n then loads less at its start, and its AI builder has less to read.
 */
export function sharedProperties(operations: readonly ShownProperties[]): INodeProperties[] {
	const all: SharedProperty[] = [];
	// The longest list comes first; the parameters of the other lists are inserted into it.
	const sorted = [...operations].sort((one, other) => other.properties.length - one.properties.length);
	for (const place of sorted) {
		let next = 0;
		let added: SharedProperty[] = [];
		for (const property of place.properties) {
			const key = JSON.stringify(property);
			const known = all.findIndex(
				(one, at) => at >= next && one.key === key && canShare([...one.places, place], operations),
			);
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

const named = (places: readonly ShownProperties[], name: 'resource' | 'operation') => [
	...new Set(places.map((place) => place[name])),
];

/** Whether a parameter shown for the resources and operations of `places` would appear in no other operation. */
function canShare(places: readonly ShownProperties[], all: readonly ShownProperties[]): boolean {
	const [resources, operations] = [named(places, 'resource'), named(places, 'operation')];
	return all.every(
		(one) => places.includes(one) || !resources.includes(one.resource) || !operations.includes(one.operation),
	);
}

function propertyOf({ property, places }: SharedProperty): INodeProperties {
	const show = {
		resource: named(places, 'resource'),
		operation: named(places, 'operation'),
		...property.displayOptions?.show,
	};
	return { ...property, displayOptions: { ...property.displayOptions, show } };
}
