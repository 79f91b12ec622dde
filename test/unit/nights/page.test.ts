/** The report by version: what nights add to it, and what its page says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../harness/sources';
import { parse } from 'yaml';
import { joined, page, PARTS, withRecords, type Kept, type PartRecord } from '../../../scripts/nights/page';

const NONE: Kept = { nights: [], found: [] };

const record = (more: Partial<PartRecord> = {}): PartRecord => ({
	part: 'worlds',
	version: '0.1.0',
	commit: 'a'.repeat(40),
	day: '2026-11-24',
	node: '24',
	seed: '20781000',
	seconds: 3_700,
	passed: 10,
	failed: 0,
	counts: { worlds: 1_500 },
	measured: [],
	failures: [],
	...more,
});
const bad = (more: Partial<PartRecord> = {}) =>
	record({ failed: 1, failures: ['pays once | whatever happens'], ...more });
const partsOf = ({ nights }: Kept) => nights.map(({ parts }) => Object.keys(parts));
const cured = (kept: Kept): Kept => ({
	...kept,
	found: kept.found.map((one) => ({ ...one, cured: 'Pay once (abc)' })),
});

it('joins the parts of a night, on each version of Node.js', () => {
	const kept = withRecords(NONE, [record(), record({ node: '20' }), record({ part: 'kills' })]);
	expect(partsOf(kept)).toEqual([['worlds on Node.js 24', 'worlds on Node.js 20', 'kills on Node.js 24']]);
});

it('keeps nights of other days, commits and seeds apart, in the order of their days', () => {
	const others = [record({ day: '2026-11-25' }), record({ commit: 'b'.repeat(40) }), record({ seed: '7' })];
	expect(withRecords(NONE, [...others, record()]).nights.map(({ day }) => day)).toEqual([
		'2026-11-24',
		'2026-11-24',
		'2026-11-24',
		'2026-11-25',
	]);
});

it('lets a part that is run again take the place of what it did', () => {
	const kept = withRecords(withRecords(NONE, [record()]), [record({ passed: 12 })]);
	expect(kept.nights.flatMap(({ parts }) => Object.values(parts)).map(({ passed }) => passed)).toEqual([12]);
});

describe('what failed', () => {
	it('is listed once, with its seed, until it is cured', () => {
		const kept = withRecords(NONE, [bad(), bad({ node: '20' }), bad({ day: '2026-11-25' })]);
		expect(kept.found).toEqual([
			{
				version: '0.1.0',
				day: '2026-11-24',
				seed: '20781000',
				part: 'worlds',
				node: '24',
				test: 'pays once | whatever happens',
				cured: null,
			},
		]);
	});

	it('is listed again where it comes back after it was cured, and not by the night that found it', () => {
		const kept = cured(withRecords(NONE, [bad()]));
		expect(withRecords(kept, [bad()]).found).toEqual(kept.found);
		expect(withRecords(kept, [bad({ day: '2026-11-25' })]).found.map(({ day }) => day)).toEqual([
			'2026-11-24',
			'2026-11-25',
		]);
	});

	it('stays cured where another copy does not know it yet', () => {
		const unknowing = withRecords(NONE, [bad(), bad({ part: 'kills', day: '2026-11-26' })]);
		const knowing = cured(withRecords(NONE, [bad()]));
		expect(joined(knowing, unknowing).found.map(({ part, cured: by }) => [part, by])).toEqual([
			['worlds', 'Pay once (abc)'],
			['kills', null],
		]);
		expect(joined(knowing, unknowing).nights).toHaveLength(2);
	});
});

describe('the page', () => {
	const kept = withRecords(NONE, [
		bad(),
		record({ part: 'kills', seconds: 100, counts: { kills: 45 } }),
		record({ version: '0.2.0', day: '2026-12-01', counts: { states: 1_234_567 }, seconds: 59 }),
		record({ version: '0.2.0', day: '2026-12-02', counts: {} }),
	]);
	const chapters = page(kept).split(/^## /m);

	it('has a chapter for each version, the newest first', () => {
		expect(chapters.slice(1).map((text) => text.split('\n')[0])).toEqual(['0.2.0', '0.1.0']);
	});

	it('sums what the nights of a version did, and leaves out what was not counted', () => {
		expect(chapters[1]).toContain('| Nights | 2, 2026-12-01 to 2026-12-02 |');
		expect(chapters[1]).toContain('| Hours | 1:02 |');
		expect(chapters[1]).toContain('| States of the models, searched completely | 1,234,567 |');
		expect(chapters[1]).not.toContain('SIGKILL');
		expect(chapters[2]).toContain('| Nights | 1, 2026-11-24 |');
		expect(chapters[2]).toContain('| Tests | 20 passed, 1 failed |');
		expect(chapters[2]).toContain('| Worlds, in which anything may go wrong | 1,500 |');
		expect(chapters[2]).toContain('| Kills of a real n8n while it paid (SIGKILL) | 45 |');
		expect(chapters[1]).not.toContain('Starts of n8n');
	});

	it('says which versions of n8n ran, and how often', () => {
		const ran = [
			record({ counts: { 'n8n 2.41.1': 1_200, 'n8n 3.2.2': 5 } }),
			record({ node: '20', counts: { 'n8n 2.8.4': 1, 'n8n 2.41.1': 34 } }),
		];
		expect(page(withRecords(NONE, ran))).toContain('| Starts of n8n, by version | 2.8.4: 1, 2.41.1: 1,234, 3.2.2: 5 |');
	});

	it('says what failed and whether it was cured, and that nothing did', () => {
		const row = '| 2026-11-24 | pays once \\| whatever happens | worlds on Node.js 24 | 20781000 |';
		expect(chapters[2]).toContain(`${row} **not yet** |`);
		expect(page(cured(kept))).toContain(`${row} Pay once (abc) |`);
		expect(chapters[1]).toContain('Nothing failed.');
		expect(chapters[2]).not.toContain('Nothing failed.');
	});

	it('lists each night with its parts, the last one first', () => {
		expect(chapters[2]).toContain(
			'| 2026-11-24 | aaaaaaaa | 20781000 | kills on Node.js 24, worlds on Node.js 24 | 1:03 | 20 | 1 |',
		);
		const [later = -1, earlier = -1] = ['| 2026-12-02 | aaaaaaaa', '| 2026-12-01 | aaaaaaaa'].map((text) =>
			(chapters[1] ?? '').indexOf(text),
		);
		expect(later).toBeGreaterThan(0);
		expect(earlier).toBeGreaterThan(later);
	});
});

it('has the values of the bench that have a target, of the last five nights, by version of Node.js', () => {
	const night = (day: number, node: string, value: number, what = 'one by one') =>
		record({
			...{ part: 'bench', day: `2026-11-0${day}`, node },
			measured: [{ what, value, target: '<= 1.2', met: value <= 1.2 }],
		});
	const kept = withRecords(NONE, [
		...[1, 2, 3, 4, 5, 6].map((day) => night(day, '20', 1 + day / 10)),
		night(6, '24', 1.1),
		night(5, '24', 7, 'gone'),
		record({ day: '2026-11-07' }),
	]);
	const rows = page(kept)
		.split('\n')
		.filter((line) => /^\| (What|one by one|gone) \| (Target|&lt;)/.test(line));
	expect(rows).toEqual([
		'| What | Target | 2026-11-06 | 2026-11-05 | 2026-11-04 | 2026-11-03 | 2026-11-02 |',
		'| one by one | &lt;= 1.2 | **1.6** / 1.1 | **1.5** | **1.4** | **1.3** | 1.2 |',
	]);
	expect(page(withRecords(NONE, [record()]))).not.toContain('### Speed');
});

it('says of each part of a night what it plays', () => {
	const nightly = readFileSync(join(projectFolder, '.github', 'workflows', 'nightly.yml'), 'utf8');
	const { jobs }: { jobs: { long: { strategy: { matrix: { part: string[] } } } } } = parse(nightly);
	const alone = Array.from(nightly.matchAll(/npm run test:long -- (\w+)$/gm), ([, part = '']) => part);
	expect(Object.keys(PARTS)).toEqual([...jobs.long.strategy.matrix.part, ...alone]);
	expect(alone).toEqual(['newest', 'image']);
});

it('is what stands in the documents, of what is kept beside it', () => {
	const folder = join(projectFolder, 'docs', 'why');
	const kept: Kept = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
	expect(kept.nights.length).toBeGreaterThan(0);
	expect(readFileSync(join(folder, 'report.md'), 'utf8')).toBe(page(kept));
});
