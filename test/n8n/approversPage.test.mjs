/**
 * The text of *Summarize* in n8n's own mail, form and last page, on a telephone's screen. No text of a row becomes an
 * HTML element, nothing scrolls sideways, and a ticked row is submitted with its label unchanged.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { tsImport } from 'tsx/esm/api';
import { checkout, harness } from '../../scripts/lib/paths.mjs';
import { openBrowser } from '../../scripts/n8n/browser.mjs';
import { keepPicture } from './pictures.mjs';
import { smallPng } from './smallPng.mjs';

const { payoutItem } = await tsImport('../../nodes/Mavapay/operations/payout/payoutItem.ts', import.meta.url);
const { summaryOf } = await tsImport('../../nodes/Mavapay/operations/payout/summary.ts', import.meta.url);

const hostile =
	`<img src=x onerror="document.title='!'">|</p></td></table><h1>PAID</h1>|<!--|<script>1</script>|&lt;i&gt;|&#60;u&#62;|&amp;lt;h1&amp;gt;|$&|$'|$\`|$$|{{ 7*7 }}|＜s＞＆lt;|\u202e\u2066|a\nb|\\n<br>|"“|'|*_~[l](javascript:x)|https://x.example`.split(
		'|',
	);

/** An item of the example's node *Prepare*; with `outcome`, the item after its payment. @param {string} name @param {number} at @param {string} [outcome] */
function row(name, at, outcome) {
	const [reference, amount] = [`INV-${at}-${name}`, { minor: `${(at + 1) * 12_345}00`, currency: 'NGN' }];
	const lines = [
		`${at + 1},000.00 NGN, "${name}"`,
		`to "${name}"`,
		'account 0123456789 at GTBank',
		`reference "${reference}"`,
	];
	const prepared = { status: 'ready', lines, supplier: name, payeeHistory: at % 9 === 0 ? 'changed' : 'known' };
	return outcome === undefined
		? { payout: { outcome: 'notSent', reference, amount }, prepared }
		: { prepared, payoutOutcome: outcome, payoutReference: reference, payoutMessage: name };
}

const n8n = (/** @type {string} */ path) =>
	createRequire(join(harness, 'package.json'))(join(harness, 'node_modules', path));

/** n8n's mail and form for an approval: with this HTML, and a checkbox for each label. @param {string} html @param {string[]} labels */
function questionOf(html, labels) {
	const form = n8n('n8n-nodes-base/dist/nodes/Form/utils/utils.js');
	const fields = [
		{ fieldLabel: 'Leave out', fieldType: 'checkbox', fieldOptions: { values: labels.map((option) => ({ option })) } },
		{ fieldLabel: 'List', fieldType: 'html', html },
	];
	/** @type {any} */
	const parameters = { sendTo: 'a@example.com', message: html, subject: 'x', responseType: 'customForm', defineForm: 'json', jsonOutput: '={{ it }}', 'approvalOptions.values': {}, options: {}, 'options.messageButtonLabel': 'Decide' }; // prettier-ignore
	const context = {
		getNodeParameter: (/** @type {string} */ name) => parameters[name],
		getSignedResumeUrl: () => 'http://127.0.0.1/',
		getInstanceId: () => '',
		getNode: () => ({ name: 'Ask' }),
		evaluateExpression: () => fields,
	};
	const { htmlBody } = n8n('n8n-nodes-base/dist/utils/sendAndWait/utils.js').createEmail(context);
	const formFields = form.prepareFormFields(
		form.parseFormFields(context, { defineForm: 'json', fieldsParameterName: 'jsonOutput' }),
	);
	const handlebars = n8n('handlebars');
	handlebars.registerPartial('formHostNavigation', '');
	handlebars.registerHelper('eq', Object.is);
	handlebars.registerHelper('includes', (/** @type {string} */ text, /** @type {string} */ part) =>
		text?.includes?.(part),
	);
	const template = handlebars.compile(
		readFileSync(join(harness, 'node_modules/n8n/templates/form-trigger.handlebars'), 'utf8'),
	);
	return {
		mail: htmlBody,
		form: template(form.prepareFormData({ formTitle: 'x', formDescription: html, formFields, query: {} })),
	};
}

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => void (browser = await openBrowser()));
after(() => browser?.close());

