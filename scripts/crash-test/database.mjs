import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../lib/processes.mjs';
import { ensureHarness } from '../n8n/install.mjs';

const copies =
	"new (require('node:sqlite').DatabaseSync)(process.argv[1]).prepare('VACUUM INTO ?').run(process.argv[2])";

/** Copies and restores n8n's database, as an operator does. @param {import('../n8n/boot.mjs').N8n} n8n */
export function databaseOf(n8n) {
	const file = join(n8n.userFolder, '.n8n', 'database.sqlite');
	const copy = join(n8n.userFolder, 'last-night.sqlite');
	return {
		/** Copies the database while n8n runs. */
		async copied() {
			const { node } = await ensureHarness();
			await run({ name: 'The copy', command: node, args: ['--no-warnings', '-e', copies, file, copy] });
		},
		/** Stops n8n, replaces the database with the copy, and starts n8n again. */
		async restored() {
			await n8n.stop();
			for (const more of ['-wal', '-shm']) await rm(file + more, { force: true });
			await copyFile(copy, file);
			await n8n.restart();
		},
	};
}
