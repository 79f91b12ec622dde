// A next version of the package, made of the present one for the purpose: what it changes follows the rule of docs/why/release.md.
import { execFile } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npm } from '../../scripts/lib/npm.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';

/** The field's name in version 1.1 of the node, and its label. */
export const renamed = { from: 'payoutReference', to: 'paymentName', label: 'Payment Name' };

/**
 * Renames a field in version 1.1 of the node; version 1 keeps it, and what runs knows both.
 *
 * @param {string} tarball of the present version
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
