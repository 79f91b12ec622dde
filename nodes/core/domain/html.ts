/** Styles for any browser, printer or mail program: a page has no scripts, images or links. */
const STYLE = [
	'@page{size:A4;margin:20mm}',
	'body{margin:0;padding:24px;background:#fff;color:#1f2328;font:16px/1.5 system-ui,sans-serif}',
	'main{max-width:40em;margin:0 auto;overflow-wrap:anywhere}',
	'h1{margin:0 0 16px;font-size:24px}',
	'table{width:100%;border-collapse:collapse}',
	'th,td{padding:8px 12px 8px 0;border-bottom:1px solid #d1d9e0;text-align:left;vertical-align:top}',
	'th{width:9em;color:#59636e;font-weight:normal}',
].join('');

/** A whole HTML page. Texts from elsewhere must go through `safeHtml` before they are put into `body`. */
export function htmlPage(heading: string, body: readonly string[]): string {
	const title = safeHtml(heading);
	const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;
	return [
		`<!doctype html>\n<html lang="en"><head>${head}<style>${STYLE}</style></head><body><main><h1>${title}</h1>`,
		...body,
		'</main></body></html>\n',
	].join('\n');
}

/** Escapes a text for HTML, at most `most` bytes: ASCII letters, digits and some signs stay; all others become codes. */
export function safeHtml(text: string, most = Infinity): string {
	let shown = '';
	for (const sign of text) {
		const safe = /[\w .,:;()/+%?!"-]/.test(sign) ? sign : `&#${sign.codePointAt(0)};`;
		if (shown.length + safe.length > most) return `${shown}&#8230;`;
		shown += safe;
	}
	return shown;
}
