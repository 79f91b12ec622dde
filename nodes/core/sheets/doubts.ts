import { addTo } from '../domain/json';
import { quotedText } from '../domain/text';
import { doubtOf } from './formats';
import type { SheetRules } from './rules';
import { cellName, listInWords, SheetRefused, type SheetRow } from './sheet';
import type { Table } from './table';

/** Refuses a file if a cell that is read may display something other than its value; docs/reference/read-file.md. */
export function doubtfulCells(
	{ headings, columns }: Table,
	{ payable }: { readonly payable: readonly SheetRow[] },
	{ kind }: SheetRules,
): SheetRefused[] {
	const found = new Map<string, string[]>();
	const reference = columns.get('reference') ?? -1;
	const isMarked = ({ cells }: SheetRow) => /^\s*(?:#|\/\/)/.test(cells[reference]?.text ?? '');
	const isTheirForm = payable.every(isMarked);
	for (const row of payable) {
		const { cells } = row;
		const doubtAt = (place: number, doubt: string) =>
			addTo(found, `${quotedText(headings[place] ?? '')} in \n ${doubt}`, cellName(place, row));
		const struck = cells.findIndex((cell) => cell !== null && (cell.isStruck === true || STROKES.test(cell.text)));
		if (struck >= 0) doubtAt(struck, CROSSED_OUT);
		if (isMarked(row) && !isTheirForm) doubtAt(reference, MARKED);
		for (const [column, place] of struck >= 0 ? [] : columns) {
			const cell = cells[place] ?? null;
			const doubt = cell === null ? null : doubtOf(cell, column, kind);
			if (doubt !== null) doubtAt(place, doubt);
		}
	}
	if (found.size === 0) return [];
	const sentences = Array.from(found, ([sentence, names]) => sentence.replace('\n', () => listInWords(names)));
	return [new SheetRefused('has cells that may mean something else', sentences.slice(0, MOST_DOUBTS).join(' '))];
}

/** The most sentences about doubtful cells in one message; the next message has the others. */
const MOST_DOUBTS = 6;

const CROSSED_OUT = 'has a line through it, or raised or repeated letters. Delete its row, or remove this format.';
const MARKED =
	'begins with a sign that may mean "leave this row out". Delete such rows, or write their references without it.';
/** Strokes over the letters before them (Unicode's Combining Diacritical Marks). */
const STROKES = /[\u0334-\u0338]/;
