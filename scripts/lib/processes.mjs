import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { waitFor } from './waiting.mjs';

const onWindows = process.platform === 'win32';
const keptLines = 100_000;

/** Processes started here that haven't ended yet. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let ending = false;

/**
 * @typedef {object} Running
 * @property {string} name
 * @property {number} pid
 * @property {Promise<{code: number | null, signal: string | null}>} exited settles when the process has ended
 * @property {() => boolean} isRunning
 * @property {() => string} logs what it wrote on both streams, the last 100,000 lines
 * @property {(listener: (line: string) => void) => void} onLine
 * @property {(signal?: NodeJS.Signals) => void} kill sends a signal to the whole process group
 * @property {(graceMs?: number) => Promise<void>} stop sends SIGTERM, then SIGKILL after `graceMs`
 */

/** @param {number} pid @param {NodeJS.Signals} signal */
function signalGroup(pid, signal) {
	try {
		if (!onWindows) process.kill(-pid, signal);
		else spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
	} catch (error) {
		// The group is gone already: nothing is left to signal.
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
	}
}

process.once('exit', () => {
	for (const child of running) if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
});

/**
 * Starts a long-running program in its own process group, collects its output, and makes sure that it ends with this
 * process.
 *
 * @param {{name: string, command: string, args: string[], env?: NodeJS.ProcessEnv, cwd?: string,
 *   follow?: boolean}} options `follow`: the program is a Node that preloads followParent.mjs and gets its channel
 * @returns {Running}
 * @throws when this process has been asked to end
 */
export function startProcess({ name, command, args, env = process.env, cwd, follow = false }) {
	if (ending) throw new Error(`${name} was not started: this process is ending.`);
	const child = spawn(command, args, {
		cwd,
		env,
		detached: !onWindows,
		stdio: follow ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
	});
	running.add(child);

	/** @type {string[]} */
	const lines = [];
	/** @type {Array<(line: string) => void>} */
	const listeners = [];
	for (const stream of [child.stdout, child.stderr]) {
		if (!stream) continue;
		createInterface({ input: stream }).on('line', (line) => {
			lines.push(line);
			if (lines.length > keptLines) lines.shift();
			for (const listener of listeners) listener(line);
		});
	}

	const exited = new Promise((settle) => {
		child.once('error', (error) => {
			running.delete(child);
			lines.push(`${name} could not be started: ${error.message}`);
			settle({ code: 127, signal: null });
		});
		child.once('exit', (code, signal) => {
			// Processes that the program started may outlive it.
			if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
			running.delete(child);
			settle({ code, signal });
		});
	});

	const kill = (/** @type {NodeJS.Signals} */ signal = 'SIGTERM') => {
		if (running.has(child) && child.pid !== undefined) signalGroup(child.pid, signal);
	};

	return {
		name,
		pid: child.pid ?? -1,
		exited,
		isRunning: () => running.has(child),
		logs: () => lines.join('\n'),
		onLine: (listener) => listeners.push(listener),
		kill,
		async stop(graceMs = 10_000) {
			kill('SIGTERM');
			const timer = setTimeout(() => kill('SIGKILL'), graceMs);
			await exited;
			clearTimeout(timer);
		},
	};
}

/** The last lines of what a process wrote. @param {Running} running */
export const tailOf = (running) => running.logs().split('\n').slice(-25).join('\n');

/**
 * Waits for a process to be ready, and stops one that takes too long.
 *
 * @param {string} name @param {Running} running @param {() => boolean | Promise<boolean>} isReady
 * @returns {Promise<boolean>} false if the process ended before it was ready
 */
export async function becomesReady(name, running, isReady) {
	const ask = async () => (running.isRunning() ? (await isReady()) && 'ready' : 'ended');
	try {
		return (await waitFor(`${name} to be ready`, ask, { everyMs: 50, orElse: () => tailOf(running) })) === 'ready';
	} catch (error) {
		await running.stop();
		throw error;
	}
}

/**
 * Runs a program to its end.
 *
 * @param {Parameters<typeof startProcess>[0] & {onLine?: (line: string) => void}} options
 * @returns {Promise<string>} what it wrote
 * @throws when it ends with another code than 0; the last lines are in the message
 */
export async function run({ onLine, ...options }) {
	const started = startProcess(options);
	if (onLine) started.onLine(onLine);
	const { code, signal } = await started.exited;
	if (code === 0) return started.logs();
	throw new Error(`${options.name} ended with ${signal ?? `code ${code}`}.\n${tailOf(started)}`);
}

/** Ends all processes that this module started. @param {number} graceMs the time before SIGKILL */
async function stopAll(graceMs) {
	const children = [...running];
	const ended = Promise.all(children.map((child) => new Promise((settle) => child.once('exit', settle))));
	const signalAll = (/** @type {NodeJS.Signals} */ signal) => {
		for (const child of children) if (running.has(child) && child.pid !== undefined) signalGroup(child.pid, signal);
	};
	signalAll('SIGTERM');
	const timer = setTimeout(() => signalAll('SIGKILL'), graceMs);
	await ended;
	clearTimeout(timer);
}

/**
 * When the user or the system asks this process to end: ends what it started, starts nothing more, calls `cleanUp`,
 * and ends with the usual code (128 + the signal's number). A second signal ends it at once.
 *
 * @param {() => Promise<unknown>} cleanUp
 * @returns {() => boolean} whether it was asked to end
 */
export function onInterrupt(cleanUp) {
	for (const [signal, number] of /** @type {const} */ ([
		['SIGINT', 2],
		['SIGTERM', 15],
		['SIGHUP', 1],
	])) {
		process.on(signal, () => {
			if (ending) process.exit(128 + number);
			ending = true;
			void stopAll(10_000)
				.then(cleanUp)
				.finally(() => process.exit(128 + number));
		});
	}
	return () => ending;
}
