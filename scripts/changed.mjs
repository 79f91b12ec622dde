/**
 * Whether something changed below paths of this repository: `node scripts/changed.mjs nodes examples` ends with 0 where it
 * did, or where that can't be told, and with 1 where it didn't.
 *
 * Compared is the working tree with where this line of commits began: the merge base with the commit in CHANGED_SINCE,
 * if that is set, else with the remote's branch; on that branch itself, the commit before.
 */
import { execFileSync } from 'node:child_process';

/** The output of git, null where it fails. */
function git(...args) {
	try {
		return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
	} catch {
		return null;
	}
}

/** The commit to compare with, null where none is known. */
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
