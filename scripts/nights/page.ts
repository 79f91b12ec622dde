/** The report by version: what the nights did, found and cured. */

/** A value that the bench compares with its target, as `test/bench/report.ts` has it. */
export interface Measured {
	readonly what: string;
	readonly value: number;
	readonly target: string;
	readonly met: boolean;
}

/** One part of `npm run test:long` on one machine, as `record.mjs` writes it down. */
export interface PartRecord {
	readonly part: string;
	readonly version: string;
	readonly commit: string;
	/** As `2026-11-24`. */
	readonly day: string;
	/** The major version of Node.js. */
	readonly node: string;
	readonly seed: string;
	readonly seconds: number;
	readonly passed: number;
	readonly failed: number;
	readonly counts: Readonly<Record<string, number>>;
	/** Of the bench: what has a target. */
	readonly measured: readonly Measured[];
	/** Titles of the tests that failed. */
	readonly failures: readonly string[];
}

type Done = Pick<PartRecord, 'seconds' | 'passed' | 'failed' | 'counts' | 'measured'>;

export interface Night extends Pick<PartRecord, 'version' | 'commit' | 'day' | 'seed'> {
	/** By part and version of Node.js, such as `kills on Node.js 24`. */
	readonly parts: Readonly<Record<string, Done>>;
}

export interface Finding extends Pick<PartRecord, 'version' | 'day' | 'seed' | 'part' | 'node'> {
	readonly test: string;
	/** A sentence of who cured it, with the commit; null until then. */
	readonly cured: string | null;
}

/** All that is kept: docs/why/report.json. */
export interface Kept {
	readonly nights: readonly Night[];
	readonly found: readonly Finding[];
}

const nightKey = ({ day, commit, seed }: Night) => [day, commit, seed].join(' ');
const findingKey = ({ version, day, part, node, test }: Finding) => [version, day, part, node, test].join(' ');

/** Nights of two places by day; where both have a part, the first one's stays. */
function nightsOf(first: readonly Night[], second: readonly Night[]): Night[] {
	const nights = new Map<string, Night>();
	for (const night of [...second, ...first]) {
		const key = nightKey(night);
		nights.set(key, { ...night, parts: { ...nights.get(key)?.parts, ...night.parts } });
	}
	return [...nights.values()].sort((one, other) => one.day.localeCompare(other.day));
}

/** Joins two copies of what is kept. What was cured is said in the first one. */
export function joined(first: Kept, second: Kept): Kept {
	const known = new Set(first.found.map(findingKey));
	return {
		nights: nightsOf(first.nights, second.nights),
		found: [...first.found, ...second.found.filter((one) => !known.has(findingKey(one)))],
	};
}

/**
 * Adds the records of a night. A part that is run again takes the place of what it did before; a test that fails again
 * is listed again only once it was cured.
 */
export const withRecords = (kept: Kept, records: readonly PartRecord[]): Kept => records.reduce(withRecord, kept);

function withRecord(kept: Kept, record: PartRecord): Kept {
	const { nights, found } = nightOf(record);
	const isListed = ({ version, part, test, day }: Finding) =>
		kept.found.some(
			(known) =>
				known.version === version &&
				known.part === part &&
				known.test === test &&
				(known.cured === null || known.day >= day),
		);
	return { nights: nightsOf(nights, kept.nights), found: [...kept.found, ...found.filter((one) => !isListed(one))] };
}

function nightOf({ part, node, seconds, passed, failed, counts, measured, failures, ...night }: PartRecord): Kept {
	const { version, commit, day, seed } = night;
	const parts = { [`${part} on Node.js ${node}`]: { seconds, passed, failed, counts, measured } };
	return {
		nights: [{ version, commit, day, seed, parts }],
		found: failures.map((test) => ({ version, day, seed, part, node, test, cured: null })),
	};
}

/** How many nights a version shows one by one; its sums are of all. */
const SHOWN = 30;

/** The counts by name, with their words on the page and in its order. */
const COUNTS: ReadonlyArray<readonly [string, string]> = [
	['examples', 'Examples of properties'],
	['worlds', 'Worlds, in which anything may go wrong'],
	['small worlds', 'Small worlds, played completely'],
	['states', 'States of the models, searched completely'],
	['kills', 'Kills of a real n8n while it paid (SIGKILL)'],
];

const grouped = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
const hours = (seconds: number) =>
	`${Math.floor(seconds / 3_600)}:${String(Math.floor((seconds % 3_600) / 60)).padStart(2, '0')}`;
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ');
const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>) =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

/** Sums of all parts of some nights. */
function sumOfNights(nights: readonly Night[]): Omit<Done, 'measured'> {
	const all = nights.flatMap(({ parts }) => Object.values(parts));
	const counts: Record<string, number> = {};
	for (const done of all)
		for (const [what, number] of Object.entries(done.counts)) counts[what] = (counts[what] ?? 0) + number;
	const sum = (key: 'seconds' | 'passed' | 'failed') => all.reduce((total, done) => total + done[key], 0);
	return { seconds: sum('seconds'), passed: sum('passed'), failed: sum('failed'), counts };
}

