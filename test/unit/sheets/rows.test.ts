/** Rows and lines that a person who looks at the file wouldn't pay: the file is refused, with their place. */
import { csv, HEADINGS, NWOSU, OKAFOR, paid, refusal, TWO } from '../../harness/paymentFiles';
import { sheetData, workbookParts, zipFile } from '../../harness/workbook';

type Rows = ReadonlyArray<readonly string[]>;
const [FIRST = [], SECOND = []] = TWO.slice(1);
const THIRD = ['B-3', ...OKAFOR, '7'];
const MAY_SAY = /^may say in row \d+ that payments are not to be made\./;
const TEXT_BETWEEN = /has text between payments: row 3 /;
const narrated = (...texts: readonly string[]) =>
	[HEADINGS.concat('Narration').join(), ...texts.map((text, at) => `B-${at + 1},${OKAFOR.join()},${text}`)].join('\n');

test.each<[string, string, RegExp | null]>([
	['an amount cut at its comma', narrated('150,000', '98,500'), /"Amount" in E2, E3 may be cut at its comma/],
	['the same with decimals', narrated('150,000.00'), /"Amount" in E2 may be cut at its comma/],
	['a narration of three digits behind a whole amount', narrated('1500.00,123'), null],
	[
		'a quotation mark that swallows rows',
		narrated('5,"rent', '6,fuel', '7,food"'),
		/^can't be divided into cells in row 2\. A quotation mark is missing/,
	],
	['a narration of two lines', narrated('5,"rent,\nNovember"'), null],
])('%s', async (_, file, said) => {
	if (said === null) expect(await refusal(file)).toBeNull();
	else expect(await refusal(file)).toMatch(said);
});

test.each<[Rows, RegExp | null]>([
	[[['', 'TOTAL - NOT APPROVED', '', '', '195000.50']], MAY_SAY],
	[[['', 'Total USD', '', '', '195000.50']], /^may give another unit or currency in row 4: usd/],
	[[['', "Total N'000", '', '', '195000.50']], /^may give another unit or currency in row 4: thousands/],
	[[['', 'TOTAL', '', '', '195000.50']], null],
	[[['PAID']], MAY_SAY],
	[[['Paid 28/10/2026 - A. Musa']], MAY_SAY],
	[[['Paid by: ______'], ['Date paid:', '____']], null],
	...['-7', '−5000', '(5000)'].map((amount): [Rows, RegExp] => [
		[['B-3', ...OKAFOR, amount]],
		/"Amount" in E4 is negative: /,
	]),
	[
		[['B-3', 'Adaeze N\u0336g\u0336o\u0336z\u0336i\u0336 Okafor', ...OKAFOR.slice(1), '7']],
		/ in B4 has a line through it/,
	],
	[[...Array.from({ length: 10 }, () => ['']), THIRD], /^has payments in row 14, after 10 or more empty rows/],
	[[...Array.from({ length: 9 }, () => ['']), THIRD], null],
	...['#B-3', '//B-3'].map((reference): [Rows, RegExp] => [
		[[reference, ...NWOSU, '7']],
		/"Reference" in A4 begins with a sign that may mean "leave this row out"/,
	]),
])('below the payments, %j', async (rows, said) => {
	const file = csv([...TWO, ...rows]);
	if (said === null) expect(await refusal(file)).toBeNull();
	else expect(await refusal(file)).toMatch(said);
});

test.each<[readonly string[], RegExp]>([
	[['', 'ON SUSPENSION', '', '', '0.00'], TEXT_BETWEEN],
	[['', 'Casuals', '', '', '-'], TEXT_BETWEEN],
	[[...HEADINGS, 'Leavers'], TEXT_BETWEEN],
])('%j between payments is a line of text', async (line, said) => {
	expect(await refusal(csv([HEADINGS.concat(''), FIRST, line, SECOND]))).toMatch(said);
});

test.each([[HEADINGS], [['', '', '', '', '0']], [['', '', '', '', '-']]])(
	'a row of %j between payments says nothing',
	async (row) => {
		expect(await paid(csv([HEADINGS, FIRST, row, SECOND]))).toHaveLength(2);
	},
);

test('references that all begin with # are paid', async () => {
	expect(await paid(csv([HEADINGS, ['#1', ...OKAFOR, '5'], ['#2', ...NWOSU, '6']]))).toEqual([
		[2, '#1', '5.00'],
		[3, '#2', '6.00'],
	]);
});

test('another sheet whose name has a word of stopping asks which sheet is meant', async () => {
	const book = zipFile(workbookParts({ Pay: sheetData(TWO), 'Do not pay': sheetData([['Musa']]) }));
	expect(await refusal(book)).toMatch(/^may also have payments in sheets other than "Pay": "Do not pay"\./);
	expect(await paid(book, { sheet: 'Pay' })).toHaveLength(2);
});

test('payments below a line of text are paid where somebody says so of that line', async () => {
	const file = csv([HEADINGS, FIRST, ['ADMIN'], SECOND]);
	expect(await refusal(file)).toMatch(
		/If the payments below such a line are to be paid, replace its \? with the word paid; if not, delete them\.\nWrite into 'Columns':\nADMIN: \?$/,
	);
	for (const columns of ['ADMIN: paid', 'row 3: PAID']) expect(await paid(file, { columns })).toHaveLength(2);
	for (const columns of ['ADMIN', 'row 3']) expect(await refusal(file, { columns })).toMatch(TEXT_BETWEEN);
	expect(await refusal(file, { columns: 'ADMIN: yes' })).toContain('"ADMIN: yes" names no column of this file');
});
