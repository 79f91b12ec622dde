import { addTo } from '../domain/json';
import { formatMajor } from '../domain/money';
import { counted } from '../domain/result';
import { visibleText } from '../domain/text';
import { isBroken, paysNothing, readAmountCell, readTextCell } from './cells';
import { problemsOfTable } from './checks';
import { headingKey, type ColumnName, type PaymentKind } from './headings';
import { countsOf, openQuestions, withoutRivals } from './questions';
import type { SheetRules } from './rules';
import { EMPTY, lineNamesOf } from './answers';
import { namesInWords, refuseFor, rowsInWords, rowText, SheetRefused, type Cell, type SheetRow } from './sheet';
import { cellAt, type Table } from './table';
import { problemsOfTotals, type Entry } from './totals';
import { plainWords } from './words';

export interface SheetPayment {
	/** The number of the payment's row, as a person sees it. */
	readonly number: number;
	/** The index of the input item that the payment came from; null for a row of a file. */
	readonly item: number | null;
	/** Values in the form that payouts expect; absent if the cell is empty or can't be used. */
	readonly values: Readonly<Partial<Record<ColumnName, string>>>;
	/** In minor units of the kind's currency; null if it can't be read, or the kind has no amounts. */
	readonly amount: bigint | null;
	/** Why the payment can't be made: clauses that begin with the heading in quotes. */
	readonly problems: readonly string[];
	readonly others: ReadonlyArray<readonly [heading: string, text: string]>;
}

/** The kind of a row below the headings. `left`: left out by a person. `empty`: no amount, or the headings again. */
type RowKind = 'payment' | 'left' | 'total' | 'empty' | 'line';

export interface SheetPayments {
	readonly payments: readonly SheetPayment[];
	/** The sum of the amounts, in minor units; null for a kind without amounts. */
	readonly total: bigint | null;
	readonly rows: ReadonlyArray<{ readonly row: SheetRow; readonly is: RowKind }>;
}

/** Reads the payments of a table. Throws SheetRefused if any part of it isn't understood. */
export function readPayments(table: Table, rules: SheetRules, fileName: string | null): SheetPayments {
	const rows = table.rows.flatMap((row) =>
		row.cells.every((cell) => cell === null) ? [] : [{ row, is: kindOfRow(table, row, rules) }],
	);
	const rowsThatAre = (...kinds: readonly RowKind[]) =>
		rows.flatMap(({ row, is }) => (kinds.includes(is) ? [row] : []));
	const [payable, all] = [rowsThatAre('payment'), rowsThatAre('payment', 'left')];
	const isBetween = (row: SheetRow) =>
		row.number < (all.at(-1)?.number ?? 0) && !lineNamesOf(row).some((name) => table.answers.rows.has(name));
	const lines = rowsThatAre('line', 'empty', 'total');
	const found = [...table.doubts, ...problemsOfTable(table, { payable, all, lines }, rules, fileName)];
	const asked = withoutRivals(table, payable, rules.kind);
	const open = openQuestions(asked, payable, rowsThatAre('line').filter(isBetween), rules.kind);
	if (asked.missing.length > 0) refuseFor([...found, ...open]);
	if (payable.length === 0) refuseFor([...found, noPayments(table, all), ...open]);
	const read = new Map(rows.map(({ row }) => [row, paymentOfRow(table, row, rules)]));
	const payments = payable.flatMap((row) => read.get(row) ?? []);
	const entries = rows.flatMap(({ row, is }): Entry[] => {
		const { number, cells } = row;
		const amount = read.get(row)?.amount ?? null;
		if (is === 'line' || is === 'empty') return [];
		// Texts are needed only for totals, which are recognised by their words.
		if (is !== 'total') return [{ number, is, amount, words: '', text: '' }];
		const words = rowText({ cells: cells.map((cell, at) => (at === table.columns.get('amount') ? null : cell)) });
		return [{ number, is, amount, words, text: rowText(row) }];
	});
	const wrong = problemsOfTotals(entries, rules);
	const bad = rules.refuseBadRows || wrong.length > 0 ? badRows(payments) : [];
	// Open questions come last, because they end with the line to paste.
	refuseFor([...found, ...bad, ...wrong, ...open]);
	const hasAmounts = rules.kind.needed.includes('amount');
	return { payments, rows, total: hasAmounts ? payments.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n) : null };
}

