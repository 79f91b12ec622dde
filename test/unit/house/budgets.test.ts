/**
 * How large each room of the code and each shelf of the documents may be. A number is raised only in the commit that
 * says why it has to be, and lowered when something went.
 */
import { only, readProject, type Sources } from '../../harness/sources';

/** Lines of TypeScript in each room of `nodes`. */
const LINES: Readonly<Record<string, number>> = {
	'nodes/Mavapay': 5_545,
	'nodes/MavapayTrigger': 1_270,
	'nodes/core/domain': 6_134,
	'nodes/core/files': 696,
	'nodes/core/n8n': 1_854,
	'nodes/core/operation': 2_650,
	'nodes/core/payout': 4_056,
	'nodes/core/record': 1_631,
	'nodes/core/service': 1_045,
};

/** Words of each shelf of `docs`, without what is generated, and of what a newcomer to the code reads. */
const WORDS: Readonly<Record<string, number>> = {
	'CONTRIBUTING.md': 2_183,
	'docs/how-to': 9_250,
	'docs/reference': 25_900,
	'docs/start': 972,
	'docs/why': 21_700,
};

const GENERATED = /^docs\/(reference\/operations(\/\w+)?|why\/report)\.md$/;
/** Parts of a page that a command writes. */
const GENERATED_PARTS = /<!-- from [\w ]+ -->[^]*?<!-- to here -->/g;

const project = readProject();
const typescript = only(project, /^nodes\/.*\.ts$/);
const documents = only(project, /^(docs\/[^/]+\/.*|CONTRIBUTING)\.md$/);

type Count = (text: string) => number;
const linesOf: Count = (text) => text.split('\n').length - 1;
const wordsOf: Count = (text) => text.split(/\s+/).filter((word) => word !== '').length;

/** The places that have more than their budget, and those that have none, each with what it has. */
function over(budgets: Readonly<Record<string, number>>, sources: Sources, count: Count): string[] {
	const sums = new Map<string, number>();
	for (const [path, text] of sources) {
		const place = Object.keys(budgets).find((one) => path === one || path.startsWith(`${one}/`)) ?? path;
		sums.set(place, (sums.get(place) ?? 0) + count(text));
	}
	const most = (place: string) => budgets[place] ?? 0;
	return [...sums]
		.filter(([place, sum]) => sum > most(place))
		.map(([place, sum]) => `${place}: ${sum} of ${most(place)}`);
}

it('catches a room that grew, and a file in none', () => {
	const tree = new Map([
		['nodes/a/one.ts', 'a\nb\n'],
		['nodes/a/two.ts', 'c\n'],
		['nodes/b.ts', 'd\n'],
	]);
	expect(over({ 'nodes/a': 3 }, tree, linesOf)).toEqual(['nodes/b.ts: 1 of 0']);
	expect(over({ 'nodes/a': 2 }, tree, linesOf)).toEqual(['nodes/a: 3 of 2', 'nodes/b.ts: 1 of 0']);
	expect(wordsOf(' one  two\nthree ')).toBe(3);
	expect('one <!-- from the bench -->\n| two |\n<!-- to here --> three'.replace(GENERATED_PARTS, '')).toBe(
		'one  three',
	);
});

it('each room of `nodes` keeps to its lines', () => {
	expect(over(LINES, typescript, linesOf)).toEqual([]);
});

it('each shelf of `docs`, and CONTRIBUTING.md, keep to their words', () => {
	const byHand = [...documents].filter(([path]) => !GENERATED.test(path));
	const written = new Map(byHand.map(([path, text]) => [path, text.replace(GENERATED_PARTS, '')]));
	expect(over(WORDS, written, wordsOf)).toEqual([]);
});
