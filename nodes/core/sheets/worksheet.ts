import { MOST_READ, SheetRefused, textCell, type Cell, type Sheet, type SheetRow } from './sheet';
import { changesLook, type Style } from './styles';
import { childOf, childrenOf, elementsOf, isOn, stringOf, textOf, unreadableSheet, type Element } from './xml';

/** The parts of a workbook that its sheets share. */
export interface Book {
	readonly texts: ReadonlyArray<ReturnType<typeof stringOf>>;
	readonly styles: readonly Style[];
	/** Whether conditional formats set a number format or strike text out. */
	readonly rulesChangeLook: boolean;
	/** Whether days are counted from 1904, as old Excel for Mac did. */
	readonly is1904: boolean;
	/** Whether all formulas are recalculated when the workbook is opened, so that stored values don't count. */
	readonly isRecalculated: boolean;
	cellCount: number;
}

const SHEET_DATA = /<(?:[\w.-]+:)?sheetData[\s/>]/g;

type ReadRow = SheetRow & { readonly cells: Array<Cell | null> };

/** Reads a worksheet (ECMA-376, part 1, 18.3.1) and marks doubtful cells. Throws SheetRefused if it isn't valid. */
export function readWorksheet(root: Element, book: Book): Pick<Sheet, 'hiddenColumns' | 'rows'> {
	let [format, columns]: Array<Element | undefined> = [];
	if (root.content.match(SHEET_DATA)?.length !== 1) throw unreadableSheet();
	for (const child of childrenOf(root)) {
		if (child.name === 'sheetFormatPr') format = child;
		if (child.name === 'cols') columns = child;
		if (child.name === 'sheetData') {
			const areHidden =
				isOn(format?.attributes.get('zeroHeight')) || isBelow(format?.attributes.get('defaultRowHeight'), LEAST_HEIGHT);
			const rows = readRows(child, areHidden, book);
			markCells(root, rows, book);
			return { hiddenColumns: hiddenColumns(columns), rows };
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
		if (isOn(attributes.get('hidden')) || isBelow(attributes.get('width'), LEAST_WIDTH))
			for (let column = min; column <= max; column++) hidden.add(column - 1);
	}
	return hidden;
}

const LAST_COLUMN = 16_384;
/** The least width (characters) and height (points) at which a cell's text can be seen. */
const [LEAST_WIDTH, LEAST_HEIGHT] = [1.7, 3];
const isBelow = (size: string | undefined, least: number) => size !== undefined && Number(size) < least;

function readRows(data: Element, areHidden: boolean, book: Book): ReadRow[] {
	const rows: ReadRow[] = [];
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

const MERGED = 'is merged with other cells. Undo the merge, and look at what each cell says.';
const OTHER_LOOK =
	'has a conditional format with a number format or strikethrough. Remove that rule, and look at what each cell says.';
const VOLATILE = 'is a formula whose result can change by itself. Copy the cells and paste them as values.';
const RECALCULATED =
	'is a formula that is recalculated on opening. Open the workbook in Excel, check the values, and save it.';
const CONTROLS = 'is on a sheet with check boxes or buttons. Delete these after writing what they say into cells.';
const CHANGING = /\b(?:now|today|rand|randbetween|randarray|offset|indirect|cell|info)\s*\(/i;

function formulaDoubt(formula: Element, { isRecalculated }: Book): string | undefined {
	if (isRecalculated) return RECALCULATED;
	return CHANGING.test(textOf(formula).replace(/"[^"]*"/g, '')) ? VOLATILE : undefined;
}

/** Marks cells that might not show their value, because of a merge, control, conditional format or shared formula. */
function markCells(root: Element, rows: readonly ReadRow[], book: Book): void {
	let visited = 0;
	const mark = (ref: string | undefined, doubt: string) => {
		const { left, right, top, bottom } = rangeOf(ref ?? '');
		// A range merged over several rows shows the value of one of them, so all cells of these rows are doubtful.
		const isWide = doubt === MERGED && top < bottom;
		for (const { cells } of rows.slice(top - 1, bottom)) {
			visited += 1 + cells.length;
			if (visited > MOST_READ.area) throw unreadableSheet();
			for (const [place, cell] of cells.entries())
				if (cell !== null && (isWide || (place >= left - 1 && place < right))) cells[place] = { ...cell, doubt };
		}
	};
	for (const { attributes } of elementsOf(root, 'mergeCell')) mark(attributes.get('ref'), MERGED);
	if (!elementsOf(root, 'control').next().done) mark('', CONTROLS);
	for (const rules of elementsOf(root, 'conditionalFormatting')) {
		if (!book.rulesChangeLook && !changesLook(rules)) continue;
		const refs = rules.attributes.get('sqref') ?? Array.from(elementsOf(rules, 'sqref'), textOf).join(' ');
		for (const ref of refs.trim().split(/\s+/)) mark(ref, OTHER_LOOK);
	}
	for (const formula of elementsOf(root, 'f')) {
		const [ref, doubt] = [formula.attributes.get('ref'), formulaDoubt(formula, book)];
		if (ref !== undefined && doubt !== undefined) mark(ref, doubt);
	}
}

/** The cells of a reference such as `E2`, `A2:B9` or `A:B`, counted from 1. */
function rangeOf(ref: string) {
	const [whole, left = '', top = '', right = left, bottom = top] =
		/^([A-Z]{0,3})(\d{0,7})(?::([A-Z]{0,3})(\d{0,7}))?$/.exec(ref.replaceAll('$', '')) ?? [];
	const range = {
		left: columnOf(left) || 1,
		right: columnOf(right) || LAST_COLUMN,
		top: Number(top) || 1,
		bottom: Number(bottom) || LAST_ROW,
	};
	if (whole === undefined || range.left > range.right || range.top > range.bottom) throw unreadableSheet();
	return range;
}

/** @param width the width of the widest row above, in cells */
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

/** Refuses a file with more cells or rows, or a larger area, than `MOST_READ` allows. */
function checkSize(row: number, width: number, cells: number): void {
	if (cells > MOST_READ.cells) throw new SheetRefused(`has more than ${MOST_READ.cells} cells`, 'Split it.');
	if (row > MOST_READ.rows || row * width > MOST_READ.area)
		throw new SheetRefused(
			`extends to row ${row}, too far for a list of payments`,
			'Delete what is there, or copy the payments into a new workbook.',
		);
}

const LAST_ROW = 1_048_576;

function rowNumber({ attributes }: Element, before: number): number {
	const number = Number(attributes.get('r') ?? before + 1);
	if (!(Number.isInteger(number) && number > before && number <= LAST_ROW)) throw unreadableSheet();
	return number;
}

function columnNumber({ attributes }: Element, row: number, before: number): number {
	const text = attributes.get('r');
	if (text === undefined) return before + 1;
	const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(text) ?? [];
	const number = columnOf(letters);
	if (Number(digits) !== row || number <= before || number > LAST_COLUMN) throw unreadableSheet();
	return number;
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function isHiddenRow({ attributes }: Element, areHidden: boolean): boolean {
	const [hidden, height] = [attributes.get('hidden'), attributes.get('ht')];
	if (hidden === undefined && height === undefined) return areHidden;
	return isOn(hidden) || isBelow(height, LEAST_HEIGHT);
}

function readCell(cell: Element, book: Book): Cell | null {
	if (cell.content === '') return null;
	const type = cell.attributes.get('t') ?? 'n';
	const style = book.styles[Number(cell.attributes.get('s') ?? 0)];
	const [value, formula] = [childOf(cell, 'v'), childOf(cell, 'f')];
	const isCalculated = value !== undefined && (value.content !== '' || type === 'str');
	if (formula !== undefined && !isCalculated) return { is: 'formula', text: '' };
	const { text, isStruck } = textIn(cell, type, value, book);
	const read = text === '' ? null : cellOf(type, text, style, book);
	if (read === null) return null;
	const doubt = formula === undefined ? undefined : formulaDoubt(formula, book);
	const isCrossedOut = isStruck || style?.isStruck === true;
	return { ...read, format: style?.format, isStruck: isCrossedOut, isFormula: formula !== undefined, doubt };
}

function textIn(cell: Element, type: string, value: Element | undefined, { texts }: Book) {
	if (type === 'inlineStr') return stringOf(childOf(cell, 'is'));
	const written = textOf(value);
	if (type !== 's') return { text: written, isStruck: false };
	const text = /^\d{1,6}$/.test(written) ? texts[Number(written)] : undefined;
	if (text === undefined) throw unreadableSheet();
	return text;
}

function cellOf(type: string, written: string, style: Style | undefined, { is1904 }: Book): Cell | null {
	switch (type) {
		case 's':
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
	// A format such as 0000 pads a number to that many digits.
	const isPadded = Number.isInteger(number) && number >= 0 && /^0+$/.test(style?.format ?? '');
	return { is: 'number', text: String(number).padStart(isPadded ? (style?.format?.length ?? 0) : 0, '0') };
}

/** The day of a serial number, as 2026-11-26 (ECMA-376, 18.17.4). Day 60 is 29 February 1900, which never existed. */
function dateOf(serial: number, is1904: boolean): string {
	const days = !is1904 && serial >= 60 ? serial - 1 : serial;
	const date = new Date((is1904 ? FIRST_DAY_1904 : FIRST_DAY_1900) + Math.round(days * 86_400_000));
	return Number.isNaN(date.getTime()) ? 'a date' : date.toISOString().slice(0, 10);
}

const FIRST_DAY_1900 = Date.UTC(1899, 11, 31);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);
