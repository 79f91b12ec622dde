/** A file is read completely or not at all: all its parts are read, reported, harmless or set in 'Columns'. */
import fc from 'fast-check';
import { KINDS } from '../../../nodes/core/sheets/headings';
import { namer, readAnswers } from '../../../nodes/core/sheets/answers';
import { csv, HEADINGS, itemsOf, NWOSU, OKAFOR, paid, refusal, TWO } from '../../harness/paymentFiles';

type Rows = ReadonlyArray<readonly string[]>;

/** A correct file with additional columns; each list of cells is a payment's values in them. */
const beside = (headings: readonly string[], ...cells: Rows) =>
	csv([
		[...HEADINGS, ...headings],
		...cells.map((own, at) => [`B-${at + 1}`, ...(at % 2 === 0 ? OKAFOR : NWOSU), `${1500 + at}`, ...own]),
	]);

/** The line that a refusal asks to write into 'Columns'. */
const lineIn = (said: string | null) => /^Write into 'Columns':\n(.*)$/m.exec(said ?? '')?.[1] ?? null;

describe('a column that is not read', () => {
	test.each<[heading: string, cells: string[], line: string]>([
		['Done', ['TRUE'], 'Done: ?'],
		['Sent?', ['Yes'], 'column F: ?'],
		['OK to pay', ['No'], 'OK to pay: ?'],
		['Status', ['Processing'], 'Status: ?'],
		['Remarks', ['ok to pay', 'do not pay - left', 'HOLD till Friday'], 'Remarks: ?'],
		['Payment Mode', ['Cheque', 'Cheque'], 'Payment Mode: ?'],
		['Decision', ['-', '--'], 'Decision: ?'],
		['Due Date', ['27/11/2026'], 'Due Date'],
		['Paid On', ['01/11/2026', '02/11/2026'], 'Paid On: ?'],
		['Batch ID', ['nov-7a'], 'Batch ID'],
		['NOT APPROVED', ['', ''], 'NOT APPROVED: ?'],
		['Do not pay SAL-1103', ['', ''], 'Do not pay SAL-1103: ?'],
		['Statut', ['Réglé', 'Annulé', 'Réglé'], 'Statut: ?'],
		['deleted_at', ['', '2026-11-01'], 'deleted_at: ?'],
		['Remarks', ['', 'Resigned 14 Nov'], 'Remarks: ?'],
		['Memo', ['HOLD'], 'Memo: ?'],
		['Amount Paid', ['1500'], 'Amount Paid'],
		['Country', ['Nigeria'], 'Country: ?'],
		['E-mail', ['none given'], 'E-mail: ?'],
		['To be paid', ['N'], 'To be paid: ?'],
		['', ['000.00'], 'column F: ?'],
		['Batches', ['2026-11 1', '2026-11 2'], 'Batches'],
		['Net; Gross', ['v7'], 'column F'],
		['<b>Net</b>', ['v7'], 'column F'],
		['Column B', ['v7'], 'column F'],
	])('%s that says %j is asked for with %s', async (heading, cells, line) => {
		const said = await refusal(beside([`"${heading}"`], ...cells.map((cell) => [cell])));
		expect(said).toMatch(/^has 1 column that is not read, but may say whom, how much or whether to pay\./);
		expect(lineIn(said)).toBe(line);
	});

	test.each<[heading: string, cells: string[], line: string]>([
		['To Pay', ['1425', '1501'], 'amount = ?; Amount; To Pay'],
		['Basic', ['1000.00', '1000.00', '2000.00'], 'amount = ?; Amount; Basic'],
		['Less loan', ['(₦500)', '-'], 'amount = ?; Amount; Less loan: ?'],
		['Balance', ['', 'NGN 40'], 'amount = ?; Amount; Balance: ?'],
		['New Account No', ['1123456781', '0234567801'], 'account number = ?; Account Number; New Account No'],
	])('%s that says %j may be meant, and what is paid is asked for with %s', async (heading, cells, line) => {
		const file = beside([heading], ...cells.map((cell) => [cell]));
		expect(lineIn(await refusal(file))).toBe(line);
		const [own = '', column = '', other = ''] = line.replace(/: \?$/, '').split('; ');
		expect(lineIn(await refusal(file, { columns: other }))).toBe(`${other}; ${own}; ${column}`);
		const columns = `${own.replace('?', column)}; ${other}`;
		expect((await itemsOf(file, { columns }))[0]).toMatchObject({ amount: '1500.00', accountNumber: OKAFOR[1] });
	});

	test('of numbers is what is paid where a person names it', async () => {
		const file = beside(['To Pay'], ['1425'], ['1501']);
		expect(await paid(file, { columns: 'amount = To Pay; Amount' })).toMatchObject([
			{ 2: '1425.00' },
			{ 2: '1501.00' },
		]);
		expect(lineIn(await refusal(file, { columns: 'amount = To Pay' }))).toBe('amount = To Pay; Amount');
	});

	test('quotes the values that say no first, and then as many as fit', async () => {
		const remarks = Array.from({ length: 24 }, (_, at) => [at === 18 ? 'left the company' : `came in ${at} days`]);
		const said = await refusal(beside(['Remarks'], ...remarks, ['HOLD'], ['HOLD']));
		expect(said).toContain('"Remarks" (F) differs from row to row: "HOLD" in 2 rows, "came in 0 days" in 1 row, ');
		expect(said).toContain('"left the company" in 1 row');
		expect(said).toContain('Or remove both : and ? if no value here can stop a payment.');
	});

	test.each<[heading: string, cells: string[]]>([
		['Remarks', ['', '']],
		['Staff', [OKAFOR[0] ?? '', NWOSU[0] ?? '']],
		['Curr', ['NGN', 'Naira']],
		['S/N', ['1', '2']],
		['E-mail', ['a@example.test', 'b@example.test']],
		['Phone', ['0803 123 4567', '+2348031234568']],
		['Department', ['Accounts', 'Stores']],
	])('%s that says %j is harmless', async (heading, cells) => {
		expect(await refusal(beside([heading], ...cells.map((cell) => [cell])))).toBeNull();
	});

	test('is told with its values once it is settled, and rows are paid by it', async () => {
		const file = beside(['Status', 'Gross'], ['Approved', '1900'], ['HOLD', '1901'], ['approved ', '1902']);
		expect(lineIn(await refusal(file))).toBe('amount = ?; Amount; Status: ?; Gross');
		const [first] = await itemsOf(file, { columns: 'amount = Amount\nStatus: Approved, Released\nGross; Overtime' });
		expect(first?.file).toMatchObject({
			number: 2,
			total: '3002.00',
			settled: {
				lines: ['amount = Amount'],
				columns: [
					{
						column: 'Gross',
						values: [
							{ text: '1900', count: 1 },
							{ text: '1902', count: 1 },
						],
						notPaid: null,
					},
					{ column: 'Status', notPaid: [{ text: 'HOLD', count: 1 }] },
				],
				unknown: ['Overtime'],
			},
		});
		expect(lineIn(await refusal(file, { columns: 'amount = Amount; Status; Gross' }))).toBe(
			'amount = Amount; Gross; Status: ?',
		);
		expect(await paid(beside(['Note'], [''], ['x']), { columns: 'Note: (empty)' })).toHaveLength(1);
	});

	test.each<[heading: string, cell: string, columns: string]>([
		['Payment Currency', 'USD', 'Payment Currency'],
		['Currency', '$', ''],
		['Curr', 'GBP', 'Curr: GBP'],
		['Coin', 'TRX', 'Coin'],
		['Txn', 'US Dollars', 'Txn'],
		['Narration', 'rent of USD 500', 'Narration'],
	])('%s that says %s is another currency, whatever %j settles', async (heading, cell, columns) => {
		const said = await refusal(beside([heading], [cell]), { columns: heading === 'Narration' ? '' : columns });
		expect(said).toMatch(/^names a currency other than NGN in F2\./);
	});

	test('Narration is read, and asked for where it has a word of stopping', async () => {
		expect(await itemsOf(beside(['Narration'], ['Rice for November']))).toMatchObject([
			{ narration: 'Rice for November' },
		]);
		expect(lineIn(await refusal(beside(['Narration'], ['DO NOT PAY until confirmed'])))).toBe('Narration: ?');
	});
});

