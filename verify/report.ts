import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { LEVELS, type Claim, type Level } from './claim';
import { WEIGHTS, type Finding, type Meaning, type Verdict, type Weight } from './finding';
import { sampleOf, type Mask, type Sample } from './redact';

/** One claim in a report; it contains nothing from the account. */
export interface Row {
	readonly id: string;
	readonly claim: string;
	readonly see: string;
	readonly level: Level;
	readonly verdict: Verdict;
	readonly seen: string;
	/** The consequence for users; null unless the claim differs. */
	readonly means: Meaning | null;
	/** Files of this project that depend on the claim, if it differs. */
	readonly concerns: readonly string[];
	readonly samples: readonly Sample[];
}

/** The result of a run. */
export interface Outcome {
	readonly rows: readonly Row[];
	/** Messages that only refused payments have and that the nodes don't know yet. */
	readonly messages: readonly string[];
	/** Why the run ended before its last claim; null if it didn't. */
	readonly endedBy: string | null;
}

export interface Report extends Outcome {
	/** When the run began, as ISO time. */
	readonly at: string;
	readonly deployment: string;
	readonly level: Level;
	readonly listens: boolean;
	readonly notes: readonly string[];
}

const MOST_SAMPLES = 3;
/** GitHub's limit for an issue is 65,536 characters. */
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

const weightOf = (row: Row): number => (row.means === null ? -1 : WEIGHTS.indexOf(row.means.weight));

/** Rows that differ, dangers to money first. */
export const differing = (rows: readonly Row[]): Row[] =>
	rows.filter(({ verdict }) => verdict === 'differs').sort((a, b) => weightOf(b) - weightOf(a));

const ENOUGH_PERCENT = 80;

/** How many claims this run could settle, given its level and options, and how many it did settle. */
export function shownOf({ rows, level, listens }: Pick<Report, 'rows' | 'level' | 'listens'>) {
	const possible = rows.filter(
		(row) => LEVELS.indexOf(row.level) <= LEVELS.indexOf(level) && (listens || row.seen !== 'needs --webhook-url'),
	);
	const shown = possible.filter(({ verdict }) => verdict !== 'not shown').length;
	return { shown, possible: possible.length, enough: shown * 100 >= possible.length * ENOUGH_PERCENT };
}

/** Exit codes of the command. */
export const EXIT = { fine: 0, losesFunction: 1, noRun: 2, tooLittleShown: 3, endangersMoney: 4 } as const;

/** The exit code for a report; differences that the package handles don't count. */
export function exitCodeOf(report: Report): number {
	const heaviest = Math.max(-1, ...report.rows.map(weightOf));
	if (heaviest === WEIGHTS.indexOf('do not pay until this is known')) return EXIT.endangersMoney;
	if (report.endedBy !== null) return EXIT.noRun;
	if (heaviest === WEIGHTS.indexOf('breaks a feature')) return EXIT.losesFunction;
	return shownOf(report).enough ? EXIT.fine : EXIT.tooLittleShown;
}

/** Beginnings of sentences that count the differences of each weight, heaviest first. */
const COUNTED: ReadonlyArray<readonly [Weight, string]> = [
	['do not pay until this is known', 'DO NOT PAY with this package yet. Differences that concern money'],
	['breaks a feature', 'Differences that break a feature'],
	['handled', 'Differences that the package handles'],
];

/** The report's summary, as sentences. */
export function verdictOf(report: Report): string[] {
	const { rows, endedBy } = report;
	const { shown, possible, enough } = shownOf(report);
	const differences = COUNTED.flatMap(([weight, sentence]) => {
		const { length } = differing(rows).filter(({ means }) => means?.weight === weight);
		return length === 0 ? [] : [`${sentence}: ${length}.`];
	});
	return [
		...(differences.length === 0 ? ['Nothing differs.'] : differences),
		...(endedBy === null ? [] : [`The run ended early: ${endedBy}.`]),
		`This run could settle ${possible} claims, and settled ${shown}${enough ? '' : ': too few to rely on'}.`,
	];
}

/** Headings of tables, by verdict. */
export const HEADINGS: ReadonlyArray<readonly [Verdict, string]> = [
	['as documented', 'Shown'],
	['differs', 'Refuted'],
	['not shown', 'Not seen'],
];

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');

/** A sentence with the number of claims for each verdict. */
export const sums = (rows: readonly Row[]): string => {
	const counts = HEADINGS.map(([verdict, heading]) => {
		const { length } = rows.filter((row) => row.verdict === verdict);
		return `${length} ${heading.toLowerCase()}`;
	});
	return `Of ${rows.length} claims: ${counts.join(', ')}.`;
};

/** A claim's name in tables. It has the claim's sentence, so that a result for an older sentence doesn't match. */
export const nameOf = ({ id, says }: Pick<Claim, 'id' | 'says'>): string => `\`${id}\`: ${cell(says)}`;

/** The rows in a table for each verdict. */
export const tablesOf = (rows: readonly Row[]): string[] =>
	HEADINGS.flatMap(([verdict, heading]) => {
		const lines = rows
			.filter((row) => row.verdict === verdict)
			.map(({ id, claim, seen, means }) => {
				const weight = means === null ? '' : `**${means.weight}**: `;
				return `| ${nameOf({ id, says: claim })} | ${weight}${cell(seen)} |`;
			});
		return lines.length === 0 ? [] : [`## ${heading}`, '', '| Claim | Seen |', '|---|---|', ...lines, ''];
	});

function sectionOf({ id, claim, seen, means, concerns, samples }: Row, withSamples: boolean): string[] {
	return [
		`### ${id}`,
		'',
		`**${means?.weight ?? ''}.** Expected: ${claim}. Seen: ${seen}.`,
		'',
		`For users: ${means?.sentence ?? ''}`,
		'',
		`Files that depend on it: ${concerns.map((file) => `\`${file}\``).join(', ')}.`,
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
		'Claims are sentences of docs/reference/interface.md, where you see if Mavapay documents them or if they are inferred. Samples show the form of answers, never their values.',
		'',
		...notes.flatMap((note) => [note, '']),
		...(sections.length === 0 ? [] : ['## Differences', '', ...sections]),
		...(withSamples ? [] : ['Samples are only in `verify.json`, because this page would be too long with them.', '']),
		...(messages.length === 0
			? []
			: [
					"## Messages that aren't in the table of refusals",
					'',
					"Each of these refused a payment of this run. If you know that one always means that nothing was paid, you can add it to the option 'Also Refused':",
					'',
					'```',
					...messages,
					'```',
					'',
				]),
		...tablesOf(rows),
	].join('\n');
}

/** The report as a page that fits in an issue. */
export function markdownOf(report: Report): string {
	const whole = pageOf(report, true);
	return whole.length <= LONGEST ? whole : pageOf(report, false);
}

/** Writes the report as Markdown and JSON, and returns the paths. */
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
