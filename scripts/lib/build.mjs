import { join } from 'node:path';
import { packPackage } from '../n8n/package.mjs';
import { checkout } from './paths.mjs';
import { run } from './processes.mjs';
import { alone } from './stamp.mjs';

/**
 * Builds the package and packs it, as one step: a build empties `dist`, so another one must not start in between.
 * If the environment variable PACKED holds a result from `packForAll`, that result is used instead.
 *
 * @param {string} into the folder for the tarball
 * @param {(line: string) => void} [say]
 * @returns {ReturnType<typeof packPackage>}
 */
export async function buildAndPack(into, say = () => {}) {
	if (process.env.PACKED) return JSON.parse(process.env.PACKED);
	return alone(join(checkout, '.cache', 'build.lock'), say, async () => {
		const gulp = join(checkout, 'node_modules', 'gulp', 'bin', 'gulp.js');
		await run({ name: 'The build', command: process.execPath, args: [gulp, '--silent', 'assemble'], cwd: checkout });
		return packPackage(into);
	});
}

/**
 * Builds and packs for suites that run at the same time, so that none of them empties `dist` while another reads it.
 *
 * @param {string} into the folder for the tarball, which stays until the last suite has ended
 * @returns {Promise<{PACKED: string}>} the environment for the suites
 */
export async function packForAll(into) {
	return { PACKED: JSON.stringify(await buildAndPack(into)) };
}
