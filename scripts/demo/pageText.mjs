import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { movementsOf } from './payees.mjs';
import { settled } from './report.mjs';

const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');

/** Allows only the page's style, its own picture, and forms that post to the page itself. */
export const contentSecurityPolicy = [
	`default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
	"img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
].join('; ');

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (/** @type {unknown} */ text) =>
	String(text).replace(/[&<>"']/g, (sign) => entities[/** @type {keyof typeof entities} */ (sign)]);

/** The first sentence, with the others folded away below it. @param {string} why */
function folded(why) {
	const [, first = why, more = ''] = /^(.+?\.) (?=[A-Z'])(.+)$/s.exec(why) ?? [];
	return `${escaped(first)}${more && `<details><summary>More</summary>${escaped(more)}</details>`}`;
}

/** How many rows of a run had each outcome, in words. @param {{results: Array<{outcome: string}>}} run */
function countsOf({ results }) {
	const outcomes = results.map(({ outcome }) => (outcome === 'MAY HAVE BEEN PAID' ? outcome.toLowerCase() : outcome));
	return [...new Set(outcomes)].map((one) => `${outcomes.filter((other) => other === one).length} ${one}`).join(', ');
}

const offered = [
	['again', 'Pay the list again', 'Runs the workflow once more. Nobody is paid twice.'],
	['lose', 'Lose the next answer and pay', 'Adds a row, pays it, and loses the answer. Then pay the list again.'],
	['back', 'Send one back', 'A bank returns a payment that had arrived.'],
];

/** @param {import('./page.mjs').Seen} seen */
function summaryOf({ rows, ledger }) {
	const payouts = rows.map((row) => movementsOf(row, ledger, 'payout').filter(({ status }) => status !== 'FAILED'));
	const twice = payouts.filter(({ length }) => length > 1).length;
	return [
		`<p><strong class="${twice > 0 ? 'bad' : 'good'}">${twice > 0 ? `${twice} paid twice` : 'Nobody was paid twice'}</strong>:`,
		`the ledger has ${payouts.flat().length} payouts to ${payouts.filter(({ length }) => length > 0).length} rows of the list,`,
		`<strong>${escaped(settled(payouts.flat()))}</strong>.</p>`,
	].join(' ');
}

/** The rows of the newest run; those that may have been paid come first. @param {import('./page.mjs').Seen} seen */
function tableOf({ rows }) {
	const worstFirst = [...rows].sort((a, b) => Number(b.colour === 'bad') - Number(a.colour === 'bad'));
	const lines = worstFirst.map(({ payee, reference, money, colour, word, why }) =>
		[
			`<tr><td>${escaped(payee)}<br><small>${escaped(reference)}</small></td>`,
			`<td class="money">${escaped(money)}</td>`,
			`<td><strong class="${colour}">${escaped(word)}</strong> <small>${folded(why)}</small></td></tr>`,
		].join(''),
	);
	return `<table>${lines.join('\n')}</table>`;
}

/** The page, as HTML. @param {import('./page.mjs').Seen} seen @param {string} said what the last button did */
export function pageOf(seen, said) {
	const buttons = offered.map(
		([path, label, means]) =>
			`<form method="post" action="${path}"><button>${label}</button><small>${means}</small></form>`,
	);
	const runs = seen.runs.map((run) => `<li><a href="${escaped(run.url)}">${escaped(countsOf(run))}</a></li>`);
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>What became of the list</title><style>${style}</style>
<main>
<header><h1>What became of the list</h1>${summaryOf(seen)}<p role="status">${escaped(said)}</p>${buttons.join('')}</header>
${tableOf(seen)}
<aside><h2>A lost answer, with other ways to pay</h2>
<img src="lost.svg" alt="A lost answer, and the run tried again, by this node and by other ways to pay in n8n">
<h2>Runs in n8n, newest first</h2><ol reversed>${runs.join('')}</ol></aside>
</main>
</html>
`;
}