describe("the line of 'Columns'", () => {
	const file = csv([
		['Num', 'Vendor', 'Bank', 'Account No', 'Open Balance', 'Paid Amount'],
		['12', OKAFOR[0] ?? '', 'GTBank', '0123456780', '500', '7'],
	]);

	test('names headings for columns of ours, and is asked for whole in one message', async () => {
		const said = await refusal(file);
		expect(said).toMatch(/^has no clear column for the reference or the amount\./);
		expect(lineIn(said)).toBe('reference = ?; amount = ?; Num; Open Balance; Paid Amount: ?');
		const columns = 'Reference = num;\namount = column E; Paid Amount';
		expect(await paid(file, { columns })).toEqual([[2, '12', '500.00']]);
		expect(await itemsOf(file, { columns })).toMatchObject([
			{ file: { settled: { lines: ['reference = Num', 'amount = Open Balance'] } } },
		]);
		const partly = await refusal(file, { columns: 'reference = Num; amount = ?;; Paid Amount; <b>' });
		expect(lineIn(partly)).toBe('reference = Num; Paid Amount; ＜b＞; amount = ?; Open Balance');
	});

	test.each<[headings: string, cells: string, columns: string]>([
		['First Name,Surname', 'Adaeze,Okafor', ''],
		['First Name,Surname', 'Adaeze,Okafor', 'account name = Surname; First Name'],
		['Name,Surname', 'Adaeze,Okafor', 'Surname'],
		['Name,Other Names', 'Adaeze Okafor,Ngozi', 'Other Names'],
	])('of names in %s (%s) is no answer: %j', async (headings, cells, columns) => {
		const rows = (own: string) => `Reference,Account No,Bank,Amount,${headings}\nB-1,0123456780,UBA,500,${own}`;
		const said = await refusal(rows(cells), { columns });
		expect(said).toMatch(/has a name in several columns: "[^"]*", "[^"]*"\.\sWrite each whole name into one of them/);
		const whole = `Adaeze Ngozi Okafor,${cells.split(',')[1]}`;
		const [first = '', second = ''] = headings.split(',');
		expect(await paid(rows(whole), { columns: `account name = ${first}; ${second}` })).toHaveLength(1);
	});

	test.each<[columns: string, said: RegExp]>([
		['reference = ?; amount = Open Balance; Paid Amount', /"reference = \?" still has its question mark/],
		['reference = Num; amount = Open Balance; amount = Paid Amount', /"amount = Paid Amount" contradicts another line/],
		['reference = Num; amount = Open Balance; Open Balance; Paid Amount', /"Open Balance" contradicts another line/],
		['reference = Num; amount = Open Balance; Paid Amount: 7; Paid Amount: 7, 8', /"Paid Amount: 7, 8" contradicts/],
		[
			'reference = Num; amount = Net; Paid Amount',
			/^has no clear column for the amount\. .*Columns':\nreference = Num; Paid Amount; amount = \?/s,
		],
		['reference = Num; amount = Open Balance; Paid Amount; State: OK', /"State: OK" names no column of this file/],
	])('%s refuses the file', async (columns, said) => {
		expect(await refusal(file, { columns })).toMatch(said);
	});

	test('that may mean two columns, or a heading with a colon, needs a letter', async () => {
		const twice = beside(['Net', 'Net', 'Status: OK', 'Status'], ['7', '8', 'b', 'OK']);
		expect(lineIn(await refusal(twice))).toMatch(/column H: \?; Status: \?$/);
		expect(await refusal(twice, { columns: 'Status: OK' })).toMatch(/"Status: OK" may mean several columns/);
		expect(
			await paid(twice, { columns: 'amount = column E; column F; column G; column H; column I: OK' }),
		).toHaveLength(1);
	});

	test('of any headings means those columns, and no other', () => {
		const text = fc.string({ unit: fc.constantFrom(...'ab AB:;=,."\n?Ⅻé₦column rwN'), maxLength: 12 });
		fc.assert(
			fc.property(fc.array(fc.option(text), { minLength: 1, maxLength: 8 }), (headings) => {
				const places = [...headings.keys()];
				const nameOf = namer(headings).column;
				const line = places.map((place) => nameOf(place)).join('; ');
				const { left, given, only, problems } = readAnswers(line, headings, KINDS.toBankAccount);
				expect([[...left], given.size, only.size, [...problems]]).toEqual([places, 0, 0, []]);
				const asked = places.map((place) => `${nameOf(place)}: ?`).join(';');
				expect(readAnswers(asked, headings, KINDS.toBankAccount).problems.size).toBe(
					new Set(places.map((place) => nameOf(place))).size,
				);
			}),
		);
	});
});

