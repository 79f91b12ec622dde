import { crc32 } from 'node:zlib';

/** The columns of a sheet of payouts to bank accounts, and rows that the sandbox knows; docs/reference/banks.md#files-of-other-services. */
const ROWS = [
	['reference', 'payee', 'amount', 'bank', 'accountNumber', 'accountName'],
	['INV-2026-0412', 'Adaeze Okafor (yams)', '150000.00', 'GTBank', '0123456789', 'Adaeze Chioma Okafor'],
	['INV-2026-0413', 'Lagoon Office Supplies', '84250.50', '033', '2034567891', 'Lagoon Office Supplies Ltd'],
	['INV-2026-0414', 'Yetunde Adebayo (tailoring)', '32000.00', 'Kuda Bank', '2045678912', 'Adebayo Yetunde Ayo'],
];

const WIDTHS = [18, 30, 14, 30, 16, 34];

/** The template as a CSV file. None of its values needs quotes. */
export function templateCsv(): string {
	return `${ROWS.map((row) => row.join(',')).join('\n')}\n`;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const cell = (value: string, row: number, column: number) =>
	`<c r="${String.fromCharCode(65 + column)}${row + 1}" s="1" t="inlineStr"><is><t>${value}</t></is></c>`;

/**
 * The parts of the workbook (ECMA-376). All cells and columns have style 1, the number format "Text" (49), so that a
 * typed number keeps its leading zeros.
 */
function partsOfWorkbook(filled: typeof ROWS): ReadonlyArray<readonly [path: string, content: string]> {
	const columns = WIDTHS.map(
		(width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" style="1" customWidth="1"/>`,
	);
	const rows = filled.map(
		(row, at) => `<row r="${at + 1}">${row.map((value, column) => cell(value, at, column)).join('')}</row>`,
	);
	const relationship = (type: string, target: string, id: number) =>
		`<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
	const part = (path: string, type: string) => `<Override PartName="${path}" ContentType="${SHEET_TYPE}.${type}+xml"/>`;
	return [
		[
			'[Content_Types].xml',
			`${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}${part('/xl/styles.xml', 'styles')}</Types>`,
		],
		[
			'_rels/.rels',
			`${XML}<Relationships xmlns="${PACKAGE}/relationships">${relationship('officeDocument', 'xl/workbook.xml', 1)}</Relationships>`,
		],
		[
			'xl/workbook.xml',
			`${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Payouts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		],
		[
			'xl/_rels/workbook.xml.rels',
			`${XML}<Relationships xmlns="${PACKAGE}/relationships">${relationship('worksheet', 'worksheets/sheet1.xml', 1)}${relationship('styles', 'styles.xml', 2)}</Relationships>`,
		],
		[
			'xl/styles.xml',
			`${XML}<styleSheet ${MAIN}><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
		],
		[
			'xl/worksheets/sheet1.xml',
			`${XML}<worksheet ${MAIN}><cols>${columns.join('')}</cols><sheetData>${rows.join('')}</sheetData></worksheet>`,
		],
	];
}

/** 1 January 2026 as an MS-DOS date, as in ZIP files. It is fixed, so that the same rows give the same bytes. */
const DAY = ((2026 - 1980) << 9) | (1 << 5) | 1;

/** The fields that both headers of a stored file have (PKWARE's APPNOTE, 4.3.7 and 4.3.12). */
function shared(path: Buffer, content: Buffer): Buffer {
	const fields = Buffer.alloc(26);
	fields.writeUInt16LE(20, 0);
	fields.writeUInt16LE(DAY, 8);
	fields.writeUInt32LE(crc32(content), 10);
	fields.writeUInt32LE(content.length, 14);
	fields.writeUInt32LE(content.length, 18);
	fields.writeUInt16LE(path.length, 22);
	return fields;
}

/**
 * The template as a workbook for Excel, whose columns are text: a ZIP file without compression.
 *
 * @param rows the headings, and the rows that somebody has filled in
 */
export function templateWorkbook(rows = ROWS): Buffer {
	const files: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const [name, text] of partsOfWorkbook(rows)) {
		const [path, content] = [Buffer.from(name), Buffer.from(text)];
		const fields = shared(path, content);
		const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, path, content]);
		const more = Buffer.alloc(14);
		more.writeUInt32LE(offset, 10);
		directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, more, path]));
		files.push(file);
		offset += file.length;
	}
	const entries = Buffer.concat(directory);
	const end = Buffer.alloc(18);
	end.writeUInt16LE(directory.length, 4);
	end.writeUInt16LE(directory.length, 6);
	end.writeUInt32LE(entries.length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([...files, entries, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
