import { columnLetters, MOST_READ, SheetRefused } from '../domain/sheet/sheet';

/*
 * The XML of a worksheet (ECMA-376, part 1, 18.3.1), written anew with nothing but its cells that hold something, in
 * the order that the standard asks for. What the reader of workbooks would pass over in silence is marked or refused.
 */

/** Texts of cells with the type of an error, for what the reader would not tell from an empty cell or a text. */
export const MARKS = { formula: '#FORMULA', date: '#DATE' } as const;

/** How much was read of all sheets of a workbook, up to the limits. */
export interface CellCount {
	cells: number;
	readonly sharedTexts: number;
}

const damagedSheet = () =>
	new SheetRefused("has a sheet that can't be read", 'Open it in Excel, save it anew and upload that.');

/** Tags in which no value of an attribute holds the beginning of another tag. */
const ATTRIBUTES = `([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)`;
const XML_PREFIX = '(?:[\\w.-]+:)?';
const tags = (names: string) => new RegExp(`<(/?)${XML_PREFIX}(${names})(?=[\\s/>])${ATTRIBUTES}>`, 'g');

const ATTRIBUTE = {
	hidden: one('hidden'),
	ht: one('ht'),
	max: one('max'),
	min: one('min'),
	r: one('r'),
	s: one('s'),
	t: one('t'),
	width: one('width'),
	zeroHeight: one('zeroHeight'),
};

function one(name: string): RegExp {
	return new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
}

/** An attribute's value; empty where there is none. */
const attribute = (attributes: string, name: keyof typeof ATTRIBUTE) => {
	const [, double, single] = ATTRIBUTE[name].exec(attributes) ?? [];
	return double ?? single ?? '';
};

const ROW_OR_CELL = tags('row|c');
/** The beginning of a tag of a row or cell, whole or not. */
const BEGINNING = new RegExp(`</?${XML_PREFIX}(?:row|c)(?=[\\s/>])`, 'g');
const VALUE = new RegExp(`<${XML_PREFIX}v(?:\\s[^<>]*)?>([^<]*)</${XML_PREFIX}v\\s*>`);
const HAS_VALUE = new RegExp(`<${XML_PREFIX}v[\\s/>]`);
const HAS_FORMULA = new RegExp(`<${XML_PREFIX}f[\\s/>]`);
const HAS_TEXT = new RegExp(`<${XML_PREFIX}is[\\s>]`);
const WORKSHEET_END = new RegExp(`</${XML_PREFIX}worksheet\\s*>\\s*$`);

const isOn = (value: string) => value === '1' || value === 'true';

