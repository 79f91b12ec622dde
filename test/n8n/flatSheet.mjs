// Writes a sheet as flat OpenDocument XML (.fods), from which LibreOffice makes the files for the tests.

const namespaces = ['office', 'table', 'text', 'style'].map(
	(name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
);
/** The styles of cells: number formats, and struck-through text. */
const styles = [
	'<number:number-style style:name="N1"><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/></number:number-style>',
	'<number:number-style style:name="N2"><number:number number:decimal-places="0" number:min-integer-digits="10"/></number:number-style>',
	'<number:date-style style:name="N3"><number:day number:style="long"/><number:text>/</number:text><number:month number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style>',
	...['money', 'account', 'date'].map(
		(name, at) => `<style:style style:name="${name}" style:family="table-cell" style:data-style-name="N${at + 1}"/>`,
	),
	'<style:style style:name="struck" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>',
];
const escaped = (/** @type {string} */ text) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * @typedef {string | number | null} Value
 * @typedef {{value: Value, style?: 'money' | 'account' | 'date' | 'struck', formula?: string, over?: [columns: number, rows: number]}} Styled
 *   `over`: how many cells it is merged over; a date is a text such as 2026-11-26 with the style `date`
 * @typedef {Array<Value | Styled | 'covered'>} Row
 * @typedef {{row: Row, visibility: 'collapse' | 'filter'}} HiddenRow
 */

/** @param {Value | Styled} cell */
function cellXml(cell) {
	if (cell === null) return '<table:table-cell/>';
	if (cell === 'covered') return '<table:covered-table-cell/>';
	const { value, style, formula, over } = typeof cell === 'object' ? cell : { value: cell };
	const about = [
		style && `table:style-name="${style}"`,
		formula && `table:formula="of:=${escaped(formula)}"`,
		over && `table:number-columns-spanned="${over[0]}" table:number-rows-spanned="${over[1]}"`,
	];
	const typed =
		typeof value === 'number'
			? `office:value-type="float" office:value="${value}"`
			: style === 'date'
				? `office:value-type="date" office:date-value="${value}"`
				: 'office:value-type="string"';
	const text = typeof value === 'string' && style !== 'date' ? `<text:p>${escaped(value)}</text:p>` : '';
	return `<table:table-cell ${about.filter(Boolean).join(' ')} ${typed}>${text}</table:table-cell>`;
}

/** @param {Array<Row | HiddenRow>} rows if one is hidden by a filter, the sheet gets a filter */
export function flatSheet(rows) {
	const isFiltered = rows.some((one) => 'visibility' in one && one.visibility === 'filter');
	const filter = `<table:database-ranges><table:database-range table:name="all" table:target-range-address="Pay.A1:Pay.F${rows.length}" table:display-filter-buttons="true"/></table:database-ranges>`;
	const rowsXml = rows.map((one) => {
		const [row, hidden] = Array.isArray(one) ? [one, ''] : [one.row, ` table:visibility="${one.visibility}"`];
		return `<table:table-row${hidden}>${row.map(cellXml).join('')}</table:table-row>`;
	});
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<office:document ${namespaces.join(' ')} xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">`,
		`<office:automatic-styles>${styles.join('')}</office:automatic-styles>`,
		`<office:body><office:spreadsheet><table:table table:name="Pay">${rowsXml.join('')}</table:table>${isFiltered ? filter : ''}</office:spreadsheet></office:body></office:document>`,
	].join('');
}
