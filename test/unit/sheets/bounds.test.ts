/** How much of a hostile workbook is read before it is refused: unpacked bytes, cells and rows are counted. */
import { MOST_READ, SheetRefused } from '../../../nodes/core/sheets/sheet';
import { readWorksheet } from '../../../nodes/core/sheets/worksheet';
import { rootOf } from '../../../nodes/core/sheets/xml';
import { refusal } from '../../harness/paymentFiles';
import { sheetData, workbookParts, zipFile } from '../../harness/workbook';

/** Counts what every stream of this test inflates. */
let inflated = 0;
const Real = globalThis.DecompressionStream;
class Counting extends Real {
	override get readable() {
		const count = new TransformStream<Uint8Array, Uint8Array>({
			transform(part, controller) {
				inflated += part.length;
				controller.enqueue(part);
			},
		});
		return super.readable.pipeThrough(count);
	}
}
beforeEach(() => {
	inflated = 0;
	globalThis.DecompressionStream = Counting;
});
afterEach(() => {
	globalThis.DecompressionStream = Real;
});

/** Two pieces of n8n's zlib output, in bytes: one that is being read, and one that waits. */
const PIECES = 4 * 65_536;

test.each([
	['a hundred million zeros that are called ten', Buffer.alloc(100_000_000), 10, /^is damaged/, 10],
	[
		'a hundred million zeros that are called 40 million',
		Buffer.alloc(100_000_000),
		40_000_000,
		/^is damaged/,
		40_000_000,
	],
	['51 million zeros', Buffer.alloc(51_000_000), 51_000_000, /^is too large once unpacked/, 0],
])('of %s no more is unpacked than is said', async (_, content, size, said, most) => {
	const bomb = zipFile([{ name: 'bomb.xml', content, size }, ...workbookParts({ Pay: sheetData([['a']]) })]);
	expect(await refusal(bomb)).toMatch(said);
	expect(inflated).toBeLessThanOrEqual(most + PIECES);
});

const worksheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
function counted(xml: string): [cells: number, problem: string] {
	const book = { texts: [], styles: [], rulesChangeLook: false, is1904: false, isRecalculated: false, cellCount: 0 };
	try {
		readWorksheet(rootOf(xml), book);
		return [book.cellCount, ''];
	} catch (error) {
		return [book.cellCount, error instanceof SheetRefused ? error.what : String(error)];
	}
}

test('the first cell too many ends it', () => {
	const row = `<row>${'<c><v>1</v></c>'.repeat(10)}</row>`;
	const [cells, problem] = counted(worksheet(row.repeat(MOST_READ.cells / 10 + 5_000)));
	expect([cells, problem]).toEqual([MOST_READ.cells + 1, 'has more than 500000 cells']);
});

test('rows and columns without a value count for nothing, and one that lies far away ends it at once', () => {
	expect(counted(worksheet('<row/>'.repeat(300_000)))).toEqual([0, '']);
	expect(counted(worksheet(`<row>${'<c s="1"/>'.repeat(16_384)}</row>`))).toEqual([0, '']);
	const far = '<row r="201"><c r="XFD201"><v>1</v></c></row>';
	expect(counted(worksheet(`${far}<row r="202">${'<c><v>1</v></c>'.repeat(100)}</row>`))).toEqual([
		1,
		expect.stringMatching(/^extends to row 201, too far/),
	]);
});

test('a formula without a value is one cell, however long it is', () => {
	const formula = `<row><c><f>${'SUM(A1:A9)+'.repeat(100_000)}1</f></c></row>`;
	expect(counted(worksheet(formula))).toEqual([1, '']);
});
