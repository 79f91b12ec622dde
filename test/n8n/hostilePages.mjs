// Last pages of a form for files whose sheet names, headings and cells imitate markup or our own messages, at random.
import fc from 'fast-check';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { checkout, harness } from '../../scripts/lib/paths.mjs';
import { workbookOf } from './workbook.mjs';

const pieces = `<img src=x onerror=alert(1)>|</p>|<br>|<b>|<a href="//x">pay</a>|<!--|]]>|&lt;i&gt;|&#60;u&#62;|&amp;lt;h1&amp;gt;|$&|$1|$'|{{ $json }}|＜s＞|＆lt;|\u202e|\u2066|\u200b|\u2028|\n|\\n|"|“|'|;|:|=|\nWrite into 'Columns':\n|paid|Ada`;
const text = fc
	.array(fc.constantFrom(...pieces.split('|')), { minLength: 1, maxLength: 6 })
	.map((drawn) => drawn.join(''));
const headings = ['Reference', 'Account Name', 'Account Number', 'Bank', 'Amount'];
const right = ['H-1', 'Ada Obi', '0123456789', 'GTBank', 500, 'x', 'y', 'z'];

/**
 * What n8n's Form node shows of each file that is refused, by n8n's own function for completion messages.
 *
 * @param {string} completionMessage of the example, an expression and HTML @param {number} count
 */
export async function hostilePages(completionMessage, count) {
	const require = createRequire(import.meta.url);
	const { readPaymentFile } = require(join(checkout, 'dist/nodes/readers.js'));
	const form = require(join(harness, 'node_modules/n8n-nodes-base/dist/nodes/Form/utils/utils.js'));
	const [, expression = '', rest = ''] = /^=\{\{ (.*) \}\}(.*)$/s.exec(completionMessage) ?? [];
	const preset = { payments: 'toBankAccount', amountUnit: 'major', hiddenRows: 'refuse', refuseBadRows: true };
	const seed = Number(process.env.PROPERTY_SEED ?? 49);
	const files = fc.sample(fc.array(text, { minLength: 12, maxLength: 12 }), { seed, numRuns: count });
	return Promise.all(
		files.map(async ([columns, title = '', sheet = '', other = '', one = '', two = '', ...cells]) => {
			const rows = [[title], [...headings, one, two, 'Remarks'], right, ['H-2', ...cells], [other]];
			const tabs = [
				{ title: sheet, rows },
				{ title: other, rows: [headings, right] },
			];
			const source = { name: null, others: [], bytes: workbookOf(tabs) };
			const { what, advice } = await readPaymentFile(source, { ...preset, columns });
			const $json = { message: `The file ${what}. ${advice}\nNothing was paid.` };
			return String(form.handleNewlines(form.sanitizeHtml(runInNewContext(expression, { $json }) + rest)));
		}),
	);
}
