/**
 * The docs site in a browser, as wide as a phone's and a desktop's screen. Checks the width of pages, the search with words
 * that people type, the clicks to an answer, and accessibility with axe (names for screen readers, contrast, keyboard).
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import { shelvesIn, withOperations } from '../../docs/.vitepress/shelves.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { openBrowser } from '../../scripts/n8n/browser.mjs';
import QUESTIONS from './siteQuestions.json' with { type: 'json' };

const BASE = '/n8n-nodes-mavapay';
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const site = join(checkout, '.cache', 'site');
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('node:http').Server} */
let server;
/** The base URL of the served site. */
let address = '';
/** The addresses of all pages, as the menu has them. @type {string[]} */
let pages = [];

/** The file for a URL, as GitHub Pages finds it: a path without an extension is a page's. @param {string} url */
function fileOf(url) {
	const path = decodeURIComponent(new URL(url, 'http://site').pathname).slice(BASE.length);
	const file = join(site, path === '/' ? 'index.html' : path);
	return extname(file) === '' ? `${file}.html` : file;
}

before(async () => {
	const built = spawn(process.execPath, [join(checkout, 'scripts', 'docs.mjs')], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const [code] = await once(built, 'close');
	assert.equal(code, 0, 'npm run docs');
	server = createServer(({ url = '/' }, response) => {
		const file = fileOf(url);
		if (!existsSync(file)) return response.writeHead(404).end();
		response.setHeader(
			'Content-Type',
			TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] ?? 'application/octet-stream',
		);
		return createReadStream(file).pipe(response);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	address = `http://127.0.0.1:${port}${BASE}`;
	const read = (/** @type {string} */ page) => readFile(join(checkout, 'docs', page), 'utf8');
	const shelves = withOperations(shelvesIn(await read('contents.md')), await read('reference/operations.md'));
	const items = shelves.flatMap((shelf) =>
		shelf.items.flatMap((item) => [item, ...('items' in item ? item.items : [])]),
	);
	const examples = (await readdir(join(checkout, 'docs', 'examples'))).map((file) => `/examples/${file.slice(0, -3)}`);
	pages = ['/', '/contents', ...items.map(({ link }) => link), ...examples];
	browser = await openBrowser();
});
after(async () => {
	await browser?.close();
	server?.closeAllConnections();
	server?.close();
});

/**
 * Opens a browser page with this screen size, and notes its errors.
 *
 * @param {{ width: number, height: number }} viewport @param {'light' | 'dark'} [colorScheme] what its user prefers
 */
async function opened(viewport, colorScheme = 'light') {
	const page = await browser.newPage({ viewport, colorScheme });
	/** @type {string[]} */
	const wrong = [];
	page.on('pageerror', ({ message }) => wrong.push(message));
	page.on('response', (one) => one.status() >= 400 && wrong.push(`${one.status()} ${one.url()}`));
	return { page, wrong };
}

test('no page is wider than a phone or a desk, and each has its picture', async () => {
	const { page, wrong } = await opened(PHONE);
	const look = () =>
		page.evaluate(() => ({
			width: document.documentElement.scrollWidth,
			broken: [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).length,
			links: [...document.links].map(({ href }) => href),
		}));
	assert.ok(pages.length > 80);
	/** @type {string[]} */
	const bad = [];
	/** Files of the project that a page leads to on GitHub. @type {Set<string>} */
	const elsewhere = new Set();
	for (const path of pages) {
		await page.goto(address + path, { waitUntil: 'load' });
		for (const viewport of [PHONE, DESK]) {
			await page.setViewportSize(viewport);
			const { width, broken, links } = await look();
			for (const link of links) {
				const [, file] = /^https:\/\/github\.com\/[^/]+\/[^/]+\/(?:blob|tree)\/main\/([^#]+)/.exec(link) ?? [];
				if (file !== undefined) elsewhere.add(file);
			}
			if (width > viewport.width || broken > 0) bad.push(`${path} at ${viewport.width}: ${width}, ${broken}`);
		}
	}
	assert.deepEqual(bad, []);
	assert.deepEqual(wrong, []);
	assert.ok(elsewhere.has('examples/payouts-to-fill-in.xlsx'));
	assert.deepEqual(
		Array.from(elsewhere).filter((file) => !existsSync(join(checkout, file))),
		[],
	);

	// The check must notice a heading that is too wide.
	await page.evaluate(() => document.querySelector('h1')?.setAttribute('style', 'width: 2000px'));
	assert.ok((await look()).width > DESK.width);
	await page.close();
});

describe('the search', () => {
	/** The questions whose first search result is wrong, with that result; null if there was none. @param {Record<string, string[]>} questions what people type, and the pages that answer it */
	async function wrongFirst(questions) {
		const { page, wrong } = await opened(PHONE);
		await page.goto(`${address}/`);
		/** @type {Record<string, string | null>} */
		const missed = {};
		for (const [words, right] of Object.entries(questions)) {
			await page.click('#local-search button');
			// The search opens with the last question and its results.
			await page.fill('#localsearch-input', '');
			await page.waitForSelector('.result', { state: 'detached' });
			await page.fill('#localsearch-input', words);
			const first = await page.waitForSelector('.result, .no-results');
			const href = await first.getAttribute('href');
			const path = href?.replace(BASE, '').replace(/(\.html)?(#.*)?$/, '') ?? null;
			if (path === null || !right.includes(path)) missed[words] = path;
			await page.keyboard.press('Escape');
		}
		assert.deepEqual(wrong, []);
		await page.close();
		return missed;
	}

	/** @type {Array<[string, Record<string, string[]>, number]>} */
	const LISTS = [
		['sixty plain questions', QUESTIONS.asked, 6],
		['twenty that were made after the search', QUESTIONS.afresh, 4],
	];
	for (const [name, questions, allowed] of LISTS)
		test(`answers ${name}, nearly all of them first, and none with nothing`, async () => {
			const missed = await wrongFirst(questions);
			assert.ok(!Object.values(missed).includes(null), JSON.stringify(missed));
			assert.ok(Object.keys(missed).length <= allowed, JSON.stringify(missed));
		});

	test('leads from an answer to its place', async () => {
		const { page, wrong } = await opened(PHONE);
		await page.goto(`${address}/`);
		await page.click('#local-search button');
		await page.fill('#localsearch-input', 'insufficient funds');
		await page.click('.result');
		await page.waitForURL('**/reference/errors#*');
		assert.deepEqual(wrong, []);
		await page.close();
	});
});

test('each example has its picture, and a button that copies the whole workflow', async () => {
	const { page, wrong } = await opened(DESK);
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	const names = pages.flatMap((path) => /^\/examples\/(?!which-example)(.+)/.exec(path)?.[1] ?? []);
	assert.ok(names.length > 20);
	for (const name of names) {
		await page.goto(`${address}/examples/${name}`);
		await page.click('.vp-doc button');
		await page.waitForSelector('.vp-doc button:has-text("Copied")');
		const copied = await page.evaluate(() => navigator.clipboard.readText());
		assert.equal(copied, await readFile(join(checkout, 'examples', `${name}.json`), 'utf8'));
		assert.equal(await page.locator('.vp-doc img').count(), 1);
	}
	assert.deepEqual(wrong, []);
	await page.close();
});

test('what people ask is at most two clicks from the first page, without menu and search', async () => {
	/** The page or section that answers each question. */
	const ANSWERS = {
		'paid twice': '/how-to/pay-once',
		'an unknown outcome': '/how-to/unknown',
		GTBank: '/how-to/write-the-bank',
		'an approval': '/how-to/approve',
		'a CSV file': '/how-to/other-files',
		'the stop button': '/how-to/stop',
		'a limit': '/how-to/set-limits',
		'naira or kobo': '/how-to/set-limits#write-an-amount',
		'a leading zero': '/how-to/write-the-bank#zeros-that-a-sheet-dropped',
		'a webhook that does not fire': '/how-to/trigger-does-not-start',
		'rates and fees': '/how-to/what-it-costs',
		'a refund': '/how-to/reconcile#money-that-came-back',
		'a message': '/reference/errors',
		'a field': '/reference/operations/withdrawal#withdrawal-toBankAccount',
		'a workflow that works': '/examples/scheduled-payouts',
	};
	const { page, wrong } = await opened(PHONE);
	/** @type {Map<string, number>} */
	const clicks = new Map([['/', 0]]);
	for (const [path, taken] of clicks) {
		if (taken === 2 || path.includes('#')) continue;
		await page.goto(address + path);
		const links = await page.$$eval('.vp-doc a', (found) =>
			found.map((one) => new URL(one.getAttribute('href') ?? '', document.baseURI).href),
		);
		for (const link of links.filter((one) => one.startsWith(`${address}/`))) {
			const to = link.slice(address.length);
			for (const one of [to, to.replace(/#.*/, '')]) if (!clicks.has(one)) clicks.set(one, taken + 1);
		}
		// A section of the page itself needs no further click.
		const ids = await page.$$eval('.vp-doc [id]', (found) => found.map(({ id }) => id));
		for (const id of ids) if (!clicks.has(`${path}#${id}`)) clicks.set(`${path}#${id}`, taken);
	}
	const far = Object.entries(ANSWERS).filter(([, place]) => !clicks.has(place));
	assert.deepEqual(far, []);
	assert.deepEqual(wrong, []);
	await page.close();
});

describe('for everybody', () => {
	/** What axe finds on the page as it is shown: the rule, and the first place. @param {import('playwright-core').Page} page */
	async function violationsOn(page) {
		await page.evaluate(axe.source);
		return page.evaluate(async () => {
			const { violations } = await /** @type {any} */ (globalThis).axe.run();
			return violations.map(
				(/** @type {any} */ one) => `${one.id}: ${one.nodes.length}, ${one.nodes[0].target.join(' ')}`,
			);
		});
	}

	/** @type {Array<[string, typeof DESK, 'light' | 'dark']>} */
	const WAYS = [
		['at the width of a desk', DESK, 'light'],
		['at the width of a phone', PHONE, 'light'],
		['in dark colours', DESK, 'dark'],
	];
	for (const [way, viewport, colours] of WAYS)
		test(`axe finds nothing on any page ${way}`, async () => {
			const { page } = await opened(viewport, colours);
			/** @type {Record<string, string[]>} */
			const found = {};
			for (const path of pages) {
				await page.goto(address + path, { waitUntil: 'load' });
				const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
				assert.equal(isDark, colours === 'dark');
				const violations = await violationsOn(page);
				if (violations.length > 0) found[path] = violations;
			}
			assert.deepEqual(found, {});

			// The check must notice a picture without a text and a pale line.
			const planted = `<img src="x.png"><p style="color: ${colours === 'dark' ? '#444' : '#ccc'}">Pale</p>`;
			await page.evaluate((html) => document.querySelector('h1')?.insertAdjacentHTML('afterend', html), planted);
			assert.match((await violationsOn(page)).join(), /color-contrast.*image-alt/);
			await page.close();
		});

	test('a wide table can be scrolled, and a page left, with the keyboard alone', async () => {
		const { page } = await opened(PHONE);
		await page.goto(`${address}/reference/operations/withdrawal`);
		await page.focus('.vp-doc table');
		await page.keyboard.press('ArrowRight');
		await page.waitForFunction(() => (document.querySelector('.vp-doc table')?.scrollLeft ?? 0) > 0);
		await page.goto(`${address}/`);
		await page.keyboard.press('Tab');
		assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Skip to content/);
		await page.close();
	});
});

describe('addresses', () => {
	test('of a place behind a fold open it, from another page and on its own', async () => {
		const { page, wrong } = await opened(PHONE);
		const fold = page.locator('details[open]:has(#left-out)');
		await page.goto(`${address}/how-to/approve#left-out`);
		await fold.waitFor();
		await page.goto(`${address}/reference/outcomes`);
		await page.click('a[href$="/how-to/approve#left-out"]');
		await fold.waitFor();
		await page.waitForFunction(() => document.documentElement.scrollTop > 0);
		const { top } = await page.locator('#left-out').evaluate((one) => one.getBoundingClientRect());
		assert.ok(top > 0 && top < PHONE.height, `${top}`);
		assert.deepEqual(wrong, []);
		await page.close();
	});

	/** The IDs of a page's elements that match a selector. @param {string} path @param {string} selector */
	async function idsOn(path, selector) {
		const { page } = await opened(DESK);
		await page.goto(address + path);
		const ids = await page.$$eval(selector, (found) => found.map(({ id }) => id));
		await page.close();
		return ids;
	}

	test('lead to every operation', async () => {
		const reference = await readFile(join(checkout, 'docs', 'reference', 'operations.md'), 'utf8');
		const operations = Array.from(reference.matchAll(/\]\(operations\/\w+\.md#([\w-]+)\)/g), ([, id]) => id);
		assert.ok(operations.includes('withdrawal-toBankAccount'));
		const there = [];
		for (const page of pages.filter((one) => one.startsWith('/reference/operations/')))
			there.push(...(await idsOn(page, 'a[id]')));
		assert.deepEqual(there.sort(), operations.sort());
	});

	test('stand in llms.txt, each with its page', async () => {
		const text = await (await fetch(`${address}/llms.txt`)).text();
		assert.match(text, /^# .+\n\n> .+\n\n## Start\n\n- \[/);
		const listed = Array.from(
			text.matchAll(/^- \[[^\]]+\]\(https:\/\/[\w.-]+\/[\w-]+(\/[\w/-]+)\): \S/gm),
			([, path]) => path,
		);
		assert.deepEqual(
			pages.filter((page) => page.split('/').length === 3 && !listed.includes(page)),
			[],
		);
		assert.deepEqual(
			listed.filter((page) => !existsSync(fileOf(BASE + page))),
			[],
		);
	});

	test('lead to every cause and message', async () => {
		const reference = await readFile(join(checkout, 'docs', 'reference', 'errors.md'), 'utf8');
		const rows = reference.match(/^\| `/gm) ?? [];
		const ids = await idsOn('/reference/errors', 'tr[id]');
		assert.ok(ids.includes('insufficientfunds'), ids.join(', '));
		assert.ok(ids.length >= rows.length - 5, `${ids.length} of ${rows.length}`);
	});
});
