import { MOST_READ, SheetRefused, textCell, type Cell, type Sheet, type SheetRow } from './sheet';
import type { Style } from './styles';
import { childOf, childrenOf, isOn, rootOf, stringOf, textOf, unreadableSheet, type Element } from './xml';

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

const SHEET_DATA = /<(?:[\w.-]+:)?sheetData[\s/>]/g;

/** Reads a worksheet up to the end of its cells. Throws SheetRefused where it is cut off, out of order or too large. */
export function readWorksheet(xml: string, book: Book): Pick<Sheet, 'hiddenColumns' | 'rows'> {
	let [format, columns]: Array<Element | undefined> = [];
	if (xml.match(SHEET_DATA)?.length !== 1) throw unreadableSheet();
	for (const child of childrenOf(rootOf(xml))) {
		if (child.name === 'sheetFormatPr') format = child;
		if (child.name === 'cols') columns = child;
		if (child.name === 'sheetData') {
			const areHidden = isOn(format?.attributes.get('zeroHeight'));
			return { hiddenColumns: hiddenColumns(columns), rows: readRows(child, areHidden, book) };
		}
	}
	throw unreadableSheet();
}

function hiddenColumns(columns: Element | undefined): ReadonlySet<number> {
	const hidden = new Set<number>();
	let last = 0;
	for (const { attributes } of childrenOf(columns, 'col')) {
		const [min, max] = [Number(attributes.get('min')), Number(attributes.get('max'))];
		if (!(min > last && max >= min && max <= LAST_COLUMN)) throw unreadableSheet();
		last = max;
		if (isOn(attributes.get('hidden')) || NO_SIZE.test(attributes.get('width') ?? ''))
			for (let column = min; column <= max; column++) hidden.add(column - 1);
	}
	return hidden;
}

const LAST_COLUMN = 16_384;
/** A width or height of nothing. */
const NO_SIZE = /^0+(\.0*)?$/;

function readRows(data: Element, areHidden: boolean, book: Book): SheetRow[] {
	const rows: SheetRow[] = [];
	let [number, width] = [0, 0];
	for (const row of childrenOf(data, 'row')) {
		number = rowNumber(row, number);
		const cells = readCells(row, number, width, book);
		if (cells.length === 0) continue;
		width = Math.max(width, cells.length);
		while (rows.length < number - 1) rows.push({ number: rows.length + 1, item: null, isHidden: false, cells: [] });
		rows.push({ number, item: null, isHidden: isHiddenRow(row, areHidden), cells });
	}
	return rows;
}

/** @param width of the widest row above */
function readCells(row: Element, number: number, width: number, book: Book): Array<Cell | null> {
	const cells: Array<Cell | null> = [];
	let column = 0;
	for (const cell of childrenOf(row, 'c')) {
		column = columnNumber(cell, number, column);
		const read = readCell(cell, book);
		if (read === null) continue;
		checkSize(number, Math.max(width, column), ++book.cellCount);
		while (cells.length < column - 1) cells.push(null);
		cells.push(read);
	}
	return cells;
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

function rowNumber({ attributes }: Element, before: number): number {
	const number = Number(attributes.get('r') ?? before + 1);
	if (!(Number.isInteger(number) && number > before && number <= 1_048_576)) throw unreadableSheet();
	return number;
}

function columnNumber({ attributes }: Element, row: number, before: number): number {
	const text = attributes.get('r');
	if (text === undefined) return before + 1;
	const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(text) ?? [];
	const number = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
	if (Number(digits) !== row || number <= before || number > LAST_COLUMN) throw unreadableSheet();
	return number;
}

function isHiddenRow({ attributes }: Element, areHidden: boolean): boolean {
	const [hidden, height] = [attributes.get('hidden'), attributes.get('ht')];
	if (hidden === undefined && height === undefined) return areHidden;
	return isOn(hidden) || NO_SIZE.test(height ?? '');
}

/** Reads a cell; null where it is empty. */
function readCell(cell: Element, book: Book): Cell | null {
	if (cell.content === '') return null;
	const type = cell.attributes.get('t') ?? 'n';
	const style = book.styles[Number(cell.attributes.get('s') ?? 0)];
	const value = childOf(cell, 'v');
	const isCalculated = value !== undefined && (value.content !== '' || type === 'str');
	if (childOf(cell, 'f') !== undefined && !isCalculated) return { is: 'formula', text: '' };
	const text = type === 'inlineStr' ? stringOf(childOf(cell, 'is')) : textOf(value);
	const read = text === '' ? null : cellOf(type, text, style, book);
	return read === null ? null : { ...read, isStruck: style?.isStruck };
}

function cellOf(type: string, written: string, style: Style | undefined, { texts, is1904 }: Book): Cell | null {
	switch (type) {
		case 's': {
			const text = /^\d{1,6}$/.test(written) ? texts[Number(written)] : undefined;
			if (text === undefined) throw unreadableSheet();
			return textCell(text);
		}
		case 'str':
		case 'inlineStr':
			return textCell(written);
		case 'b':
			return { is: 'boolean', text: isOn(written) ? 'TRUE' : 'FALSE' };
		case 'e':
			return { is: 'error', text: written };
		case 'd':
			return { is: 'date', text: 'a date' };
		case 'n':
			return numberCell(Number(written), style, is1904);
		default:
			throw unreadableSheet();
	}
}

function numberCell(number: number, style: Style | undefined, is1904: boolean): Cell {
	if (!Number.isFinite(number)) throw unreadableSheet();
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
