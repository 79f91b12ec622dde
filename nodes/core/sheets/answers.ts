import { addTo } from '../domain/json';
import { quotedText, visibleText, withoutMarkup } from '../domain/text';
import { columnsOfKind, headingKey, type ColumnName, type PaymentKind } from './headings';
import { columnLetters, rowText, type SheetRow } from './sheet';
import { plainWords } from './words';

/*
 * The field 'Columns': how a person answers what a file leaves open, in lines or between semicolons. `amount = Gross`
 * says which heading is a column of ours, `Basic` leaves a column out, and `Status: Approved, Released` pays the rows
 * that say so. docs/reference/read-file.md#columns
 */

/** The field's meaning for one row of headings. */
export interface Answers {
	/** The place of each column of ours that is named; null where this row has no such heading. */
	readonly given: Map<ColumnName, number | null>;
	/** The places of columns that are left out. */
	readonly left: Set<number>;
	/** The values of rows that are paid, as `plainWords`, by the place of their column. */
	readonly only: Map<number, readonly string[]>;
	/** Texts and numbers of lines of text below which payments are paid: `Ex-staff: paid`. */
	readonly rows: Map<string, string>;
	/** Problems of the lines themselves, as sentences. */
	readonly problems: Set<string>;
	/** The lines without a problem, to be pasted again with what is still open, with the place of their column. One that names nothing in this file has none. */
	readonly kept: Map<string, number | undefined>;
}

/** A meaning of a line: `column` is ours, `values` are paid; without either, the column at this place is left out. */
type Meaning = Readonly<{ place: number | null; column?: ColumnName; values?: readonly string[] }>;

type Headings = ReadonlyArray<string | null>;

/** The name of an empty cell: `Remarks: (empty)`. */
export const EMPTY = '(empty)';

/** Reads the field against a row of headings. */
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
		if (/[:=]\s*\?$/.test(line)) problems.add(`${quoted} still has its question mark.`);
		else if (meanings.length > 1) problems.add(`${quoted} may mean several columns: write a letter, as in column G.`);
		else if (meaning !== undefined) {
			const same = JSON.stringify(meaning);
			const its = [meaning.place, meaning.column].filter((one) => one != null);
			const isSaid = its.some((one) => (said.get(one) ?? same) !== same);
			if (isSaid) problems.add(`${quoted} settles what another line settles otherwise: keep one of them.`);
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

/** Every meaning of a line: as a whole a heading; after = one for a column of ours; before a colon one with values. */
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

/** Finds headings by what a line may call them: their words or their letter; or, where these are no other's, letters and digits alone. */
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

/** Headings that a line can name as they are: of letters, digits and few signs, so that they pass for no markup and no line of ours. */
const PLAIN = /^(?!(?:column|row) )(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}\p{Sc} /.\-_()#%'+]{1,60}:?$/iu;

/** Names a column in a line to paste: by its heading, or by its letter where that may mean another one; and a row by its text or number. */
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

/** The names by which a person may answer for a row between payments. */
export const lineNamesOf = (row: SheetRow): string[] => [heading(rowText(row)), `row ${row.number}`];
