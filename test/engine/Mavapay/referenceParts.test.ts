/** References with a missing part: if the part is filled in later, the reference changes, and the row is paid again. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { at, placed } from '../../cases/case';
import { bankPayout, toStablecoin } from '../../cases/withdrawal';
import { saidBy } from '../../harness/engine';
import { json, run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const paid = () => service.sandbox.ledger.payouts({}).length;
const bill = (payoutReference: string) => ({
	...bankPayout,
	payoutReference,
	...placed({ alreadyRecorded: 'skip' }),
});

/** The reference that a row was paid under, or why it wasn't paid. */
async function pay(written: string, item: IDataObject): Promise<string> {
	const { success, nodeError } = await run(service.sandbox, bill(written), { items: [item] });
	return nodeError === undefined ? String(at(json(success)[0], 'payout', 'reference')) : (saidBy(nodeError) ?? '');
}

const row = { month: '2026-11', supplier: 'ACME-NG', company: 'Adaeze Foods' };

describe('a row that lacks its number is refused, and paid once when it has it', () => {
	test.each<[string, string]>([
		['=INV-{{ $json.nr }}', 'INV-7'],
		["={{ 'INV-' + $json.nr }}", 'INV-7'],
		['={{ `INV-${$json.nr}` }}', 'INV-7'],
		["={{ $json.month + ' ' + $json.nr }}", '2026-11 7'],
		['={{ $json.supplier }}-{{ $json.nr }}', 'ACME-NG-7'],
		['={{ $json.company }} {{ $json.nr }}', 'Adaeze Foods 7'],
		["={{ [$json.supplier, $json.nr].join('/') }}", 'ACME-NG/7'],
		["={{ $json.nr?.trim() ?? '' }}{{ $json.month }}", '72026-11'],
	])('%s', async (written, reference) => {
		for (const nr of [undefined, null, '', '  ', '\u200b']) {
			expect(await pay(written, { ...row, ...(nr === undefined ? {} : { nr }) })).toMatch(
				/^'Payout Reference' reads \$json\.nr, which is missing, so the payout could be sent twice\. If it is filled in later, the reference changes\. Set a default in an earlier node, not in this expression\. Nothing was sent for this item\./,
			);
		}
		expect([paid(), service.sandbox.requests]).toEqual([0, []]);
		expect(await pay(written, { ...row, nr: '7' })).toBe(reference);
		expect(await pay(written, { ...row, nr: '7' })).toBe(reference);
		expect(paid()).toBe(1);
	});
});

test.each<[string, string]>([
	['={{ $json["nr"] ?? "none" }}', '$json["nr"]'],
	["={{ $json['nr'] || $json.month }}", "$json['nr']"],
	['={{ $json?.nr ?? $json.month }}', '$json?.nr'],
	['={{ $input.item.json.nr ?? "none" }}', '$input.item.json.nr'],
	["={{ $('Items').item.json.nr ?? 'none' }}", "$('Items').item.json.nr"],
	['={{ $("Items").item.json["nr"] ?? "none" }}', '$("Items").item.json["nr"]'],
	["={{ $('Items').first().json.nr ?? 'none' }}", "$('Items').first().json.nr"],
	["={{ $('Items').all()[0].json.nr ?? 'none' }}", "$('Items').all()[0].json.nr"],
	['={{ $input.all()[0].json.nr ?? "none" }}', '$input.all()[0].json.nr'],
	['={{ $node["Items"].json.nr ?? "none" }}', '$node["Items"].json.nr'],
	["={{ $('Items').first(0).json.nr ?? 'none' }}", "$('Items').first(0).json.nr"],
	["={{ $('Item\\x73').item.json.nr ?? 'none' }}", "$('Item\\x73').item.json.nr"],
	["={{ $json.supplier + $json['Bill\\'s no'] }}", "$json['Bill\\'s no']"],
	["={{ 'INV-' + [...$json.nr ?? []].join('-') }}", '$json.nr'],
	['={{ $json.bill.nr ?? $json.month }}', '$json.bill.nr'],
	['={{ $json.nr.toString().padStart(3, "0") }}', "no column 'nr'"],
	['={{ $json.nr ? "INV-" + $json.nr : $json.month }}', '$json.nr'],
])('%s: a substitute in the expression makes no reference of what is missing', async (written, named) => {
	const said = await pay(written, { ...row, bill: { other: 1 } });
	expect(said).toMatch(/^'Payout Reference' (reads .*, which is missing|has no value)/);
	expect(said).toContain(named);
	expect(paid()).toBe(0);
});

test.each<readonly [string, string]>([
	["={{ 'INV-' + {}.nr }}", 'undefined'],
	['={{ `INV_${null}` }}', 'null'],
	['=INV-{{ Number("x") }}', 'NaN'],
	["={{ 'INV ' + { nr: 7 } }}", '[object Object]'],
	['={{ "INV-" + new Date("x") }}', 'Invalid Date'],
	['=INV-{{ DateTime.fromISO("2026-13").toFormat("yyyy-MM") }}', 'Invalid DateTime'],
	...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!'].map(
		(error) => ['=INV-{{ $json.cell }}', error] as const,
	),
])('%s: %s stands for a missing value', async (written, word) => {
	const said = await pay(written, { ...row, cell: word });
	expect(said).toContain(`'Payout Reference' holds ${word}, which means a missing value, so the payout could be`);
	expect(paid()).toBe(0);
});

