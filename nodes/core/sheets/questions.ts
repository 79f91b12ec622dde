import { counted } from '../domain/result';
import { quotedText } from '../domain/text';
import { plainAmount } from './cells';
import { headingKey, labelOf, type ColumnName, type PaymentKind } from './headings';
import { EMPTY, namer } from './answers';
import { cellName, columnLetters, namesInWords, rowText, SheetRefused, type SheetRow } from './sheet';
import { PAYEE, type Table } from './table';
import { areFacts, currencyOfWord, hasStopWord, isStopWord, plainWords } from './words';

/**
 * All open questions of a file in one refusal, with a line of answers to complete. They ask about needed columns that
 * are missing or ambiguous, columns that aren't read but may matter, and text between payments.
 *
 * @param payable the rows that would be paid
 */
export function openQuestions(
	table: Table,
	payable: readonly SheetRow[],
	lines: readonly SheetRow[],
	kind: PaymentKind,
): SheetRefused[] {
	const { headings, missing, answers } = table;
	const open = openColumns(table, payable, kind).slice(0, MOST_OPEN);
	const nameOf = namer(headings);
	const pieces = [
		...missing.map((column) => `${labelOf(column)} = ?`),
		...open.map(({ place, mayStop }) => `${nameOf.column(place)}${mayStop ? ': ?' : ''}`),
		...lines.slice(0, MOST_OPEN).map((row) => `${nameOf.row(row)}: ?`),
	];
	const texts = lines.slice(0, MOST_NAMED).map((row) => `row ${row.number} ${quotedText(rowText(row))}`);
	const apart = partsOfNames(table, payable);
	const columns = open.slice(0, MOST_NAMED).map((one) => columnInWords(table, one));
	const [first, ...others] = [
		missing.length > 0 ? missingInWords(table) : [],
		open.length > 0 ? [openInWords(open.length), ...columns] : [],
		apart.length > 1 ? [`has a name in several columns: ${namesInWords(apart)}`, WHOLE_NAME] : [],
		lines.length > 0 ? [`has text between payments: ${texts.join(', ')}`] : [],
		answers.problems.size > 0 ? ["doesn't fit 'Columns'", ...[...answers.problems].slice(0, MOST_NAMED)] : [],
	].filter(({ length }) => length > 0);
	if (first === undefined) return [];
	const [what = '', ...sentences] = first;
	for (const [also = '', ...more] of others) sentences.push(`It also ${also}.`, ...more);
	if (pieces.some((piece) => piece.endsWith('= ?'))) sentences.push(AFTER_EQUALS);
	if (open.some(({ mayStop }) => mayStop)) sentences.push(AFTER_COLON);
	if (lines.length > 0) sentences.push(BELOW_LINES);
	const kept = [...answers.kept].flatMap(([line, at]) => (open.some(({ place }) => place === at) ? [] : [line]));
	if (pieces.length > 0) sentences.push("Write into 'Columns':", [...kept, ...pieces].join('; '));
	return [new SheetRefused(what, sentences.join('\n'))];
}

const WHOLE_NAME = 'Write each whole name into one of them.';
const NAME_PART = /^(?:first|middle|last|family|given|other|sur|fore)?names?$/;

/** The headings of columns with parts of names, such as first names; none if account names contain all these parts. */
function partsOfNames({ headings, columns }: Table, rows: readonly SheetRow[]): string[] {
	const own = columns.get('accountName');
	const parts = [...headings.keys()].filter((place) => NAME_PART.test(headingKey(headings[place] ?? '')));
	if (own !== undefined && (parts.length === 1 || !parts.includes(own))) return [];
	const textAt = ({ cells }: SheetRow, place = -1) => plainWords(cells[place]?.text ?? '');
	const isWhole = rows.every((row) => parts.every((place) => textAt(row, own).includes(textAt(row, place))));
	return isWhole ? [] : parts.map((place) => headings[place] ?? '');
}

const MOST_NAMED = 20;
/** The most columns in one message; the next message asks for the others. */
const MOST_OPEN = 200;
const openInWords = (count: number) =>
	`has ${counted(count, 'column')} that ${count === 1 ? 'is' : 'are'} not read, but may say whom, how much or whether to pay`;
const AFTER_EQUALS = 'Put the right heading after =, and delete it from the rest of the line.';
const AFTER_COLON =
	"Delete rows that are not to be paid. Or replace the ? with this column's values for rows to pay; for an empty cell, write (empty). Or remove both : and ? if no value here can stop a payment.";
const BELOW_LINES =
	'If the payments below such a line are to be paid, replace its ? with the word paid; if not, delete them.';
const REFERENCE =
	"The reference prevents a second payment if the file is uploaded again. Name a column whose values are never used twice, such as invoice numbers (not S/N or staff numbers), or add a column 'Reference'. For salaries, write the month and the staff number into it.";

function missingInWords({ headings, missing }: Table): string[] {
	const what = missing.map((column) => `the ${labelOf(column)}`).join(' or ');
	return [
		`has no clear column for ${what}`,
		`Its headings seem to be: ${namesInWords(headings.filter((heading) => heading !== null))}. If they aren't, add a row of headings.`,
		...(missing.includes('reference') ? [REFERENCE] : []),
	];
}

type OpenColumn = ReturnType<typeof openColumns>[number];

/**
 * The columns that aren't read but may matter. For each: how many rows have each of its texts, and its first filled
 * row. `mayStop`: the cells may say not to pay, so a person must look at the column.
 */
