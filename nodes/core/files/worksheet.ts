import { MOST_READ, SheetRefused, textCell, type Cell, type Sheet, type SheetRow } from '../domain/sheet/sheet';
import type { Style } from './styles';
import {
	attribute,
	elements,
	isOn,
	xmlText,
	XML_PREFIX,
	tagsIn,
	textsIn,
	unescaped,
	unreadableSheet,
	within,
	type Tag,
} from './xml';

/*
 * The cells of a worksheet (ECMA-376, part 1, 18.3.1) that hold something. A sheet that is cut off or out of order, or has
 * a cell of an unknown kind, refuses the file.
 */

/** The parts of a workbook that all its sheets use. */
export interface Book {
	readonly texts: readonly string[];
	readonly styles: readonly Style[];
	/** Whether days are counted from 1904, as old Excel for Mac did. */
	readonly is1904: boolean;
	/** The cells that were read so far, up to the limit. */
	cellCount: number;
}

const SHEET_DATA = elements('sheetData');
const SHEET_FORMAT = elements('sheetFormatPr');
const COLUMN = elements('col');
const ROW_OR_CELL = elements('row|c');
const VALUE = new RegExp(`<${XML_PREFIX}v(?:\\s[^<>]*)?>([^<]*)</${XML_PREFIX}v\\s*>`);
const HAS_VALUE = new RegExp(`<${XML_PREFIX}v[\\s/>]`);
const HAS_FORMULA = new RegExp(`<${XML_PREFIX}f[\\s/>]`);
const WORKSHEET_END = new RegExp(`</${XML_PREFIX}worksheet\\s*>\\s*$`);

/** Reads a worksheet. Throws SheetRefused where it is cut off, out of order or too large. */
export function readWorksheet(xml: string, book: Book): Pick<Sheet, 'hiddenColumns' | 'rows'> {
	const { before, content } = within(xml, SHEET_DATA);
	if (!WORKSHEET_END.test(xml) || before === '') throw unreadableSheet();
	const [format] = tagsIn(before, SHEET_FORMAT);
	const areHidden = isOn(attribute(format?.attributes ?? '', 'zeroHeight'));
	return { hiddenColumns: hiddenColumns(before), rows: readRows(content, areHidden, book) };
}

function hiddenColumns(xml: string): ReadonlySet<number> {
	const hidden = new Set<number>();
	let last = 0;
	for (const { isEnd, attributes } of tagsIn(xml, COLUMN)) {
		if (isEnd) continue;
		const [min, max] = [Number(attribute(attributes, 'min')), Number(attribute(attributes, 'max'))];
		if (!(min > last && max >= min && max <= LAST_COLUMN)) throw unreadableSheet();
		last = max;
		if (isOn(attribute(attributes, 'hidden')) || NO_SIZE.test(attribute(attributes, 'width')))
			for (let column = min; column <= max; column++) hidden.add(column - 1);
	}
	return hidden;
}

const LAST_COLUMN = 16_384;
/** A width or height of nothing. */
const NO_SIZE = /^0+(\.0*)?$/;

function readRows(xml: string, areHidden: boolean, book: Book): SheetRow[] {
	const rows: SheetRow[] = [];
	let [number, column, width] = [0, 0, 0];
	let row: { readonly isHidden: boolean; readonly cells: Array<Cell | null> } | null = null;
	let cell: Tag | null = null;
	for (const tag of tagsIn(xml, ROW_OR_CELL)) {
		const { name, isEnd, isEmpty, attributes } = tag;
		if (name === 'row') {
			if (cell !== null || (row === null) === isEnd) throw unreadableSheet();
			if (!isEnd) [number, column] = [rowNumber(attributes, number), 0];
			if (row !== null && row.cells.length > 0) {
				while (rows.length < number - 1) rows.push({ number: rows.length + 1, item: null, isHidden: false, cells: [] });
				rows.push({ number, item: null, ...row });
			}
			row = isEnd || isEmpty ? null : { isHidden: isHiddenRow(attributes, areHidden), cells: [] };
		} else if (row === null) {
			throw unreadableSheet();
		} else if (!isEnd) {
			if (cell !== null) throw unreadableSheet();
			column = columnNumber(attributes, number, column);
			if (!isEmpty) cell = tag;
		} else {
			if (cell === null) throw unreadableSheet();
			const read = readCell(cell.attributes, xml.slice(cell.to, tag.from), book);
			cell = null;
			if (read === null) continue;
			width = Math.max(width, column);
			checkSize(number, width, ++book.cellCount);
			while (row.cells.length < column - 1) row.cells.push(null);
			row.cells.push(read);
		}
	}
	if (row !== null) throw unreadableSheet();
	return rows;
}

