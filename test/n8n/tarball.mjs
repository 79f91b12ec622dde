import { buildAndPack } from '../../scripts/lib/build.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';

/**
 * Prepares a test suite: installs n8n, and builds and packs the package.
 *
 * @param {string} suite part of the temporary folder's name
 * @returns {Promise<string>} the path of the tarball
 */
export async function packedFor(suite) {
	await ensureHarness();
	const { file } = await buildAndPack(temporaryFolder(`mavapay-${suite}-`));
	return file;
}
