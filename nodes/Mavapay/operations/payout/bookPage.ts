import { htmlPage, safeHtml } from '../../../core/domain/html';
import { addTo } from '../../../core/domain/json';
import { amountInWords } from '../../../core/domain/money';
import { quotedLine } from '../../../core/domain/text';
import { isMoved, type PayoutItem } from './payoutItem';
import { htmlLines } from './summaryHtml';
import { byAmount, costsOf, type Paragraph, plainLine, sumsOf, wordOf } from './summaryText';

/** The most payouts and totals on a page; the most bytes of a payout, a name, a line. Mails are cut off at 100 kB. */
const [MOST_ROWS, MOST_TOTALS, ROW, NAME, LINE] = [100, 15, 420, 120, 400];

/** The outcomes that somebody must look into or wait for, in the order of the page. */
const OPEN = ['unknown', 'failed', 'accepted'];

/**
 * A page about the payouts of several months, for browsers and mails: open payouts, bars of the totals by month and by
 * payee, and other payouts, newest month first; docs/how-to/approve.md#the-book. Null if no payout has a month.
 */
export function bookPage([head]: readonly Paragraph[], payouts: readonly PayoutItem[]): string | null {
	const months = [...new Set(payouts.flatMap(({ month }) => month ?? []))].sort().reverse();
	if (months.length === 0) return null;
	const rows = [...months, null].flatMap((of) => payouts.filter(({ month }) => month === of).sort(byAmount));
	const open = OPEN.flatMap((is) => rows.filter(({ status }) => status === is));
	const others = rows.filter((one) => !open.includes(one));
	return htmlPage('Book of payouts', [
		`<p>${htmlLines(head?.lines ?? [], LINE)}</p>`,
		rowsOf('Open', open, MOST_ROWS),
		barsOf('Paid by month', rows, ({ month }) => month ?? '-'),
		barsOf('Paid by payee', rows, ({ supplier }) => quotedLine(supplier ?? ''), true),
		rowsOf('The rest', others, Math.max(0, MOST_ROWS - open.length)),
	]);
}

/** A table of payouts with their outcomes, up to `most`, and the number and sum of the others. */
function rowsOf(heading: string, payouts: readonly PayoutItem[], most: number): string {
	const shown = payouts.slice(0, most).map((payout) => {
		const [first = '', ...rest] = payout.lines;
		const lines = [`${wordOf(payout)}, ${payout.month ?? '-'}: ${first}`, ...rest].map(plainLine);
		return `<tr><td>${htmlLines(lines, ROW / lines.length, ' &#183; ')}</td></tr>`;
	});
	const left = payouts.slice(most);
	const more = left.length === 0 ? '' : `<p>And ${left.length} more${costsOf(left)}.</p>`;
	return `<h2>${heading}: ${payouts.length}${costsOf(payouts)}</h2><table style="font-size:14px">${shown.join('')}</table>${more}`;
}

/** Paid totals by name. Bars are in whole percent of the largest total in the same currency. */
function barsOf(heading: string, payouts: readonly PayoutItem[], nameOf: (one: PayoutItem) => string, sorted = false) {
	const groups = new Map<string, PayoutItem[]>();
	for (const payout of payouts.filter(isMoved)) addTo(groups, plainLine(nameOf(payout)), payout);
	const totals = [...groups].flatMap(([name, own]) =>
		sumsOf(own.map(({ amount }) => amount)).map((sum) => ({ ...sum, name })),
	);
	if (sorted) totals.sort((one, other) => Number(one.minor < other.minor) - Number(one.minor > other.minor));
	const rows = totals.slice(0, MOST_TOTALS).map(({ name, count, minor, currency }) => {
		const largest = totals.reduce((most, it) => (it.currency === currency && it.minor > most ? it.minor : most), 1n);
		const bar = `<div style="height:8px;background:#2a78d6;width:${(minor * 100n) / largest}%"></div>`;
		const sum = `<b style="white-space:nowrap">${amountInWords(minor, currency)}</b>`;
		return `<tr><td>${safeHtml(name, NAME)} (${count})${bar}</td><td style="text-align:right">${sum}</td></tr>`;
	});
	const more = totals.length === rows.length ? '' : `<p>And ${totals.length - rows.length} more.</p>`;
	return `<h2>${heading}</h2><table>${rows.join('')}</table>${more}`;
}