function openColumns(table: Table, rows: readonly SheetRow[], kind: PaymentKind) {
	const { headings, columns, left, answers } = table;
	const taken = new Set([...columns.values(), ...left, ...answers.only.keys()]);
	return headings.flatMap((heading, place) => {
		const isNarration = columns.get('narration') === place;
		if (taken.has(place) && !isNarration && !left.has(place)) return [];
		const counts = countsOf(rows, place);
		const texts = [...counts.keys()];
		const first = rows.find(({ cells }) => cells[place] != null);
		// Whether a word such as "stop" is in a narration, fills a cell of a left-out column, or heads an empty column.
		const stops =
			(isNarration && texts.some(hasStopWord)) ||
			(left.has(place) && texts.some(isStopWord)) ||
			(first === undefined && !taken.has(place) && hasStopWord(heading ?? ''));
		if (stops) return [{ place, mayStop: true, counts, first }];
		if (taken.has(place) || isHarmless(table, rows, place, kind)) return [];
		return [{ place, mayStop: heading === null || mayStop(heading, counts, rows.length), counts, first }];
	});
}

/** Whether a column can't matter: it is empty, equals a column that is read, or has only the currency or `FACTS`. */
function isHarmless({ headings, columns }: Table, rows: readonly SheetRow[], place: number, kind: PaymentKind) {
	const heading = headings[place] ?? null;
	const texts = [...countsOf(rows, place).keys()].filter((text) => text !== '');
	const equals = ([column, other]: readonly [string, number]) =>
		column !== 'amount' && rows.every(({ cells }) => cells[place]?.text.trim() === cells[other]?.text.trim());
	const isCurrency = texts.every((text) => text.length > 1 && currencyOfWord(text) === kind.currency);
	if (heading === null) return texts.length === 0;
	return isCurrency || [...columns].some(equals) || areFacts(headingKey(heading), texts);
}

/** Matches a number, perhaps with signs around it, that has no leading zero and fewer than ten digits in a row. */
const NUMBER = /^[^\p{L}\d]{0,4}(?!0\d|\d{10})\d[\d,.\s]*[^\p{L}\d]{0,3}$/u;

/** Moves the column of amounts or destinations to `missing`, to ask a person, if another column could be meant. */
export function withoutRivals(table: Table, rows: readonly SheetRow[], kind: PaymentKind): Table {
	const { headings, columns, missing, answers } = table;
	const read = [...columns.values()];
	const others = [...headings.keys()].filter((place) => !read.includes(place) && !isHarmless(table, rows, place, kind));
	const textAt = ({ cells }: SheetRow, place: number) => plainAmount(cells[place]?.text.trim() ?? '', kind.currency);
	const mayBe = (column: ColumnName, text: string) =>
		column === 'amount' ? NUMBER.test(text) : (kind.checks?.[column]?.(text).ok ?? PAYEE.test(text));
	const isAsked = ([column, own]: readonly [ColumnName, number]) =>
		(column === 'amount' || column === kind.marks.at(-1)) &&
		!answers.given.has(column) &&
		others.some((place) =>
			rows.some((row) => textAt(row, place) !== textAt(row, own) && mayBe(column, textAt(row, place))),
		);
	const asked = [...columns].filter(isAsked).map(([column]) => column);
	const left = [...columns].filter(([column]) => !asked.includes(column));
	return { ...table, columns: new Map(left), missing: [...missing, ...asked] };
}

/** How many rows have each text in a column; '' for an empty cell. */
export function countsOf(rows: readonly SheetRow[], place: number): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { cells } of rows) {
		const text = cells[place]?.text.trim() ?? '';
		counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	return counts;
}

/** Matches a number, a date or an ID: digits, and either no letters or no blanks. */
const IS_PLAIN = /^(?![01]$)(?=\D*\d)(?:\P{L}*|\S*)$/u;
/** Matches an amount of four digits or more, or with decimals; nobody writes a status like that. */
const IS_AMOUNT = /^\D{0,4}\d[\d,]{3,}(?:\.\d+)?$|^\D{0,4}\d+\.\d\d$/;

/** Whether a column may mark rows not to be paid: by words, 0 or 1, gaps, repeated values, or a heading such as Paid On. */
function mayStop(heading: string, counts: ReadonlyMap<string, number>, rows: number): boolean {
	const texts = [...counts.keys()];
	const says = hasStopWord(heading) || (counts.size > 1 && counts.size < rows);
	return !texts.every((text) => IS_PLAIN.test(text)) || (says && !texts.every((text) => IS_AMOUNT.test(text)));
}

/** The most values shown of a column that can't stop payments. */
const MOST_VALUES = 5;

function columnInWords({ headings }: Table, { place, mayStop: differs, counts, first }: OpenColumn): string {
	const most = differs ? MOST_NAMED : MOST_VALUES;
	const stops = [...counts.keys()].filter(hasStopWord);
	const letters = columnLetters(place);
	const heading = headings[place] ?? null;
	const name = heading === null ? `Column ${letters} has no heading: a value may have moved. It` : quotedText(heading);
	const values = [...new Set([...stops, ...counts.keys()])].slice(0, most).map((text) => {
		const shown = text === '' ? EMPTY : quotedText(text);
		return differs ? `${shown} in ${counted(counts.get(text) ?? 0, 'row')}` : shown;
	});
	const left = counts.size > most ? ' ...' : '';
	const says = !differs ? ':' : counts.size > 1 ? ' differs from row to row:' : ' says';
	const where = first?.item !== null || heading === null ? '' : ` (${differs ? letters : cellName(place, first)})`;
	return `${name}${where}${says} ${values.join(', ')}${left}.`;
}
