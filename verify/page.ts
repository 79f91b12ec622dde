import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { withoutNames } from './redact';
import { sums, tablesOf, type Report } from './report';

/* The page for a pull request: each claim with its verdict. `npm run generate` reads it as interface/verified.md. */

/** The page of a report. `commit`: the commit of this repository that the run used. */
export function verifiedPage({ deployment, at, level, rows }: Report, commit: string): string {
	return [
		"# Mavapay's interface, held against an account",
		'',
		'Written by `npm run verify`. It has no names, account numbers, IDs or keys.',
		'',
		'| Deployment | Date | Commit | Level |',
		'|---|---|---|---|',
		`| ${deployment} | ${at.slice(0, 10)} | ${commit} | ${level} |`,
		'',
		sums(rows),
		'',
		...tablesOf(rows.map((row) => ({ ...row, seen: withoutNames(row.seen) }))),
	].join('\n');
}

/** The current commit, with `-dirty` if files have changed since. Throws if git fails. */
export function commitNow(): string {
	const git = ['-C', __dirname, 'describe', '--always', '--dirty', '--exclude=*'];
	return execFileSync('git', git, { encoding: 'utf8' }).trim();
}

/** Writes the page of a report and returns its path. */
export function writePage(report: Report, commit: string, path: string): string {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, verifiedPage(report, commit));
	return path;
}
