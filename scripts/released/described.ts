import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { MavapayApi } from '../../credentials/MavapayApi.credentials';
import { operationProperties, resourceProperty } from '../../nodes/core/operation/properties';
import { Mavapay } from '../../nodes/Mavapay/Mavapay.node';
import { operations, resourceLabels } from '../../nodes/Mavapay/operations';
import { MavapayTrigger } from '../../nodes/MavapayTrigger/MavapayTrigger.node';
import { triggerProperties } from '../../nodes/MavapayTrigger/settings';
import { PREVIEWS } from '../generate/generated';

/** The path, from the project's folder, of the file with all fields and outputs as `npm run keep` wrote them down. */
export const KEPT = 'scripts/released/description.tsv';

/** All entries that stored workflows depend on: each entry's form (type and default), by its name and place. */
export type Described = ReadonlyMap<string, string>;

type Entry = readonly [name: string, what: string];

const isProperty = (entry: object): entry is INodeProperties => 'type' in entry;
const isOption = (entry: object): entry is { value: unknown } => 'value' in entry;
const isGroup = (entry: object): entry is { name: string; values: INodeProperties[] } => 'values' in entry;

const PLACES = new Set(operations.map(({ resource, operation }) => `${resource}:${operation}`));

/** Where a field shows: each resource and operation that has it, or the node as a whole. */
function placesOf({ displayOptions }: INodeProperties): string[] {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	if (operation.length === 0) return resource.length === 0 ? [''] : resource.map((one) => `${String(one)}:.`);
	const places = resource.flatMap((one) => operation.map((other) => `${String(one)}:${String(other)}`));
	return places.filter((place) => PLACES.has(place)).map((place) => `${place}.`);
}

/** The entries of a field and of its options and inner fields: type, whether it takes several values, and default. */
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

/** One entry for each name. If a field has several forms, the entry lists all of them. */
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

/** The versions of the node that an entry belongs to; a credential has none. */
export function versionsOf(name: string): number[] {
	if (name.startsWith('mavapayApi ')) return [];
	return [(name.startsWith('mavapayTrigger ') ? new MavapayTrigger() : new Mavapay()).description.version].flat();
}

/** The last released version, and the description that it was released with; null before the first release. */
export function lastReleased(root: string): { version: string; kept: Described } | null {
	const git = (...args: string[]) =>
		execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1e8 }).trim();
	const [version = ''] = git('tag', '--list', '[0-9]*.[0-9]*.[0-9]*', '--merged', 'HEAD', '--sort=-v:refname').split(
		'\n',
	);
	return version === '' ? null : { version, kept: readKept(git('show', `${version}:${KEPT}`)) };
}

/**
 * Sentences about each entry that has gone or changed, since a stored workflow may use it. A new entry breaks nothing.
 * A change is allowed if the changelog names the entry under *Breaking* in its *Unreleased* part. It is also allowed if
 * the node has a newer version and the released form still exists next to the new one.
 */
export function unannounced(
	before: Described,
	now: Described,
	{ versions = versionsOf, changelog }: { versions?: typeof versionsOf; changelog: string },
): string[] {
	const [, unreleased = ''] = /^## Unreleased$([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? [];
	const [, breaking = ''] = /^### Breaking$([^]*?)(?=^### |$(?![^]))/m.exec(unreleased) ?? [];
	return [...before].flatMap(([name, what]) => {
		const is = now.get(name);
		if (is === what || breaking.includes(`\`${name}\``)) return [];
		if (is === undefined) return [`${name} is gone`];
		const isNewer = versions(name).some((version) => version > 1);
		const keepsOld = formsOf(what).every((form) => formsOf(is).includes(form));
		return isNewer && keepsOld ? [] : [`${name} was ${what}, and is ${is}`];
	});
}
