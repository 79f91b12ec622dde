/** Values that our node reads without n8n equal the values of n8n's evaluator. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { referenceReader } from '../../../../nodes/core/n8n/parameters';
import { createExecuteContext, plainDescription } from '../../../harness/engine';

const SEED = 20_260_412;

const type: INodeType = {
	description: {
		...plainDescription('test.node'),
		properties: [{ displayName: 'Value', name: 'value', type: 'json', default: '' }],
	},
};

/** The value, or 'refused' if n8n refused the expression. */
type Read = { readonly value: unknown } | 'refused';

/** Each item's parameter `value` as n8n and as our reader read it, and the items for which our reader asked n8n. */
function readBoth(
	written: INodeParameters[string],
	items: IDataObject[],
): { byN8n: Read[]; byUs: Read[]; asked: number[] } {
	const context = createExecuteContext({ type, parameters: { value: written }, items });
	const asked: number[] = [];
	const attempt = (read: () => unknown): Read => {
		try {
			return { value: read() };
		} catch {
			return 'refused';
		}
	};
	const read = referenceReader(context.getInputData(), (name, index) => {
		asked.push(index);
		return context.getNodeParameter(name, index);
	});
	return {
		byN8n: items.map((_, index) => attempt(() => context.getNodeParameter('value', index))),
		byUs: items.map((_, index) => attempt(() => read('value', written, index))),
		asked,
	};
}

const json = fc.oneof(
	fc.string({ unit: 'grapheme' }),
	fc.constantFrom('', '=', '={{ $json.b }}', '{{ 1 + 1 }}', '2026-01-31T09:00:00.000Z', '\\n', '0012', 'true'),
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
);
const hardNames = [
	'Account Number',
	'a.b',
	'naïve',
	'名',
	'a}}b',
	'{{ 1 }}',
	'a.isEmpty()',
	'a?.toInt()',
	'$json',
	'=1',
	' ',
	'//',
];
const word = fc.stringMatching(/^[A-Za-z_]\w{0,12}$/);
const anyName = fc.oneof(word, fc.stringMatching(/^[^"'\\\r\n]{1,20}$/), fc.constantFrom(...hardNames));
const spaces = fc.constantFrom('', ' ', '  ', '\t', '\n');

const written = fc
	.tuple(anyName, spaces, spaces, fc.constantFrom('dot', '"', "'"))
	.map(([name, before, after, form]) => ({
		name,
		text: form === 'dot' ? `={{${before}$json.${name}${after}}}` : `={{${before}$json[${form}${name}${form}]${after}}}`,
	}));

it('gives what n8n gives, refusals included, and asks n8n no more once both agreed', () => {
	let once = 0;
	fc.assert(
		fc.property(written, fc.array(json, { minLength: 3, maxLength: 3 }), json, ({ name, text }, values, other) => {
			const { byN8n, byUs, asked } = readBoth(
				text,
				values.map((value) => ({ b: other, [name]: value })),
			);
			expect(byUs).toEqual(byN8n);
			if (asked.length === 1) once += 1;
		}),
		{ seed: SEED, numRuns: 300 },
	);
	expect(once).toBeGreaterThan(150);
});

it.each([
	[{ __rl: true, mode: 'id', value: '={{ $json.code }}' }],
	[{ __rl: true, mode: 'list', value: '={{$json["code"]}}', cachedResultName: 'Access Bank' }],
	[{ payoutsInParallel: '={{ $json.parallel }}', validateOnly: "={{ $json['open'] }}", note: 'as written', limit: 3 }],
])('reads %j whole', (value) => {
	const items = [7, 8, 9].map((parallel) => ({ code: `00001${parallel}`, parallel, open: parallel === 8 }));
	const { byN8n, byUs, asked } = readBoth(value, items);
	expect(byUs).toEqual(byN8n);
	expect(asked).toEqual([0]);
});

it('asks n8n for each item that has no plain value, and for the first that has one', () => {
	const items = [{}, { a: null }, { a: 'x' }, { a: { b: 1 } }, { a: 'y' }, { a: 5 }];
	const { byN8n, byUs, asked } = readBoth('={{ $json.a }}', items);
	expect(byUs).toEqual(byN8n);
	expect(asked).toEqual([0, 1, 2, 3]);
});

it('leaves a parameter to n8n for good where both did not agree', () => {
	const items = ['x', 'y', 'z'].map((a) => ({ json: { a } }));
	const read = referenceReader(items, (_, index) => `n8n ${index}`);
	expect([0, 1, 2].map((index) => read('value', '={{ $json.a }}', index))).toEqual(['n8n 0', 'n8n 1', 'n8n 2']);
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
	['the place in the run', '={{ $itemIndex }}'],
	['a name in backticks', '={{ $json[`text`] }}'],
	['an escaped name', '={{ $json["te\\u0078t"] }}'],
	['an inherited member', '={{ $json.toString }}'],
	['a name that n8n refuses', '={{ $json["constructor"] }}'],
	['a name that n8n refuses within another', '={{ $json["a.constructor"] }}'],
	['the prototype', '={{ $json.__proto__ }}'],
])('leaves %s to n8n, for every item', (_, text) => {
	const item = {
		text: 'a',
		nothing: null,
		object: { a: '1' },
		list: ['1'],
		infinite: Number.POSITIVE_INFINITY,
		constructor: 'mine',
		'a.constructor': 'mine',
	};
	for (const value of [text, { a: 'fixed', b: text }, [text]]) {
		const { byN8n, byUs, asked } = readBoth(value, [item, item]);
		expect(byUs).toEqual(byN8n);
		expect(asked).toEqual([0, 1]);
	}
});
