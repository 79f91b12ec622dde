import { quotedText } from '../domain/text';
import { doubtOf } from './formats';
import type { SheetRules } from './rules';
import { columnLetters, listInWords, SheetRefused, type SheetRow } from './sheet';
import type { Table } from './table';

/** The refusal of a file in which a cell that is read may show something else than it holds; docs/reference/read-file.md. */
export function doubtfulCells(
	{ headings, columns }: Table,
	{ payable }: { readonly payable: readonly SheetRow[] },
	{ kind }: SheetRules,
): SheetRefused[] {
	const found = new Map<string, string[]>();
	for (const { number, cells } of payable) {
		const isCrossedOut = cells.some((cell) => cell?.isStruck === true);
		for (const [column, place] of columns) {
			const cell = cells[place] ?? null;
			const doubt = cell === null ? null : isCrossedOut ? CROSSED_OUT : doubtOf(cell, column, kind);
			if (doubt === null) continue;
			const sentence = `${quotedText(headings[place] ?? '')} in \n ${doubt}`;
			const names = found.get(sentence) ?? [];
			names.push(`${columnLetters(place)}${number}`);
			found.set(sentence, names);
			if (isCrossedOut) break;
		}
	}
	if (found.size === 0) return [];
	const sentences = Array.from(found, ([sentence, names]) => sentence.replace('\n', () => listInWords(names)));
	return [new SheetRefused('has cells that may show something else', sentences.slice(0, MOST_DOUBTS).join(' '))];
}

/** Of doubts in one message; the others come with the next one. */
const MOST_DOUBTS = 6;

const CROSSED_OUT =
	'is in a row with a line through a cell, or with raised or repeated letters. Take it out of the file, or remove them.';
