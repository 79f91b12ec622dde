import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { LEVELS, type Claim, type Level } from './claim';
import { WEIGHTS, type Finding, type Meaning, type Verdict } from './finding';
import { sampleOf, type Mask, type Sample } from './redact';

/** One claim in a report; nothing in it belongs to the account. */
export interface Row {
	readonly id: string;
	readonly claim: string;
	readonly see: string;
	readonly level: Level;
	readonly verdict: Verdict;
	readonly seen: string;
	/** The consequence of a difference; null where there is none. */
	readonly means: Meaning | null;
	/** Files of this project that rest on the claim, where it differs. */
	readonly concerns: readonly string[];
	readonly samples: readonly Sample[];
}

export interface Report {
	/** When the run began, as ISO time. */
	readonly at: string;
	readonly deployment: string;
	readonly level: Level;
	readonly listens: boolean;
	readonly rows: readonly Row[];
	/** Messages of refusals that the nodes have no cause for. */
	readonly messages: readonly string[];
	readonly notes: readonly string[];
	/** The reason why the run ended before its last claim; null where it did not. */
	readonly endedBy: string | null;
}

const MOST_SAMPLES = 3;
/** GitHub takes an issue of 65,536 characters. */
const LONGEST = 60_000;

export function rowOf(claim: Claim, finding: Finding, mask: Mask): Row {
	const { verdict, seen, exchanges } = finding;
	return {
		id: claim.id,
		claim: claim.says,
		see: claim.see,
		level: claim.level,
		verdict,
		seen: mask.text(seen),
		means: verdict === 'differs' ? (finding.means ?? claim.means) : null,
		concerns: verdict === 'differs' ? claim.concerns : [],
		samples: verdict === 'as documented' ? [] : exchanges.slice(0, MOST_SAMPLES).map((one) => sampleOf(one, mask)),
	};
}

export const counted = (rows: readonly Row[], verdict: Verdict): number =>
	rows.filter((row) => row.verdict === verdict).length;

const weightOf = (row: Row): number => (row.means === null ? -1 : WEIGHTS.indexOf(row.means.weight));

/** Rows that differ, what endangers money first. */
export const differing = (rows: readonly Row[]): Row[] =>
	rows.filter(({ verdict }) => verdict === 'differs').sort((a, b) => weightOf(b) - weightOf(a));

/** The number of claims by verdict, in words. */
export const sums = (rows: readonly Row[]): string =>
	`Of ${rows.length} claims ${counted(rows, 'as documented')} are as documented, ${counted(rows, 'differs')} differ, ${counted(rows, 'not shown')} were not shown.`;

const ENOUGH_PERCENT = 80;

/** Claims that a run of its level and options could show, and how many of them it did. */
export function shownOf({ rows, level, listens }: Pick<Report, 'rows' | 'level' | 'listens'>): {
	shown: number;
	possible: number;
	enough: boolean;
} {
	const possible = rows.filter(
		(row) => LEVELS.indexOf(row.level) <= LEVELS.indexOf(level) && (listens || row.seen !== 'needs --webhook-url'),
	);
	const shown = possible.filter(({ verdict }) => verdict !== 'not shown').length;
	return { shown, possible: possible.length, enough: shown * 100 >= possible.length * ENOUGH_PERCENT };
}

/** Exit codes of the command. */
export const EXIT = { fine: 0, losesFunction: 1, noRun: 2, tooLittleShown: 3, endangersMoney: 4 } as const;

/** The exit code that says what a report found; differences that the package copes with count for nothing. */
export function exitCodeOf(report: Report): number {
	const heaviest = Math.max(-1, ...report.rows.map(weightOf));
	if (heaviest === WEIGHTS.indexOf('do not pay until this is known')) return EXIT.endangersMoney;
	if (report.endedBy !== null) return EXIT.noRun;
	if (heaviest === WEIGHTS.indexOf('loses a function')) return EXIT.losesFunction;
	return shownOf(report).enough ? EXIT.fine : EXIT.tooLittleShown;
}

