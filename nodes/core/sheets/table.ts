import { quotedText } from '../domain/text';
import { readAnswers, type Answers } from './answers';
import { findColumns, type ColumnName, type FoundColumns, type PaymentKind } from './headings';
import type { SheetRules } from './rules';
import { namesInWords, SheetRefused, type Cell, type Sheet, type SheetRow } from './sheet';
import { hasStopWord } from './words';

/** The sheet that contains the payments, with its headings and the rows below them. */
export type Table = Readonly<ReturnType<typeof findTable>>;

/** How many rows, from the first, are searched for the headings. */
export const MOST_ROWS_ABOVE = 50;

interface Headings extends FoundColumns {
	readonly sheet: Sheet;
	readonly place: number;
	/** The headings of all columns; null for a column without one. */
	readonly texts: ReadonlyArray<string | null>;
	readonly answers: Answers;
}

/** Whether one of the first rows has all needed headings. A text file's delimiter is found with this. */
export function hasHeadings(rows: readonly SheetRow[], rules: SheetRules): boolean {
	return headingsOf({ name: null, isHidden: false, hiddenColumns: new Set(), rows }, rules)?.missing.length === 0;
}

/** Finds the first row with all needed headings, or else the row with the most headings. */
function headingsOf(sheet: Sheet, rules: SheetRules): Headings | null {
	const width = sheet.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
	let best: Headings | null = null;
	// Among rows with equally many known headings, the row with the most cells wins.
	const rank = ({ at, texts }: Headings) => at.size * (width + 1) + texts.filter((text) => text !== null).length;
	for (const [place, { cells, isHidden }] of sheet.rows.slice(0, MOST_ROWS_ABOVE).entries()) {
		if (isHidden && rules.hiddenRows !== 'take') continue;
		const readAs = (row: SheetRow['cells']): Headings => {
			const texts = Array.from({ length: width }, (_, at) => row[at]?.text ?? null);
			const answers = readAnswers(rules.columns ?? '', texts, rules.kind);
			const isLeftOut = (column: number) => answers.left.has(column) || isHiddenAway(sheet, column, rules);
			return { ...findColumns(row, rules.kind, answers.given, isLeftOut), sheet, place, texts, answers };
		};
		const own = readAs(cells);
		const found = own.missing.length === 0 ? own : readAs(withTheRowAbove(sheet, place));
		if (found.missing.length === 0) return found;
		if (best === null || rank(own) > rank(best)) best = own;
	}
	return best;
}

const isHiddenAway = ({ hiddenColumns }: Sheet, column: number, { hiddenRows }: SheetRules) =>
	hiddenRows === 'leaveOut' && hiddenColumns.has(column);

/** The cells of a row, with empty cells filled from the row above, because headings can be merged over two rows. */
function withTheRowAbove({ rows }: Sheet, place: number): SheetRow['cells'] {
	const [above, own] = [rows[place - 1]?.cells ?? [], rows[place]?.cells ?? []];
	return Array.from({ length: Math.max(above.length, own.length) }, (_, at) => own[at] ?? above[at] ?? null);
}

/** Finds the table of payments, or throws SheetRefused. Its `doubts` names other sheets that may hold payments. */
export function findTable(sheets: readonly Sheet[], rules: SheetRules) {
	const filled = sheets.filter(({ rows }) => rows.some(({ cells }) => cells.some((cell) => cell !== null)));
	if (filled.length === 0) throw new SheetRefused('is empty', 'It has no cell with a value.');
	const chosen = chosenSheets(filled, rules.sheet);
	const found = chosen.flatMap((sheet) => headingsOf(sheet, rules) ?? []);
	const whole = found.filter(({ missing }) => missing.length === 0);
	const [nearest] = [...whole, ...found.sort((one, other) => other.at.size - one.at.size)];
	const isHidden = (sheet: Sheet) => headingsOf(sheet, { ...rules, hiddenRows: 'take' })?.missing.length === 0;
	const mayBeHidden = nearest === undefined || (nearest.missing.length > 0 && rules.hiddenRows === 'refuse');
	if (nearest === undefined || (mayBeHidden && filled.some(isHidden)))
		throw new SheetRefused('has its headings in a hidden row or sheet', 'Unhide it.');
	const others = chosen.filter(
		(one) => one !== nearest.sheet && (hasStopWord(one.name ?? '') || mayHoldPayments(one, found, rules)),
	);
	const doubt = new SheetRefused(
		`may also have payments in sheets other than ${quotedText(nearest.sheet.name ?? '')}: ${namesInWords(others.map(({ name }) => name ?? ''))}`,
		"Delete the sheets that are not to be paid, or write the name of the right sheet into 'Sheet'.",
	);
	return { ...tableOf(nearest, filled, rules), doubts: others.length === 0 ? [] : [doubt] };
}

