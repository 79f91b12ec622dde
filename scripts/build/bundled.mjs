import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../lib/paths.mjs';

/**
 * The packages that the build bundled, found in its output, where esbuild names the source file of each part.
 *
 * @param {string} code the text of the files in dist
 * @returns {Array<{name: string, version: string, license: string}>} sorted by name
 */
export function bundledPackages(code) {
	const names = Array.from(code.matchAll(/^\s*\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm), ([, name = '']) => name);
	return [...new Set(names)].sort().map((name) => {
		const { version, license } = JSON.parse(readFileSync(join(checkout, 'node_modules', name, 'package.json'), 'utf8'));
		return { name, version, license };
	});
}

/**
 * The licences of packages, each under its name and version, as `dist/THIRD-PARTY-LICENSES` has them.
 *
 * @param {ReadonlyArray<{name: string, version: string, license: string}>} packages
 */
export function licencesOf(packages) {
	const sections = packages.map(({ name, version, license }) => {
		const folder = join(checkout, 'node_modules', name);
		const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
		if (file === undefined) throw new Error(`${name} has no licence.`);
		return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
	});
	return `These packages are part of the files beside this one.\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
