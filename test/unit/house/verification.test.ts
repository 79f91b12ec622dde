/** docs/why/verification.md answers warnings of n8n's lint, which reads sources and so can't see what is built. */
import type { INodeProperties } from 'n8n-workflow';
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { operations } from '../../../nodes/Mavapay/operations';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';
import { readProject } from '../../harness/sources';

const page = readProject().get('docs/why/verification.md') ?? '';
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

it('is right that the only JSON field is shown for one kind of payee', () => {
	const shown = optional.filter(({ type }) => type === 'json');
	const where = shown.map(({ name, displayOptions }) => [name, displayOptions?.show?.beneficiaryType]);
	expect(where.length).toBeGreaterThan(0);
	expect(where).toEqual(where.map(() => ['beneficiaryJson', ['json']]));
});

it('is right that the node requires what a choice shows', () => {
	const [, named = ''] = /\| required by the node, [^|]*\|([^|]*)\|/.exec(page) ?? [];
	const names = Array.from(named.matchAll(/`(\w+)`/g), ([, name = '']) => name);
	const fields = operations.flatMap((operation) => Object.entries(operation.fields));
	for (const name of names) {
		const own = fields.filter(([other, { showWhen = {} }]) => other === name && Object.keys(showWhen).length > 0);
		expect([name, own.length]).not.toEqual([name, 0]);
		for (const [, field] of own)
			for (const empty of ['', ' ', undefined, field.face.default])
				expect(field.read(empty)).toMatchObject({ ok: false });
	}
	expect(names.length).toBeGreaterThan(10);
});

it('is right that every choice has a value', () => {
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
