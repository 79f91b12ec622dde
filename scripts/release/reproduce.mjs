/**
 * Builds a published version again and compares: `npm run reproduce -- 0.1.0 [--ref COMMIT] [--registry URL]`. The tag
 * (or commit) is cloned into a separate folder, installed from its lock file and packed. Exits with 0 if both tarballs
 * have the same bytes; otherwise names the files that differ, and exits with 1.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { npm } from '../lib/npm.mjs';
import { checkout } from '../lib/paths.mjs';
import { temporaryFolder } from '../lib/temporary.mjs';
import { differingFiles, sha256 } from './check.mjs';

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { ref: { type: 'string' }, registry: { type: 'string' } },
});
const [version = ''] = positionals;
if (!/^\d+\.\d+\.\d+$/.test(version)) {
	process.stderr.write('Usage: npm run reproduce -- MAJOR.MINOR.PATCH [--ref COMMIT] [--registry URL]\n');
	process.exit(2);
}

const [clone, published] = ['clone', 'published'].map((name) => temporaryFolder(`mavapay-${name}-`));
const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: clone, stdio: 'pipe' });
git('clone', '--quiet', checkout, '.');
git('checkout', '--quiet', values.ref ?? version);
await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: clone });
execFileSync(process.execPath, [join('scripts', 'release', 'artifact.mjs'), 'made', version], {
	cwd: clone,
	stdio: ['ignore', 'ignore', 'inherit'],
});
const from = values.registry === undefined ? [] : ['--registry', values.registry];
await npm(['pack', `n8n-nodes-mavapay@${version}`, '--pack-destination', published, '--loglevel=error', ...from], {
	cwd: published,
});
const tarballOf = (/** @type {string} */ folder) =>
	join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
const [ours, theirs] = [join(clone, 'made'), published].map(tarballOf);
if (sha256(ours) === sha256(theirs)) {
	process.stdout.write(`${version} is what this repository builds: sha256 ${sha256(ours)}\n`);
	process.exit(0);
}
const differing = differingFiles(ours, theirs);
process.stdout.write(`${version} is not what this repository builds. Files that differ:\n`);
process.stdout.write(
	(differing.length > 0 ? differing : ['none: only the way they are packed']).map((one) => `  ${one}\n`).join(''),
);
process.exit(1);
