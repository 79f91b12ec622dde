import { readXlsx, type Cell as ReadCell, type CellValue, type Sheet as ReadSheet } from 'hucre/xlsx';

import { MOST_READ, SheetRefused, textCell, type Cell, type Sheet } from '../domain/sheet/sheet';
import { MARKS, plainWorksheet, type CellCount } from './worksheet';
import { unzip, zipOf } from './zip';

const SAVE_AS = 'Open it, save it as .xlsx and upload that.';
const broken = () => new SheetRefused("can't be read as a workbook", 'Open it in Excel, save it anew and upload that.');

/** The root elements of the parts that hold values; drawings, comments, links and all else are left out. */
const NEEDED = new Set(['Types', 'Relationships', 'workbook', 'sst', 'styleSheet', 'worksheet']);

/** Reads a workbook (.xlsx, ECMA-376). Throws SheetRefused. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
	const entries = await unzip(bytes);
	checkKind(entries);
	const parts = [...entries].flatMap(([name, content]) => xmlPart(name, content) ?? []);
	const texts = parts.flatMap(({ root, xml }) =>
		root === 'sst' ? [...xml.matchAll(/<(?:[\w.-]+:)?si[\s/>]/g)] : [],
	).length;
	if (texts > MOST_READ.texts) throw new SheetRefused(`has more than ${MOST_READ.texts} texts`, 'Divide it.');
	const amounts: CellCount = { cells: 0, sharedTexts: texts };
	const written = parts.map(
		({ name, root, xml }) => [name, root === 'worksheet' ? plainWorksheet(xml, amounts) : xml] as const,
	);
	const encoder = new TextEncoder();
	const sheets = await openWorkbook(zipOf(new Map(written.map(([name, xml]) => [name, encoder.encode(xml)]))));
	const read = sheets.reduce(
		(sum, { rows }) => sum + rows.reduce((cells, row) => cells + row.filter((value) => value !== null).length, 0),
		0,
	);
	// Whatever the reader lost, it would have lost in silence.
	if (read !== amounts.cells) throw broken();
	return sheets.map(sheetOf);
}

async function openWorkbook(bytes: Uint8Array): Promise<ReadSheet[]> {
	try {
		return (await readXlsx(bytes, { readStyles: true })).sheets;
	} catch {
		throw broken();
	}
}

function checkKind(entries: ReadonlyMap<string, Uint8Array>): void {
	const names = [...entries.keys()];
	const types = new TextDecoder().decode(entries.get('[Content_Types].xml'));
	if (entries.has('mimetype')) throw new SheetRefused('is of LibreOffice or another program (.ods)', SAVE_AS);
	// SheetJS, with which n8n's Convert to File writes, names the type of binary workbooks in each of its own.
	if (/(?<!binary\.)macroEnabled/i.test(types) || names.some((name) => /vbaProject/i.test(name)))
		throw new SheetRefused('holds macros (.xlsm)', SAVE_AS);
	if (names.some((name) => /(^|\/)workbook\.bin$/.test(name)))
		throw new SheetRefused('is a binary workbook (.xlsb)', SAVE_AS);
	if (!/spreadsheetml\.sheet\.main/.test(types))
		throw new SheetRefused('is no workbook', 'Upload the workbook itself, as .xlsx.');
}

/** The XML of a part that holds values; null for any other. No declaration, comment or entity may stand in it. */
function xmlPart(name: string, content: Uint8Array): { name: string; root: string; xml: string } | null {
	if (!/\.(xml|rels)$/i.test(name)) return null;
	const beginning = new TextDecoder().decode(content.subarray(0, 4_000));
	const [, root = ''] = /^\s*(?:<\?[^>]*\?>\s*)*(?:<![^>]*>\s*)*<(?:[\w.-]+:)?(\w+)/.exec(beginning) ?? [];
	if (!NEEDED.has(root)) return null;
	let xml: string;
	try {
		xml = new TextDecoder('utf-8', { fatal: true }).decode(content);
	} catch {
		throw broken();
	}
	if (xml.includes('<!')) throw broken();
	return { name, root, xml };
}

function sheetOf({ name, rows, cells, rowDefs, columns, hidden, veryHidden }: ReadSheet): Sheet {
	return {
		name,
		isHidden: hidden === true || veryHidden === true,
		hiddenColumns: new Set((columns ?? []).flatMap((column, place) => (column.hidden === true ? [place] : []))),
		rows: rows.map((values, row) => ({
			number: row + 1,
			item: null,
			isHidden: rowDefs?.get(row)?.hidden === true,
			cells: values.map((value, column) => {
				const about = cells?.get(`${row},${column}`);
				const cell = value === null ? null : cellOf(value, about);
				return cell === null ? null : { ...cell, isStruck: about?.style?.font?.strikethrough };
			}),
		})),
	};
}

function cellOf(value: CellValue, about: ReadCell | undefined): Cell | null {
	if (about?.type === 'error') {
		if (value === MARKS.formula) return { is: 'formula', text: '' };
		return value === MARKS.date ? { is: 'date', text: 'a date' } : { is: 'error', text: String(value) };
	}
	if (typeof value === 'number') return { is: 'number', text: String(value), format: about?.style?.numFmt };
	if (typeof value === 'boolean') return { is: 'boolean', text: value ? 'TRUE' : 'FALSE' };
	if (value instanceof Date)
		return { is: 'date', text: Number.isNaN(value.getTime()) ? 'a date' : value.toISOString().slice(0, 10) };
	return textCell(String(value));
}
