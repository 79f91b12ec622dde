import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { MavapayApi } from '../../../credentials/MavapayApi.credentials';
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';
import { only, readProject } from '../../harness/sources';

/*
 * n8n's lint reads source text, so it cannot see what is generated. These are its rules
 * (n8n-nodes-base 1.16, community-nodes 0.32) applied to the built description.
 */

interface Place {
	where: string;
	property: INodeProperties;
	inCollection: boolean;
}

const isOption = (entry: object): entry is INodePropertyOptions => 'value' in entry;
const isProperty = (entry: object): entry is INodeProperties => 'type' in entry;

function walk(properties: readonly INodeProperties[], prefix: string, inCollection = false): Place[] {
	return properties.flatMap((property) => {
		const show = property.displayOptions?.show;
		const path = show?.resource ? `${String(show.resource[0])}:${String(show.operation?.[0] ?? '')}.` : prefix;
		const where = `${path}${property.name}`;
		const members = (property.options ?? []).filter((entry) => isProperty(entry));
		return [{ where, property, inCollection }, ...walk(members, `${where}.`, true)];
	});
}

const { properties } = new Mavapay().description;
const places = [...walk(properties, ''), ...walk(new MavapayTrigger().description.properties, 'trigger.')];
const texts = ({ type, displayName, description, hint }: INodeProperties) =>
	[type === 'notice' ? displayName : undefined, description, hint].filter((text) => text !== undefined);
const optionsOf = (property: INodeProperties) => (property.options ?? []).filter((entry) => isOption(entry));
const failing = (rule: (place: Place) => boolean) => places.filter((place) => !rule(place)).map(({ where }) => where);