/** The versions of n8n that were started, each with how often: `scripts/n8n/boot.mjs` counts them as `n8n 2.41.1`. */
function startedN8n(counts: Done['counts']): string[][] {
	const versions = Object.keys(counts).flatMap((what) => /^n8n (\S+)$/.exec(what)?.[1] ?? []);
	const sorted = versions.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
	const told = sorted.map((version) => `${version}: ${grouped(counts[`n8n ${version}`] ?? 0)}`);
	return told.length === 0 ? [] : [['Starts of n8n, by version', told.join(', ')]];
}

/** The parts of a night: .github/workflows/nightly.yml names them, scripts/test.mjs has their stages. */
export const PARTS: Readonly<Record<string, string>> = {
	properties: '100,000 examples of each property; 10,000 worlds held against the models of the record',
	model: 'the models of the record, searched completely, and each fault planted in them',
	worlds:
		'small worlds, completely, with one to three things going wrong; by day none or one, and none of those with two executions in opposite order, a repeat that is allowed, or two tool nodes',
	products:
		'every fault with every payment and mode; every bad value in every field; every form of an answer; more approvals, late lists and forgeries than by day',
	verify: 'all that is planted for `npm run verify`',
	n8n: 'kills, queue mode and budgets on a real n8n, at length',
	others:
		'the oldest n8n, states of an install, Engine 2.0, canvases, newcomer and approvers, a rehearsed release, the crash test',
	hard: 'all suites on a real n8n, against a sandbox as hard as the world',
	site: 'the documents in a browser',
	bench: 'the quick bench',
	soak: 'half an hour at a steady rate',
	newest: "all suites by day on npm's newest n8n",
	image: 'payouts, examples, the trigger and a reviewed agent on the newest n8n 3, in its image',
};

/** The page docs/why/report.md. */
export function page(kept: Kept): string {
	const versions = [...new Set(kept.nights.map(({ version }) => version))].reverse();
	return [
		'# Report by version',
		'',
		'Every night the long runs play what a change has no time for: `npm run test:long`, on Node.js 20 and 24; a change is tried on 20, 22 and 24, which are the ones that `engines` names. They write this page themselves, good or bad. Nobody takes a night out; what failed stays here with its seed, and beside it the change that cured it.',
		'',
		table(['Part', 'What it plays'], Object.entries(PARTS)),
		'',
		'A night that shows few parts was cut short, or run by hand. Hours are those of machines, one for each part. `PROPERTY_SEED` with the seed of a night plays it again, on its commit.',
		'',
		...versions.flatMap((version) => chapter(version, kept)),
	].join('\n');
}

/** How many nights stand beside each other in the table of speed. */
const COMPARED = 5;

/** Values of the bench by night, the last one first, those of one night by version of Node.js; empty where there are none. */
function speed(nights: readonly Night[]): string[] {
	const measured = nights
		.map(({ day, parts }) => {
			const runs = Object.keys(parts).sort();
			return { day, values: runs.flatMap((run) => parts[run]?.measured ?? []) };
		})
		.filter(({ values }) => values.length > 0)
		.slice(-COMPARED)
		.reverse();
	const [last] = measured;
	if (last === undefined) return [];
	const rows = [...new Map(last.values.map((one) => [one.what, one.target]))].map(([what, target]) => [
		what,
		target,
		...measured.map(({ values }) =>
			values
				.filter((one) => one.what === what)
				.map(({ value, met }) => (met ? String(value) : `**${value}**`))
				.join(' / '),
		),
	]);
	const about =
		'The quick bench, on Node.js 20 / 24. What misses its target is bold; how it is measured: [bench.md](bench.md).';
	return ['### Speed', '', about, '', table(['What', 'Target', ...measured.map(({ day }) => day)], rows), ''];
}

function chapter(version: string, kept: Kept): string[] {
	const nights = kept.nights.filter((night) => night.version === version);
	const found = kept.found.filter((finding) => finding.version === version);
	const { seconds, passed, failed, counts } = sumOfNights(nights);
	const days = nights.map(({ day }) => day);
	const [first = '', last = ''] = [days[0], days[days.length - 1]];
	const done = COUNTS.flatMap(([what, label]) => (counts[what] ? [[label, grouped(counts[what])]] : []));
	const counted = [
		['Nights', `${grouped(new Set(days).size)}, ${first === last ? first : `${first} to ${last}`}`],
		['Hours', hours(seconds)],
		['Tests', `${grouped(passed)} passed, ${grouped(failed)} failed`],
		...done,
		...startedN8n(counts),
	];
	return [
		`## ${version}`,
		'',
		table(['What', 'How much'], counted),
		'',
		'### Found and cured',
		'',
		found.length === 0
			? 'Nothing failed.'
			: table(
					['Night', 'Test', 'Part', 'Seed', 'Cured'],
					found.map(({ day, test, part, node, seed, cured }) => [
						day,
						test,
						`${part} on Node.js ${node}`,
						seed,
						cured ?? '**not yet**',
					]),
				),
		'',
		...speed(nights),
		'### Nights',
		'',
		table(['Night', 'Commit', 'Seed', 'Parts', 'Hours', 'Passed', 'Failed'], nights.slice(-SHOWN).reverse().map(line)),
		'',
	];
}

function line(night: Night): string[] {
	const { seconds, passed, failed } = sumOfNights([night]);
	const parts = Object.keys(night.parts).sort().join(', ');
	return [night.day, night.commit.slice(0, 8), night.seed, parts, hours(seconds), grouped(passed), grouped(failed)];
}
