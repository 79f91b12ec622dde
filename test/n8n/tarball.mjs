import { buildAndPack } from '../../scripts/lib/build.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';

/**
 * What a suite needs before it starts an n8n: n8n itself is installed, and the package built and packed.
 *
 * @param {string} suite its name in that of a folder
 * @returns {Promise<string>} the path of the tarball
 */
export async function packedFor(suite) {
	await ensureHarness();
	const { file } = await buildAndPack(temporaryFolder(`mavapay-${suite}-`));
	return file;
}
