import { quotedText, visibleText } from '../domain/text';

/* A payment file after reading, the same for all formats. Indexes begin at 0; `number` is the row as a person sees it. */

/** One value of a sheet. A number has all the digits that the sheet holds; `format` is its number format. */
export interface Cell {
	readonly is: 'text' | 'number' | 'date' | 'boolean' | 'error' | 'formula';
	/** Empty for a formula without a stored value. */
	readonly text: string;
	readonly format?: string | undefined;
	/** Whether any of the text is struck out. */
	readonly isStruck?: boolean | undefined;
	readonly isFormula?: boolean | undefined;
	/** Whether the next cell has three digits, so that both cells may be one number, such as 1,500, cut at its comma. */
	readonly isCut?: boolean | undefined;
	/** Why the cell may display something other than `text`, as a clause and a sentence of advice; otherwise undefined. */
	readonly doubt?: string | undefined;
}

export interface SheetRow {
	readonly number: number;
	/** The index of the input item that the row came from; null for a row of a file. */
	readonly item: number | null;
	readonly isHidden: boolean;
	readonly cells: ReadonlyArray<Cell | null>;
}

export interface Sheet {
	/** Null for a text file, and for rows that came as items. */
	readonly name: string | null;
	readonly isHidden: boolean;
	readonly hiddenColumns: ReadonlySet<number>;
	/** Comments, text boxes, page headers and footers, each as a row of one cell. All but comments are at row 1. */
	readonly notes?: readonly SheetRow[];
	readonly rows: readonly SheetRow[];
}

/** The limits on reading a file: far above a list of payments, far below what would stop n8n. */
export const MOST_READ = {
	bytes: 10_000_000,
	unpackedBytes: 50_000_000,
	zipEntries: 500,
	rows: 200_000,
	cells: 500_000,
	/** Cells in the rectangle that a sheet uses, empty cells included. */
	area: 2_000_000,
	texts: 200_000,
} as const;

export const SAVE_AGAIN = 'Open it in Excel, save it again and upload that.';

/** The refusal of a whole file: what is wrong with it, as a clause after "The file", and sentences of advice. */
export class SheetRefused extends Error {
	constructor(
		readonly what: string,
		readonly advice: string,
	) {
		super(`The file ${what}. ${advice}`);
		this.name = 'SheetRefused';
	}
}

/** Throws one SheetRefused for all problems of a file; does nothing if there are none. */
export function refuseFor(found: readonly SheetRefused[]): void {
	const [first, ...others] = found;
	if (first === undefined) return;
	const also = others.map(({ what, advice }) => `It also ${what}. ${advice}`);
	throw new SheetRefused(first.what, [first.advice, ...also].join('\n'));
}

/** A text as a cell; null if it is blank. */
export function textCell(text: string): Cell | null {
	return text.trim() === '' ? null : { is: 'text', text };
}

/** All that a row says, on one line. */
export const rowText = ({ cells }: Pick<SheetRow, 'cells'>): string =>
	visibleText(cells.map((cell) => cell?.text ?? '').join(' '));

/** The letters of a column: A for 0, AA for 26. */
export function columnLetters(column: number): string {
	const before = Math.floor(column / 26);
	return `${before === 0 ? '' : columnLetters(before - 1)}${String.fromCharCode(65 + (column % 26))}`;
}

/** A cell's name, such as F2, or `row 2` if another node has read the rows. */
export const cellName = (place: number, { number, item }: SheetRow): string =>
	item === null ? `${columnLetters(place)}${number}` : `row ${number}`;

const MOST_NAMED = 12;
const LONGEST_HEADING = 30;

/** A list with commas, which ends with "and 3 more" after `MOST_NAMED` entries. */
export const listInWords = (all: ReadonlyArray<string | number>): string =>
	`${all.slice(0, MOST_NAMED).join(', ')}${all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : ''}`;

/** A list of names from a file, in quotes; long names are cut. */
export const namesInWords = (names: readonly string[]): string =>
	listInWords(names.map((name) => quotedText(name, LONGEST_HEADING)));

export const rowsInWords = (rows: ReadonlyArray<{ readonly number: number }>): string =>
	listInWords(rows.map(({ number }) => number));
