/**
 * Makes a release ready: `npm run release -- 0.2.0 [--dry-run]`. Sets the version in package.json, the lock file and
 * docs/reference/install/example.env, gives the changelog's *Unreleased* the version and the day, commits and tags.
 * Pushing the tag publishes: docs/why/release.md. Whatever stops it is said in a sentence, and nothing stays changed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../lib/npm.mjs';
import { checkout } from '../lib/paths.mjs';
import { isLower, released, sectionOf } from './changelog.mjs';

const [version = '', ...flags] = process.argv.slice(2);
const dryRun = flags.includes('--dry-run');
const git = (/** @type {string[]} */ ...args) =>
	execFileSync('git', args, { cwd: checkout, encoding: 'utf8', stdio: 'pipe' }).trim();
const read = (/** @type {string} */ file) => readFileSync(join(checkout, file), 'utf8');

/** @param {string} problem @returns {never} */
function stop(problem) {
	process.stderr.write(`${problem}\n`);
	process.exit(1);
}

/** For the workflow: what the release on GitHub says. @param {string} one */
function printNotes(one) {
	const notes = sectionOf(read('CHANGELOG.md'), one);
	if (notes === '') stop(`CHANGELOG.md has no entry for ${one}, so the release would say nothing.`);
	process.stdout.write(`${notes}\n`);
}

/** Whether the main branch of the origin has commits that are not here. */
function isBehindOrigin() {
	if (!git('remote').split('\n').includes('origin')) return false;
	const [theirs = ''] = git('ls-remote', 'origin', 'refs/heads/main').split(/\s/);
	try {
		if (theirs !== '') git('merge-base', '--is-ancestor', theirs, 'HEAD');
		return false;
	} catch {
		return true;
	}
}

function assertReady() {
	if (!/^\d+\.\d+\.\d+$/.test(version)) stop('Usage: npm run release -- MAJOR.MINOR.PATCH [--dry-run]');
	if (git('tag', '--list', version) !== '') stop(`The tag ${version} already exists.`);
	const present = JSON.parse(read('package.json')).version;
	if (isLower(version, present)) stop(`${version} is lower than ${present}, the version in package.json.`);
	if (sectionOf(read('CHANGELOG.md'), 'Unreleased') === '') stop('CHANGELOG.md has nothing under Unreleased.');
	if (dryRun) return;
	if (git('status', '--porcelain') !== '') stop('Commit or undo your changes first.');
	if (git('branch', '--show-current') !== 'main') stop('Releases are made from main.');
	if (isBehindOrigin()) stop('The main branch of the origin has commits that are not here. Pull first.');
}

/** Changes, commits and tags; undoes all of it where one fails. @param {string} changelog */
async function make(changelog) {
	const pinned = join(checkout, 'docs', 'reference', 'install', 'example.env');
	try {
		await npm(['version', version, '--no-git-tag-version', '--ignore-scripts', '--allow-same-version'], {
			cwd: checkout,
		});
		writeFileSync(join(checkout, 'CHANGELOG.md'), changelog);
		writeFileSync(pinned, readFileSync(pinned, 'utf8').replace(/^(MAVAPAY_NODES_VERSION)=.*$/m, `$1=${version}`));
		git('commit', '--all', '--message', `Release ${version}`);
		git('tag', '--annotate', version, '--message', `Release ${version}`);
	} catch (error) {
		git('checkout', '--quiet', '--', '.');
		stop(`Nothing was released: ${error instanceof Error ? error.message : String(error)}`);
	}
}

if (version === '--notes') {
	printNotes(flags[0] ?? '');
} else {
	assertReady();
	const [today = ''] = new Date().toISOString().split('T');
	const changelog = released(read('CHANGELOG.md'), version, today);
	process.stdout.write(`${sectionOf(changelog, version)}\n`);
	if (!dryRun) await make(changelog);
	process.stdout.write(
		dryRun
			? `\nNothing was changed. Without --dry-run: commit "Release ${version}" and tag ${version}.\n`
			: '\nCommitted and tagged. `git push --follow-tags` publishes it.\n',
	);
}