/** Refuses a file with more cells, or a larger rectangle of them, than a list of payments has. */
function checkSize(row: number, width: number, cells: number): void {
	if (cells > MOST_READ.cells) throw new SheetRefused(`has more than ${MOST_READ.cells} cells`, 'Divide it.');
	if (row > MOST_READ.rows || row * width > MOST_READ.area)
		throw new SheetRefused(
			`reaches to row ${row}, too far to be a list of payments`,
			'Delete what stands there, or copy the payments into a new workbook.',
		);
}

function rowNumber(attributes: string, before: number): number {
	const text = attribute(attributes, 'r');
	const number = text === '' ? before + 1 : Number(text);
	if (!(Number.isInteger(number) && number > before && number <= 1_048_576)) throw unreadableSheet();
	return number;
}

function columnNumber(attributes: string, row: number, before: number): number {
	const text = attribute(attributes, 'r');
	if (text === '') return before + 1;
	const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(text) ?? [];
	const number = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
	if (Number(digits) !== row || number <= before || number > LAST_COLUMN) throw unreadableSheet();
	return number;
}

function isHiddenRow(attributes: string, areHidden: boolean): boolean {
	const [hidden, height] = [attribute(attributes, 'hidden'), attribute(attributes, 'ht')];
	if (isOn(hidden) || NO_SIZE.test(height)) return true;
	return areHidden && hidden === '' && height === '';
}

/** Reads a cell; null where it is empty. */
function readCell(attributes: string, content: string, book: Book): Cell | null {
	const type = attribute(attributes, 't');
	const [, written = ''] = VALUE.exec(content) ?? [];
	const isCalculated = written !== '' || (type === 'str' && HAS_VALUE.test(content));
	if (HAS_FORMULA.test(content) && !isCalculated) return { is: 'formula', text: '' };
	const style = book.styles[Number(attribute(attributes, 's'))];
	const cell = type === 'inlineStr' ? textCell(textsIn(content).join('')) : cellOf(type, written, style, book);
	return cell === null ? null : { ...cell, isStruck: style?.isStruck };
}

function cellOf(type: string, written: string, style: Style | undefined, { texts, is1904 }: Book): Cell | null {
	if (written === '') return null;
	switch (type) {
		case 's': {
			const text = /^\d{1,6}$/.test(written) ? texts[Number(written)] : undefined;
			if (text === undefined) throw unreadableSheet();
			return textCell(text);
		}
		case 'str':
			return textCell(xmlText(written));
		case 'b':
			return { is: 'boolean', text: isOn(unescaped(written).toLowerCase()) ? 'TRUE' : 'FALSE' };
		case 'e':
			return { is: 'error', text: unescaped(written) };
		case 'd':
			return { is: 'date', text: 'a date' };
		case '':
		case 'n':
			return numberCell(unescaped(written), style, is1904);
		default:
			throw unreadableSheet();
	}
}

function numberCell(value: string, style: Style | undefined, is1904: boolean): Cell | null {
	const number = Number(value);
	if (Number.isNaN(number)) return textCell(value);
	if (style?.isDate === true) return { is: 'date', text: dateOf(number, is1904) };
	return { is: 'number', text: String(number), format: style?.format };
}

/** The day of a serial number (ECMA-376, part 1, 18.17.4), as 2026-11-26. Excel counts 29 February 1900, a day that never was, as 60. */
function dateOf(serial: number, is1904: boolean): string {
	const days = !is1904 && serial >= 60 ? serial - 1 : serial;
	const date = new Date((is1904 ? FIRST_DAY_1904 : FIRST_DAY_1900) + Math.round(days * 86_400_000));
	return Number.isNaN(date.getTime()) ? 'a date' : date.toISOString().slice(0, 10);
}

const FIRST_DAY_1900 = Date.UTC(1899, 11, 31);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);
