import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { BASE_URLS } from '../nodes/core/service/deployments';
import type { Claim } from './claim';
import { withoutNames } from './redact';
import { HEADINGS, nameOf, sums, tablesOf, type Report } from './report';

/* The page for a pull request: each claim with its verdict. `npm run generate` reads it from interface/verified.md. */

/** The page of a report. `commit`: the state of the repository that the run was made with. */
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

/** The commit of this repository, with `-dirty` where files have changed since. Throws where git can't say. */
export function commitNow(): string {
	const git = ['-C', __dirname, 'describe', '--always', '--dirty', '--exclude=*'];
	return execFileSync('git', git, { encoding: 'utf8' }).trim();
}

/** Writes the page of a report, and gives its path. */
export function writePage(report: Report, commit: string, path: string): string {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, verifiedPage(report, commit));
	return path;
}

/** A page as it is read: where and when it was made, and its claims by heading. */
export interface Verified {
	readonly deployment: string;
	/** YYYY-MM-DD */
	readonly date: string;
	readonly commit: string;
	readonly found: ReadonlyArray<readonly [heading: string, claims: readonly Claim[]]>;
}

/** Reads a page. Throws Error for one that isn't of a Mavapay deployment, or has a claim that isn't among `claims`. */
export function readPage(text: string, claims: readonly Claim[]): Verified {
	const [, deployment = '', date = '', commit = ''] =
		/^\| (\S.*) \| (\d{4}-\d\d-\d\d) \| (\S+) \| \w+ \|$/m.exec(text) ?? [];
	if (!Object.values(BASE_URLS).some((url) => new URL(url).host === deployment))
		throw new Error(
			`the page is of "${deployment}", not of a deployment of Mavapay: only a run against an account counts`,
		);
	const byName = new Map(claims.map((claim) => [nameOf(claim), claim]));
	const found = HEADINGS.map(([, heading]) => {
		const [, table = ''] = text.split(`\n## ${heading}\n`);
		const [own = ''] = table.split('\n## ');
		const rows = [...own.matchAll(/^\| (`.*?) \| /gm)];
		return [heading, rows.map(([, name = '']) => claimOf(name, byName))] as const;
	});
	return { deployment, date, commit, found };
}

function claimOf(name: string, claims: ReadonlyMap<string, Claim>): Claim {
	const claim = claims.get(name);
	if (claim !== undefined) return claim;
	throw new Error(`the page has a claim that verify doesn't have: ${name}. Make the page again, or remove the row.`);
}
