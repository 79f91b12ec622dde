// Makes a next version of the package from the present one, for tests of updates. Its changes follow docs/why/release.md.
import { execFile } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npm } from '../../scripts/lib/npm.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';

/** The field that version 1.1 of the node renames: its old name, its new name and its new label. */
export const renamed = { from: 'payoutReference', to: 'paymentName', label: 'Payment Name' };

/**
 * Packs the next version. In it, version 1.1 of the node renames a field, version 1 keeps the old name, and both run.
 *
 * @param {string} tarball the present version
 * @returns {Promise<{tarball: string, manifest: import('./localRegistry.mjs').Manifest}>}
 */
export async function packNextVersion(tarball) {
	const folder = temporaryFolder('mavapay-next-');
	await promisify(execFile)('tar', ['--extract', '--file', tarball, '--directory', folder]);
	const root = join(folder, 'package');
	const manifest = { ...JSON.parse(await readFile(join(root, 'package.json'), 'utf8')), version: '0.2.0' };
	await writeFile(join(root, 'package.json'), JSON.stringify(manifest));
	await appendFile(join(root, 'dist', 'nodes', 'Mavapay', 'Mavapay.node.js'), renaming);
	const told = await npm(['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], {
		cwd: root,
	});
	const [{ filename }] = JSON.parse(told.slice(told.indexOf('[')));
	return { tarball: join(folder, filename), manifest };
}

const renaming = `
const renamed = ${JSON.stringify(renamed)};
const Earlier = exports.Mavapay;
exports.Mavapay = class Mavapay extends Earlier {
	constructor() {
		super();
		const shownIn = (property, version) => ({
			...property,
			displayOptions: { ...property.displayOptions, show: { ...property.displayOptions?.show, '@version': [version] } },
		});
		Object.assign(this.description, {
			version: [1, 1.1],
			defaultVersion: 1.1,
			properties: this.description.properties.flatMap((property) =>
				property.name === renamed.from
					? [shownIn(property, 1), { ...shownIn(property, 1.1), name: renamed.to, displayName: renamed.label }]
					: [property],
			),
		});
	}

	execute(...given) {
		if (this.getNode().typeVersion > 1) {
			const asked = this.getNodeParameter;
			this.getNodeParameter = (name, ...others) =>
				asked.call(this, name === renamed.from ? renamed.to : name, ...others);
		}
		return Earlier.prototype.execute.apply(this, given);
	}
};
`;
