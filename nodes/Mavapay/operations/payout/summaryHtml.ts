import { safeHtml } from '../../../core/domain/html';
import type { Json } from '../../../core/domain/json';
import type { PayoutItem } from './payoutItem';
import { byAmount, costsOf, type Paragraph } from './summaryText';

/** With this many payouts, a mail shows only some. Mails are cut off at 100 kB, and n8n's button is at the end. */
const TOO_MANY = 50;

/** The most payouts in a mail that shows only some: those that need attention, and the largest of the others. */
const [MOST_OUTSTANDING, MOST_LARGEST] = [20, 10];

/** The most bytes of a payout's text, of any other line, and of the head. */
const [ROW, LINE, HEAD] = [1000, 400, 8000];

/** Matches a line that begins with words in capitals, the sign that somebody must look at it. */
const LOUD = /^(?:\d+\. )?(?!LOOK FIRST: nothing|THE REST)[A-Z]{2}/;

const TABLE =
	'<table rules="rows" cellpadding="6" style="width:100%;table-layout:fixed;font:15px/1.4 sans-serif;color:#666;border-color:#ccc">';

/** A summary as HTML for mails and n8n's forms: no pictures or links, at most 60 kB (docs/how-to/approve.md#the-list). */
export function summaryHtml(paragraphs: readonly Paragraph[]): string {
	const [head, ...others] = chosenOf(paragraphs);
	const isRow = (at: number) => others[at]?.payout !== undefined || others[at]?.lines[0] === 'THE REST';
	const parts = others.map(({ lines }, at) => {
		if (!isRow(at)) return `<div>${htmlLines(lines, LINE)}</div>`;
		const row = `<tr><td>${htmlLines(lines, ROW / lines.length, ' &#183; ')}</td></tr>`;
		return `${isRow(at - 1) ? '' : TABLE}${row}${isRow(at + 1) ? '' : '</table>'}`;
	});
	const { lines = [] } = head ?? {};
	const body = [`<div>${htmlLines(lines, HEAD / lines.length)}</div>`, ...parts].join('');
	return `<div style="text-align:left;font:15px/1.4 sans-serif;color:#222;overflow-wrap:anywhere">${body}</div>`;
}

/** A form's rows of payouts to tick, ordered and numbered as in the text. In a long list, most have only one line. */
export function summaryRows(paragraphs: readonly Paragraph[]): Json[] {
	const rows = paragraphs.filter(({ number }) => number != null);
	return rows.map(({ number = null, payout, lines, standsOut }) => ({
		number,
		reference: payout?.reference ?? null,
		line: (rows.length < TOO_MANY || standsOut === true ? lines : lines.slice(0, 1)).join('\n'),
	}));
}

/** The paragraphs that a mail shows. If it leaves payouts out, a paragraph after the head says how many. */
function chosenOf(paragraphs: readonly Paragraph[]): readonly Paragraph[] {
	const payoutsIn = (list: readonly Paragraph[]) => list.flatMap(({ payout }) => payout ?? []);
	const [rows, outstanding] = [payoutsIn(paragraphs), payoutsIn(paragraphs.filter(({ standsOut }) => standsOut))];
	if (rows.length < TOO_MANY) return paragraphs;
	const first = outstanding.slice(0, MOST_OUTSTANDING);
	const largest = rows.filter((one) => !first.includes(one)).sort(byAmount);
	const named = new Set([...first, ...largest.slice(0, MOST_LARGEST)]);
	const left = (list: readonly PayoutItem[]) => list.filter((one) => !named.has(one));
	const inWords = (list: readonly PayoutItem[]) => `${list.length}${costsOf(list)}`;
	const unnamed = left(outstanding);
	const more = unnamed.length === 0 ? '' : `, including ${inWords(unnamed)} to look at`;
	const [head = { lines: [] }, ...others] = paragraphs.filter(({ payout }) => !payout || named.has(payout));
	return [head, { lines: [`NOT IN THIS MESSAGE: ${inWords(left(rows))}${more}.`] }, ...others];
}

/** Lines as HTML: the first in bold, those to look at in bold red. Plain lines are separated by `between`. */
export function htmlLines(lines: readonly string[], most: number, between = '<br/>'): string {
	const isPlain = (at: number) => !LOUD.test(lines[at] ?? '') && (at > 0 || (lines[at] ?? '').startsWith('- "'));
	return lines.reduce((html, line, at) => {
		const shown = safeHtml(line, Math.floor(most));
		const styled = isPlain(at) ? shown : `<b style="color:${LOUD.test(line) ? '#b3261e' : '#222'}">${shown}</b>`;
		return `${html}${at === 0 ? '' : isPlain(at - 1) && isPlain(at) ? between : '<br/>'}${styled}`;
	}, '');
}
