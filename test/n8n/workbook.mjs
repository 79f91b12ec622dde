// A workbook (.xlsx) as Google exports a sheet, made by hand.
import { crc32, deflateRawSync } from 'node:zlib';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = (/** @type {string[][]} */ all) =>
	`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
const escaped = (/** @type {string} */ text) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Numbers are numbers, and everything else is text. @param {import('./google.mjs').Cell} cell */
const cellOf = (cell) => {
	if (cell === '') return '<c/>';
	return typeof cell === 'number'
		? `<c><v>${cell}</v></c>`
		: `<c t="inlineStr"><is><t xml:space="preserve">${escaped(String(cell))}</t></is></c>`;
};

/** @param {import('./google.mjs').Tab[]} tabs */
export function workbookOf(tabs) {
	const sheets = tabs.map(
		({ rows }) =>
			`<worksheet ${main}><sheetData>${rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('')}</sheetData></worksheet>`,
	);
	return zipOf([
		[
			'[Content_Types].xml',
			'<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
		],
		['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
		[
			'xl/workbook.xml',
			`<workbook ${main} xmlns:r="${office}"><sheets>${tabs.map(({ title }, at) => `<sheet name="${escaped(title)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
		],
		['xl/_rels/workbook.xml.rels', relations(tabs.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`]))],
		...sheets.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml]),
	]);
}

/** @param {string[][]} parts name and content of each */
function zipOf(parts) {
	/** @type {Buffer[]} */
	const [files, directory] = [[], []];
	let at = 0;
	for (const [name = '', content = ''] of parts) {
		const [bytes, path] = [Buffer.from(content), Buffer.from(name)];
		const packed = deflateRawSync(bytes);
		const about = numbers(
			[0, 2],
			[8, 2],
			[0, 4],
			[crc32(bytes), 4],
			[packed.length, 4],
			[bytes.length, 4],
			[path.length, 2],
		);
		const local = Buffer.concat([numbers([0x04034b50, 4], [20, 2]), about, numbers([0, 2]), path, packed]);
		directory.push(numbers([0x02014b50, 4], [20, 2], [20, 2]), about, numbers([0, 4], [0, 4], [0, 4], [at, 4]), path);
		files.push(local);
		at += local.length;
	}
	const { length } = Buffer.concat(directory);
	const count = parts.length;
	const end = numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [length, 4], [at, 4], [0, 2]);
	return Buffer.concat([...files, ...directory, end]);
}

/** @param {number[][]} all value and length in bytes of each */
function numbers(...all) {
	const bytes = Buffer.alloc(all.reduce((sum, [, length = 0]) => sum + length, 0));
	all.reduce((at, [value = 0, length = 0]) => bytes.writeUIntLE(value, at, length), 0);
	return bytes;
}
