/** What our node reads by itself is what n8n's evaluator gives for the same expression. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { plainReference } from '../../nodes/core/n8n/itemReferences';
import { createExecuteContext, plainDescription } from './harness';

const SEED = 20_260_412;

const type: INodeType = {
	description: {
		...plainDescription('test.node'),
		properties: [{ displayName: 'Value', name: 'value', type: 'json', default: '' }],
	},
};

/** As n8n reads the parameter `value` for the one item. */
function byN8n(value: INodeParameters[string], item: IDataObject): unknown {
	return createExecuteContext({ type, parameters: { value }, items: [item] }).getNodeParameter('value', 0);
}

const json = fc.oneof(
	fc.string({ unit: 'grapheme' }),
	fc.constantFrom('', '=', '={{ $json.b }}', '{{ 1 + 1 }}', '2026-01-31T09:00:00.000Z', '\\n', '0012', 'true'),
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
);
const hardNames = ['Account Number', 'a.b', 'naïve', '名', 'a}}b', '{{ 1 }}', 'a.isEmpty()', 'a?.toInt()', '$json', '=1', ' ', '//'];
const word = fc.stringMatching(/^[A-Za-z_]\w{0,12}$/);
const anyName = fc.oneof(word, fc.stringMatching(/^[^"'\\\r\n]{1,20}$/), fc.constantFrom(...hardNames));
const spaces = fc.constantFrom('', ' ', '  ', '\t', '\n');

const written = fc.tuple(anyName, spaces, spaces, fc.constantFrom('dot', '"', "'")).map(([name, before, after, form]) => ({
	name,
	text: form === 'dot' ? `={{${before}$json.${name}${after}}}` : `={{${before}$json[${form}${name}${form}]${after}}}`,
}));

it('gives the value that n8n gives, or leaves the expression to n8n', () => {
	let own = 0;
	fc.assert(
		fc.property(written, json, json, ({ name, text }, value, other) => {
			const item: IDataObject = { [name]: value, b: other };
			const found = plainReference(text, item);
			if (found === null) return;
			own += 1;
			expect(found.value).toBe(byN8n(text, item));
		}),
		{ seed: SEED, numRuns: 1_000 },
	);
	expect(own).toBeGreaterThan(500);
});

it('reads resource locators and collections whole', () => {
	const item = { code: '000014', parallel: 7, open: false };
	for (const value of [
		{ __rl: true, mode: 'id', value: '={{ $json.code }}' },
		{ __rl: true, mode: 'list', value: '={{$json["code"]}}', cachedResultName: 'Access Bank' },
		{ itemsInParallel: '={{ $json.parallel }}', validateOnly: "={{ $json['open'] }}", note: 'as written', limit: 3 },
	]) {
		expect(plainReference(value, item)?.value).toEqual(byN8n(value, item));
	}
});

it.each([
	['a member that is missing', '={{ $json.missing }}'],
	['null', '={{ $json.nothing }}'],
	['an object', '={{ $json.object }}'],
	['a list', '={{ $json.list }}'],
	['a number that JSON has not', '={{ $json.infinite }}'],
	['a member of a member', '={{ $json.object.a }}'],
	['a call', '={{ $json.text.trim() }}'],
	['text around the braces', '={{ $json.text }} '],
	['text before the braces', '= {{ $json.text }}'],
	['two expressions', '={{ $json.text }}{{ $json.text }}'],
	['a member of two names', '={{ $json.text ?? $json.object }}'],
	['another node', '={{ $("Start").item.json.text }}'],
	['a name in backticks', '={{ $json[`text`] }}'],
	['an escaped name', '={{ $json["te\\u0078t"] }}'],
	['an inherited member', '={{ $json.toString }}'],
	['a name that n8n refuses', '={{ $json["constructor"] }}'],
	['a name that n8n refuses within another', '={{ $json["a.constructor"] }}'],
	['the prototype', '={{ $json.__proto__ }}'],
])('leaves %s to n8n', (_, text) => {
	const item = {
		text: 'a',
		nothing: null,
		object: { a: '1' },
		list: ['1'],
		infinite: Number.POSITIVE_INFINITY,
		constructor: 'mine',
		'a.constructor': 'mine',
	};
	expect(plainReference(text, item)).toBeNull();
	expect(plainReference({ a: 'fixed', b: text }, item)).toBeNull();
	expect(plainReference([text], item)).toBeNull();
});
