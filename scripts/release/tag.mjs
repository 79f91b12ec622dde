/**
 * Makes a release ready: `npm run release -- 0.2.0 [--dry-run]`. Gives the changelog's *Unreleased* the version and the
 * day, sets the version in package.json, the lock file and docs/reference/install/example.env, commits and tags. Pushing the tag
 * publishes: docs/why/release.md.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../lib/paths.mjs';
import { released, sectionOf } from './changelog.mjs';

const [version = '', ...flags] = process.argv.slice(2);
const dryRun = flags.includes('--dry-run');
const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();

/** @param {string} problem */
function stop(problem) {
	process.stderr.write(`${problem}\n`);
	process.exit(1);
}

if (version === '--notes') {
	// For the workflow: what the release on GitHub says.
	process.stdout.write(`${sectionOf(readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8'), flags[0] ?? '')}\n`);
	process.exit(0);
}
if (!/^\d+\.\d+\.\d+$/.test(version)) stop('Usage: npm run release -- MAJOR.MINOR.PATCH [--dry-run]');
if (git('tag', '--list', version) !== '') stop(`The tag ${version} already exists.`);
if (!dryRun && git('status', '--porcelain') !== '') stop('Commit or undo your changes first.');
if (!dryRun && git('branch', '--show-current') !== 'main') stop('Releases are made from main.');

const changelog = readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8');
const [today] = new Date().toISOString().split('T');
const next = released(changelog, version, today ?? '');
process.stdout.write(`${sectionOf(next, version)}\n`);
if (dryRun) {
	process.stdout.write(`\nNothing was changed. Without --dry-run: commit "Release ${version}" and tag ${version}.\n`);
} else {
	writeFileSync(join(checkout, 'CHANGELOG.md'), next);
	const pinned = join(checkout, 'docs', 'reference', 'install', 'example.env');
	writeFileSync(pinned, readFileSync(pinned, 'utf8').replace(/^(MAVAPAY_NODES_VERSION)=.*$/m, `$1=${version}`));
	execFileSync('npm', ['version', version, '--no-git-tag-version', '--ignore-scripts'], { cwd: checkout });
	git('commit', '--all', '--message', `Release ${version}`);
	git('tag', '--annotate', version, '--message', `Release ${version}`);
	process.stdout.write(`\nCommitted and tagged. \`git push --follow-tags\` publishes it.\n`);
}
