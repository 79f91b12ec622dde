import { formatMajor } from '../domain/money';
import { quotedText, visibleText } from '../domain/text';
import { paysNothing, readAmountCell, readTextCell } from './cells';
import { doubtfulCells } from './doubts';
import {
	columnsOfKind,
	currencyOfWord,
	headingKey,
	labelOf,
	mayBeTheAmount,
	saysNotToPay,
	stopsWhatFollows,
	unitOfTitle,
	type ColumnName,
} from './headings';
import { rowsInWords, SheetRefused, type Cell, type SheetRow } from './sheet';
import type { SheetRules } from './rules';
import type { Table } from './table';
import { checkTotals, isTotal } from './totals';

export interface SheetPayment {
	/** The number of its row, as a person sees it. */
	readonly number: number;
	/** The input item that it came as; null for a row of a file. */
	readonly item: number | null;
	/** Texts as the payment takes them; absent where the cell is empty or can't be used. */
	readonly values: Readonly<Partial<Record<ColumnName, string>>>;
	/** In minor units of the kind's currency; null where it can't be read, or the kind has none. */
	readonly amount: bigint | null;
	/** Why it can't be made, each a clause that begins with the heading in quotes. */
	readonly problems: readonly string[];
	readonly others: ReadonlyArray<readonly [heading: string, text: string]>;
}

/** A line that is no payment: its number and the beginning of its text, with dots for digits. */
export interface UnreadLine {
	readonly number: number;
	readonly text: string;
}

export interface SheetPayments {
	readonly payments: readonly SheetPayment[];
	/** The sum of the amounts, in minor units; null for a kind without amounts. */
	readonly total: bigint | null;
	readonly unreadColumns: readonly string[];
	readonly unreadLines: readonly UnreadLine[];
	/** How many amounts are formulas. */
	readonly formulaCount: number;
}

/** The payments of a table. Throws SheetRefused where something in it might be meant otherwise than it would be read. */
export function readPayments(table: Table, rules: SheetRules): SheetPayments {
	const { left, payable, lines, totals } = sortRows(table, rules);
	const checks = [otherUnit, withoutHeading, otherCurrency, decimalsOfMinor, otherAmount, stoppedByLine, toldNotToPay];
	const [doubt] = doubtfulCells(table, payable, rules);
	if (doubt !== undefined) throw doubt;
	for (const check of checks) check(table, payable, rules);
	const payments = payable.map((row) => paymentOfRow(table, row, rules));
	const sum = (of: readonly SheetPayment[]) => of.reduce((total, { amount }) => total + (amount ?? 0n), 0n);
	const total = hasAmounts(rules) ? sum(payments) : null;
	const all = sum([...payments, ...left.map((row) => paymentOfRow(table, row, rules))]);
	checkTotals({ payments, total, all, totals: totals.map((row) => totalOf(table, row, rules)) }, rules);
	const unreadColumns = openColumns(table, []).map(([, heading]) => heading);
	const formulaCount = payable.filter((row) => cellAt(table, row, 'amount')?.isFormula === true).length;
	return { payments, total, unreadColumns, unreadLines: lines, formulaCount };
}

const hasAmounts = ({ kind }: SheetRules) => kind.needed.includes('amount');

const cellAt = ({ columns }: Table, { cells }: SheetRow, column: ColumnName): Cell | null =>
	cells[columns.get(column) ?? -1] ?? null;

const totalOf = (table: Table, row: SheetRow, { amountUnit, kind }: SheetRules) => {
	const cell = cellAt(table, row, 'amount');
	const amount = cell === null ? null : readAmountCell(cell, amountUnit, kind);
	return { number: row.number, amount: amount?.ok === true ? amount.value : null, words: rowText(row) };
};

const rowText = ({ cells }: SheetRow) => visibleText(cells.map((cell) => cell?.text ?? '').join(' '));

