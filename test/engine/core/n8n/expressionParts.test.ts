/** For any expression that reads members of an item, a missing member is found, as n8n's own evaluator shows. */
import fc from 'fast-check';
import type { IDataObject, INodeType } from 'n8n-workflow';
import { lackOf, readExpression } from '../../../../nodes/core/n8n/expressionParts';
import { createExecuteContext, plainDescription } from '../../../harness/engine';

const SEED = 20_261_124;
const type: INodeType = {
	description: {
		...plainDescription('test.node'),
		properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
	},
};

/** What the item lacks for an expression, the value that n8n gives it, and the parts that n8n was asked to evaluate. */
function lack(written: string, json: IDataObject, asksMembers = true) {
	const context = createExecuteContext({ type, parameters: { value: written }, items: [json] });
	const asked: string[] = [];
	const evaluate = (part: string): unknown => {
		asked.push(part);
		return context.evaluateExpression(part, 0);
	};
	const value: unknown = context.getNodeParameter('value', 0);
	return { why: lackOf(readExpression(written), value, { json, evaluate }, asksMembers), value, asked };
}

/** One `{{ }}` that reads members, and its result if no member is missing. */
interface Piece {
	readonly code: string;
	readonly reads: readonly string[];
	readonly gives: (item: Readonly<Record<string, string>>) => string;
}

const NAMES = ['nr', 'month', 'Bill No.', 'naïve', "Supplier's no"];
const name = fc.constantFrom(...NAMES);
const read = fc
	.tuple(
		name,
		fc.constantFrom('$json', '$input.item.json', '$json ', '$input . item.json'),
		fc.constantFrom('[]', "['']", '.', '?.'),
	)
	.map(([member, root, way]) => {
		// n8n's editor writes this form when a column is dropped into a field.
		if (way === "['']") return [member, `${root}['${member.replaceAll("'", "\\'")}']`] as const;
		const isName = /^[\p{L}]+$/u.test(member);
		return way === '[]' || !isName
			? ([member, `${root}[${JSON.stringify(member)}]`] as const)
			: ([member, `${root}${way}${member}`] as const);
	});
/** n8n fails on `?.` within a template literal, so pieces with a template use `.` instead. */
const piece: fc.Arbitrary<Piece> = fc.oneof(
	read.map(([member, code]): Piece => ({ code, reads: [member], gives: (item) => item[member] ?? '' })),
	read.map(([member, code]): Piece => ({
		code: `'INV-' + ${code}`,
		reads: [member],
		gives: (item) => `INV-${item[member]}`,
	})),
	read.map(([member, code]): Piece => ({
		code: `\`N\${${code.replace('?.', '.')}}\``,
		reads: [member],
		gives: (item) => `N${item[member]}`,
	})),
	read.map(([member, code]): Piece => ({
		code: `${code} ?? 'none'`,
		reads: [member],
		gives: (item) => item[member] ?? '',
	})),
	read.map(([member, code]): Piece => ({
		code: `${code} || 'none'`,
		reads: [member],
		gives: (item) => item[member] ?? '',
	})),
	read.map(([member, code]): Piece => ({
		code: `(${code} ?? '').trim()`,
		reads: [member],
		gives: (item) => item[member] ?? '',
	})),
	read.map(([member, code]): Piece => ({
		code: `[...${code} ?? ''].join('')`,
		reads: [member],
		gives: (item) => item[member] ?? '',
	})),
	fc.tuple(read, read).map(([[one, first], [other, second]]): Piece => ({
		code: `[${first}, ${second}].join('/')`,
		reads: [one, other],
		gives: (item) => `${item[one]}/${item[other]}`,
	})),
	fc.constant<Piece>({ code: "'fixed'", reads: [], gives: () => 'fixed' }),
);
const around = fc.constantFrom('', '', '-', 'INV ', '.');
const written = fc
	.tuple(around, fc.array(fc.tuple(piece, around), { minLength: 1, maxLength: 4 }))
	.map(([first, rest]) => ({
		text: `=${first}${rest.map(([{ code }, after]) => `{{ ${code} }}${after}`).join('')}`,
		reads: rest.flatMap(([{ reads }]) => reads),
		gives: (item: Readonly<Record<string, string>>) =>
			first + rest.map(([one, after]) => one.gives(item) + after).join(''),
	}));
const value = fc.constantFrom('7', 'A-1', '2026-11', 'O’Neil & Sons');
const blank = fc.constantFrom<unknown>(undefined, null, '', ' ', '\u200b\u2060', []);

test('whatever is read and missing is found, and what lacks nothing is what n8n makes of it', () => {
	fc.assert(
		fc.property(
			written,
			fc.record(Object.fromEntries(NAMES.map((each) => [each, value]))),
			fc.dictionary(name, blank),
			({ text, reads, gives }, whole, lost) => {
				const { why, value: made } = lack(text, JSON.parse(JSON.stringify({ ...whole, ...lost })));
				const there = lack(text, whole);
				expect([there.why, String(there.value)]).toEqual([null, gives(whole)]);
				expect([text, made, why !== null]).toEqual([text, made, reads.some((each) => each in lost)]);
			},
		),
		{ seed: SEED, numRuns: Number(process.env.PROPERTY_RUNS ?? 80) },
	);
});

test.each<[string, number]>([
	['={{ $json.nr }}', 0],
	['={{ "INV-" + $json.nr }}', 0],
	['=INV-{{ $json.nr }}', 0],
	['={{ $json["nr"] }}/{{ $input.item.json.month }} of {{ $json.nr }}', 0],
	['={{ "INV-" + $json.nr }}/{{ $json.month }}', 1],
	["={{ $json['Supplier\\'s no'] }}", 1],
])('%s: %i parts are evaluated by themselves, none that is a member of the item', (text, times) => {
	const { why, asked } = lack(text, { nr: 7, month: 'Nov', "Supplier's no": 8 });
	expect([why, asked.length]).toEqual([null, times]);
});

test('without asking for members, a substitute may stand in, but no part may give nothing', () => {
	expect(lack('={{ $json.nr ?? $json.month }}', { month: 'Nov' }, false).why).toBeNull();
	expect(lack('=by {{ $json.nr }}', { month: 'Nov' }, false).why).toMatch(/^gets nothing from \{\{ \$json\.nr \}\}/);
	expect(lack("={{ 'by ' + $json.nr }}", { month: 'Nov' }, false).why).toMatch(/^holds undefined/);
});

test('a long expression is cut in the text, and one that fails gives nothing', () => {
	const long = `"${'x'.repeat(80)}".at($json.month.length + 99)`;
	const { why } = lack(`=a{{ ${long} }}`, { month: 'Nov' });
	expect(why).toMatch(/^gets nothing from \{\{ "x{56}…, so/);
	expect(lack('={{ $json.month }}{{ $json.month.nothing.at(1) }}', { month: 'Nov' }).why).not.toBeNull();
});