const SMALL_WORDS = new Set('a an and at by for in of on or per the to with if'.split(' '));
const titleCase = (text: string) =>
	text.split(' ').every((word, index) => (index > 0 && SMALL_WORDS.has(word)) || /^[A-Z0-9(]/.test(word));

const isSorted = (names: string[]) =>
	names.every((name, index) => index === 0 || (names[index - 1] ?? '').localeCompare(name, 'en') <= 0);

const SECRET = /secret|password|token|api ?key/i;

/** Dropdowns in which nothing is selected at first, since a payment could follow from it: docs/reference/amounts.md, *No default pays*. */
const WITHOUT_DEFAULT = new Set(['amountIs', 'amountUnit', 'from', 'kesNetwork', 'operation', 'sourceWallet', 'to']);

/** Labels of two or more words, which no sentence contains by chance. */
const LABELS = places.map(({ property }) => property.displayName).filter((label) => /^[A-Z]\S* [A-Z]\S*$/.test(label));
const QUOTED = /(?<=^|[\s(])'[^']+'(?=[\s.,;:)]|$)/g;

const RULES: Readonly<Record<string, (place: Place) => boolean>> = {
	'has labels in title case, trimmed, with single blanks': ({ property: { type, displayName } }) =>
		type === 'notice' || (titleCase(displayName) && !/^\s|\s$|\s\s/.test(displayName)),
	'has sentences without a period when single, and with one when several': ({ property }) =>
		texts(property).every((text) => {
			const several = /[.?!]\s+[A-Z0-9]/.test(text);
			return several ? text.endsWith('.') : !text.endsWith('.');
		}),
	'has descriptions that start with a capital and say more than the label': ({
		property: { description, displayName },
	}) =>
		description === undefined ||
		(/^[A-Z"']/.test(description) && description !== displayName && !/^The (ID|name)$/i.test(description)),
	'starts the description of every switch with "Whether"': ({ property }) =>
		property.type !== 'boolean' || (property.description ?? '').startsWith('Whether'),
	'has a default of the right type, and one of the options for a dropdown': ({
		property: { type, default: preset, ...rest },
	}) => {
		if (type === 'options' && WITHOUT_DEFAULT.has(rest.name) && preset === '') return true;
		if (type === 'options') return optionsOf({ type, default: preset, ...rest }).some(({ value }) => value === preset);
		if (type === 'boolean') return typeof preset === 'boolean';
		if (type === 'number') return typeof preset === 'number';
		if (type === 'collection' || type === 'resourceLocator') return typeof preset === 'object' && preset !== null;
		if (type === 'multiOptions') return Array.isArray(preset);
		return typeof preset === 'string';
	},
	'requires nothing inside a collection, and says "required" only where it is': ({ property, inCollection }) =>
		property.required !== false && !(inCollection && property.required === true),
	'masks what looks like a secret': ({ property }) =>
		property.type !== 'string' || !SECRET.test(property.name) || property.typeOptions?.password === true,
	'names other fields in single quotes': ({ property }) =>
		texts(property).every((text) => !LABELS.some((label) => text.replace(QUOTED, '').includes(label))),
	'opens a locator From List where there is a list': ({ property: { modes = [], default: preset } }) =>
		modes.every(({ type }) => type !== 'list') || JSON.stringify(preset) === '{"mode":"list","value":""}',
	'keeps hints short enough to be read': ({ property }) => (property.hint ?? '').length <= 120,
};

describe('the built descriptions of the nodes', () => {
	it.each(Object.entries(RULES))('%s', (_title, rule) => {
		expect(failing(rule)).toEqual([]);
	});

	it('is walked in full', () => {
		expect(places.length).toBeGreaterThan(200);
		expect(places.filter(({ inCollection }) => inCollection).length).toBeGreaterThan(50);
	});

	it('has option names in title case', () => {
		const odd = places.flatMap(({ where, property }) =>
			optionsOf(property)
				// The choice "Naira, with decimals" is a phrase, so it isn't in title case.
				.filter(({ name }) => property.name !== 'amountUnit' && !titleCase(name))
				.map(({ name }) => `${where}: ${name}`),
		);
		expect(odd).toEqual([]);
	});

	it('starts every placeholder with "e.g." but those of collections', () => {
		expect(
			failing(
				({ property: { type, placeholder } }) =>
					placeholder === undefined || type === 'collection' || placeholder.startsWith('e.g. '),
			),
		).toEqual([]);
		const modes = places.flatMap(({ property }) => property.modes ?? []);
		expect(modes.filter((mode) => mode.type === 'string' && !mode.placeholder?.startsWith('e.g. '))).toEqual([]);
	});

	it('sorts options and collections of five or more', () => {
		const odd = failing(({ property }) => {
			const names = (property.options ?? []).map((entry) => (isProperty(entry) ? entry.displayName : entry.name));
			return names.length < 5 || isSorted(names);
		});
		expect(odd).toEqual([]);
	});

	it('words Return All and Limit as n8n demands', () => {
		const named = (name: string) =>
			places.filter(({ property }) => property.name === name).map(({ property }) => property);
		expect(named('returnAll')).not.toEqual([]);
		for (const property of named('returnAll')) {
			expect(property.displayName).toBe('Return All');
			expect(property.description).toBe('Whether to return all results or only up to a given limit');
		}
		for (const property of named('limit')) {
			expect(property).toMatchObject({
				default: 50,
				description: 'Max number of results to return',
				typeOptions: { minValue: 1 },
			});
		}
	});

	it('gives every operation an action in sentence case that names its resource, and a description that adds something', () => {
		const operations = properties.filter(({ name }) => name === 'operation').flatMap((property) => optionsOf(property));
		expect(operations.length).toBeGreaterThan(25);
		for (const { name, action = '', description = '' } of operations) {
			expect(action).toMatch(/^[A-Z][^A-Z]*( [A-Z]{2,}[^A-Z]*)*( M-Pesa[^A-Z]*)?/);
			expect(description.length).toBeGreaterThan(name.length);
			if (name === 'Get Many') expect(action).toMatch(/^Get many /);
		}
	});

	it('lets no expression choose resource or operation', () => {
		for (const property of properties.filter(({ name }) => name === 'resource' || name === 'operation')) {
			expect(property.noDataExpression).toBe(true);
		}
	});
});

it('heads no message with error, problem, failure or mistake', () => {
	const sources = [...only(readProject(), /^(nodes|credentials)\/.*\.ts$/).values()].join('\n');
	const heading = /(?:\brefuse\(\s*|\bsummary: |\bon(?:Code|Status)\([^,]+,\s*)(["'`])(.+?)\1/g;
	const headings = Array.from(sources.matchAll(heading), ([, , said = '']) => said.replace(/\$\{[^}]*\}/g, ''));
	expect(headings.length).toBeGreaterThan(50);
	expect(headings.filter((said) => /\b(?:errors?|problems?|failures?|mistakes?)\b/i.test(said))).toEqual([]);
});

describe('the credential', () => {
	it('masks every secret and nothing else', () => {
		for (const { name, typeOptions } of new MavapayApi().properties) {
			expect([name, typeOptions?.password === true]).toEqual([name, /apiKey|accessToken|Secret/.test(name)]);
		}
	});
});