/** Divides the rows into those to pay, those that a rule leaves out, totals, and lines that are no payments. */
function sortRows(table: Table, rules: SheetRules) {
	const [payable, left, totals, lines]: [SheetRow[], SheetRow[], SheetRow[], UnreadLine[]] = [[], [], [], []];
	const hidden: SheetRow[] = [];
	const headings = rules.kind.needed.map((column) => {
		const place = table.columns.get(column) ?? -1;
		return { place, key: headingKey(table.headings[place] ?? '') };
	});
	for (const row of table.rows) {
		if (row.cells.every((cell) => cell === null)) continue;
		const unread = (why = '') => lines.push({ number: row.number, text: why || beginningOf(row) });
		const isAnotherHeading = headings.every(({ place, key }) => headingKey(row.cells[place]?.text ?? '') === key);
		const isPayment = !isAnotherHeading && rules.kind.marks.some((column) => cellAt(table, row, column) !== null);
		const total = isPayment && isTotal((column) => cellAt(table, row, column), row.cells, rules.kind);
		const nothing = isPayment && hasAmounts(rules) && paysNothing(cellAt(table, row, 'amount'));
		if (row.isHidden && isPayment && !nothing) hidden.push(row);
		if (!isPayment || nothing) unread();
		else if (total) {
			totals.push(row);
			unread();
		} else if (row.isHidden && rules.hiddenRows === 'leaveOut') {
			left.push(row);
			unread('hidden');
		} else payable.push(row);
	}
	if (hidden.length > 0 && rules.hiddenRows === 'refuse')
		throw new SheetRefused(
			`has hidden rows: ${rowsInWords(hidden)}`,
			"Somebody, a filter or a group hides them, and they would be paid, too. Show or delete them, or set 'Hidden Rows' to leave them out or to take them.",
		);
	return { payable, left, totals, lines };
}

const LONGEST_LINE = 20;

/** The beginning of a line's text. Digits are dots, since nobody needs another account number in a mail. */
const beginningOf = (row: SheetRow) => [...rowText(row).replace(/\p{Nd}/gu, '.')].slice(0, LONGEST_LINE).join('');

/** Titles, and a row of units below the headings, may say that amounts are in thousands or in another currency. */
function otherUnit(table: Table, _: readonly SheetRow[], { kind, amountUnit }: SheetRules): void {
	const isPayment = (row: SheetRow) =>
		kind.marks.some((mark) => mark !== 'amount' && cellAt(table, row, mark) !== null);
	const below = table.rows.slice(0, 1).filter((row) => !isPayment(row));
	for (const { number, cells } of [...table.above, ...below])
		for (const cell of cells) {
			const unit = cell === null ? null : unitOfTitle(cell.text, kind, amountUnit);
			if (cell === null || unit === null) continue;
			throw new SheetRefused(
				`says in row ${number} that amounts are in ${unit}`,
				`It says ${quotedText(cell.text)}, and whole ${kind.currency} are paid. Write the amounts out, or take the words away.`,
			);
		}
}

/**
 * A cell without a heading is a value that moved, such as 150,000.00 cut at its comma, part of a merged heading, or a
 * mark such as a cross. Numbers in front only count the rows.
 */
function withoutHeading({ headings }: Table, rows: readonly SheetRow[]): void {
	const first = headings.findIndex((heading) => heading !== null);
	const found = rows.filter(({ cells }) =>
		cells.some(
			(cell, place) =>
				cell !== null && (headings[place] ?? null) === null && !(place < first && /^\d+\W*$/.test(cell.text)),
		),
	);
	if (found.length === 0) return;
	throw new SheetRefused(
		`has a cell without a heading in row ${rowsInWords(found)}`,
		'So the row may have moved, or one heading stands over several columns: perhaps a number was cut at its comma. Correct it, or write a heading above each column.',
	);
}

/** The columns that aren't read, with their places, but for those of which somebody has said what they mean. */
function openColumns({ headings, columns }: Table, settled: readonly string[]): Array<readonly [number, string]> {
	const [read, keys] = [new Set(columns.values()), new Set(settled.map(headingKey))];
	return headings.flatMap((heading, place) =>
		heading === null || read.has(place) || keys.has(headingKey(heading)) ? [] : [[place, heading] as const],
	);
}

/** Another column may hold what is really to be paid, such as "Balance due" beside "Amount". */
function otherAmount(table: Table, rows: readonly SheetRow[], { columns, ignoredColumns }: SheetRules): void {
	if (columns.amount !== undefined || !table.columns.has('amount')) return;
	for (const [place, heading] of openColumns(table, ignoredColumns)) {
		const other = rows.filter((row) => {
			const text = row.cells[place]?.text.trim() ?? '';
			return mayBeTheAmount(heading) && /\d/.test(text) && text !== cellAt(table, row, 'amount')?.text.trim();
		});
		if (other.length === 0) continue;
		throw new SheetRefused(
			`has another amount in its column ${quotedText(heading)}: row ${rowsInWords(other)}`,
			"Leave one of them; or name the right one in 'Columns', or this one in 'Ignored Columns'.",
		);
	}
}

/** Titles of long sentences instruct; short ones say what the list is. */
const LONGEST_TITLE = 40;

