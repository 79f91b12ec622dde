import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from '../build/bundled.mjs';
import { checkout } from '../lib/paths.mjs';

/** An address of a package on npm, as SBOMs write it (package-url). @param {string} name @param {string} version */
const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Converts a digest from npm's lock file to CycloneDX's form. @param {string} integrity */
function hashOf(integrity) {
	const [algorithm = '', digest = ''] = integrity.split('-');
	return {
		alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
		content: Buffer.from(digest, 'base64').toString('hex'),
	};
}

/**
 * The bill of materials of a tarball, in CycloneDX 1.6. It has no time or serial number, so that the same tarball gives
 * the same bill. It lists the bundled packages, with digests from the lock file. `npm sbom` can't do this: for npm,
 * these packages are development dependencies, like the packages for tests.
 *
 * @param {string} tarball its file
 * @param {string} code of dist/nodes/running.js and readers.js
 */
export function sbomOf(tarball, code) {
	const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(checkout, file), 'utf8'));
	const { name, version, license } = read('package.json');
	const { packages } = read('package-lock.json');
	const content = createHash('sha256').update(readFileSync(tarball)).digest('hex');
	const licences = (/** @type {string} */ id) => [{ license: { id } }];
	const bundled = bundledPackages(code).map((part) => ({
		type: 'library',
		'bom-ref': purl(part.name, part.version),
		name: part.name,
		version: part.version,
		purl: purl(part.name, part.version),
		licenses: licences(part.license),
		hashes: [hashOf(packages[`node_modules/${part.name}`].integrity)],
	}));
	const own = purl(name, version);
	const component = { type: 'library', 'bom-ref': own, name, version, purl: own, licenses: licences(license) };
	return {
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: { component: { ...component, hashes: [{ alg: 'SHA-256', content }] } },
		components: bundled,
		dependencies: [{ ref: own, dependsOn: bundled.map((part) => part['bom-ref']) }],
	};
}
