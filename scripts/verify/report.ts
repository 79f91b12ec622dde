import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Claim, Level } from './claim';
import type { Finding, Verdict } from './finding';
import { sampleOf, type Mask, type Sample } from './redact';

/** One claim in a report; nothing in it belongs to the account. */
export interface Row {
	readonly id: string;
	readonly claim: string;
	readonly see: string;
	readonly verdict: Verdict;
	readonly seen: string;
	/** Files of this project that rest on the claim, where it differs. */
	readonly concerns: readonly string[];
	readonly samples: readonly Sample[];
}

export interface Report {
	/** When the run began, as ISO time. */
	readonly at: string;
	readonly deployment: string;
	readonly level: Level;
	readonly rows: readonly Row[];
	/** Messages of refusals that the nodes have no cause for. */
	readonly messages: readonly string[];
	readonly notes: readonly string[];
}

const MOST_SAMPLES = 3;

export function rowOf(claim: Claim, finding: Finding, mask: Mask): Row {
	const { verdict, seen, exchanges } = finding;
	return {
		id: claim.id,
		claim: claim.says,
		see: claim.see,
		verdict,
		seen: mask.text(seen),
		concerns: verdict === 'differs' ? claim.concerns : [],
		samples: verdict === 'as documented' ? [] : exchanges.slice(0, MOST_SAMPLES).map((one) => sampleOf(one, mask)),
	};
}

export const counted = (rows: readonly Row[], verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;

const ORDER: readonly Verdict[] = ['differs', 'not shown', 'as documented'];

/** The number of claims by verdict, in words. */
export const sums = (rows: readonly Row[]): string =>
	`Of ${rows.length} claims ${counted(rows, 'as documented')} are as documented, ${counted(rows, 'differs')} differ, ${counted(rows, 'not shown')} were not shown.`;

/** The rows with differences first. */
const sorted = (rows: readonly Row[]) => [...rows].sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');

export function markdownOf({ at, deployment, level, rows, messages, notes }: Report): string {
	const table = sorted(rows).map(
		({ claim, see, verdict, seen }) => `| ${verdict} | ${cell(claim)} | ${cell(seen)} | ${see} |`,
	);
	const differing = rows.filter(({ verdict }) => verdict === 'differs');
	const samples = differing.flatMap(({ id, claim, concerns, samples: shown }) => [
		`### ${id}`,
		'',
		`${claim}. Files that rest on it: ${concerns.map((file) => `\`${file}\``).join(', ')}.`,
		'',
		'```json',
		JSON.stringify(shown, null, 2),
		'```',
		'',
	]);
	return [
		"# Mavapay's interface, held against an account",
		'',
		`${deployment}, ${at.slice(0, 10)}, level \`${level}\`. ${sums(rows)} "As documented" means as docs/interface.md says, whether that is Mavapay's documentation or our own guess. Samples show the form of answers, never their values.`,
		'',
		...notes.flatMap((note) => [note, '']),
		'| Verdict | Claim | Seen | Documented |',
		'|---|---|---|---|',
		...table,
		'',
		...(differing.length === 0 ? [] : ['## Differences', '', ...samples]),
		...(messages.length === 0
			? []
			: [
					"## Messages that aren't in the table of refusals",
					'',
					"Those that surely mean that nothing was paid may be pasted into the option 'Also Refused':",
					'',
					'```',
					...messages,
					'```',
					'',
				]),
	].join('\n');
}

/** Writes the report as Markdown and JSON; gives the paths. */
export function writeReport(report: Report, folder: string): string[] {
	mkdirSync(folder, { recursive: true });
	const files = [
		['verify.md', markdownOf(report)],
		['verify.json', `${JSON.stringify(report, null, 2)}\n`],
	] as const;
	return files.map(([name, content]) => {
		const path = join(folder, name);
		writeFileSync(path, content);
		return path;
	});
}
