import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { checkout } from './paths.mjs';
import { step } from './progress.mjs';
import { alone } from './stamp.mjs';

const packagesOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Whether the checkout's node_modules has the packages of its lock file, in the same versions. Optional
 * packages are left out of the comparison: most of them are for other systems.
 */
function isInstalled() {
	const installed = join(checkout, 'node_modules', '.package-lock.json');
	if (!existsSync(installed)) return false;
	const present = packagesOf(installed);
	return Object.entries(packagesOf(join(checkout, 'package-lock.json'))).every(
		([path, { optional, peer, version }]) => path === '' || optional || peer || present[path]?.version === version,
	);
}

/**
 * Installs the checkout's own packages unless they are there.
 *
 * @param {(line: string) => void} [say] progress lines
 * @throws when Node is too old, or npm fails
 */
export async function ensureInstalled(say = console.log) {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
	if (major < 20 || (major === 20 && minor < 19)) {
		throw new Error(`Node ${process.versions.node} is too old: use 20.19, 22 or 24.`);
	}
	if (isInstalled()) return;
	await alone(join(checkout, '.cache', 'install.lock'), say, async () => {
		if (isInstalled()) return;
		await step(say, 'Installing packages (once, about a minute)', () =>
			npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: checkout }),
		);
	});
}
