import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../lib/paths.mjs';

/**
 * The packages that the build bundled, by its own list: esbuild names the file of each part in what it writes.
 *
 * @param {string} code of dist/nodes/running.js
 * @returns {Array<{name: string, version: string, license: string}>} in the order of their names
 */
export function bundledPackages(code) {
	const names = Array.from(code.matchAll(/^\s*\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm), ([, name = '']) => name);
	return [...new Set(names)].sort().map((name) => {
		const { version, license } = JSON.parse(readFileSync(join(checkout, 'node_modules', name, 'package.json'), 'utf8'));
		return { name, version, license };
	});
}
