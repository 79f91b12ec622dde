import { quotedText } from '../domain/text';
import { findColumns, labelOf, readHeading, type FoundColumns } from './headings';
import type { SheetRules } from './rules';
import { namesInWords, SheetRefused, type Cell, type Sheet, type SheetRow } from './sheet';

/** The sheet of a file that holds the payments, with its headings and the rows below them. */
export type Table = Readonly<ReturnType<typeof tableOf>>;

/** Titles and notes may stand above the headings, in so many rows. */
export const MOST_ROWS_ABOVE = 50;

interface Headings extends FoundColumns {
	readonly sheet: Sheet;
	/** The place of their row. */
	readonly place: number;
	readonly cells: SheetRow['cells'];
}

/** Whether a row in front has all headings that a kind of payments needs: how a reader tells what separates the values. */
export function hasHeadings(rows: readonly SheetRow[], rules: SheetRules): boolean {
	return headingsOf({ name: null, isHidden: false, hiddenColumns: new Set(), rows }, rules)?.missing.length === 0;
}

/** The row with most of the headings; the first of these. */
function headingsOf(sheet: Sheet, { kind, columns: given, hiddenRows }: SheetRules): Headings | null {
	const isLeftOut = (column: number) => hiddenRows === 'leaveOut' && sheet.hiddenColumns.has(column);
	let best: Headings | null = null;
	for (const [place, { cells, isHidden }] of sheet.rows.slice(0, MOST_ROWS_ABOVE).entries()) {
		if (isHidden && hiddenRows !== 'take') continue;
		const readAs = (row: SheetRow['cells']) => ({
			...findColumns(row, kind, given, isLeftOut),
			sheet,
			place,
			cells: row,
		});
		const own = readAs(cells);
		const found = own.missing.length === 0 ? own : readAs(withTheRowAbove(sheet, place));
		if (found.missing.length === 0) return found;
		if (own.at.size > (best?.at.size ?? 0)) best = own;
	}
	return best;
}

/** The cells of a row, and above its empty ones those of the row before it: headings may be merged over two rows. */
function withTheRowAbove({ rows }: Sheet, place: number): SheetRow['cells'] {
	const [above, own] = [rows[place - 1]?.cells ?? [], rows[place]?.cells ?? []];
	return Array.from({ length: Math.max(above.length, own.length) }, (_, at) => own[at] ?? above[at] ?? null);
}

/** Finds the table of payments in a file's sheets. Throws SheetRefused unless exactly one is meant. */
export function findTable(sheets: readonly Sheet[], rules: SheetRules): Table {
	const filled = sheets.filter(({ rows }) => rows.some(({ cells }) => cells.some((cell) => cell !== null)));
	if (filled.length === 0) throw new SheetRefused('is empty', 'It has no cell with a value.');
	const chosen = chosenSheets(filled, rules.sheet);
	const found = chosen.flatMap((sheet) => headingsOf(sheet, rules) ?? []);
	const whole = found.filter(({ missing }) => missing.length === 0);
	const [headings] = whole;
	if (headings === undefined) throw lacking(chosen, found, rules);
	if (whole.length > 1)
		throw new SheetRefused(
			`has payments in several sheets: ${namesInWords(whole.map(({ sheet }) => sheet.name ?? ''))}`,
			"Write the name of the one that is meant into 'Sheet'.",
		);
	const table = tableOf(headings, filled);
	checkHeadings(headings, table, rules);
	return table;
}

function chosenSheets(sheets: readonly Sheet[], name: string | null): readonly Sheet[] {
	if (name === null) return sheets.filter(({ isHidden }) => !isHidden);
	const named = sheets.filter((sheet) => sheet.name?.trim() === name.trim());
	if (named.length > 0) return named;
	const names = sheets.flatMap((sheet) => sheet.name ?? []);
	throw new SheetRefused(
		`has no sheet ${quotedText(name)}`,
		names.length === 0 ? "A file of text has no sheets: leave 'Sheet' empty." : `It has: ${namesInWords(names)}.`,
	);
}

