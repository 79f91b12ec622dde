import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkout } from './paths.mjs';
import { freePort } from './ports.mjs';
import { startProcess } from './processes.mjs';
import { pause, waitFor } from './waiting.mjs';

const followParent = pathToFileURL(join(checkout, 'scripts', 'lib', 'followParent.mjs')).href;

/**
 * @typedef {object} LedgerEntry
 * @property {string} kind `payout`, `refund`, `deposit`, ...
 * @property {string} amount lowest unit, without fees
 * @property {string} fees lowest unit
 * @property {string} currency
 * @property {string | null} destination account number, invoice or address
 * @property {string} transactionId
 * @property {string} status
 */

/**
 * Starts the sandbox as a separate process, on the preferred port or another free one.
 *
 * @param {{preferredPort?: number}} [options]
 */
export async function startSandbox({ preferredPort } = {}) {
	const first = await freePort(preferredPort);
	// Another process may have taken the port since. With 0, the sandbox chooses a port itself.
	const started = (await tryStart(first)) ?? (await tryStart(0));
	if (!started) throw new Error('The sandbox did not start.');
	const { running, baseUrl } = started;
	const controlUrl = new URL('/_sandbox', baseUrl).href;

	/** @param {string} method @param {string} path @param {object} [body] */
	async function control(method, path, body) {
		const answer = await fetch(`${controlUrl}${path}`, { method, body: body && JSON.stringify(body) });
		const text = await answer.text();
		if (!answer.ok)
			throw new Error(`The sandbox answered ${answer.status} to ${method} ${path}: ${text.slice(0, 500)}`);
		return JSON.parse(text);
	}

	/** Waits until look-ups and lists show everything that has happened. */
	const caughtUp = async () => await pause((await control('GET', '/quirks')).readLagMs);

	const { keys } = await control('GET', '/state');
	return {
		baseUrl,
		controlUrl,
		/** @type {{write: string, read: string, bearer: string}} */
		keys,
		pid: running.pid,
		logs: running.logs,
		stop: () => running.stop(),
		/** Calls a route of the sandbox's control interface; GET on the interface's address lists the routes. */
		control,
		/** @returns {Promise<LedgerEntry[]>} every movement of money, in order */
		ledger: async () => (await control('GET', '/ledger')).entries,
		/** @returns {Promise<Record<string, string>>} balances in the lowest unit, by currency */
		wallets: () => control('GET', '/wallets'),
		/** Ends every pending transaction now, as the service would by itself a little later, and waits until lists show it. */
		settleAll: async () => {
			await control('POST', '/settle', { all: true });
			await caughtUp();
		},
		caughtUp,
		/** Makes all payments so far weeks old, so that the wallet's list doesn't show later ones as already made. */
		paidWeeksAgo: () => control('POST', '/age', { ms: 40 * 86_400_000 }),
	};
}

/** @typedef {Awaited<ReturnType<typeof startSandbox>>} Sandbox */

/** @param {number} port @returns {Promise<{running: import('./processes.mjs').Running, baseUrl: string} | undefined>} */
async function tryStart(port) {
	const running = startProcess({
		name: 'the sandbox',
		command: process.execPath,
		args: [
			...['--import', followParent, '--import', 'tsx', join(checkout, 'sandbox', 'main.ts'), '--port', String(port)],
			// Makes the sandbox as slow and strict as a real service: `npm run test:long -- hard`.
			...(process.env.SANDBOX_REAL === '1' ? ['--real'] : []),
		],
		cwd: checkout,
		// tsx keeps its cache in the system's temporary folder, and leaves it there.
		env: { ...process.env, TSX_DISABLE_CACHE: '1' },
		follow: true,
	});
	const baseUrl = await waitFor(
		'the sandbox to start',
		async () => (running.isRunning() ? /Base URL\s+(\S+)/.exec(running.logs())?.[1] : 'ended'),
		{ everyMs: 50, orElse: running.logs },
	);
	if (baseUrl !== 'ended') return { running, baseUrl };
	if (/EADDRINUSE/.test(running.logs())) return undefined;
	throw new Error(`The sandbox did not start.\n${running.logs()}`);
}
