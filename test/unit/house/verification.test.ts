/** docs/verification.md answers warnings of n8n's lint, which reads sources and so can't see what is built. */
import type { INodeProperties } from 'n8n-workflow';
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';
import { readProject } from '../../harness/sources';

const page = readProject().get('docs/verification.md') ?? '';
const topLevel = [new Mavapay(), new MavapayTrigger()].flatMap(({ description }) => description.properties);
const optional = topLevel.filter(({ required }) => required !== true);

const deeply = (properties: readonly INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => {
		const members = (property.options ?? []).filter((option): option is INodeProperties => 'type' in option);
		return [property, ...deeply(members)];
	});

it('names each optional field at the top level with its reason, and no other', () => {
	const exempt = new Set(['collection', 'fixedCollection', 'notice', 'callout', 'hidden', 'options']);
	const listFields = new Set(['returnAll', 'limit']);
	const fields = optional.filter(({ name, type }) => !exempt.has(type) && !listFields.has(name));
	const [, section = ''] = page.split('### Optional fields at the top level');
	const rows = section.split('\n').filter((line) => /^\| (?!---|Why )/.test(line));
	const named = rows.flatMap((row) => Array.from(row.matchAll(/`(\w+)`/g), ([, name = '']) => name));
	expect(named.length).toBeGreaterThan(20);
	expect(named.sort()).toEqual([...new Set(fields.map(({ name }) => name))].sort());
});

it('is right that no optional field takes JSON, and that every choice has a value', () => {
	expect(optional.filter(({ type }) => type === 'json')).toEqual([]);
	const choices = optional.filter(({ type }) => type === 'options');
	expect(choices.length).toBeGreaterThan(20);
	for (const { name, default: value, options = [] } of choices) {
		const values = options.map((option) => ('value' in option ? option.value : null));
		expect([name, values]).toEqual([name, expect.arrayContaining([value])]);
	}
});

it('is right that no hint is longer than 120 characters', () => {
	const hints = deeply(topLevel).map(({ hint = '' }) => hint);
	expect(hints.filter((hint) => hint.length > 120)).toEqual([]);
});