const NAMELESS: ReadonlyArray<string | number | boolean> = [
	...[
		'N/A',
		'n/a',
		'NA',
		'-',
		'--',
		'\u2013',
		'nil',
		'NIL',
		'None',
		'TBD',
		'tbd',
		'.',
		'?',
		'#',
		'########',
		'0',
		'000',
	],
	...['none.', 'Nill', 'TBA', 'tbc', 'Unknown', 'PENDING', 'Not applicable', 'not yet', 'To be advised', 'As above'],
	...['ditto', 'blank', 'Yes', 'no', 'No.', 'x', 'XXX'],
	...['TRUE', 'false', 'NULL', 'Undefined', 'nan', '#n/a', ' - ', true, false, 0],
];

test.each(NAMELESS)('%p names no payment', async (cell) => {
	expect(await pay('={{ $json.cell }}', { ...row, cell })).toMatch(
		/^'Payout Reference' holds .*, which means a missing value, so the payout could be sent twice/,
	);
	expect(paid()).toBe(0);
});

test.each(['N/A', 'tbd', 'nil', 'None', '####'])('%s names nothing in a part of a reference either', async (cell) => {
	expect(await pay('=INV-{{ $json.cell }}', { ...row, cell })).toContain(`holds ${cell}, which means a missing`);
});

test('a customer reference that names no payment is told by its own field', async () => {
	const { nodeError } = await run(
		service.sandbox,
		{ ...toStablecoin, customerReference: '={{ $json.cell }}' },
		{ items: [{ cell: 'N/A' }] },
	);
	expect(saidBy(nodeError)).toMatch(/^'Customer Reference' holds N\/A, which means a missing value/);
});

test.each<[string, IDataObject, string]>([
	['={{ $json.nr }}', { nr: 1 }, '1'],
	['={{ $json.nr }}', { nr: 'None-1' }, 'None-1'],
	['={{ $json.nr }}-{{ $json.line }}', { nr: 'A', line: 0 }, 'A-0'],
	['=INV-{{ $json.nr }}', { nr: 0 }, 'INV-0'],
	['=INV-{{ $json.nr }}', { nr: 'no' }, 'INV-no'],
	['={{ $json.nr }}', { nr: 'Unknown-7' }, 'Unknown-7'],
	['={{ $json.paid }}-{{ $json.nr }}', { paid: false, nr: 7 }, 'false-7'],
	['={{ $json.name }}', { name: 'Nullarbor undefinedness BaNaNaN' }, 'Nullarbor undefinedness BaNaNaN'],
	['=undefined-{{ $json.nr }}', { nr: 7 }, 'undefined-7'],
	["={{ $json.nr.toUpperCase() + '/' + $json.lines[0].sku }}", { nr: 'a7', lines: [{ sku: 'X' }] }, 'A7/X'],
	['={{ $json.nr }}{{ "" + $json.month.length }}', { nr: 7, month: 'Nov' }, '73'],
	['=INV-7', {}, 'INV-7'],
])('%s lacks nothing', async (written, item, reference) => {
	expect(await pay(written, item)).toBe(reference);
});

test.each(['INV-undefined', 'null', '#N/A', 'N/A', '0', '-', 'TBD', 'Invalid Date', '1001.0', '2.5E+11', '{ nr }'])(
	'%s, typed without an expression, is taken as it is',
	async (typed) => {
		expect(await pay(typed, row)).toBe(typed);
		expect(paid()).toBe(1);
	},
);

test.each([
	['={{ $execution.id }}-{{ $json.id }}', true],
	["={{ $execution['id'] }}", true],
	['={{ $json.id }}-{{ $now }}', true],
	['={{ $now.toMillis() }}', true],
	["={{ 'R' + Math.random() }}", true],
	['={{ Date.now() }}', true],
	["={{ $now.toFormat('yyyyMMddHHmmss') }}", true],
	['={{ $execution?.id }}', true],
	['={{ $execution.resumeUrl }}', true],
	['={{ String(Date()) }}', true],
	['={{ Number(new Date) }}', true],
	['={{ DateTime.local().toMillis() }}', true],
	["={{ ['a', 'b'].randomItem() }}", true],
	["={{ $json.id }}-{{ $now.toFormat('yyyy-MM') }}", false],
	['={{ $json.id }}-{{ $execution.mode }}', false],
	['={{ $json.id }}-{{ new Date("2026-11-24").getFullYear() }}', false],
	['={{ $json.id }}-{{ $today.toFormat("yyyy") }}-{{ $itemIndex }}', false],
	['={{ $json.id }}', false],
	['$now', false],
])('a reference of %s is pointed out as one that changes with every run: %s', async (payoutReference, changes) => {
	const result = await run(service.sandbox, bill(payoutReference), { items: [{ id: 'A-1' }] });
	expect(result.hints.some(({ message }) => message.includes('changes with every run'))).toBe(changes);
	expect(result.nodeError).toBeUndefined();
});

test('the hint names the field that the reference is from', async () => {
	const usdt: INodeParameters = {
		...toStablecoin,
		resource: 'withdrawal',
		operation: 'toStablecoin',
		payoutReference: '',
	};
	const result = await run(service.sandbox, { ...usdt, customerReference: '={{ $execution.id }}' });
	expect(result.hints).toMatchObject([
		{ message: '1 paid, 1.00 USDT' },
		{ message: expect.stringMatching(/^'Customer Reference' changes with every run/) },
	]);
});
