import Papa from 'papaparse';

import { orUndefined } from '../domain/result';
import { MOST_READ, SheetRefused, textCell, type Sheet, type SheetRow } from './sheet';
import { MOST_ROWS_ABOVE } from './table';

export type HasHeadings = (rows: readonly SheetRow[]) => boolean;

/** The characters 0x80 to 0x9f of Windows-1252 (WHATWG Encoding), which Node.js 20 decodes as Latin-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The text of a file: UTF-8 or UTF-16, with or without a byte order mark, or Windows-1252. */
function decode(bytes: Uint8Array): string {
	const [first, second] = bytes;
	// In UTF-16 without a byte order mark, every other byte of the headings is zero.
	if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return decoded('utf-16le', bytes);
	if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return decoded('utf-16be', bytes);
	try {
		return decoded('utf-8', bytes);
	} catch {
		return decoded('latin1', bytes).replace(/[\u0080-\u009f]/g, (one) => WINDOWS_1252.charAt(one.charCodeAt(0) - 0x80));
	}
}

const decoded = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding, { fatal: true }).decode(bytes);

const DELIMITERS = [',', ';', '\t', '|'];

/** Reads a text file with values separated by commas, semicolons, tabs or bars. Throws SheetRefused. */
export function readTextFile(bytes: Uint8Array, hasHeadings: HasHeadings): Sheet {
	const text = decodedText(bytes);
	const [line = '', named] = /^sep=(.)(?:\n|$)/i.exec(text) ?? [];
	const left = text.slice(line.length);
	const fitting = DELIMITERS.filter((one) => hasHeadings(parsedText(left, one, MOST_ROWS_ABOVE).rows));
	// If no delimiter gives the headings, the file is refused; the most frequent delimiter will do for that message.
	const [commonest = ','] = [...DELIMITERS].sort((one, other) => left.split(other).length - left.split(one).length);
	const delimiter = named ?? fitting[0] ?? commonest;
	const isOpen = named === undefined && fitting.length > 1;
	if (isOpen && new Set(fitting.map((one) => JSON.stringify(parsedText(left, one).rows))).size > 1)
		throw new SheetRefused(
			'can be divided into columns in two ways',
			'Its headings can be read with more than one separator. Save it as .xlsx and upload that.',
		);
	const { rows, problem } = parsedText(left, delimiter);
	if (problem !== null)
		throw new SheetRefused(
			`can't be divided into cells in row ${problem}`,
			'A quotation mark is missing, or there is one too many. Correct it, or save the file as .xlsx.',
		);
	return { name: null, isHidden: false, hiddenColumns: new Set(), rows };
}

/** Decodes the text of a list. Throws SheetRefused for a web page, XML, JSON or a PDF, and for bytes that aren't text. */
function decodedText(bytes: Uint8Array): string {
	const text = orUndefined(() => decode(bytes));
	// Text has no control characters except blanks and line ends.
	if (text === undefined || /[^\P{Cc}\t\n\r\f\v\u0085]/u.test(text) || /^\s*(?:<[?\w!]|[[{]\s*["{[]|%PDF)/.test(text))
		throw new SheetRefused(
			'is neither a workbook nor a list of values',
			'Open it in Excel, or ask for the list it was made from, and save that as .xlsx or .csv.',
		);
	return text.replace(/\r\n?/g, '\n');
}

/**
 * Splits a text into cells. A value such as ="0123", which keeps its zeros in Excel, is read without = and quotes.
 *
 * @param preview the most rows to read; 0 for all
 */
function parsedText(text: string, delimiter: string, preview = 0): { rows: SheetRow[]; problem: number | null } {
	const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview });
	const [error] = errors.filter(({ code }) => code !== 'UndetectableDelimiter');
	if (data.length > MOST_READ.rows) throw new SheetRefused(`has more than ${MOST_READ.rows} rows`, 'Split it.');
	if (data.reduce((sum, { length }) => sum + length, 0) > MOST_READ.cells)
		throw new SheetRefused(`has more than ${MOST_READ.cells} cells`, 'Split it.');
	const isCut = (values: readonly string[], at: number) =>
		delimiter === ',' && /^\d{3}(?:\.\d+)?$/.test(values[at + 1] ?? '') && /^\D{0,4}\d{1,3}$/.test(values[at] ?? '');
	const rows = data.map((values, place) => ({
		number: place + 1,
		item: null,
		isHidden: false,
		cells: values.map((value, at) => {
			const cell = textCell(value.replace(/^="([^"]*)"$/, '$1'));
			return cell !== null && isCut(values, at) ? { ...cell, isCut: true } : cell;
		}),
	}));
	// A quotation mark that is closed some rows further down swallows these rows into its cell.
	const swallows = (values: readonly string[]) =>
		values.some(
			(value) =>
				value.includes('\n') &&
				value.split('\n').some((line) => line.split(delimiter).length >= Math.max(3, values.length)),
		);
	const swallowed = data.findIndex(swallows);
	const problem = error === undefined ? swallowed : (error.row ?? 0);
	return { rows, problem: problem < 0 ? null : problem + 1 };
}
