/** `npm start` as a user runs it: its page, two at once, its exit code, and no process or file left when it ends. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { openBrowser } from '../../scripts/n8n/browser.mjs';
import { startCommand } from './commandRun.mjs';
import { keepPicture } from './pictures.mjs';
import { smallPng } from './smallPng.mjs';

const timeoutMs = 600_000;

before(() => ensureHarness());

const npmStart = (/** @type {string[]} */ ...args) => startCommand('npm start', ['start.mjs'], args);

/** @param {ReturnType<typeof npmStart>} started @returns {Promise<string[]>} the addresses it prints: page, editor, sandbox */
const addresses = (started) =>
	waitFor(
		'npm start to be up',
		async () => {
			assert.ok(started.isRunning(), started.logs());
			const match = /This page [^]*?(http:\S+)[^]*sign in as [^]*?(http:\S+)\/workflow[^]*did: (\S+)\/state$/m.exec(
				started.logs(),
			);
			return match?.slice(1);
		},
		{ timeoutMs, orElse: started.logs },
	);

/** @param {string} url */
const answers = (url) =>
	fetch(url).then(
		() => true,
		() => false,
	);

/** Checks that each button of the page changes the ledger as its label says, and that requests from other pages are refused. @param {string} page @param {string} sandbox */
async function triesThePage(page, sandbox) {
	const { origin } = new URL(page);
	const post = async (/** @type {string} */ button, headers = {}, base = page) =>
		(await fetch(new URL(button, base), { method: 'POST', headers, redirect: 'manual' })).status;
	const ledger = async () => (await (await fetch(`${sandbox}/ledger`)).json()).entries;
	const rows = async () => {
		const html = await (await fetch(page)).text();
		assert.match(html, /Nobody was paid twice/);
		return Array.from(html.matchAll(/<tr>.*?(INV-[\d-]+).*?<strong class="\w+">([\w ]+)</g), ([, ...cells]) =>
			cells.join(' '),
		);
	};
	const before = await ledger();
	const all = await rows();
	assert.deepEqual(all.slice(3, 5), ['INV-2026-0415 arrived', 'INV-2026-0416 refused']);
	assert.equal(all.length, 17);
	await shootPage(page);

	for (const headers of [{}, { origin: 'http://127.0.0.1:1' }, { origin, 'sec-fetch-site': 'cross-site' }])
		assert.equal(await post('lose', headers), 403);
	assert.equal(await post('lose', { origin }, `${origin}/${'x'.repeat(32)}/`), 404);
	assert.deepEqual(await ledger(), before);

	assert.equal(await post('lose', { origin }), 303);
	const lost = await ledger();
	assert.deepEqual(
		[lost.length, lost.at(-1).amount, lost.at(-1).destination],
		[before.length + 1, '9001700', '0123456789'],
	);
	assert.equal((await rows())[0], 'INV-2026-0617 may have been paid');
	assert.equal(await post('again', { origin }), 303);
	assert.deepEqual(await ledger(), lost);
	assert.equal(await post('back', { origin }), 303);
	const [back] = (await ledger()).slice(lost.length);
	assert.deepEqual([back.kind, back.amount, back.destination], ['deposit', '27300075', '1023456789']);
	assert.equal((await rows())[4], 'INV-2026-0415 came back');
}

/** The page on a telephone, whose list is the README's picture. @param {string} page */
async function shootPage(page) {
	const browser = await openBrowser();
	try {
		const tab = await browser.newPage({ viewport: { width: 390, height: 800 }, deviceScaleFactor: 2 });
		/** @type {string[]} */
		const errors = [];
		tab.on('console', (message) => errors.push(message.text()));
		await tab.goto(page);
		assert.deepEqual(errors, []);
		assert.equal(await tab.locator('html').evaluate((html) => html.scrollWidth), 390);
		const list = tab.locator('tbody');
		await list.evaluate((body) =>
			Array.from(body.children)
				.slice(5)
				.forEach((row) => row.remove()),
		);
		const suppliers = (await list.locator('td:first-child').allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
		const { y = 0, height = 0 } = (await list.boundingBox()) ?? {};
		const clip = { x: 0, y, width: 390, height };
		await keepPicture('paid-list', smallPng(await tab.screenshot({ fullPage: true, clip })), suppliers);
	} finally {
		await browser.close();
	}
}

test('--once pays, prints a table and ends with code 0, leaving nothing behind', async () => {
	const started = npmStart('--once');
	const { code } = await started.exited;
	assert.equal(code, 0, started.logs());
	assert.match(started.logs(), /INV-2026-0412 .* arrived/);
	assert.match(started.logs(), /ledger agrees with every row, to the kobo/);
	assert.deepEqual(readdirSync(started.folder), []);
});

test('an unknown option is refused with code 1', async () => {
	const started = npmStart('--twice');
	assert.equal((await started.exited).code, 1);
	assert.match(started.logs(), /--twice/);
});

test('two at once take different ports; Ctrl-C and a kill leave nothing running', async () => {
	const first = npmStart();
	const second = npmStart();
	const [ofFirst, ofSecond] = await Promise.all([addresses(first), addresses(second)]);
	assert.equal(new Set([...ofFirst, ...ofSecond]).size, 6);
	for (const url of [...ofFirst, ...ofSecond]) assert.ok(await answers(url), url);
	await triesThePage(ofFirst[0] ?? '', ofFirst[2] ?? '');

	process.kill(first.pid, 'SIGINT');
	assert.equal((await first.exited).code, 130);
	for (const url of ofFirst) assert.equal(await answers(url), false, url);
	assert.deepEqual(readdirSync(first.folder), []);
	for (const url of ofSecond) assert.ok(await answers(url), url);

	process.kill(second.pid, 'SIGKILL');
	await second.exited;
	await waitFor('n8n and the sandbox to follow their parent', async () => {
		const still = await Promise.all(ofSecond.map(answers));
		return !still.includes(true);
	});
});
