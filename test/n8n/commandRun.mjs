// Runs one of the project's npm commands in its own process, with its own temporary folder.
import { join } from 'node:path';
import { after } from 'node:test';
import { checkout } from '../../scripts/lib/paths.mjs';
import { startProcess } from '../../scripts/lib/processes.mjs';
import { removeTemporary, temporaryFolder } from '../../scripts/lib/temporary.mjs';

/**
 * Starts the command. After the test, ends it and removes its folder.
 *
 * @param {string} name @param {string[]} script below `scripts` @param {string[]} args
 */
export function startCommand(name, script, args) {
	const folder = temporaryFolder('mavapay-command-');
	const started = startProcess({
		name,
		command: process.execPath,
		args: [join(checkout, 'scripts', ...script), ...args],
		cwd: checkout,
		env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
	});
	after(async () => {
		await started.stop();
		removeTemporary(folder);
	});
	return { ...started, folder };
}
