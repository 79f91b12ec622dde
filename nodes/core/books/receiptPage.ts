/** Two columns on a page that any browser, printer and mail program shows: no script, no picture, no address. */
const STYLE = [
	'@page{size:A4;margin:20mm}',
	'body{margin:0;padding:24px;background:#fff;color:#1f2328;font:16px/1.5 system-ui,sans-serif}',
	'main{max-width:40em;margin:0 auto}',
	'h1{margin:0 0 16px;font-size:24px}',
	'table{width:100%;border-collapse:collapse}',
	'th,td{padding:8px 12px 8px 0;border-bottom:1px solid #d1d9e0;text-align:left;vertical-align:top}',
	'th{width:9em;color:#59636e;font-weight:normal}',
	'td{overflow-wrap:anywhere}',
].join('');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');

/**
 * A receipt as a page of HTML, which a payee can print or keep.
 *
 * @param heading what it is, such as "Payment receipt"
 * @param lines what it says, each by its label; texts from elsewhere are escaped here
 */
export function receiptPage(heading: string, lines: ReadonlyArray<readonly [label: string, value: string]>): string {
	const rows = lines.map(
		([label, value]) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>`,
	);
	return [
		'<!doctype html>',
		'<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
		`<title>${escaped(heading)}</title><style>${STYLE}</style></head>`,
		`<body><main><h1>${escaped(heading)}</h1><table>`,
		...rows,
		'</table></main></body></html>',
		'',
	].join('\n');
}
