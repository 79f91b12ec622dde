/** Installs what a package folder of this project lacks; used by every script that needs packages. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Whether node_modules holds what the lock file asks for, in these versions. Optional packages are
 * left out of the comparison: most of them are for other systems and never installed here.
 */
export function isInstalled(folder = root) {
	const installed = join(folder, 'node_modules', '.package-lock.json');
	if (!existsSync(installed)) return false;
	const present = packagesOf(installed);
	return Object.entries(packagesOf(join(folder, 'package-lock.json'))).every(
		([path, { optional, peer, version }]) =>
			path === '' || optional || peer || present[path]?.version === version,
	);
}

/** Runs `npm ci` in a package folder unless all is there. Throws when npm does. */
export function ensureInstalled(folder = root) {
	if (isInstalled(folder)) return;
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major < 20 || (major === 20 && minor < 19)) {
		throw new Error(`Node ${process.versions.node} is too old: use 20.19, 22 or 24.`);
	}
	console.log('Installing packages (npm ci) ...');
	const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
		cwd: folder,
		stdio: ['ignore', 'inherit', 'inherit'],
		shell: process.platform === 'win32',
	});
	if (status !== 0) throw new Error(`npm ci ended with code ${status} in ${folder}.`);
}
