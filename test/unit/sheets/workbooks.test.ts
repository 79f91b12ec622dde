/** Workbooks made without our library (test/fixtures/sheets/make.py), and broken ones, which end with a message. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HEADINGS, notRead, OKAFOR, paid, refusal } from '../../harness/paymentFiles';
import { sheetData, workbookParts, zipFile, type ZipPart } from '../../harness/workbook';

const fixture = (name: string) => readFileSync(join(__dirname, '../../fixtures/sheets', name));

describe('workbooks of other programs', () => {
	test.each(['openpyxl.xlsx', 'libreoffice/openpyxl.xlsx'])(
		'%s is paid, without its titles, total and notes',
		async (name) => {
			const columns = 'Status';
			expect(await paid(fixture(name), { columns, numberOfPayments: '2', totalAmount: '195000.50' })).toEqual([
				[4, 'B-1', '150000.00'],
				[5, 'B-2', '45000.50'],
			]);
			expect(await notRead(fixture(name), { columns })).toEqual({
				files: [],
				sheets: ['Instructions'],
				columns: [],
				lineCount: 3,
				lines: [
					{ row: 1, text: 'Salaries of November' },
					{ row: 6, text: 'TOTAL ........' },
					{ row: 7, text: 'Prepared by A. Bello, ....' },
				],
			});
		},
	);

	test.each(['filtered.xlsx', 'libreoffice/filtered.xlsx'])(
		'5: a row that a filter hides refuses %s, unless somebody says what to do',
		async (name) => {
			const columns = 'Remarks: OK, On hold';
			expect(await refusal(fixture(name))).toMatch(/^has hidden rows or columns: row 3\./);
			expect((await paid(fixture(name), { hiddenRows: 'leaveOut', columns })).map(([row]) => row)).toEqual([2, 4]);
			expect((await paid(fixture(name), { hiddenRows: 'take', columns })).map(([row]) => row)).toEqual([2, 3, 4]);
		},
	);

	test('formulas that nobody calculated refuse the file', async () => {
		expect(await refusal(fixture('uncalculated.xlsx'))).toMatch(
			/"Amount" in E2 is a formula without a stored value\. Open it in Excel/,
		);
		expect(await refusal(fixture('libreoffice/cells.xlsx'))).toMatch(
			/^has cells that may mean something else\. "Amount" in E2 holds 136363\.6363636\d+ and has the number format "#,##0\.00"\./,
		);
		expect(await refusal(fixture('cells.xlsx'))).toMatch(/"Amount" in E2 is a formula that is recalculated/);
	});

	test('a hidden sheet is not read, and a hidden column that would be refuses the file', async () => {
		expect(await refusal(fixture('two.xlsx'))).toMatch(/^may also have payments in sheets other than "GTB": "Access"/);
		expect(await refusal(fixture('hidden.xlsx'))).toMatch(/^has hidden rows or columns: "Beneficiary Name"/);
		expect(await paid(fixture('hidden.xlsx'), { hiddenRows: 'take' })).toEqual([[2, 'B-1', '150000.00']]);
		expect(await refusal(fixture('hidden.xlsx'), { hiddenRows: 'leaveOut' })).toMatch(
			/^has no clear column for the account name/,
		);
	});

	test.each([
		['libreoffice/openpyxl.ods', /^is not an \.xlsx workbook/],
		['libreoffice/openpyxl.xls', /^is an old workbook \(\.xls\)/],
	])('%s is to be saved as .xlsx', async (name, said) => {
		expect(await refusal(fixture(name))).toMatch(said);
	});
});

const GOOD = sheetData([HEADINGS, ['B-1', ...OKAFOR, 500]]);
const parts = (xml = GOOD) => workbookParts({ Pay: xml });
const withPart = (name: string, change: (part: ZipPart) => ZipPart) =>
	zipFile(parts().map((part) => (part.name === name ? change(part) : part)));
const SHEET = 'xl/worksheets/sheet1.xml';
const row = (cells: string, attributes = 'r="3"') =>
	GOOD.replace('</sheetData>', `<row ${attributes}>${cells}</row></sheetData>`);

/** The content types of a workbook, with one more. */
const withType = (type: string) =>
	withPart('[Content_Types].xml', (part) => ({
		...part,
		content: String(part.content).replace('<Types>', `<Types>${type}`),
	}));

