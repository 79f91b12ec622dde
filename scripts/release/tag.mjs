/**
 * Makes a release ready: `npm run release -- 0.2.0 [--dry-run]`. Sets the version in package.json, the lock file and the
 * pages about installing, gives the changelog's *Unreleased* the version and the day, commits and tags. With
 * `--pull-request` it commits on a branch, and with `--tag` it tags what was merged. Pushing the tag publishes:
 * docs/why/release.md. Each problem is reported in a sentence, and nothing stays changed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../lib/npm.mjs';
import { checkout } from '../lib/paths.mjs';
import { numberProblem, released, sectionOf } from './changelog.mjs';

const [version = '', ...flags] = process.argv.slice(2);
const dryRun = flags.includes('--dry-run');
const branch = flags.includes('--pull-request') ? `release-${version}` : '';
/** The pages that name a version to install, each with a pattern for the version. @type {Record<string, RegExp>} */
const PAGES = {
	'docs/reference/install/example.env': /(?<=^MAVAPAY_NODES_VERSION=).*$/m,
	'docs/reference/install.md': /(?<="n8n-nodes-mavapay","version":")[^"]*/,
};
const git = (/** @type {string[]} */ ...args) =>
	execFileSync('git', args, { cwd: checkout, encoding: 'utf8', stdio: 'pipe' }).trim();
const read = (/** @type {string} */ file) => readFileSync(join(checkout, file), 'utf8');

/** @param {string} problem @returns {never} */
function stop(problem) {
	process.stderr.write(`${problem}\n`);
	process.exit(1);
}

/** Prints the text of the release on GitHub, for the workflow. @param {string} one */
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

/** Ends the command with a reason if no version can be made or tagged at all. @param {string} present the version in package.json */
function assertPossible(present) {
	if (!/^\d+\.\d+\.\d+$/.test(version))
		stop('Usage: npm run release -- MAJOR.MINOR.PATCH [--dry-run | --pull-request | --tag]');
	if (git('tag', '--list', version) !== '') stop(`The tag ${version} already exists.`);
	if (dryRun) return;
	if (git('status', '--porcelain') !== '') stop('Commit or undo your changes first.');
	if (git('branch', '--show-current') !== 'main') stop('Releases are made from main.');
	if (isBehindOrigin()) stop('The main branch of the origin has commits that are not here. Pull first.');
	if (flags.includes('--tag') && present !== version)
		stop(`package.json has version ${present}. Merge the pull request of ${version} first, then pull.`);
}

/** @param {string} present the version in package.json */
function assertReady(present) {
	const notes = sectionOf(read('CHANGELOG.md'), 'Unreleased');
	if (notes === '') stop('CHANGELOG.md has no entry under Unreleased.');
	const isFirst = version === present && git('tag', '--list', present) === '';
	const problem = isFirst ? '' : numberProblem(version, present, notes);
	if (problem !== '') stop(problem);
}

const tag = () => git('tag', '--annotate', version, '--message', `Release ${version}`);

/** Makes the changes, the commit and the tag. If a step fails, undoes everything. @param {string} changelog */
async function make(changelog) {
	const before = git('rev-parse', 'HEAD');
	try {
		if (branch !== '') git('switch', '--quiet', '--create', branch);
		await npm(['version', version, '--no-git-tag-version', '--ignore-scripts', '--allow-same-version'], {
			cwd: checkout,
		});
		writeFileSync(join(checkout, 'CHANGELOG.md'), changelog);
		for (const [page, place] of Object.entries(PAGES))
			writeFileSync(join(checkout, page), read(page).replace(place, version));
		git('commit', '--all', '--message', `Release ${version}`);
		if (branch === '') tag();
	} catch (error) {
		git('reset', '--quiet', '--hard', before);
		if (git('branch', '--show-current') !== 'main') {
			git('switch', '--quiet', 'main');
			git('branch', '--quiet', '--delete', branch);
		}
		stop(`Nothing was released: ${error instanceof Error ? error.message : String(error)}`);
	}
}

/** The user's next steps after this command. */
function next() {
	if (dryRun) return `Nothing was changed. Without --dry-run: commit "Release ${version}" and tag ${version}.`;
	if (branch === '') return `Tagged. \`git push --atomic origin main ${version}\` publishes it.`;
	return `Committed on the branch ${branch}. Push it and merge its pull request. Then, on main, pull, and \`npm run release -- ${version} --tag\`.`;
}

const { version: present } = JSON.parse(read('package.json'));
if (version === '--notes') {
	printNotes(flags[0] ?? '');
} else if (flags.includes('--tag')) {
	assertPossible(present);
	tag();
	process.stdout.write(`Tagged. \`git push origin ${version}\` publishes it.\n`);
} else {
	assertPossible(present);
	assertReady(present);
	const [today = ''] = new Date().toISOString().split('T');
	const changelog = released(read('CHANGELOG.md'), version, today);
	process.stdout.write(`${sectionOf(changelog, version)}\n\n`);
	if (!dryRun) await make(changelog);
	process.stdout.write(`${next()}\n`);
}
