/** Whatever is cited can be looked up: a place in this project's documents, that is there. */
import { absentFiles, anchorOf, anchorsIn, danglingCitations, foreignCitations } from './citations';
import { only, readProject, type Sources } from '../../harness/sources';

const project = readProject();
const written = only(project, /\.(ts|js|mjs|cjs|md|json|yml)$/);

/** These name on purpose what may not be cited, as examples. */
const ABOUT_CITATIONS = /^test\/unit\/house\/(citations|house)(\.test)?\.ts$/;

const citing = new Map([...written].filter(([path]) => !ABOUT_CITATIONS.test(path)));

const one = (path: string, text: string): Sources => new Map([[path, text]]);

describe('anchors', () => {
	it.each([
		['Beneficiary KES', 'beneficiary-kes'],
		['Transaction, looked up', 'transaction-looked-up'],
		['Unknown: requests', 'unknown-requests'],
		['`npm start`, and [more](x.md)', 'npm-start-and-more'],
	])('of %s is %s', (heading, anchor) => {
		expect(anchorOf(heading)).toBe(anchor);
	});

	it('are those of headings alone, each once', () => {
		expect([...anchorsIn('# A\n\n```sh\n# no heading\n```\n\n## B c\n### A\n#hash')]).toEqual(['a', 'b-c', 'a-1']);
	});
});

describe('citations', () => {
	const house = new Map([
		['docs/money.md', '# Money\n\n## References\n'],
		['nodes/a.ts', ''],
		['README.md', ''],
	]);

	it.each([
		['nodes/a.ts', '// docs/money.md#reference'],
		['nodes/a.ts', "const see = 'docs/monies.md';"],
		['docs/b.md', '[a](money.md#reference)'],
		['docs/b.md', '[a](../nodes/b.ts)'],
		['docs/money.md', '[a](#reference)'],
		['docs/b.md', 'see `docs/money.md#reference`'],
	])('catches in %s: %s', (path, text) => {
		expect(danglingCitations(one(path, text), house)).toHaveLength(1);
	});

	it.each([
		['nodes/a.ts', '// docs/money.md#references. And docs/money.md, too'],
		['docs/b.md', '[a](money.md#references), [b](../nodes/), [c](https://example.com/docs/x.md#y), [d](../README.md)'],
	])('allows in %s: %s', (path, text) => {
		expect(danglingCitations(one(path, text), house)).toEqual([]);
	});

	it('of files in code style are caught where no file ends so', () => {
		const named = one('docs/b.md', '`a.ts`, `nodes/a.ts`, `odes/a.ts`, `dist/b.js`, `npm x.ts`');
		expect(absentFiles(named, house)).toEqual(['docs/b.md: odes/a.ts']);
	});

	it('of files in code style lead somewhere in this project', () => {
		expect(absentFiles(citing, project)).toEqual([]);
	});

	it('in this project lead somewhere', () => {
		expect(danglingCitations(citing, project)).toEqual([]);
	});
});

describe('papers that are not in this project', () => {
	it.each([
		'/** Interface document 4.7 */',
		'// (service-facts 2.5)',
		'// contract 5.1',
		'// The contract, section 3',
		'// see design.md',
	])('are caught: %s', (line) => {
		expect(foreignCitations(one('nodes/a.ts', line))).toHaveLength(1);
	});

	it('are not what other words are', () => {
		expect(
			foreignCitations(
				one('nodes/a.ts', "// USDT's contracts on 5 networks; the contract 0xdAC1; docs/design.md#the-record"),
			),
		).toEqual([]);
	});

	it('are cited nowhere', () => {
		expect(citing.size).toBeGreaterThan(150);
		expect(foreignCitations(citing)).toEqual([]);
	});
});
