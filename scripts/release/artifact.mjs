/**
 * Makes what a release publishes: `node scripts/release/artifact.mjs FOLDER VERSION` builds, packs, checks the tarball
 * with the gate and against the version, and leaves in FOLDER the tarball, SHA256SUMS and the bill of materials. The
 * release workflow and its rehearsal call this script; docs/why/release.md. It needs none of the scripts that npm runs
 * by itself, because `.npmrc` switches those off.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { checkout } from '../lib/paths.mjs';
import { packPackage } from '../n8n/package.mjs';
import { releaseProblems, sha256 } from './check.mjs';
import { sbomOf } from './sbom.mjs';

const [folder = '', version = ''] = process.argv.slice(2);
if (folder === '' || !/^\d+\.\d+\.\d+$/.test(version)) {
	process.stderr.write('Usage: node scripts/release/artifact.mjs FOLDER MAJOR.MINOR.PATCH\n');
	process.exit(2);
}
const { version: own } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
if (version !== own) {
	process.stderr.write(`package.json has version ${own}, the tag ${version}.\n`);
	process.exit(1);
}
const into = resolve(folder);
mkdirSync(into, { recursive: true });
if (readdirSync(into).length > 0) {
	process.stderr.write(`${folder} is not empty.\n`);
	process.exit(1);
}

/** Runs another script, which reports its own problems. If it fails, this script ends, too. @param {string[]} args */
function script(...args) {
	const { status } = spawnSync(process.execPath, args, { cwd: checkout, stdio: 'inherit' });
	if (status !== 0) process.exit(1);
}

script(join('node_modules', 'gulp', 'bin', 'gulp.js'), '--silent', 'build');
const { file } = await packPackage(into);
const problems = await releaseProblems(file, version);
if (problems.length > 0) {
	process.stderr.write(`Not to be released:\n${problems.map((one) => `  ${one}\n`).join('')}`);
	process.exit(1);
}
script(join('scripts', 'gate.mjs'), file);
const code = ['running.js', 'readers.js']
	.map((name) => readFileSync(join(checkout, 'dist', 'nodes', name), 'utf8'))
	.join('\n');
writeFileSync(join(into, 'sbom.cdx.json'), `${JSON.stringify(sbomOf(file, code), null, '\t')}\n`);
const sums = [basename(file), 'sbom.cdx.json'].map((name) => `${sha256(join(into, name))}  ${name}\n`);
writeFileSync(join(into, 'SHA256SUMS'), sums.join(''));
process.stdout.write(sums.join(''));