/** @param {string} html */
async function read(html) {
	const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
	await page.setContent(html);
	const elements = await page.$$eval('body *', (all) => all.map(({ tagName }) => tagName));
	const labels = await page.$$eval('.multiselect-checkbox', (boxes) => boxes.map((box) => box.getAttribute('value')));
	const [width = 0, height = 0] = await page.evaluate(
		'[document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
	);
	const seen = { elements, labels, title: await page.title(), width, height };
	await page.close();
	return seen;
}

for (const [what, names, outcome] of /** @type {const} */ ([
	['hostile names', hostile, undefined],
	['a result of hostile names', hostile, 'rejected'],
	['a hundred payouts', Array.from({ length: 100 }, (_, at) => `Lagoon Supplies ${at}`), undefined],
]))
	test(`${what} are no element but ours, and read on a telephone`, async () => {
		const summaryIn = (/** @type {readonly string[]} */ given) =>
			summaryOf(given.map((name, at) => payoutItem(row(name, at, outcome))));
		const [{ html, rows }, plain] = [summaryIn(names), summaryIn(names.map((_, at) => `Ada ${at}`))];
		const labels = rows.map((/** @type {{line: string}} */ { line }) => line);
		const [shown, expected] = [questionOf(html, labels), questionOf(plain.html, labels)];
		for (const place of /** @type {const} */ (['mail', 'form'])) {
			const seen = await read(shown[place]);
			const { elements, title } = await read(expected[place]);
			assert.deepEqual([seen.elements, seen.title, seen.width], [elements, title, 390], place);
			assert.deepEqual(seen.labels, place === 'form' ? labels : []);
			assert.ok(seen.height <= (place === 'form' ? 9000 : 4000), `${place}: ${seen.height} px`);
		}
	});

test('the mail of an approver is the picture that the page on approving shows', async () => {
	const csv = readFileSync(join(checkout, 'examples', 'payouts.csv'), 'utf8')
		.split('\n')
		.slice(1, 5);
	const banks = ['Guaranty Trust Bank', 'United Bank for Africa', 'Kuda', 'Zenith Bank'];
	const suppliers = csv.map((line) => line.split(',')[1] ?? '');
	const payouts = csv.map((line, at) => {
		const [reference = '', supplier, , amount = '', currency, , account = '', name = ''] = line.split(',');
		const minor = `${Math.round(Number(amount) * 100)}`;
		const text = `${Number(amount).toLocaleString('en', { minimumFractionDigits: 2 })} NGN`;
		const lines = [
			`${text}, "${supplier}"`,
			`to "${name.toUpperCase()}"`,
			`account ${account} at ${banks[at]}`,
			`reference "${reference}"`,
		];
		const prepared = { status: 'ready', lines, supplier, payeeHistory: at === 1 ? 'changed' : 'known' };
		return payoutItem({ payout: { outcome: 'notSent', reference, amount: { minor, currency } }, prepared });
	});
	const page = await browser.newPage({ viewport: { width: 390, height: 10 }, deviceScaleFactor: 2 });
	await page.setContent(questionOf(summaryOf(payouts).html, []).mail);
	const text = (await page.textContent('body')) ?? '';
	const labels = suppliers.filter((name) => text.includes(name));
	await keepPicture('mail', smallPng(await page.screenshot({ fullPage: true })), labels);
	await page.close();
});

test('n8n itself puts a question into mail and form as HTML, reads $& as a pattern, and has the form in a sandbox', async () => {
	const { mail, form } = questionOf('<i>x</i>', []);
	for (const shown of [mail, form]) assert.ok((await read(shown)).elements.includes('I'));
	assert.ok(
		(await read(questionOf('&lt;i&gt;x', []).mail)).elements.includes('I'),
		'n8n makes signs of entities in a mail',
	);
	const { resolveRawData } = n8n('n8n-nodes-base/dist/nodes/Form/utils/utils.js');
	const pattern = resolveRawData({ evaluateExpression: () => '<$&>' }, '={{ it }}');
	assert.equal(pattern, '<{{ it }}>', 'n8n reads $& in a text as a pattern');
	const policy = n8n('n8n-core').getHtmlSandboxCSP();
	assert.match(policy, /^sandbox /);
	assert.doesNotMatch(policy, /allow-same-origin/);
});
