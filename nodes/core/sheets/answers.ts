import { addTo } from '../domain/json';
import { quotedText, visibleText, withoutMarkup } from '../domain/text';
import { columnsOfKind, headingKey, type ColumnName, type PaymentKind } from './headings';
import { columnLetters, rowText, type SheetRow } from './sheet';
import { plainWords } from './words';

/*
 * The field 'Columns', in which a person answers the open questions of a file. Line breaks or semicolons separate the
 * answers: `amount = Gross` says which heading has the amounts, `Basic` leaves that column out, and `Status: Approved,
 * Released` pays only the rows with these values. docs/reference/read-file.md#columns
 */

export interface Answers {
	/** From answers such as `amount = Gross`: the index of the heading for `amount`; null if no heading fits. */
	readonly given: Map<ColumnName, number | null>;
	readonly left: Set<number>;
	/** By column index: the values of the rows to pay, in the form of `plainWords`. Other rows are left out. */
	readonly only: Map<number, readonly string[]>;
	/** Answers such as `Ex-staff: paid`, by the line of text that each names: the rows below that line are to be paid. */
	readonly rows: Map<string, string>;
	/** Problems with the answers themselves, as sentences. */
	readonly problems: Set<string>;
	/** The usable answers, which the next message repeats, with the index of the column that each names, if any. */
	readonly kept: Map<string, number | undefined>;
}

/** A possible meaning of an answer. If it has neither `column` nor `values`, the column at `place` is left out. */
type Meaning = Readonly<{ place: number | null; column?: ColumnName; values?: readonly string[] }>;

type Headings = ReadonlyArray<string | null>;

/** How an answer names an empty cell: `Remarks: (empty)`. */
export const EMPTY = '(empty)';

export function readAnswers(text: string, headings: Headings, kind: PaymentKind): Answers {
	const answers: Answers = {
		given: new Map(),
		left: new Set(),
		only: new Map(),
		rows: new Map(),
		problems: new Set(),
		kept: new Map(),
	};
	const { rows, problems, kept } = answers;
	const places = placesIn(headings);
	const said = new Map<string | number, string>();
	for (const line of new Set(text.split(/[;\n]/).flatMap((one) => withoutMarkup(visibleText(one)) || []))) {
		const { size } = problems;
		const [quoted, meanings] = [quotedText(line), meaningsOf(line, places, kind)];
		const [meaning] = meanings;
		const [, rowPaid] = /^(.*\S)\s*:\s*paid$/is.exec(line) ?? [];
		if (/[:=]\s*\?$/.test(line)) problems.add(`${quoted} still has its question mark: replace it.`);
		else if (meanings.length > 1) problems.add(`${quoted} may mean several columns: write its letter, as in column G.`);
		else if (meaning !== undefined) {
			const same = JSON.stringify(meaning);
			const its = [meaning.place, meaning.column].filter((one) => one != null);
			const isSaid = its.some((one) => (said.get(one) ?? same) !== same);
			if (isSaid) problems.add(`${quoted} contradicts another line: keep one of them.`);
			for (const one of its) said.set(one, same);
			take(meaning, answers);
		} else if (rowPaid !== undefined) rows.set(heading(rowPaid), line);
		else if (/[:=]/.test(line.slice(0, -1)) && !line.includes(EMPTY))
			problems.add(`${quoted} names no column of this file.`);
		if (problems.size === size && meaning?.place !== null) kept.set(line, meaning?.place);
	}
	return answers;
}

function take({ place, column, values }: Meaning, { given, only, left }: Answers): void {
	if (column !== undefined) given.set(column, place);
	else if (place !== null && values !== undefined) only.set(place, values);
	else if (place !== null) left.add(place);
}

/** All possible meanings of an answer such as `Basic`, `amount = Gross` or `Status: Approved, Released`. */
function meaningsOf(line: string, placesOf: Places, kind: PaymentKind): Meaning[] {
	const [, name, named = ''] = /^([^=]*)=(.*)$/s.exec(line) ?? [];
	const [, filtered = '', values = ''] = /^([^:]*):(.*\S)$/s.exec(line) ?? [];
	const column = columnsOfKind(kind).find((one) => name !== undefined && headingKey(one) === headingKey(name));
	const places: Array<number | null> = column === undefined ? [] : [...placesOf(named, true)];
	if (column !== undefined && places.length === 0) places.push(null);
	return [
		...placesOf(line, !/[:=]/.test(line.slice(0, -1))).map((place) => ({ place })),
		...places.map((place) => ({ place, ...(column === undefined ? {} : { column }) })),
		...(values === '' ? [] : placesOf(filtered, true)).map((place) => ({
			place,
			values: values.split(',').map(plainWords),
		})),
	];
}

const heading = (text: string) => plainWords(text).replace(/ ?:$/, '');

type Places = (name: string, isLoose: boolean) => readonly number[];

/** Finds columns by heading or as `column G`. If none is found and `isLoose`, compares only letters and digits. */
function placesIn(headings: Headings): Places {
	const placesBy = (nameOf: (text: string) => string) => {
		const places = new Map<string, number[]>();
		for (const [place, text] of headings.entries()) if (text !== null) addTo(places, nameOf(text), place);
		return places;
	};
	const exact = placesBy(heading);
	for (const place of headings.keys()) addTo(exact, `column ${columnLetters(place).toLowerCase()}`, place);
	let loose: Map<string, number[]> | undefined;
	return (name, isLoose) => {
		const found = exact.get(heading(name));
		const key = isLoose && found === undefined ? headingKey(name) : '';
		return found ?? (key === '' ? [] : ((loose ??= placesBy(headingKey)).get(key) ?? []));
	};
}

/** Matches headings that an answer can use unchanged: nothing in them looks like markup or like `column G`. */
const PLAIN = /^(?!(?:column|row) )(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}\p{Sc} /.\-_()#%'+]{1,60}:?$/iu;

/** Makes names for answers in 'Columns': a column's heading or a row's text; if unclear, `column G` or `row 5`. */
export function namer(headings: Headings) {
	const places = placesIn(headings);
	return {
		column: (place: number): string => {
			const text = visibleText(headings[place] ?? '');
			const isOwn = PLAIN.test(text) && places(text, true).join() === `${place}`;
			return isOwn ? text.replace(/\s*:$/, '') : `column ${columnLetters(place)}`;
		},
		row: (row: SheetRow): string => {
			const text = rowText(row);
			return PLAIN.test(text) && places(text, true).length === 0 ? text.replace(/\s*:$/, '') : `row ${row.number}`;
		},
	};
}

/** The two names that an answer can use for a line of text between payments. */
export const lineNamesOf = (row: SheetRow): string[] => [heading(rowText(row)), `row ${row.number}`];
