// The page that `npm start` shows at the end: the result of each payout, and a button for each accident to try.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { checkout } from '../lib/paths.mjs';
import { freePort } from '../lib/ports.mjs';
import { itemsOf } from '../n8n/client.mjs';
import { contentSecurityPolicy, pageOf } from './pageText.mjs';
import { minorUnits, readCsv } from './payees.mjs';
import { runPayouts } from './payouts.mjs';
import { rowsOf } from './report.mjs';
import { grouped } from './table.mjs';

/** @typedef {import('./instance.mjs').Instance} Instance */
const picture = join(checkout, 'docs', 'images', 'crash-test-lost.svg');

const headers = {
	'content-security-policy': contentSecurityPolicy,
	'cache-control': 'no-store',
	// With `no-referrer` a browser hides the origin of the page's own forms, too.
	'referrer-policy': 'same-origin',
	'x-content-type-options': 'nosniff',
};

/**
 * Serves the page on this machine only, below a path that contains a secret.
 *
 * @param {Instance} instance @param {number} preferredPort @returns {Promise<string>} its address
 */
export async function servePage(instance, preferredPort) {
	const port = await freePort(preferredPort);
	const host = `127.0.0.1:${port}`;
	const token = randomBytes(24).toString('base64url');
	let said = '';
	/** Settles when the last button's action has ended: actions run one at a time. @type {Promise<unknown>} */
	let last = Promise.resolve();
	const press = (/** @type {(instance: Instance) => Promise<string>} */ button) =>
		(last = last
			.then(() => button(instance))
			.then((sentence) => (said = sentence))
			.catch((error) => (said = `It did not work: ${error.message}`)));

	/** @param {import('node:http').IncomingMessage} request @returns {Promise<[status: number, body: string | Buffer, more?: Record<string, string>]>} */
	async function answer({ method, url = '', headers: { host: asked, origin, 'sec-fetch-site': from } }) {
		const [, given = '', path = ''] = url.split('/');
		if (asked !== host || !isSame(given, token)) return [404, 'Not found'];
		if (method === 'POST') {
			if (origin !== `http://${host}` || (from ?? 'same-origin') !== 'same-origin') return [403, 'Not from this page'];
			const button = Object.hasOwn(buttons, path) ? buttons[/** @type {keyof typeof buttons} */ (path)] : undefined;
			if (!button) return [404, 'Not found'];
			await press(button);
			return [303, '', { location: `/${token}/` }];
		}
		if (path === 'lost.svg') return [200, await readFile(picture), { 'content-type': 'image/svg+xml' }];
		return [200, pageOf(await look(instance), said), { 'content-type': 'text/html; charset=utf-8' }];
	}

	const server = createServer((request, response) => {
		answer(request)
			.catch((error) => /** @type {const} */ ([500, String(error)]))
			.then(([status, body, more]) => response.writeHead(status, { ...headers, ...more }).end(body));
	});
	await new Promise((settle, fail) => server.once('error', fail).listen(port, '127.0.0.1', () => settle(undefined)));
	server.unref();
	return `http://${host}/${token}/`;
}

/** @param {string} given @param {string} token */
function isSame(given, token) {
	const [one, other] = [Buffer.from(given), Buffer.from(token)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/** The list of payouts as the newest run left it, the ledger, and all runs, newest first. @param {Instance} instance */
async function look({ client, sandbox, n8n, workflows, filesFolder }) {
	const id = workflows['scheduled-payouts']?.id ?? '';
	const [executions, ledger, payees] = await Promise.all([
		client.executions(id),
		sandbox.ledger(),
		readCsv(join(filesFolder, 'payouts.csv')),
	]);
	const runs = executions
		.map((one) => ({
			url: `${n8n.url}/workflow/${id}/executions/${one.id}`,
			/** @type {any[]} */
			results: itemsOf(one, 'In order'),
		}))
		.filter(({ results }) => results.length > 0)
		.reverse();
	return { rows: rowsOf({ payees, ledger, results: runs[0]?.results ?? [] }), ledger, runs };
}

/** @typedef {Awaited<ReturnType<typeof look>>} Seen */

/** The actions of the buttons. Each returns a sentence about the result. */
const buttons = {
	/** @param {Instance} instance */
	async again(instance) {
		const before = await instance.sandbox.ledger();
		const { ledger } = await runPayouts(instance);
		const added = ledger.length - before.length;
		return `The list was paid again: ${added === 0 ? 'no money moved' : `the ledger has ${added} new entries`}.`;
	},

	/** @param {Instance} instance */
	async lose(instance) {
		const { rows } = await look(instance);
		if (rows.some(({ colour }) => colour === 'bad'))
			return 'The list stops at the row that may have been paid. Settle it first, in the workflow\'s form "Something is wrong".';
		const file = join(instance.filesFolder, 'payouts.csv');
		const [row] = await readCsv(file);
		const due = { ...row, reference: `INV-2026-0${600 + rows.length}`, amount: `${90_000 + rows.length}.00` };
		const cells = Object.values(due).map((one) => `"${one}"`);
		await appendFile(file, `${cells.join(',')}\n`);
		const match = { method: 'POST', path: '/withdraw', bodyIncludes: String(minorUnits(due)), times: 1 };
		await instance.sandbox.control('POST', '/faults', { match, fault: { kind: 'dropAfter' } });
		await runPayouts(instance);
		return `${grouped(due.amount)} NGN to ${due.payee} was paid, and its answer was lost. Pay the list again: it isn't paid twice.`;
	},

	/** @param {Instance} instance */
	async back(instance) {
		const { rows } = await look(instance);
		const row = rows.findLast(({ way, word }) => way === 'bank' && word === 'arrived');
		if (!row) return 'No bank payment that arrived is left to send back.';
		await instance.sandbox.control('POST', '/returns', { transactionId: row.payout?.transactionId });
		return `The bank of ${row.payee} sent ${row.money} back.`;
	},
};
