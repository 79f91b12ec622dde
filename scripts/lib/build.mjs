import { join } from 'node:path';
import { packPackage } from '../n8n/package.mjs';
import { checkout } from './paths.mjs';
import { run } from './processes.mjs';
import { alone } from './stamp.mjs';

/**
 * Builds the package and packs it, as one step: a build empties `dist`, so another one must not start in between.
 *
 * @param {string} into the folder for the tarball
 * @param {(line: string) => void} [say]
 */
export function buildAndPack(into, say = () => {}) {
	return alone(join(checkout, '.cache', 'build.lock'), say, async () => {
		const gulp = join(checkout, 'node_modules', 'gulp', 'bin', 'gulp.js');
		await run({ name: 'The build', command: process.execPath, args: [gulp, '--silent', 'assemble'], cwd: checkout });
		return packPackage(into);
	});
}