describe('a row', () => {
	const [headings = [], first = [], second = []] = TWO;

	test('of text between payments is asked for, and stays told', async () => {
		const file = csv([headings, first, ['Ex-staff'], second, ['Signed: A. Bello']]);
		expect(lineIn(await refusal(file))).toBe('Ex-staff: ?');
		expect(lineIn(await refusal(csv([headings, first, ['', '', '', 'Ex-staff'], second])))).toBe('Ex-staff: ?');
		expect(await paid(file, { columns: 'ex-staff: paid' })).toHaveLength(2);
	});

	test.each<[rows: Rows, said: RegExp | null]>([
		[[['', '', '', '', '195000.50']], null],
		[[['', 'Sub-total Accounts dept', '', '', '195000.50']], null],
		[
			[
				['', 'Carried forward', '', '', '195000.50'],
				['B-3', ...OKAFOR, '5'],
			],
			/^has payments below its total in row 4: row 5\./,
		],
		[
			[['', 'Bola Ade', '', '', '200']],
			/^has an amount in row 4 .* It says "Bola Ade 200"; the rows above add up to 195,000\.50/,
		],
		[[['', 'Bank charges', '', '', '195000.50']], /^has an amount in row 4/],
		[[['B-9', ...OKAFOR, '195000.50']], /^has a payment in row 4 that is the sum of others: 195,000\.50 NGN/],
		[
			[
				['B-3', ...OKAFOR, '100'],
				['', 'Sub total', '', '', '195100.50'],
				['B-4', ...OKAFOR, '7'],
				['', 'Sub total', '', '', '7'],
			],
			null,
		],
	])('with an amount and no account is a total or refuses the file: %j', async (rows, said) => {
		const file = csv([...TWO, ...rows]);
		if (said === null) expect(await refusal(file)).toBeNull();
		else expect(await refusal(file)).toMatch(said);
	});

	test('of a payment in kobo has no decimals, and advice is in kobo', async () => {
		expect(await refusal(csv(TWO), { amountUnit: 'minor', refuseBadRows: true })).toMatch(/^has 1 row .* has a point/);
		const rows = ['1', '2', '3'].map((nr) => [nr, ...OKAFOR, nr]);
		const said = async (line: string) => await refusal(csv([HEADINGS, ...rows, [line]]), { amountUnit: 'minor' });
		expect(await said('End')).toMatch(/'Total Amount': 3 payments, 6\.$/);
		expect(await said('In thousands')).toContain('Write amounts in full, in kobo,');
	});

	test('that is the sum of others is paid where a person counts it', async () => {
		const file = csv([...TWO, ['B-9', ...OKAFOR, '195000.50']]);
		expect(await paid(file, { totalAmount: '3 payments, 390,001.00' })).toHaveLength(3);
	});
});
