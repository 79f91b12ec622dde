/** Workbooks whose XML has a prefix on every element, as some programs write them (ECMA-376 names no prefix). */
import { HEADINGS, OKAFOR, paid } from '../../harness/paymentFiles';
import { sheetData, workbookParts, zipFile } from '../../harness/workbook';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const prefixed = (xml: string) =>
	xml.replace(/<(\/?)(?=\w)(?!\?)/g, '<$1x:').replace(`xmlns="${MAIN}"`, `xmlns:x="${MAIN}"`);

test.each([
	['of the sheet', /worksheets/],
	['of texts and workbook', /sharedStrings|workbook\.xml$/],
	['of all three', /xl\/\w+\.xml|worksheets/],
])('a prefix %s changes nothing', async (_, which) => {
	const rows = sheetData([HEADINGS, ['B-1', ...OKAFOR, 500]]).replace(
		/<c r="A2"[^]*?<\/c>/,
		'<c r="A2" t="s"><v>0</v></c>',
	);
	const parts = workbookParts({ Pay: rows }, '<si><t>B-9</t></si>').map((part) =>
		which.test(part.name) && !part.name.endsWith('.rels') ? { ...part, content: prefixed(String(part.content)) } : part,
	);
	expect(await paid(zipFile(parts))).toEqual([[2, 'B-9', '500.00']]);
});