/** Writes a worksheet anew. Throws SheetRefused where it is cut off, out of order or too large. */
export function plainWorksheet(xml: string, amounts: CellCount): string {
	const [start, end] = [...xml.matchAll(tags('sheetData'))];
	if (!WORKSHEET_END.test(xml) || start === undefined) throw damagedSheet();
	const isEmpty = start[3]?.endsWith('/') === true;
	if (isEmpty ? end !== undefined : end?.[1] !== '/') throw damagedSheet();
	const head = xml.slice(0, start.index);
	const rows = isEmpty ? '' : plainRows(xml.slice(start.index + start[0].length, end?.index), hidesRows(head), amounts);
	return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${hiddenColumns(head)}<sheetData>${rows}</sheetData></worksheet>`;
}

const hidesRows = (head: string) => {
	const [format] = head.matchAll(tags('sheetFormatPr'));
	return isOn(attribute(format?.[3] ?? '', 'zeroHeight'));
};

function hiddenColumns(head: string): string {
	let last = 0;
	const hidden = [...head.matchAll(tags('col'))].flatMap(([, isEnd, , given = '']) => {
		if (isEnd === '/') return [];
		const [min, max] = [Number(attribute(given, 'min')), Number(attribute(given, 'max'))];
		if (!(min > last && max >= min && max <= LAST_COLUMN)) throw damagedSheet();
		last = max;
		const isHidden = isOn(attribute(given, 'hidden')) || /^0+(\.0*)?$/.test(attribute(given, 'width'));
		return isHidden ? `<col min="${min}" max="${max}" hidden="1"/>` : [];
	});
	return hidden.length === 0 ? '' : `<cols>${hidden.join('')}</cols>`;
}

const LAST_COLUMN = 16_384;

function plainRows(xml: string, areHidden: boolean, amounts: CellCount): string {
	const written: string[] = [];
	let [row, column, width, tagCount] = [0, 0, 0, 0];
	// The tag of the open row until it is written, which is before its first cell; null between rows.
	let start: string | null = null;
	let open: { readonly ref: string; readonly given: string; readonly from: number } | null = null;
	const write = (body: string, { ref, given }: { readonly ref: string; readonly given: string }) => {
		const cell = plainCell(ref, given, body, amounts);
		if (cell === null) return;
		if (++amounts.cells > MOST_READ.cells)
			throw new SheetRefused(`has more than ${MOST_READ.cells} cells`, 'Divide it.');
		width = Math.max(width, column);
		if (row > MOST_READ.rows || row * width > MOST_READ.area)
			throw new SheetRefused(
				`reaches to row ${row}, too far to be a list of payments`,
				'Delete what stands there, or copy the payments into a new workbook.',
			);
		written.push(start ?? '', cell);
		start = '';
	};
	for (const { 0: tag, 1: isEnd, 2: name, 3: given = '', index } of xml.matchAll(ROW_OR_CELL)) {
		const isClosed = given.endsWith('/');
		tagCount++;
		if (name === 'row') {
			if (open !== null || (start === null) !== (isEnd !== '/')) throw damagedSheet();
			if (isEnd === '/') {
				if (start === '') written.push('</row>');
				start = null;
			} else {
				[row, column] = [rowNumber(given, row), 0];
				if (!isClosed) start = `<row r="${row}"${isHiddenRow(given, areHidden) ? ' hidden="1"' : ''}>`;
			}
		} else if (isEnd === '/') {
			if (open === null) throw damagedSheet();
			write(xml.slice(open.from, index), open);
			open = null;
		} else {
			if (open !== null || start === null) throw damagedSheet();
			column = columnNumber(given, row, column);
			const cell = { ref: `${columnLetters(column - 1)}${row}`, given, from: index + tag.length };
			if (!isClosed) open = cell;
		}
	}
	if (open !== null || start !== null || tagCount !== (xml.match(BEGINNING)?.length ?? 0)) throw damagedSheet();
	return written.join('');
}

function rowNumber(given: string, before: number): number {
	const text = attribute(given, 'r');
	const number = text === '' ? before + 1 : Number(text);
	if (!(Number.isInteger(number) && number > before && number <= 1_048_576)) throw damagedSheet();
	return number;
}

function columnNumber(given: string, row: number, before: number): number {
	const text = attribute(given, 'r');
	if (text === '') return before + 1;
	const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(text) ?? [];
	const number = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
	if (Number(digits) !== row || number <= before || number > LAST_COLUMN) throw damagedSheet();
	return number;
}

function isHiddenRow(given: string, areHidden: boolean): boolean {
	const [hidden, height] = [attribute(given, 'hidden'), attribute(given, 'ht')];
	if (isOn(hidden) || /^0+(\.0*)?$/.test(height)) return true;
	return areHidden && hidden === '' && height === '';
}

/** A cell without what isn't its value; null for an empty one. */
function plainCell(ref: string, given: string, body: string, { sharedTexts }: CellCount): string | null {
	const type = attribute(given, 't');
	const [, value = ''] = VALUE.exec(body) ?? [];
	const isFormula = HAS_FORMULA.test(body);
	const isCalculated = value !== '' || (type === 'str' && HAS_VALUE.test(body));
	const marked = (mark: string) => `<c r="${ref}" t="e"><v>${mark}</v></c>`;
	if (isFormula && !isCalculated) return marked(MARKS.formula);
	if (type === 'd') return marked(MARKS.date);
	if (type === 'inlineStr' ? !HAS_TEXT.test(body) : value === '') return null;
	if (type === 's' && !(/^\d{1,6}$/.test(value) && Number(value) < sharedTexts)) throw damagedSheet();
	if (!['', 'n', 's', 'str', 'inlineStr', 'b', 'e'].includes(type)) throw damagedSheet();
	const style = attribute(given, 's');
	const about = `${/^\d{1,6}$/.test(style) ? ` s="${style}"` : ''}${type === '' ? '' : ` t="${type}"`}`;
	return `<c r="${ref}"${about}>${type === 'inlineStr' ? body : `<v>${value}</v>`}</c>`;
}
