/** A cell that is read shows what it holds: by number formats, merges, lines, conditional formats, formulas, comments and sizes. */
import { withoutMarkup } from '../../../nodes/core/domain/text';
import { HEADINGS, NWOSU, OKAFOR, itemsOf, paid, refusal } from '../../harness/paymentFiles';
import { sheetData, workbookParts, zipFile } from '../../harness/workbook';

const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

interface Book {
	/** Cells by their names: a number in style 1, or their XML. */
	readonly cells?: Readonly<Record<string, string | number>>;
	/** The number format of style 1, as text or as the ID of a format. */
	readonly format?: string | number;
	readonly font?: string;
	readonly border?: string;
	readonly xf?: string;
	/** The XML of the second differential format. */
	readonly rule?: string;
	/** The XML before the cells; `after` is the XML after them. */
	readonly before?: string;
	readonly after?: string;
	readonly workbook?: string;
	/** Parts that the sheet names, by their kinds. */
	readonly parts?: Readonly<Record<string, string>>;
}

/** A workbook of two payments, of 500 and 700, with a column 'Department'. */
function book({ cells = {}, format = 'General', before = '', after = '', workbook = '', parts = {}, ...style }: Book) {
	let xml = sheetData([
		[...HEADINGS, 'Department'],
		['B-1', ...OKAFOR, 500, 'Ops'],
		['B-2', ...NWOSU, 700, 'Ops'],
	]);
	for (const [ref, value] of Object.entries(cells)) {
		const cell = typeof value === 'number' ? `<c r="${ref}" s="1"><v>${value}</v></c>` : value;
		xml = xml.replace(new RegExp(`<c r="${ref}".*?</c>`), () => cell);
	}
	const code = typeof format === 'number' ? '' : `<numFmt numFmtId="164" formatCode="${escaped(format)}"/>`;
	const styles = `<styleSheet><numFmts>${code}</numFmts><fonts><font/><font>${style.font ?? ''}</font></fonts><borders><border/>${style.border ?? '<border/>'}</borders><cellXfs><xf/><xf numFmtId="${typeof format === 'number' ? format : 164}" fontId="1" borderId="1">${style.xf ?? ''}</xf></cellXfs><dxfs><dxf><font><b/></font></dxf><dxf>${style.rule ?? ''}</dxf></dxfs></styleSheet>`;
	const relation = (kind: string, target: string) =>
		`<Relationship Id="${kind}" Type="${RELATIONSHIP}/${kind}" Target="${target}"/>`;
	const main = workbookParts({ Pay: `${before}${xml}${after}` }, RICH).map(({ name, content }) => ({
		name,
		content: String(content)
			.replace('</workbook>', `${workbook}$&`)
			.replace(name.endsWith('workbook.xml.rels') ? '</Relationships>' : '\0', `${relation('styles', 'styles.xml')}$&`),
	}));
	const more = Object.entries(parts);
	const link = '<Relationship Id="web" TargetMode="External" Type="x/hyperlink" Target="http://no place"/>';
	return zipFile([
		...main,
		{ name: 'xl/styles.xml', content: styles },
		{
			name: 'xl/worksheets/_rels/sheet1.xml.rels',
			content: `<Relationships>${link}${more.map(([kind]) => relation(kind, `../${kind}.xml`)).join('')}</Relationships>`,
		},
		...more.map(([kind, content]) => ({ name: `xl/${kind}.xml`, content })),
	]);
}

const STRUCK_RUN = '<r><t>Adaeze </t></r><r><rPr><strike/></rPr><t>Okafor</t></r>';
const FOOTNOTE =
	'<c r="E2" t="inlineStr"><is><r><t>500</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r></is></c>';
const RICH = `<si>${STRUCK_RUN}</si>`;

const both = [
	[2, 'B-1', '500.00'],
	[3, 'B-2', '700.00'],
];
const says = (what: string) => `has cells that may mean something else. ${what}`;

