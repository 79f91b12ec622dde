import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pause } from './waiting.mjs';

/**
 * A hash of the content of several files, some words and the platform.
 *
 * @param {string[]} files @param {string[]} [words]
 */
export async function fingerprint(files, words = []) {
	const hash = createHash('sha256').update([process.platform, process.arch, ...words].join(' '));
	for (const file of files) hash.update('\0').update(await readFile(file));
	return hash.digest('hex');
}

/** Whether `file` holds the wanted fingerprint; `stamp` writes it there when work is finished. @param {string} file @param {string} wanted */
export async function isStamped(file, wanted) {
	return existsSync(file) && (await readFile(file, 'utf8')).trim() === wanted;
}

/** @param {string} file @param {string} print */
export async function stamp(file, print) {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, `${print}\n`);
}

/** @param {number} pid */
function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
	}
}

/**
 * Runs work that must not run twice at once on this checkout (an install, a build). The lock names its holder, so one
 * left behind by a process that was killed is taken over.
 *
 * @template T
 * @param {string} file @param {(line: string) => void} say @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function alone(file, say, work) {
	await mkdir(dirname(file), { recursive: true });
	let told = false;
	for (let nameless = 0; ;) {
		try {
			await writeFile(file, String(process.pid), { flag: 'wx' });
			break;
		} catch (error) {
			if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
		}
		const holder = Number(await readFile(file, 'utf8').catch(() => ''));
		// An empty file belongs to a process that is about to write its number into it, or was killed just then.
		nameless = holder > 0 ? 0 : nameless + 1;
		if (holder > 0 ? !isAlive(holder) : nameless > 10) {
			await rm(file, { force: true });
			continue;
		}
		if (!told) say(`  waiting for process ${holder}, which is doing the same`);
		told = true;
		await pause(500);
	}
	try {
		return await work();
	} finally {
		await rm(file, { force: true });
	}
}