function tableOf({ sheet, place, at, cells }: Headings, sheets: readonly Sheet[]) {
	const texts = cells.map((cell) => cell?.text ?? null);
	return {
		name: sheet.name,
		/** By column; null where a column has none. Up to the last one. */
		headings: texts.slice(0, 1 + Math.max(...texts.map((text, column) => (text === null ? -1 : column)))),
		/** The index of each column that is read. */
		columns: at,
		/** Titles, comments and text boxes. */
		above: [...sheet.rows.slice(0, place), ...(sheet.notes ?? [])],
		rows: sheet.rows.slice(place + 1),
		otherSheets: sheets.flatMap((one) => (one === sheet ? [] : (one.name ?? []))),
	};
}

/** The refusal of a file in which no row has all headings. */
function lacking(chosen: readonly Sheet[], found: readonly Headings[], { columns: given }: SheetRules): SheetRefused {
	const nearest = [...found].sort((one, other) => other.at.size - one.at.size)[0];
	if (nearest === undefined || nearest.at.size === 0) {
		const first = chosen[0]?.rows.find(({ cells }) => cells.some((cell) => cell !== null));
		const row = first === undefined ? '' : ` Its first row: ${namesInWords(textsOf(first.cells))}.`;
		return new SheetRefused('has no headings that are known', `Write a row of headings above the payments.${row}`);
	}
	const { cells, missing } = nearest;
	const [column = 'reference'] = missing;
	const own = given[column];
	const what = missing.map((one) => `the ${labelOf(one)}`).join(' and ');
	const has = `It has: ${namesInWords(textsOf(cells))}.`;
	if (own !== undefined)
		return new SheetRefused(`has no column ${quotedText(own)}`, `'Columns' names it for ${what}. ${has}`);
	const advice =
		missing.length === 1 && column === 'reference'
			? `A reference stops a second payment when the file comes again, so it must be the payment's own, such as an invoice's number. ${candidates(nearest)}`
			: "If one of these is meant, name it in 'Columns'.";
	return new SheetRefused(`has no column for ${what}`, `${has} ${advice}`);
}

const textsOf = (cells: ReadonlyArray<Cell | null>) => cells.flatMap((cell) => cell?.text ?? []);

/** Names the columns of which each row has another text, but for those that only count the rows. */
function candidates({ sheet, place, at, cells: headings }: Headings): string {
	const taken = new Set(at.values());
	const rows = sheet.rows.slice(place + 1).filter(({ cells }) => [...taken].every((one) => cells[one] != null));
	const names = headings.flatMap((heading, column) => {
		const texts = rows.map(({ cells }) => cells[column]?.text ?? '');
		const isOwn = texts.length > 0 && !texts.includes('') && new Set(texts).size === texts.length;
		const counts = texts.every((text, row) => Number(text) === Number(texts[0]) + row);
		return heading !== null && !taken.has(column) && isOwn && !counts ? heading.text : [];
	});
	return names.length === 0
		? 'Add a column for it.'
		: `Add a column for it; or, if no later file has the same values there, name ${namesInWords(names)} in 'Columns'.`;
}

/** Refuses headings that could be meant otherwise. Throws SheetRefused. */
function checkHeadings({ several, at, sheet, place }: Headings, { headings }: Table, rules: SheetRules): void {
	const { kind, amountUnit, hiddenRows } = rules;
	const [twice] = several;
	if (twice !== undefined) {
		const [column, places] = twice;
		const fitting = places.map((one) => headings[one] ?? '');
		throw new SheetRefused(
			`has ${places.length} columns for the ${labelOf(column)}: ${namesInWords(fitting)}`,
			`Leave one of them, or name it in 'Columns'; of equal headings rename one. They stand in row ${sheet.rows[place]?.number}.`,
		);
	}
	const hidden = [...at].filter(([, one]) => sheet.hiddenColumns.has(one));
	if (hidden.length > 0 && hiddenRows !== 'take')
		throw new SheetRefused(
			`has hidden columns that would be read: ${namesInWords(hidden.map(([, one]) => headings[one] ?? ''))}`,
			"Show them, or set 'Hidden Rows' to take what is hidden.",
		);
	const amount = headings[at.get('amount') ?? -1];
	if (amount == null) return;
	const { currency, isMinor } = readHeading(amount);
	if (currency !== null && currency !== kind.currency)
		throw new SheetRefused(
			`has amounts in another currency than ${kind.currency}`,
			`Its heading says ${quotedText(amount)}.`,
		);
	if (isMinor && amountUnit === 'major')
		throw new SheetRefused(
			'has amounts in minor units',
			`Its heading says ${quotedText(amount)}: set 'Amount Unit' to minor units.`,
		);
}