describe('an amount with the number format', () => {
	test.each([
		'General',
		'0',
		'#,##0',
		'#,##0.00',
		'#,##0.##',
		'##,##0.00',
		'@',
		'[Red]0',
		'[$-409]0.00',
		'[$-en-US]#,##0',
		'[$₦-468]#,##0.00',
		'[$₦-ha-Latn-NG]#,##0.00',
		'[$₦-46A]#,##0.00;[Red]-[$₦-46A]#,##0.00',
		'"NGN" #,##0',
		'"N."#,##0',
		'₦#,##0.00',
		'#,##0\\ "NGN"',
		'#,##0.00" naira"',
		'General" NGN"',
		'#,##0.00_);[Red]\\(#,##0.00\\)',
		'_(* #,##0.00_)',
		'_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
		'_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-',
		'_-[$₦-468]\\ * #,##0.00_-',
	])('%s is paid', async (format) => {
		expect(await paid(book({ cells: { E2: 500 }, format }))).toEqual(both);
	});

	test.each([
		...['', ';;;', '[White]0', '[Color2]0', '"PAID"', '[Red]"PAID"', '0%', '0_%%', '0.00E+00', '# ?/?', '??0'],
		...['#,##0,', '0.0,,"M"', '0.0"M"', '0"k"', '0"000"', '0\\.00', '0"."00', '1"0"0', '"1"0', '0"0"', '\\50', '0 0'],
		...['"_1"0', '"[red]9"0', '"* 9"0', '*90', '-0', '(0)', '\\(#,##0\\)', '[>100]0;0', '0;[<5]0', '[>=100]"PAID";0'],
		...[
			'"$"#,##0.00',
			'$0',
			'[$$-409]#,##0.00',
			'[$€-2]\\ #,##0',
			'_-[$KES]\\ * #,##0.00_-',
			'"R"\\ #,##0.00',
			'[$XOF] #,##0',
		],
		...['#,##0 "CFA"', '[$USh]#,##0', '"₦"#,##0" USD"', '[$-D000000]0', '[DBNum1]0', '"a;b"0', '0\\;0', 'KSh 0'],
	])('%s refuses the file, and is quoted', async (format) => {
		const said = await refusal(book({ cells: { E2: 500 }, format }));
		const quoted = `has the number format "${withoutMarkup(format).replaceAll('"', "'")}". Format it as a plain number, and write the amount in NGN.`;
		expect(said).toBe(says(`"Amount" in E2 ${quoted}`));
	});

	test('of dollars is one of USDT', async () => {
		const file = book({ cells: { E2: 500 }, format: '"$"#,##0.00' });
		const columns = `network = ${HEADINGS[3]}; address = ${HEADINGS[2]}; ${HEADINGS[1]}`;
		expect(await paid(file, { payments: 'toStablecoin', columns })).toEqual(both);
	});

	test.each([0, 1, 2, 3, 4, 37, 40, 41, 43, 49])('no. %i is paid', async (format) => {
		expect(await paid(book({ cells: { E2: 500 }, format }))).toEqual(both);
	});

	test.each([5, 8, 9, 10, 11, 12, 42, 44, 48, 59])('no. %i refuses the file', async (format) => {
		expect(await refusal(book({ cells: { E2: 500 }, format }))).toMatch(`has the number format "no. ${format}".`);
	});

	test.each([
		[1200.5, '#,##0'],
		[1.25, '0.0'],
		[136363.636363, '0.00'],
	])('rounds %s in %s, which refuses the file', async (value, format) => {
		expect(await refusal(book({ cells: { E2: value }, format }))).toBe(
			says(
				`"Amount" in E2 holds ${value} and has the number format "${format}". Round it with =ROUND(…, 2), or show its decimals.`,
			),
		);
	});
});

describe('a text or number of another column', () => {
	test.each(['General', '0', '@', '#,##0', '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)'])(
		'in the format %s is what the payment says',
		async (format) => {
			expect((await paid(book({ cells: { A2: 1001 }, format })))[0]).toEqual([2, '1001', '500.00']);
			const text = '<c r="A2" s="1" t="str"><v>B-1</v></c>';
			expect(await paid(book({ cells: { A2: text }, format }))).toEqual(both);
		},
	);

	test.each([
		['A2', '0.00', 7, 'Reference" in A2 holds 7 and has'],
		['A2', '0', 7.5, 'Reference" in A2 holds 7.5 and has'],
		['D2', '"Bank "0', 58, 'Bank Name" in D2 has'],
		['D2', '0" NGN"', 58, 'Bank Name" in D2 has'],
	])('in %s as %s of %s shows another one', async (ref, format, value, what) => {
		expect(await refusal(book({ cells: { [ref]: value }, format }))).toBe(
			says(
				`"${what} the number format "${withoutMarkup(format).replaceAll('"', "'")}". Format it as text, and type it again.`,
			),
		);
	});

	test('in a format of zeros alone is what it shows', async () => {
		expect((await paid(book({ cells: { A2: 7 }, format: '0000' })))[0]).toEqual([2, '0007', '500.00']);
		expect(await itemsOf(book({ cells: { C2: 123456780 }, format: '0000000000' }))).toMatchObject([
			{ accountNumber: '0123456780', problem: null },
			{},
		]);
	});

	test.each([
		['A2', 'dd/mm/yyyy', 46352, /^'Reference' is a date \(2026-11-26\); set its column to text/],
		['C2', 'General', 123456780, /^'Account Number' has 9 digits.*0123456780/],
	])('in %s as %s of %s is told with the row', async (ref, format, value, problem) => {
		expect((await paid(book({ cells: { [ref]: value }, format })))[0]?.[3]).toMatch(problem);
	});

	test.each(['"INV-"@', '0;0;0;"PAID"', ';;;', '0;-0;0;', '@@', '"x"@;@'])(
		'in the format %s refuses the file',
		async (format) => {
			const text = '<c r="A2" s="1" t="str"><v>B-1</v></c>';
			expect(await refusal(book({ cells: { A2: text }, format }))).toBe(
				says(
					`"Reference" in A2 has the number format "${withoutMarkup(format).replaceAll('"', "'")}". Format it as text, and type it again.`,
				),
			);
		},
	);
});

