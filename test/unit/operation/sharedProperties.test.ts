/** Operations describe a shared parameter once, but each operation shows only its own parameters, in its own order. */
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { operations } from '../../../nodes/Mavapay/operations';

const { description } = new Mavapay();
const { properties } = description;
const version = { typeVersion: 1 };

/** The parameters that n8n shows with these values and defaults for the rest, without parameters of AI tools. */
function shownBy(given: INodeParameters): string[] {
	const values = NodeHelpers.getNodeParameters(properties, given, true, false, version, description) ?? {};
	const shown = properties.filter((one) => NodeHelpers.displayParameter(values, one, version, description));
	return shown.flatMap(({ name, type }) => (/^(resource|operation)$/.test(name) || type === 'notice' ? [] : [name]));
}

test.each(operations.map((one) => [`${one.resource}: ${one.operation}`, one] as const))(
	'%s shows its own parameters, each once and in their order',
	(_, { resource, operation, fields }) => {
		const shown = shownBy({ resource, operation });
		const own = Object.entries(fields);
		expect(shown).toEqual(own.map(([name]) => name).filter((name) => shown.includes(name)));
		const always = own.filter(([, { showWhen }]) => showWhen === undefined).map(([name]) => name);
		expect(shown).toEqual(expect.arrayContaining(always));
	},
);

test.each([
	['withdrawal', 'toBankAccount', 16],
	['withdrawal', 'toKenya', 18],
	['withdrawal', 'toGhana', 18],
	['withdrawal', 'toSouthAfrica', 18],
	['quote', 'create', 10],
	['quote', 'createAndAccept', 15],
])('%s: %s shows at first no more than %d fields, besides Options', (resource, operation, most) => {
	const shown = shownBy({ resource, operation }).filter((name) => name !== 'options');
	expect(shown.length).toBeLessThanOrEqual(most);
	expect(shown.length).toBeGreaterThan(5);
});

test('the fields of a payment stand in groups with headings, in their order', () => {
	const headings = properties.filter(({ name }) => name.startsWith('heading')).map(({ displayName }) => displayName);
	expect([...new Set(headings)].sort()).toEqual(['Checks', 'Limits', 'Only for an Approved List']);
	const given = NodeHelpers.getNodeParameters(
		...([
			properties,
			{ resource: 'withdrawal', operation: 'toBankAccount' },
			true,
			false,
			version,
			description,
		] as const),
	);
	const shown = properties.filter((one) => NodeHelpers.displayParameter(given ?? {}, one, version, description));
	const before = (heading: string) => shown[shown.findIndex(({ displayName }) => displayName === heading) + 1]?.name;
	expect(['Checks', 'Limits', 'Only for an Approved List'].map(before)).toEqual([
		'expectedAccountName',
		'maximumAmount',
		'approvalDigest',
	]);
	// The three fields of an approval are under one heading, and nothing else is above them.
	const from = shown.findIndex(({ name }) => name === 'approvalDigest');
	expect(shown.slice(from, from + 3).map(({ name }) => name)).toEqual(['approvalDigest', 'approvedBy', 'leftOut']);
});

test('fewer than 35 in a hundred parameters say what another one says', () => {
	const said = properties.map(({ displayOptions: _shown, ...property }) => JSON.stringify(property));
	expect(said.length - new Set(said).size).toBeLessThan(said.length * 0.35);
});
