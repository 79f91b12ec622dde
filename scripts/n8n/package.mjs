import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from '../lib/npm.mjs';
import { checkout } from '../lib/paths.mjs';
import { removeTemporary, temporaryFolder } from '../lib/temporary.mjs';

/**
 * Packs the built package as it would be published.
 *
 * @param {string} into a folder
 * @returns {Promise<{file: string, size: number, files: string[]}>} size in bytes, packed
 */
export async function packPackage(into) {
	await mkdir(into, { recursive: true });
	// A tarball stores file modes. Every checkout sets the same modes here, so that its tarball has the same bytes.
	const built = await readdir(join(checkout, 'dist'), { recursive: true, withFileTypes: true });
	const packed = built.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	for (const file of [...packed, ...['package.json', 'README.md', 'LICENSE'].map((name) => join(checkout, name))])
		await chmod(file, 0o644);
	const told = await npm(['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', into], {
		cwd: checkout,
	});
	const parsed = JSON.parse(told.slice(told.indexOf('[')));
	const [{ filename, size, files }] = parsed;
	return { file: join(into, filename), size, files: files.map((/** @type {{path: string}} */ one) => one.path) };
}

/**
 * Installs a tarball where n8n keeps community packages, with the commands n8n itself uses.
 *
 * @param {string} tarball @param {string} userFolder n8n's user folder
 */
export async function installTarball(tarball, userFolder) {
	const nodes = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	await writeFile(join(nodes, 'package.json'), '{"name":"installed-nodes","private":true,"dependencies":{}}\n', {
		flag: 'wx',
	}).catch((error) => {
		if (error.code !== 'EEXIST') throw error;
	});
	// The only peer dependency is n8n-workflow, which is part of n8n.
	await npm(
		['install', tarball, '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
		{ cwd: nodes },
	);
}

/** @typedef {{name: string, displayName: string, version: number | number[], [key: string]: any}} NodeType */

/**
 * The node types that an n8n has loaded, as its command `export:nodes` lists them.
 *
 * @param {import('./boot.mjs').N8n} n8n @param {string} prefix the package's name, or `CUSTOM`
 * @returns {Promise<NodeType[]>}
 */
export async function loadedNodeTypes(n8n, prefix) {
	const folder = temporaryFolder('n8n-nodes-');
	try {
		const output = join(folder, 'nodes.json');
		await n8n.command(['export:nodes', `--output=${output}`]);
		const all = JSON.parse(await readFile(output, 'utf8'));
		return all.filter((/** @type {NodeType} */ type) => type.name.startsWith(`${prefix}.`));
	} finally {
		removeTemporary(folder);
	}
}