const merge = (...refs: readonly string[]) =>
	`<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
const rule = (sqref: string, inner: string) =>
	`<conditionalFormatting sqref="${sqref}"><cfRule type="expression" ${inner}</cfRule></conditionalFormatting>`;
const LINE = '<font><strike/></font>';
const FORMAT = '<numFmt numFmtId="170" formatCode="&quot;PAID&quot;"/>';
const formula = (ref: string, text: string, attributes = '') =>
	`<c r="${ref}"><f${attributes}>${text}</f><v>500</v></c>`;
const MERGED = 'is merged with other cells. Undo the merge, and look at what each cell says.';
const OTHER_LOOK =
	'has a conditional format with a number format or strikethrough. Remove that rule, and look at what each cell says.';
const CONTROLS = 'is on a sheet with check boxes or buttons. Delete these after writing what they say into cells.';
const CHANGES = 'is a formula whose result can change by itself. Copy the cells and paste them as values.';
const REPLACED =
	'is a formula that is recalculated on opening. Open the workbook in Excel, check the values, and save it.';

describe('cells that may show something else refuse the file:', () => {
	test.each<[string, Book, string]>([
		['an amount merged with the cell beside it', { after: merge('E2:F2') }, `"Amount" in E2 ${MERGED}`],
		['two payments that a merge covers', { after: merge('A3:F3') }, `"Reference" in A3 ${MERGED}`],
		['a merge over two rows of payments, in any column', { after: merge('F2:F3') }, `"Reference" in A2, A3 ${MERGED}`],
		[
			'a rule with a number format',
			{ rule: FORMAT, after: rule('E1:E9', 'dxfId="1">') },
			`"Amount" in E2, E3 ${OTHER_LOOK}`,
		],
		['a rule with a line', { rule: LINE, after: rule('A9 E3', 'dxfId="1">') }, `"Amount" in E3 ${OTHER_LOOK}`],
		[
			'a rule with a crossed border, on whole columns',
			{ rule: '<border diagonalUp="1"/>', after: rule('$E:$E', 'dxfId="1">') },
			`"Amount" in E2, E3 ${OTHER_LOOK}`,
		],
		[
			'a bar in place of the number',
			{ after: rule('E2', '><dataBar showValue="0"/>') },
			`"Amount" in E2 ${OTHER_LOOK}`,
		],
		[
			'a rule of newer Excel',
			{
				after: `<extLst><ext><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule type="expression"><x14:dxf>${LINE}</x14:dxf></x14:cfRule><xm:sqref>E2 E3</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`,
			},
			`"Amount" in E2, E3 ${OTHER_LOOK}`,
		],
		...[
			'TODAY()-46000',
			'RANDBETWEEN(1,9)',
			'SUM(OFFSET(A1,1,1))',
			'INDIRECT("Z"&amp;9)',
			'_xlfn.RANDARRAY()',
			'cell ("row")',
			'INFO(1)',
			'NOW()',
		].map((text): [string, Book, string] => [
			text,
			{ cells: { E2: formula('E2', text) } },
			`"Amount" in E2 ${CHANGES}`,
		]),
		[
			'a check box',
			{ after: '<mc:AlternateContent><controls><control r:id="rId3"/></controls></mc:AlternateContent>' },
			`"Reference" in A2, A3 ${CONTROLS}`,
		],
		[
			'a formula of today that stands for others',
			{
				cells: {
					E2: formula('E2', 'TODAY()', ' t="shared" ref="E2:E3" si="0"'),
					E3: formula('E3', '', ' t="shared" si="0"'),
				},
			},
			`"Amount" in E2, E3 ${CHANGES}`,
		],
		[
			'any formula in a book that is calculated anew',
			{ cells: { E3: formula('E3', 'A1+1') }, workbook: '<calcPr calcId="1" fullCalcOnLoad="1"/>' },
			`"Amount" in E3 ${REPLACED}`,
		],
	])('%s', async (_, file, said) => {
		const told = await refusal(book(file));
		expect(told?.startsWith(says(said))).toBe(true);
	});

	test.each<[string, Book]>([
		['merges of titles, and of one row', { after: merge('A1:B1', 'G2:H2', 'A9:F12') }],
		['a rule of colours', { after: rule('A1:F9', 'dxfId="0">') }],
		['a bar beside the number', { after: rule('E2', '><dataBar/>') }],
		[
			'formulas that stay as they are',
			{ cells: { E2: formula('E2', '"TODAY()"&amp;CELLS+F2'), E3: '<c r="E3"><f/><v>700</v></c>' } },
		],
		['a book that is calculated anew, without formulas', { workbook: '<calcPr fullCalcOnLoad="1"/>' }],
		['a border without a cross', { border: '<border diagonalUp="0"><left/></border>', cells: { E2: 500 } }],
	])('but not %s', async (_, file) => {
		expect(await paid(book(file))).toEqual(both);
	});
});

describe('a line through', () => {
	test.each<[string, Book]>([
		['a cell that is read', { font: '<strike/>', cells: { E2: 500 } }],
		['any cell of its row', { font: '<strike val="1"/>', cells: { F2: 7 } }],
		['a run of a text', { cells: { B2: `<c r="B2" t="inlineStr"><is>${STRUCK_RUN}</is></c>` } }],
		['a run of a shared text', { cells: { B2: '<c r="B2" t="s"><v>0</v></c>' } }],
		['a text that fills its cell', { xf: '<alignment wrapText="1" horizontal="fill"/>', cells: { E2: 5 } }],
		['a footnote in place of a line', { cells: { E2: FOOTNOTE } }],
		[
			'a cell, of its border',
			{ border: '<border diagonalDown="true"><diagonal style="thin"/></border>', cells: { A2: 5 } },
		],
	])('%s crosses the payment out', async (_, file) => {
		expect(await refusal(book(file))).toMatch(
			/ in [ABEF]2 has a line through it, or raised or repeated letters\. Delete its row/,
		);
	});

	test('a heading leaves its column unread', async () => {
		const file = book({ cells: { E1: '<c r="E1" s="1" t="str"><v>Amount</v></c>' }, font: '<strike/>' });
		expect(await refusal(file)).toMatch(/^has no clear column for the amount/);
	});
});

describe('a text over the cells', () => {
	const comment = (text: string, author = 'Bola:\n') => ({
		comments: `<comments><authors/><commentList><comment ref="B3" authorId="0"><text><r><rPr><b/></rPr><t>${author}</t></r><r><t>${text}</t></r></text></comment></commentList></comments>`,
	});
	const box = (...lines: readonly string[]) => ({
		drawing: `<xdr:wsDr><xdr:twoCellAnchor><xdr:sp><xdr:txBody><a:bodyPr/>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>`,
	});

	test.each([
		[
			'a comment with a word of stopping',
			comment('On HOLD'),
			'may say in row 3 that payments are not to be made. It says "Comment on B3: Bola: On HOLD".',
		],
		[
			'a comment with another unit',
			comment('amounts in thousands'),
			'may give another unit or currency in row 3: thousands or millions. It says "Comment on B3: Bola: amounts in thousan',
		],
		[
			'a box',
			box('Do not', 'pay'),
			'may say in row 1 that payments are not to be made. It says "Text box: Do not pay".',
		],
	])('%s refuses the file', async (_, parts, said) => {
		expect(await refusal(book({ parts }))).toContain(said);
	});

	test('in the header of its pages refuses the file', async () => {
		const pages = (text: string) => `<headerFooter><oddHeader>${text}</oddHeader></headerFooter>`;
		expect(await refusal(book({ after: pages('&amp;C&amp;"Arial,Bold"&amp;12ON HOLD') }))).toMatch(
			/It says "Page header or footer: ON HOLD"/,
		);
		expect(await paid(book({ after: pages('&amp;LPayroll&amp;RPage &amp;P') }))).toEqual(both);
	});

	test('of newer Excel is read without the words that Excel adds', async () => {
		const words = '[Threaded comment]\n\nAny edits get removed.\n\nComment:\n    Please check';
		expect(await paid(book({ parts: comment(words, '') }))).toEqual(both);
	});
});
