import type { Json, JsonObject } from '../domain/json';
import { formatMajor } from '../domain/money';
import { labelOf } from './headings';
import type { SheetPayments } from './payments';
import { countsOf } from './questions';
import type { SheetRules } from './rules';
import { EMPTY, lineNamesOf } from './answers';
import { columnLetters, rowText, type SheetRow } from './sheet';
import { cellAt, type Table } from './table';

/** The most entries in each list of an item. n8n stores the lists with every item. */
const MOST_TOLD = 10;
const MOST_SETTLED = 60;
const LONGEST_LINE = 60;

/** The description of the file that each item carries for the approver; docs/reference/read-file.md. */
export function aboutFile(
	{ name, others }: { readonly name: string | null; readonly others: readonly string[] },
	table: Table,
	{ payments, total, rows }: SheetPayments,
	{ kind }: SheetRules,
): JsonObject {
	const { headings, columns, answers } = table;
	const places = [...answers.left, ...answers.only.keys(), ...columns.values()];
	const unread = headings.filter((heading, place) => heading !== null && !places.includes(place));
	const titles = table.above.filter(({ cells }) => cells.some((cell) => cell !== null));
	const below = rows.filter(({ row, is }) => is !== 'payment' && (is !== 'left' || row.isHidden));
	const lines = [
		...titles.map((row) => ({ row: row.number, text: beginningOf(row) })),
		...below.map(({ row, is }) => ({ row: row.number, text: is === 'left' ? 'hidden' : beginningOf(row) })),
	];
	return {
		name,
		sheet: table.name,
		number: payments.length,
		total: total === null ? null : formatMajor(total, kind.currency),
		currency: kind.currency,
		headings: Object.fromEntries(
			[...columns].map(([column, place]): [string, Json] => [column, headings[place] ?? null]),
		),
		formulas: rows.filter(({ row, is }) => is === 'payment' && cellAt(table, row, 'amount')?.isFormula === true).length,
		settled: answersIn(table, rows),
		notRead: {
			files: others.slice(0, MOST_TOLD),
			sheets: table.otherSheets.slice(0, MOST_TOLD),
			columns: unread.slice(0, MOST_TOLD),
			lineCount: lines.length,
			lines: lines.slice(0, MOST_TOLD),
		},
	};
}

/** The beginning of a line's text, with a dot for each digit, so that no account number in it gets into a mail. */
const beginningOf = (row: SheetRow) => [...rowText(row).replace(/\p{Nd}/gu, '.')].slice(0, LONGEST_LINE).join('');

/** The answers in 'Columns' (`unknown`: without effect), and the values in columns that are left out or filtered. */
function answersIn({ answers, headings }: Table, rows: SheetPayments['rows']): JsonObject {
	const rowsThatAre = (kind: string) => rows.flatMap(({ row, is }) => (is === kind ? [row] : []));
	const [paid, left] = [rowsThatAre('payment'), rowsThatAre('left')];
	const used = rowsThatAre('line').flatMap((row) => lineNamesOf(row).map((name) => answers.rows.get(name)));
	const places = [...answers.left, ...answers.only.keys()];
	// With many columns, fewer values of each are shown.
	const most = Math.max(1, Math.floor(MOST_SETTLED / Math.max(1, places.length)));
	const values = (of: readonly SheetRow[], place: number): Json[] => {
		const all = Array.from(countsOf(of, place), ([text, count]) => ({ text: text === '' ? EMPTY : text, count }));
		const rest = all.splice(most).reduce((sum, { count }) => sum + count, 0);
		return rest === 0 ? all : [...all, { text: 'other values', count: rest }];
	};
	const nameOf = (place: number | null) => headings[place ?? -1] ?? columnLetters(place ?? 0);
	return {
		lines: [...answers.given].map(([column, place]) => `${labelOf(column)} = ${nameOf(place)}`),
		columns: places.slice(0, MOST_SETTLED).map((place) => ({
			column: nameOf(place),
			values: values(paid, place),
			notPaid: answers.only.has(place) ? values(left, place) : null,
		})),
		unknown: [...answers.kept]
			.flatMap(([line, place]) => (place === undefined && !used.includes(line) ? [line] : []))
			.slice(0, MOST_TOLD),
	};
}
