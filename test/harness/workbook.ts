/** Workbooks (.xlsx) and zip files built byte by byte, valid and invalid ones. */
import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a zip file. `crc`, `size` and `localName` replace the right values in its headers. */
export interface ZipPart {
	readonly name: string;
	readonly content: string | Buffer;
	readonly crc?: number;
	readonly size?: number;
	/** The name in the local header, if it differs from the name in the directory. */
	readonly localName?: string;
	readonly flags?: number;
}

export function zipFile(parts: readonly ZipPart[]): Buffer {
	const [files, directory]: [Buffer[], Buffer[]] = [[], []];
	let at = 0;
	for (const { name, content, localName = name, flags = 0, ...said } of parts) {
		const bytes = Buffer.from(content);
		const packed = deflateRawSync(bytes);
		const about = (path: string) =>
			numbers(
				[flags, 2],
				[8, 2],
				[0, 4],
				[said.crc ?? crc32(bytes), 4],
				[packed.length, 4],
				[said.size ?? bytes.length, 4],
				[path.length, 2],
			);
		const local = Buffer.concat([
			numbers([0x04034b50, 4], [20, 2]),
			about(localName),
			numbers([0, 2]),
			Buffer.from(localName),
			packed,
		]);
		directory.push(
			numbers([0x02014b50, 4], [20, 2], [20, 2]),
			about(name),
			numbers([0, 4], [0, 4], [0, 4], [at, 4]),
			Buffer.from(name),
		);
		files.push(local);
		at += local.length;
	}
	const size = Buffer.concat(directory).length;
	return Buffer.concat([
		...files,
		...directory,
		numbers([0x06054b50, 4], [0, 4], [parts.length, 2], [parts.length, 2], [size, 4], [at, 4], [0, 2]),
	]);
}

function numbers(...all: ReadonlyArray<readonly [value: number, length: number]>): Buffer {
	const bytes = Buffer.alloc(all.reduce((sum, [, length]) => sum + length, 0));
	all.reduce((at, [value, length]) => bytes.writeUIntLE(value, at, length), 0);
	return bytes;
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (all: ReadonlyArray<readonly [type: string, target: string]>) =>
	`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.map(([type, target], place) => `<Relationship Id="rId${place + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The parts of a workbook. `sheets` has the XML inside each sheet's `worksheet`, by sheet name. */
export function workbookParts(sheets: Readonly<Record<string, string>>, shared = ''): ZipPart[] {
	const names = Object.keys(sheets);
	return [
		{
			name: '[Content_Types].xml',
			content:
				'<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
		},
		{ name: '_rels/.rels', content: relations([['officeDocument', 'xl/workbook.xml']]) },
		{
			name: 'xl/workbook.xml',
			content: `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${names.map((name, place) => `<sheet name="${escaped(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`).join('')}</sheets></workbook>`,
		},
		{
			name: 'xl/_rels/workbook.xml.rels',
			content: relations([
				...names.map((_, place) => ['worksheet', `worksheets/sheet${place + 1}.xml`] as const),
				['sharedStrings', 'sharedStrings.xml'],
			]),
		},
		{ name: 'xl/sharedStrings.xml', content: `<sst ${MAIN}>${shared}</sst>` },
		...Object.values(sheets).map((xml, place) => ({
			name: `xl/worksheets/sheet${place + 1}.xml`,
			content: `<worksheet ${MAIN}>${xml}</worksheet>`,
		})),
	];
}

/** The XML of rows: numbers become number cells, texts become inline texts. */
export function sheetData(rows: ReadonlyArray<ReadonlyArray<string | number | null>>): string {
	const cells = (values: ReadonlyArray<string | number | null>, row: number) =>
		values.map((value, column) => {
			const ref = `${String.fromCharCode(65 + column)}${row}`;
			if (value === null) return '';
			return typeof value === 'number'
				? `<c r="${ref}"><v>${value}</v></c>`
				: `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
		});
	return `<sheetData>${rows.map((values, place) => `<row r="${place + 1}">${cells(values, place + 1).join('')}</row>`).join('')}</sheetData>`;
}