function kindOfRow(table: Table, row: SheetRow, { kind, hiddenRows }: SheetRules): RowKind {
	const { columns, missing, answers } = table;
	if (repeatsHeadings(table, row, kind)) return 'empty';
	const marks = missing.length > 0 ? [...columns.keys()] : kind.marks;
	if (marks.every((column) => cellAt(table, row, column) === null)) return 'line';
	// A label such as TOTAL, or a signature, can be in any column: text without a digit isn't an account or an amount.
	const hasDigit = (column: ColumnName) =>
		[cellAt(table, row, column)].some((cell) => cell !== null && (isBroken(cell) || /\d/.test(cell.text)));
	const destination = kind.marks.at(-1) ?? 'amount';
	const amount = cellAt(table, row, 'amount');
	const namesNobody = columns.has(destination) && !hasDigit(destination);
	const hasText = () => amount === null || /\p{L}/u.test(rowText(row));
	if (columns.has('amount') && paysNothing(amount)) return namesNobody && hasText() ? 'line' : 'empty';
	if (!isBroken(amount) && namesNobody) return hasDigit('amount') ? 'total' : 'line';
	return isLeftOut(row, answers, hiddenRows) ? 'left' : 'payment';
}

/** Whether a row repeats the headings: every filled cell equals its heading, and no needed cell is empty. */
function repeatsHeadings(table: Table, row: SheetRow, { needed }: PaymentKind): boolean {
	const saysHeading = (cell: Cell | null, place: number) =>
		cell === null || headingKey(cell.text) === headingKey(table.headings[place] ?? '');
	return row.cells.every(saysHeading) && needed.every((column) => cellAt(table, row, column) !== null);
}

/** Whether a person left a row out, in 'Hidden Rows' or with an answer such as `Status: Approved`. */
function isLeftOut(
	{ cells, isHidden }: SheetRow,
	{ only }: Table['answers'],
	hiddenRows: SheetRules['hiddenRows'],
): boolean {
	const valueAt = (place: number) => (cells[place] == null ? EMPTY : plainWords(cells[place].text));
	const isOther = [...only].some(([place, values]) => !values.includes(valueAt(place)));
	return isOther || (isHidden && hiddenRows === 'leaveOut');
}

/** Refuses a file without rows to pay. If 'Columns' asks for certain values, lists the values that are in the file. */
function noPayments({ answers }: Table, rows: readonly SheetRow[]): SheetRefused {
	const there = [...answers.only.keys()].flatMap((place) => [...countsOf(rows, place).keys()]);
	const says = there.length === 0 ? '' : ` 'Columns' selects rows by value. The file has: ${namesInWords(there)}.`;
	return new SheetRefused('has no payments', `No row below its headings is a payment.${says}`);
}

const MOST_REASONS = 50;

/** The rows that can't be paid, in one sentence for each reason. */
function badRows(payments: readonly SheetPayment[]): SheetRefused[] {
	const rows = new Map<string, SheetPayment[]>();
	for (const payment of payments) {
		const why = payment.problems.join('; ');
		if (why !== '') addTo(rows, why, payment);
	}
	const count = payments.filter(({ problems }) => problems.length > 0).length;
	const reasons = [...rows].slice(0, MOST_REASONS).map(([why, own]) => `Row ${rowsInWords(own)}: ${why}.`);
	if (rows.size > MOST_REASONS) reasons.push(`And ${rows.size - MOST_REASONS} other reasons.`);
	return count === 0 ? [] : [new SheetRefused(`has ${counted(count, 'row')} that can't be paid`, reasons.join('\n'))];
}

function paymentOfRow({ headings, columns }: Table, row: SheetRow, { kind, amountUnit }: SheetRules): SheetPayment {
	const problems: string[] = [];
	const values: Partial<Record<ColumnName, string>> = {};
	let amount: bigint | null = null;
	for (const [column, place] of columns) {
		const cell = row.cells[place] ?? null;
		const say = (why: string) => problems.push(`'${visibleText(headings[place] ?? column)}' ${why}`);
		if (cell === null && kind.needed.includes(column)) say('is empty');
		if (cell === null) continue;
		const read = column === 'amount' ? readAmountCell(cell, amountUnit, kind) : readTextCell(column, cell, kind);
		if (!read.ok) say(read.reason);
		else if (typeof read.value === 'bigint') amount = read.value;
		else values[column] = read.value;
	}
	if (amount !== null) values.amount = formatMajor(amount, kind.currency) ?? '';
	const read = new Set(columns.values());
	const others = headings.flatMap((heading, at) => {
		const cell = row.cells[at] ?? null;
		return heading === null || read.has(at) || cell === null ? [] : [[heading, cell.text] as const];
	});
	return { number: row.number, item: row.item, values, amount, problems, others };
}
