// A workbook (.xlsx) as Google exports a sheet.
import { tsImport } from 'tsx/esm/api';

/** @type {typeof import('../harness/workbook.ts')} */
const { sheetData, workbookParts, zipFile } = await tsImport('../harness/workbook.ts', import.meta.url);

/** A cell for the workbook: a number or a text; null for an empty cell. @param {import('./google.mjs').Cell} cell */
const cellOf = (cell) => {
	if (cell === '') return null;
	return typeof cell === 'number' ? cell : String(cell);
};

/** @param {import('./google.mjs').Tab[]} tabs */
export const workbookOf = (tabs) =>
	zipFile(
		workbookParts(
			Object.fromEntries(tabs.map(({ title, rows }) => [title, sheetData(rows.map((row) => row.map(cellOf)))])),
		),
	);