/** A title or a line between payments may say that they are paid or held; a note below, where payers sign, held. */
function stoppedByLine({ above, rows: all, columns }: Table, rows: readonly SheetRow[], { kind }: SheetRules): void {
	const last = rows.at(-1)?.number ?? 0;
	const marks = kind.marks.map((column) => columns.get(column) ?? -1);
	const titles = above.map(({ number, cells }) => ({
		number,
		texts: cells.flatMap((cell) => (cell !== null && cell.text.length <= LONGEST_TITLE ? cell.text : [])),
	}));
	const lines = all
		.filter(({ cells }) => marks.every((place) => (cells[place] ?? null) === null))
		.map(({ number, cells }) => ({ number, texts: cells.flatMap((cell) => cell?.text ?? []) }));
	for (const { number, texts } of [...titles, ...lines]) {
		const line = texts.find((text) => stopsWhatFollows(number > last ? text.replace(/\bpaid\b/gi, '') : text));
		if (line === undefined) continue;
		throw new SheetRefused(
			`has a line in row ${number} that may say that payments are not to be made`,
			`It says ${quotedText(line)}. Take what is not to be paid out of the file, and this line too.`,
		);
	}
}

function otherCurrency(table: Table, rows: readonly SheetRow[], { kind }: SheetRules): void {
	const other = rows.filter((row) => {
		const cell = cellAt(table, row, 'currency');
		return cell !== null && currencyOfWord(cell.text) !== kind.currency;
	});
	const [first] = other;
	if (first === undefined) return;
	throw new SheetRefused(
		`has another currency than ${kind.currency} in row ${rowsInWords(other)}`,
		`Row ${first.number} says ${quotedText(cellAt(table, first, 'currency')?.text ?? '')}. Put these rows into a file of their own.`,
	);
}

/** Amounts with decimals are in whole units, whatever was set, and so is the rest of the file. */
function decimalsOfMinor(table: Table, rows: readonly SheetRow[], { amountUnit }: SheetRules): void {
	const written = rows.filter(
		(row) => amountUnit === 'minor' && /\d[.,]\d{1,2}\s*$/.test(cellAt(table, row, 'amount')?.text ?? ''),
	);
	if (written.length === 0) return;
	throw new SheetRefused(
		`has amounts with decimals, so it is not in minor units: row ${rowsInWords(written)}`,
		"Set 'Amount Unit' to whole units, or correct them.",
	);
}

/** Refuses a file in which a column that isn't read says that a row is not to be paid, unless somebody said what it means. */
function toldNotToPay(table: Table, rows: readonly SheetRow[], { ignoredColumns }: SheetRules): void {
	for (const [place, heading] of openColumns(table, ignoredColumns)) {
		const told = rows.filter(({ cells }) => saysNotToPay(heading, cells[place]?.text ?? ''));
		const [first] = told;
		if (first === undefined) continue;
		const name = quotedText(heading);
		throw new SheetRefused(
			`says in its column ${name} that rows are not to be paid: ${rowsInWords(told)}`,
			`Row ${first.number} says ${quotedText(first.cells[place]?.text ?? '')}. Take such rows out of the file. Name the column in 'Ignored Columns' only if its words say nothing about paying.`,
		);
	}
}

function paymentOfRow(table: Table, row: SheetRow, { kind, amountUnit }: SheetRules): SheetPayment {
	const { headings, columns } = table;
	const problems: string[] = [];
	const values: Partial<Record<ColumnName, string>> = {};
	let amount: bigint | null = null;
	for (const column of columnsOfKind(kind)) {
		const place = columns.get(column);
		if (place === undefined) continue;
		const cell = row.cells[place] ?? null;
		const name = `'${visibleText(headings[place] ?? labelOf(column))}'`;
		if (cell === null) {
			if (kind.needed.includes(column)) problems.push(`${name} is empty`);
		} else if (column === 'amount') {
			const read = readAmountCell(cell, amountUnit, kind);
			if (read.ok) amount = read.value;
			else problems.push(`${name} ${read.reason}`);
		} else {
			const read = readTextCell(column, cell);
			if (read.ok) values[column] = read.value;
			else problems.push(`${name} ${read.reason}`);
		}
	}
	if (amount !== null) values.amount = formatMajor(amount, kind.currency) ?? '';
	const read = new Set(columns.values());
	const others = headings.flatMap((heading, at) => {
		const cell = row.cells[at] ?? null;
		return heading === null || read.has(at) || cell === null ? [] : [[heading, cell.text] as const];
	});
	return { number: row.number, item: row.item, values, amount, problems, others };
}