it("is read where it says, as n8n's Convert to File does, of which type a binary part would be", async () => {
	const type = '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>';
	expect(await paid(withType(type))).toEqual([[2, 'B-1', '500.00']]);
});

describe('a wrong workbook', () => {
	it('would be paid if it were right', async () => {
		expect(await paid(zipFile(parts()))).toEqual([[2, 'B-1', '500.00']]);
	});

	const damaged = /^is damaged\./;
	const UNREADABLE = /^has a sheet that can't be read/;
	const REFUSED = /^can't be read as a workbook/;
	const TOO_LARGE = /^is too large once unpacked/;
	const withRow = (...given: Parameters<typeof row>) => zipFile(parts(row(...given)));
	const withMore = (part: ZipPart) => zipFile([...parts(), part]);
	const withSheet = (change: Partial<ZipPart>) => withPart(SHEET, (part) => ({ ...part, ...change }));
	test.each<[string, () => Buffer, RegExp]>([
		['another CRC', () => withSheet({ crc: 7 }), damaged],
		['a smaller size than it says', () => withSheet({ size: 9_999 }), damaged],
		['a larger size than it says', () => withSheet({ size: 10 }), damaged],
		['another name in front of the entry', () => withSheet({ localName: SHEET.replace('1', '2') }), damaged],
		['a name twice', () => withMore({ name: SHEET, content: '<worksheet/>' }), damaged],
		['no end', () => zipFile(parts()).subarray(0, -30), damaged],
		['bytes behind its end', () => Buffer.concat([zipFile(parts()), Buffer.from('more')]), damaged],
		['a password in the zip', () => withSheet({ flags: 1 }), /^is protected by a password/],
		[
			'501 entries',
			() => zipFile(Array.from({ length: 501 }, (_, place) => ({ name: `${place}`, content: '' }))),
			TOO_LARGE,
		],
		['declared gigabytes', () => withSheet({ size: 0xffff_fff0 }), TOO_LARGE],
		['51 MB of zeros', () => withMore({ name: 'zeros.bin', content: Buffer.alloc(51_000_000) }), TOO_LARGE],
		['no workbook', () => zipFile([{ name: 'pay.csv', content: 'a' }]), /^is not an \.xlsx workbook/],
		['macros', () => withMore({ name: 'xl/vbaProject.bin', content: '' }), /^is not an \.xlsx workbook/],
		['a cut sheet in a right zip', () => zipFile(parts(GOOD.replace('</row></sheetData>', ''))), UNREADABLE],
		[
			'a sheet without an end',
			() => withPart(SHEET, (part) => ({ ...part, content: String(part.content).slice(0, -5) })),
			UNREADABLE,
		],
		[
			'an entity',
			() => withPart(SHEET, (part) => ({ ...part, content: `<!DOCTYPE x [<!ENTITY a "b">]>${String(part.content)}` })),
			REFUSED,
		],
		['a comment that hides cells', () => zipFile(parts(GOOD.replace('<row r="2">', '<!-- <row r="2">'))), REFUSED],
		['a row twice', () => withRow('', 'r="2"'), UNREADABLE],
		['a cell twice', () => withRow('<c r="A3"><v>1</v></c><c r="A3"><v>2</v></c>'), UNREADABLE],
		['a cell of another row', () => withRow('<c r="A9"><v>1</v></c>'), UNREADABLE],
		['a text that is not there', () => withRow('<c r="A3" t="s"><v>0</v></c>'), UNREADABLE],
		['a column behind the last one', () => withRow('<c r="XFE3"><v>1</v></c>'), UNREADABLE],
		[
			'16,384 columns of 200 rows',
			() => withRow('<c r="XFD200"><v>1</v></c>', 'r="200"'),
			/^extends to row 200, too far/,
		],
		[
			'columns again and again',
			() => zipFile(parts(`<cols>${'<col min="1" max="16384"/>'.repeat(50)}</cols>${GOOD}`)),
			UNREADABLE,
		],
		['a row number of 999,999,999', () => withRow('<c r="A999999999"><v>1</v></c>', 'r="999999999"'), UNREADABLE],
		[
			'a cell in row 1,048,576',
			() => withRow('<c r="A1048576"><v>1</v></c>', 'r="1048576"'),
			/^extends to row 1048576/,
		],
		[
			'500,001 cells',
			() =>
				zipFile(
					parts(
						`<sheetData>${Array.from({ length: 125_001 }, () => '<row>' + '<c><v>1</v></c>'.repeat(4) + '</row>').join('')}</sheetData>`,
					),
				),
			/^has more than 500000 cells/,
		],
		[
			'200,001 texts',
			() => zipFile(workbookParts({ Pay: GOOD }, '<si><t/></si>'.repeat(200_001))),
			/^has more than 200000 texts/,
		],
		['a million attributes', () => withRow(`<c r="A3"${' a="1"'.repeat(1_000_000)}/>`), UNREADABLE],
		['quotes without end', () => withRow(`<c r="A3" ${`x='`.repeat(100_000)}`), UNREADABLE],
		[
			'a formula without a value among shared ones',
			() => withRow(`<c r="A3" t="inlineStr"><is><t>B-2</t></is></c><c r="E3"><f t="shared" si="0"/></c>`),
			/"Amount" in E3 is a formula without a stored value\./,
		],
		[
			'an error',
			() => withRow('<c r="E3" t="e"><v>#REF!</v></c>'),
			/"Amount" in E3 has no value that can be read \(#REF!\)\. Correct it/,
		],
	])('with %s ends with a message', async (_, file, said) => {
		expect(await refusal(file())).toMatch(said);
	});

	test.each<[string, string]>([
		['a dimension that lies', `<dimension ref="A1:XFD1048576"/>${GOOD}`],
		[
			'a million empty rows',
			GOOD.replace(
				'</sheetData>',
				`${Array.from({ length: 1_000_000 }, (_, place) => `<row r="${place + 3}"/>`).join('')}</sheetData>`,
			),
		],
		['a narrow column', `<cols><col min="1" max="5" width="1.7"/></cols>${GOOD}`],
		['cells that are only formatted', row('<c r="A3" s="1"/><c r="XFD3" s="1"></c>')],
	])('%s is nothing that counts', async (_, xml) => {
		expect(await paid(zipFile(parts(xml)))).toEqual([[2, 'B-1', '500.00']]);
	});

	test.each(['hidden="1"', 'ht="0" customHeight="1"', 'ht="2.9"', 'hidden="true" collapsed="1"'])(
		'a row with %s is hidden, with or without its number',
		async (attributes) => {
			for (const number of ['r="2" ', ''])
				expect(await refusal(zipFile(parts(GOOD.replace('<row r="2"', `<row ${number}${attributes}`))))).toMatch(
					/^has hidden rows or columns: row 2/,
				);
		},
	);

	it('has hidden rows where rows are hidden by default', async () => {
		const high = GOOD.replace('<row r="1"', '<row r="1" ht="15"');
		for (const hides of ['zeroHeight="1"', 'defaultRowHeight="0"'])
			expect(await refusal(zipFile(parts(`<sheetFormatPr ${hides}/>${high}`)))).toMatch(
				/^has hidden rows or columns: row 2/,
			);
	});

	test.each([
		['<cols><col min="4" max="5" width="1.69"/></cols>', '"Amount", "Bank Name"'],
		['<cols><col min="5" max="5" hidden="1" width="9"/></cols>', '"Amount"'],
	])('columns are hidden by %s', async (xml, names) => {
		expect(await refusal(zipFile(parts(`${xml}${GOOD}`)))).toMatch(`has hidden rows or columns: ${names}. `);
	});

	it('may have headings with names of JavaScript', async () => {
		const names = ['__proto__', 'constructor', 'toString'];
		const file = zipFile(
			parts(
				sheetData([
					[...HEADINGS, ...names],
					['B-1', ...OKAFOR, 500, 'a', 'b', 'c'],
				]),
			),
		);
		expect(await paid(file, { columns: names.join('\n'), includeOtherColumns: true })).toEqual([[2, 'B-1', '500.00']]);
		expect(Object.prototype).not.toHaveProperty('a');
	});
});