/** Sums a report up in sentences. */
export function verdictOf(report: Report): string[] {
	const { rows, endedBy } = report;
	const { shown, possible, enough } = shownOf(report);
	const by = WEIGHTS.map((weight) => differing(rows).filter(({ means }) => means?.weight === weight).length);
	const [light = 0, middling = 0, heavy = 0] = by;
	const count = (number: number) => (number === 1 ? 'One difference' : `${number} differences`);
	return [
		...(heavy > 0
			? [`DO NOT PAY with this package yet: ${count(heavy).toLowerCase()} concern${heavy === 1 ? 's' : ''} money.`]
			: []),
		...(middling > 0 ? [`${count(middling)} cost${middling === 1 ? 's' : ''} a function.`] : []),
		...(light > 0 ? [`${count(light)} the package copes with.`] : []),
		...(by.every((number) => number === 0) ? ['Nothing differs.'] : []),
		...(endedBy === null ? [] : [`The run ended early: ${endedBy}.`]),
		`${shown} of the ${possible} claims were shown that this run could show${enough ? '' : ': too few to rely on'}.`,
	];
}

const ORDER: readonly Verdict[] = ['differs', 'not shown', 'as documented'];
/** A text as it fits a cell of a table. */
export const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');

function tableOf(rows: readonly Row[]): string[] {
	const sorted = [...rows].sort(
		(a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || weightOf(b) - weightOf(a),
	);
	return [
		'| Verdict | Claim | Seen | Documented |',
		'|---|---|---|---|',
		...sorted.map(
			({ claim, see, verdict, seen, means }) =>
				`| ${verdict}${means === null ? '' : `: **${means.weight}**`} | ${cell(claim)} | ${cell(seen)} | ${see} |`,
		),
		'',
	];
}

function sectionOf({ id, claim, seen, means, concerns, samples }: Row, withSamples: boolean): string[] {
	return [
		`### ${id}`,
		'',
		`**${means?.weight ?? ''}.** Expected: ${claim}. Seen: ${seen}.`,
		'',
		`For users: ${means?.sentence ?? ''}`,
		'',
		`Files that rest on it: ${concerns.map((file) => `\`${file}\``).join(', ')}.`,
		'',
		...(withSamples ? ['```json', JSON.stringify(samples, null, 2), '```', ''] : []),
	];
}

function pageOf(report: Report, withSamples: boolean): string {
	const { at, deployment, level, rows, messages, notes } = report;
	const sections = differing(rows).flatMap((row) => sectionOf(row, withSamples));
	return [
		"# Mavapay's interface, held against an account",
		'',
		`${deployment}, ${at.slice(0, 10)}, level \`${level}\`. ${sums(rows)}`,
		'',
		...verdictOf(report).map((one) => `- ${one}`),
		'',
		'A claim is a sentence of docs/reference/interface.md, which says there whether Mavapay documents it or whether it is inferred. Samples show the form of answers, never their values.',
		'',
		...notes.flatMap((note) => [note, '']),
		...(sections.length === 0 ? [] : ['## Differences', '', ...sections]),
		...(withSamples
			? []
			: ['Samples are left out here, since the page would be too long: they stand in `verify.json`.', '']),
		...(messages.length === 0
			? []
			: [
					"## Messages that aren't in the table of refusals",
					'',
					"Each refused a payment of this run. If you know of one that it always means that nothing was paid, it may be pasted into the option 'Also Refused':",
					'',
					'```',
					...messages,
					'```',
					'',
				]),
		'## All claims',
		'',
		...tableOf(rows),
	].join('\n');
}

/** The report as a page that fits an issue. */
export function markdownOf(report: Report): string {
	const whole = pageOf(report, true);
	return whole.length <= LONGEST ? whole : pageOf(report, false);
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
