import { randomBytes } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkout } from '../lib/paths.mjs';
import { freePort } from '../lib/ports.mjs';
import { becomesReady, run, startProcess, tailOf } from '../lib/processes.mjs';
import { removeTemporary, temporaryFolder as newTemporaryFolder } from '../lib/temporary.mjs';
import { N8nClient } from './client.mjs';
import { quietEnvironment } from './environment.mjs';
import { ensureHarness } from './install.mjs';
import { asUser } from './services.mjs';

const followParent = pathToFileURL(join(checkout, 'scripts', 'lib', 'followParent.mjs')).href;
const portTries = 4;

/** The command of each kind of n8n process, and what its log says when it is ready. */
const kinds = {
	main: { args: ['start'], ready: /Editor is now accessible via/ },
	worker: { args: ['worker'], ready: /n8n worker is now ready/ },
	webhook: { args: ['webhook'], ready: /n8n ready on|Webhook listener waiting for requests/ },
};

/**
 * @typedef {object} BootOptions
 * @property {'main' | 'worker' | 'webhook'} [mode] the kind of process; the last two are for queue mode
 * @property {string} [userFolder] n8n keeps its `.n8n` below it; without one a temporary folder is made, and removed
 *   by `dispose`
 * @property {number} [port] a fixed port; without one a free port is taken, `preferredPort` if possible
 * @property {number} [preferredPort]
 * @property {string} [encryptionKey] must be the same for all processes of one queue
 * @property {string} [filesFolder] the only folder that n8n's file nodes may read and write
 * @property {string} [customExtensions] a folder of built nodes, loaded as `CUSTOM.<node>`
 * @property {string} [user] the name of the user who runs n8n, if this process is root; by default its own user
 * @property {NodeJS.ProcessEnv} [env] added to the environment of `quietEnvironment`, and overrides it
 * @property {import('./install.mjs').Line} [line] which n8n; by default the one that `ensureHarness` chooses
 * @property {(line: string) => void} [say] progress lines of an install
 */

/**
 * Starts a real n8n and waits until it is ready.
 *
 * @param {BootOptions} [options]
 */
export async function bootN8n(options = {}) {
	const { mode = 'main', port: fixedPort, preferredPort, env = {}, say, line, filesFolder, customExtensions } = options;
	const flags = asUser(options.user);
	const as = flags.length === 0 ? [] : ['setpriv', ...flags, '--'];
	const harness = await ensureHarness(say, line);
	const ownFolder = options.userFolder === undefined;
	const userFolder = options.userFolder === undefined ? newTemporaryFolder('n8n-') : await realpath(options.userFolder);
	const encryptionKey = options.encryptionKey ?? randomBytes(16).toString('hex');
	let port = fixedPort ?? (await freePort(preferredPort));
	/** Lines of the processes that ended before a restart. @type {string[]} */
	const earlierLogs = [];

	async function environment() {
		// The broker needs a port other than n8n's, which counts as free as long as n8n isn't running.
		let brokerPort = port;
		while (brokerPort === port) brokerPort = await freePort();
		// n8n leaves folders behind in its temporary folder. Here they are removed with the user folder.
		const temporaryFolder = join(userFolder, 'tmp');
		await mkdir(temporaryFolder, { recursive: true });
		const quiet = quietEnvironment({
			n8n: harness.n8n,
			userFolder,
			temporaryFolder,
			port,
			brokerPort,
			encryptionKey,
			nodeFolder: harness.nodeFolder,
			filesFolder,
			customExtensions,
		});
		// This cache halves n8n's start time. n8n writes it when it exits cleanly. The oldest n8n's Node ignores it.
		const compileCache = join(checkout, '.cache', `n8n-compiled-${harness.version}`);
		return { ...quiet, NODE_COMPILE_CACHE: compileCache, ...env };
	}

	/** Checks the log first: if this n8n didn't get the port, another n8n may answer on it. @param {string} logs */
	async function isReady(logs) {
		if (!kinds[mode].ready.test(logs)) return false;
		return (
			mode === 'worker' || (await fetch(`http://127.0.0.1:${port}/healthz/readiness`).catch(() => null))?.ok === true
		);
	}

	async function launch() {
		for (let tries = 1; ; tries++) {
			const [command = harness.node, ...args] = [...as, harness.node, '--import', followParent, harness.n8n];
			const started = startProcess({
				name: `n8n ${mode}`,
				command,
				args: [...args, ...kinds[mode].args],
				cwd: userFolder,
				env: await environment(),
				follow: true,
			});
			if (await becomesReady(`n8n ${mode}`, started, () => isReady(started.logs()))) return started;
			// Another process can take a free port before n8n listens on it.
			const portTaken = /port \d+ is already in use|EADDRINUSE/.test(started.logs());
			if (!portTaken || fixedPort !== undefined || tries >= portTries) {
				throw new Error(`n8n ${mode} did not start.\n${tailOf(started)}`);
			}
			port = await freePort();
		}
	}

	let current = await launch();

	const handle = {
		mode,
		userFolder,
		encryptionKey,
		version: harness.version,
		get pid() {
			return current.pid;
		},
		get port() {
			return port;
		},
		get url() {
			return `http://127.0.0.1:${port}`;
		},
		/** Settles when the current n8n process has ended. */
		get exited() {
			return current.exited;
		},
		isRunning: () => current.isRunning(),
		/** Everything that n8n wrote, before and after restarts. */
		logs: () => [...earlierLogs, current.logs()].join('\n'),
		/** Sends a signal to n8n and its child processes; SIGKILL simulates a crash. @param {NodeJS.Signals} [signal] */
		kill: (signal) => current.kill(signal),
		stop: () => current.stop(),
		/** Stops n8n if it still runs, and starts it again with the same folder, port and key. */
		async restart() {
			await current.stop();
			earlierLogs.push(current.logs());
			// After a crash, this file makes n8n wait ten seconds. Without the file, n8n handles the crash in the same way.
			await rm(join(userFolder, '.n8n', 'crash.journal'), { force: true });
			current = await launch();
		},
		/** Stops n8n, and removes the user folder if `bootN8n` made it. */
		async dispose() {
			await current.stop();
			if (ownFolder) removeTemporary(userFolder);
		},
		client: () => new N8nClient(handle.url),
		/** Runs one of n8n's own commands on the same user folder: `export:nodes`, `execute`, ... @param {string[]} args */
		command: async (args) =>
			run({
				name: `n8n ${args[0]}`,
				command: harness.node,
				args: ['--import', followParent, harness.n8n, ...args],
				cwd: userFolder,
				env: await environment(),
				follow: true,
			}),
	};
	return handle;
}

/** @typedef {Awaited<ReturnType<typeof bootN8n>>} N8n */
