import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { MavapayApi } from '../../credentials/MavapayApi.credentials';
import { operationProperties, resourceProperty } from '../../nodes/core/operation/properties';
import { operations, resourceLabels } from '../../nodes/Mavapay/operations';
import { triggerProperties } from '../../nodes/MavapayTrigger/settings';
import { PREVIEWS } from '../generate/generated';

/** All that stored workflows rest on: by a name and its place, what it is. */
export type Described = ReadonlyMap<string, string>;

type Entry = readonly [name: string, what: string];

const isProperty = (entry: object): entry is INodeProperties => 'type' in entry;
const isOption = (entry: object): entry is { value: unknown } => 'value' in entry;
const isGroup = (entry: object): entry is { name: string; values: INodeProperties[] } => 'values' in entry;

/** Where a field shows: each resource and operation that it belongs to, or the node as a whole. */
function placesOf({ displayOptions }: INodeProperties): string[] {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	const of = (resource.length === 0 ? [''] : resource).flatMap((one) =>
		(operation.length === 0 ? [''] : operation).map((other) => `${String(one)}:${String(other)}`),
	);
	return of.map((place) => (place === ':' ? '' : `${place}.`));
}

/** The entries of a field, its options and what is inside: type, whether it repeats, and default. */
function entriesOf(property: INodeProperties, above: string): Entry[] {
	const { name, type, default: preset, typeOptions, options = [] } = property;
	if (['notice', 'hidden', 'callout', 'button'].includes(type)) return [];
	return placesOf(property).flatMap((place) => {
		const path = `${above}${place}${name}`;
		const several = typeOptions?.multipleValues === true ? ' several' : '';
		return [
			[path, `${type}${several} = ${JSON.stringify(preset) ?? 'none'}`],
			...options.flatMap((entry): Entry[] => {
				if (isProperty(entry)) return entriesOf(entry, `${path}.`);
				if (isGroup(entry)) return entry.values.flatMap((one) => entriesOf(one, `${path}.${entry.name}.`));
				return isOption(entry) ? [[`${path} = ${String(entry.value)}`, 'an option']] : [];
			}),
		];
	});
}

/** Members of a preview's JSON schema, by their paths. */
function membersOf(schema: unknown, path: string): Entry[] {
	if (typeof schema !== 'object' || schema === null) return [];
	const type = 'type' in schema ? [schema.type].flat().map(String).sort().join('|') : 'any';
	const within = 'properties' in schema && typeof schema.properties === 'object' ? schema.properties : null;
	const items = 'items' in schema ? membersOf(schema.items, `${path}[]`) : [];
	const members = Object.entries(within ?? {}).flatMap(([name, one]) =>
		membersOf(one, path === '' ? name : `${path}.${name}`),
	);
	return [...(path === '' ? [] : [[path, type] as const]), ...items, ...members];
}

/** One entry for each name; a field in several forms has all of them. */
function joined(entries: readonly Entry[]): Map<string, string> {
	const all = new Map<string, Set<string>>();
	for (const [name, what] of entries) all.set(name, (all.get(name) ?? new Set()).add(what));
	return new Map([...all].map(([name, forms]) => [name, [...forms].sort().join(' or ')]));
}

/** Names, defaults and options of all fields, and the members of all outputs, as they are now. */
export function describedNow(root: string): Described {
	const ofNode = [resourceProperty(operations, resourceLabels, 'wallet'), ...operationProperties(operations)];
	const ofNodes = [
		...ofNode.flatMap((one) => entriesOf(one, 'mavapay ')),
		...triggerProperties().flatMap((one) => entriesOf(one, 'mavapayTrigger ')),
	];
	const ofCredential = new MavapayApi().properties.flatMap((one) => entriesOf(one, 'mavapayApi '));
	const folder = join(root, PREVIEWS);
	const ofOutputs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.flatMap((file) => {
			const schema: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
			const of = file.replaceAll('\\', '/').replace('/', ':').replace('.json', '');
			return membersOf(schema, '').map(([path, type]): Entry => [`output ${of} ${path}`, type]);
		});
	return joined([...ofNodes, ...ofCredential, ...ofOutputs]);
}

/** The description that a file of `writeKept` holds. */
export function readKept(text: string): Described {
	const lines = text.split('\n').filter((line) => line !== '');
	return new Map(lines.map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]));
}

/** The file of a description: a line for each entry, sorted. */
export const writeKept = (described: Described): string =>
	[...described]
		.map(([name, what]) => `${name}\t${what}\n`)
		.sort()
		.join('');

/** The forms of an entry. */
const formsOf = (what: string): string[] => what.split(' or ');

/**
 * Sentences about each entry that is gone or another one, on which a stored workflow may rest. New ones break nothing. It is
 * allowed where the node has a newer version, and the released one keeps its form beside the new form; and
 * where the changelog names it under *Breaking*, in its part about what is unreleased.
 *
 * @param versionsOf an entry's node; a credential has none
 */
export function unannounced(
	before: Described,
	now: Described,
	{ versionsOf, changelog }: { versionsOf: (name: string) => readonly number[]; changelog: string },
): string[] {
	const [, unreleased = ''] = /^## Unreleased$([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? [];
	const [, breaking = ''] = /^### Breaking$([^]*?)(?=^### |$(?![^]))/m.exec(unreleased) ?? [];
	return [...before].flatMap(([name, what]) => {
		const is = now.get(name);
		if (is === what || breaking.includes(`\`${name}\``)) return [];
		if (is === undefined) return [`${name} is gone`];
		const isNewer = versionsOf(name).some((version) => version > 1);
		const keepsOld = formsOf(what).every((form) => formsOf(is).includes(form));
		return isNewer && keepsOld ? [] : [`${name} was ${what}, and is ${is}`];
	});
}
