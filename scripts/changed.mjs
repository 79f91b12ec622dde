/**
 * `node scripts/changed.mjs nodes examples` exits with 0 if a file below these paths has changed or if that is
 * unknown, and with 1 if no file has changed.
 *
 * The working tree is compared with the commit where this branch began: the merge base with CHANGED_SINCE, if that is
 * set, otherwise with origin/HEAD. On origin/HEAD itself, it is compared with the previous commit.
 */
import { execFileSync } from 'node:child_process';

/** The output of git; null if it fails. */
function git(...args) {
	try {
		return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
	} catch {
		return null;
	}
}

/** The commit to compare with; null if none is known. */
function base() {
	const { CHANGED_SINCE } = process.env;
	if (CHANGED_SINCE) return git('merge-base', CHANGED_SINCE, 'HEAD');
	const begun = git('merge-base', 'origin/HEAD', 'HEAD');
	return begun !== null && begun !== git('rev-parse', 'HEAD')
		? begun
		: git('rev-parse', '--verify', '--quiet', 'HEAD^');
}

function isChanged(paths) {
	const since = base();
	if (since === null || since === '') return true;
	const changed = git('diff', '--name-only', since, '--', ...paths);
	const added = git('ls-files', '--others', '--exclude-standard', '--', ...paths);
	return changed !== '' || added !== '';
}

const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error('Which paths? node scripts/changed.mjs nodes examples');
process.exitCode = isChanged(paths) ? 0 : 1;
