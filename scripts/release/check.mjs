import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { npm } from '../lib/npm.mjs';
import { checkout } from '../lib/paths.mjs';
import { removeTemporary, temporaryFolder } from '../lib/temporary.mjs';

/** @param {string} file @returns {string} its SHA-256, in hex */
export const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** All members that a manifest of this package can have; none makes npm install, run or bundle anything. */
const MEMBERS = new Set(
	`name version description keywords license homepage bugs author repository engines files n8n scripts peerDependencies
	peerDependenciesMeta devDependencies`.split(/\s+/),
);

/** Members of a manifest that aren't in MEMBERS, each in a sentence. @param {object} manifest */
export const manifestProblems = (manifest) =>
	Object.keys(manifest)
		.filter((member) => !MEMBERS.has(member))
		.map((member) => `package.json has ${member}, which this package must not have.`);

/**
 * Reasons not to publish a tarball as a version; empty if there are none. npm installs the tarball into an empty
 * folder, as a new user would, and the files that package.json names are loaded from there.
 *
 * @param {string} tarball its file
 * @param {string} version the version that the tag names
 * @returns {Promise<string[]>} sentences
 */
export async function releaseProblems(tarball, version) {
	const { name, n8n, files } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
	const problems = [];
	if (basename(tarball) !== `${name}-${version}.tgz`)
		problems.push(`The file is ${basename(tarball)}, not ${name}-${version}.tgz.`);
	const folder = temporaryFolder('mavapay-release-');
	try {
		await npm(['init', '--yes', '--loglevel=error'], { cwd: folder });
		await npm(['install', tarball, '--omit=peer', '--ignore-scripts', '--offline', '--loglevel=error'], {
			cwd: folder,
		});
		const installed = join(folder, 'node_modules', name);
		const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
		if (manifest.version !== version) problems.push(`It holds version ${manifest.version}, not ${version}.`);
		problems.push(...manifestProblems(manifest));
		for (const file of ['package.json', 'README.md', 'LICENSE'])
			if (sha256(join(installed, file)) !== sha256(join(checkout, file)))
				problems.push(`${file} is not the one of this repository.`);
		const listed = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n');
		const isBuilt = (/** @type {string} */ path) =>
			files.some((/** @type {string} */ one) => path.startsWith(`package/${one}/`)) && !path.endsWith('/');
		const built = listed.filter(isBuilt);
		const named = [...n8n.credentials, ...n8n.nodes];
		const missing = named.filter((path) => !existsSync(join(installed, path)));
		if (missing.length > 0) problems.push(`It lacks ${missing.join(', ')}, of ${built.length} built files.`);
		for (const path of built.map((one) => one.slice('package/'.length))) {
			const same = existsSync(join(checkout, path)) && sha256(join(installed, path)) === sha256(join(checkout, path));
			if (!same) problems.push(`${path} is not the file that was built and tested.`);
		}
	} finally {
		removeTemporary(folder);
	}
	return problems;
}

/**
 * The files in which two tarballs differ, by their paths in the package; empty if only the packing differs.
 *
 * @param {string} one @param {string} other the files of the tarballs
 */
export function differingFiles(one, other) {
	const folders = [one, other].map((tarball) => {
		const folder = temporaryFolder('mavapay-compare-');
		execFileSync('tar', ['-xzf', tarball], { cwd: folder });
		return folder;
	});
	const filesOf = (/** @type {string} */ folder) =>
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
	return [...new Set(folders.flatMap(filesOf))].sort().filter((file) => {
		const [left = '', right = ''] = folders.map((folder) => join(folder, file));
		return !existsSync(left) || !existsSync(right) || sha256(left) !== sha256(right);
	});
}