/** Whether a sheet has at least half of the needed headings, or a row that looks like a payment. */
function mayHoldPayments(sheet: Sheet, found: readonly Headings[], { kind }: SheetRules): boolean {
	const at = found.find((one) => one.sheet === sheet)?.at;
	const headings = kind.needed.filter((column) => at?.has(column) === true).length;
	return headings * 2 >= kind.needed.length || sheet.rows.some((row) => isPayment(row, kind));
}

/** Match cells that look like a payee or an amount. Whole numbers below 100 may be row numbers, and don't count. */
export const PAYEE = /^(?:\+?\d[\d ]{8,13}|0x[\da-f]{40}|T[\da-z]{33}|ln(?:bc|tb)\w{20,})$/i;
const AMOUNT = /^[\p{L}\p{Sc}\s]{0,5}(?:[1-9]\d{2,}|\d[\d,]*[.,]\d+)$/u;

function isPayment({ cells }: SheetRow, { marks, checks }: PaymentKind): boolean {
	const check = checks?.[marks.at(-1) ?? 'amount'];
	const texts = cells.map((cell) => cell?.text.trim() ?? '');
	const payee = texts.findIndex((text) => PAYEE.test(text) || check?.(text).ok === true);
	if (payee < 0 || /^ln/i.test(texts[payee] ?? '')) return payee >= 0;
	return texts.some((text, at) => at !== payee && !PAYEE.test(text) && AMOUNT.test(text));
}

function chosenSheets(sheets: readonly Sheet[], name: string | undefined): readonly Sheet[] {
	if (name === undefined) return sheets.filter(({ isHidden }) => !isHidden);
	const named = sheets.filter((sheet) => sheet.name?.trim() === name.trim());
	if (named.length > 0) return named;
	const names = sheets.flatMap((sheet) => sheet.name ?? []);
	throw new SheetRefused(
		`has no sheet ${quotedText(name)}`,
		names.length === 0 ? "A text file has no sheets: leave 'Sheet' empty." : `It has: ${namesInWords(names)}.`,
	);
}

function tableOf(found: Headings, sheets: readonly Sheet[], rules: SheetRules) {
	const { sheet, place, at, texts, missing, answers } = found;
	return {
		name: sheet.name,
		headings: texts,
		/** The index of each column that is read. */
		columns: at,
		missing,
		answers,
		hiddenColumns: sheet.hiddenColumns,
		/** The columns that are left out, by an answer or because they are hidden. */
		left: new Set([...texts.keys()].filter((one) => answers.left.has(one) || isHiddenAway(sheet, one, rules))),
		/** The rows above the headings, and the sheet's comments, text boxes, page headers and footers. */
		above: [...sheet.rows.slice(0, place), ...(sheet.notes ?? [])],
		rows: sheet.rows.slice(place + 1),
		otherSheets: sheets.flatMap((one) => (one === sheet ? [] : (one.name ?? []))),
	};
}

export const cellAt = ({ columns }: Table, { cells }: SheetRow, column: ColumnName): Cell | null =>
	cells[columns.get(column) ?? -1] ?? null;
