/** The documents as a site, in a browser: at the width of a phone and of a desk, and by what people type into its search. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { shelvesIn } from '../../docs/.vitepress/shelves.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { openBrowser } from '../../scripts/n8n/browser.mjs';

const BASE = '/n8n-nodes-mavapay';
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const site = join(checkout, '.cache', 'site');
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('node:http').Server} */
let server;
/** Where the site is served. */
let address = '';
/** The addresses of all pages, as the menu has them. @type {string[]} */
let pages = [];

/** As GitHub Pages serves it: an address without an ending is that of a page. @param {string} url */
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
	const index = await readFile(join(checkout, 'docs', 'index.md'), 'utf8');
	pages = ['/', ...shelvesIn(index).flatMap(({ items }) => items.map(({ link }) => link))];
	browser = await openBrowser();
});
after(async () => {
	await browser?.close();
	server?.closeAllConnections();
	server?.close();
});

/** A page of the browser of that width. @param {{ width: number, height: number }} viewport */
async function opened(viewport) {
	const page = await browser.newPage({ viewport });
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
	assert.ok(pages.length > 50);
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
	assert.ok(elsewhere.has('examples/README.md'));
	assert.deepEqual(
		Array.from(elsewhere).filter((file) => !existsSync(join(checkout, file))),
		[],
	);

	// What is too wide is noticed.
	await page.evaluate(() => document.querySelector('h1')?.setAttribute('style', 'width: 2000px'));
	assert.ok((await look()).width > DESK.width);
	await page.close();
});

describe('the search', () => {
	/** What people type, and the page that has to be among the first three. */
	const ASKED = {
		unknown: '/how-to/unknown',
		twice: '/how-to/pay-once',
		GTBank: '/how-to/write-the-bank',
		approve: '/how-to/approve',
		'stop button': '/how-to/stop',
		receipt: '/how-to/statements',
		refund: '/how-to/reconcile',
		salary: '/how-to/pay-once',
		'insufficient funds': '/reference/errors',
	};

	test('finds it on a phone', async () => {
		const { page, wrong } = await opened(PHONE);
		await page.goto(`${address}/`);
		for (const [words, wanted] of Object.entries(ASKED)) {
			await page.click('#local-search button');
			// It opens with what was asked before, and with its answers.
			await page.fill('#localsearch-input', '');
			await page.waitForSelector('.result', { state: 'detached' });
			await page.fill('#localsearch-input', words);
			await page.waitForSelector('.result');
			const found = await page.$$eval('.result', (results) => results.map((one) => one.getAttribute('href') ?? ''));
			const first = found.slice(0, 3).map((one) => one.replace(BASE, '').replace(/(\.html)?(#.*)?$/, ''));
			assert.ok(first.includes(wanted), `${words}: ${first.join(', ')}`);
			await page.click('.result');
			await page.waitForURL(`**${found[0]}`);
		}
		assert.deepEqual(wrong, []);
		await page.close();
	});
});

describe('addresses', () => {
	/** Anchors of a page that something outside of it leads to. @param {string} path @param {string} selector */
	async function idsOn(path, selector) {
		const { page } = await opened(DESK);
		await page.goto(address + path);
		const ids = await page.$$eval(selector, (found) => found.map(({ id }) => id));
		await page.close();
		return ids;
	}

	test('lead to every operation', async () => {
		const reference = await readFile(join(checkout, 'docs', 'reference', 'operations.md'), 'utf8');
		const operations = Array.from(reference.matchAll(/^<a id="([\w-]+)">/gm), ([, id]) => id);
		assert.ok(operations.includes('withdrawal-toBankAccount'));
		assert.deepEqual(await idsOn('/reference/operations', 'a[id]'), operations);
	});

	test('lead to every cause and message', async () => {
		const reference = await readFile(join(checkout, 'docs', 'reference', 'errors.md'), 'utf8');
		const rows = reference.match(/^\| `/gm) ?? [];
		const ids = await idsOn('/reference/errors', 'tr[id]');
		assert.ok(ids.includes('insufficientfunds'), ids.join(', '));
		assert.ok(ids.length >= rows.length - 5, `${ids.length} of ${rows.length}`);
	});
});
