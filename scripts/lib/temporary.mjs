import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Imported first, so that its exit handler runs before ours: processes end before their folders are removed.
import './processes.mjs';

/** @type {Set<string>} */
const folders = new Set();
const remove = (/** @type {string} */ folder) =>
	rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

process.once('exit', () => folders.forEach(remove));

/**
 * A new folder below the system's temporary one, without symbolic links in its path (n8n's file nodes refuse those).
 * It is removed at the latest when this process ends.
 *
 * @param {string} prefix
 */
export function temporaryFolder(prefix) {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
	folders.add(folder);
	return folder;
}

/** @param {string} folder one made by `temporaryFolder` */
export function removeTemporary(folder) {
	remove(folder);
	folders.delete(folder);
}
