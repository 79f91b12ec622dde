/** What each kind of cell says, by its XML (ECMA-376, part 1, 18), and where a workbook has its texts, styles and sheets. */
import type { Cell, Sheet } from '../../../nodes/core/sheets/sheet';
import { readWorkbook } from '../../../nodes/core/sheets/workbook';
import { workbookParts, zipFile, type ZipPart } from '../../harness/workbook';

const HELP = '<rPh sb="0" eb="1"><t>カナ</t></rPh><phoneticPr fontId="1"/>';
const TEXTS = [
	'<si><t>B-1</t></si>',
	'<si/>',
	`<si><t>漢字</t>${HELP}</si>`,
	`<si><r><rPr><b/></rPr><t>Ada </t></r><r><t xml:space="preserve">&amp; Co_x000A_</t></r>${HELP}</si>`,
];
const CODES = ['dd/mm/yyyy', '[h]:mm', '[$€-2]\\ #,##0', '&quot;day&quot; 0', 'KSh #,##0', 'mmm'];
const STYLES = `<styleSheet><numFmts>${CODES.map((code, place) => `<numFmt numFmtId="${164 + place}" formatCode="${code}"/>`).join('')}</numFmts><fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${CODES.map((_, place) => `<xf numFmtId="${164 + place}" fontId="2"/>`).join('')}<xf numFmtId="14"/><xf numFmtId="4" fontId="1"><alignment/></xf></cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>`;
const [DATE, HOURS, EURO, LITERAL, SHILLING, MONTH, BUILT_IN_DATE, STRUCK] = [1, 2, 3, 4, 5, 6, 7, 8];

/** The sheets of a workbook with these cells, texts and styles; `change` can replace a part of the file. */
async function sheetsOf(
	cells: string,
	change: (part: ZipPart) => string = ({ content }) => String(content),
): Promise<Sheet[]> {
	const styles = `<Relationship Id="s" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/styles" Target="/xl/styles.xml"/>`;
	const parts = workbookParts({ Pay: `<sheetData><row>${cells}</row></sheetData>` }, TEXTS.join(''));
	const withStyles = [...parts, { name: 'xl/styles.xml', content: STYLES }].map((part) =>
		part.name.endsWith('workbook.xml.rels')
			? { ...part, content: String(part.content).replace('</Relationships>', `${styles}$&`) }
			: part,
	);
	return await readWorkbook(zipFile(withStyles.map((part) => ({ ...part, content: change(part) }))));
}
const cellOf = async (xml: string, change?: (part: ZipPart) => string): Promise<Cell | null | undefined> =>
	(await sheetsOf(xml, change))[0]?.rows[0]?.cells[0];

test.each<[string, Partial<Cell> | undefined]>([
	['<c t="s"><v>0</v></c>', { is: 'text', text: 'B-1' }],
	['<c t="s"><v>1</v></c>', undefined],
	['<c t="s"><v>2</v></c>', { is: 'text', text: '漢字' }],
	['<c t="s"><v>3</v></c>', { is: 'text', text: 'Ada & Co\n' }],
	[`<c t="inlineStr"><is><t>漢字</t>${HELP}</is></c>`, { is: 'text', text: '漢字' }],
	[`<c t="inlineStr"><is><r><t>漢</t></r>${HELP}<r><t>&#x5b57;</t></r></is></c>`, { is: 'text', text: '漢字' }],
	['<c t="str"><f>A2</f><v>a &lt;b&gt;_x000D_</v></c>', { is: 'text', text: 'a <b>\r' }],
	['<c t="b"><v>1</v></c>', { is: 'boolean', text: 'TRUE' }],
	['<c t="b"><v>0</v></c>', { is: 'boolean', text: 'FALSE' }],
	['<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', { is: 'error', text: '#DIV/0!' }],
	['<c t="d"><v>2026-11-26</v></c>', { is: 'date', text: 'a date' }],
	['<c><v>0.1</v></c>', { is: 'number', text: '0.1', format: 'General', isStruck: false }],
	['<c><f>A2+1</f><v>1E3</v></c>', { is: 'number', text: '1000' }],
	['<c><f t="shared" si="0"/></c>', { is: 'formula', text: '' }],
	[`<c s="${DATE}"><v>46352</v></c>`, { is: 'date', text: '2026-11-26' }],
	[`<c s="${BUILT_IN_DATE}"><v>59</v></c>`, { is: 'date', text: '1900-02-28' }],
	[`<c s="${HOURS}"><v>61.5</v></c>`, { is: 'date', text: '1900-03-01' }],
	[`<c s="${MONTH}"><v>1e300</v></c>`, { is: 'date', text: 'a date' }],
	[`<c s="${EURO}"><v>5</v></c>`, { is: 'number', format: '[$€-2]\\ #,##0', isStruck: false }],
	[`<c s="${LITERAL}"><v>5</v></c>`, { is: 'number', format: '"day" 0' }],
	[`<c s="${SHILLING}"><v>5</v></c>`, { is: 'number', format: 'KSh #,##0' }],
	[`<c s="${STRUCK}"><v>5</v></c>`, { is: 'number', format: '#,##0.00', isStruck: true }],
])('%s is read', async (xml, cell) => {
	const read = await cellOf(xml);
	if (cell === undefined) expect(read).toBeUndefined();
	else expect(read).toMatchObject(cell);
});

test('days of a workbook from an old Mac are counted from 1904', async () => {
	const change = ({ name, content }: ZipPart) =>
		name === 'xl/workbook.xml' ? String(content).replace('<sheets>', '<workbookPr date1904="1"/>$&') : String(content);
	expect(await cellOf(`<c s="${DATE}"><v>44890</v></c>`, change)).toMatchObject({ is: 'date', text: '2026-11-26' });
});

test.each([
	['from another folder', 'worksheets/sheet1.xml', '../xl/./worksheets/sheet1.xml'],
	['from the top', 'worksheets/sheet1.xml', '/xl/worksheets/sheet1.xml'],
	['as a chart', '/worksheet"', '/chartsheet"'],
	['where none is', 'worksheets/sheet1.xml', 'worksheets/sheet9.xml'],
])('a sheet that is named %s is read or refused', async (_, from, to) => {
	const read = sheetsOf('<c><v>1</v></c>', ({ content }) => String(content).replace(from, to));
	if (to.endsWith('sheet1.xml')) expect((await read)[0]?.rows).toHaveLength(1);
	else await expect(read).rejects.toMatchObject({ what: "can't be read as a workbook" });
});

test.each([
	['texts that are cut', '</si>', ''],
	['a text within another', '<si/>', '<si>'],
	['a text with an element in it', 'B-1', 'B<b/>-1'],
	['styles that are cut', '</cellXfs>', ''],
	['a format of 2,000 letters', 'KSh', '['.repeat(2_000)],
])('a workbook with %s is refused', async (_, from, to) => {
	const read = sheetsOf('<c t="s"><v>0</v></c>', ({ content }) => String(content).replace(from, to));
	await expect(read).rejects.toMatchObject({ what: "has a sheet that can't be read" });
});
