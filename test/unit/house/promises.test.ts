/** The tests that docs/why/promises.md names for each promise, and for each known way to lose money, exist. */
import { readProject } from '../../harness/sources';

const project = readProject();
const promises = project.get('docs/why/promises.md') ?? '';
const [, knownLosses = ''] = promises.split('\n## Known ways to lose money');

/** Tests that a text names: the path `test/...` and the title in italics after it, or null for the whole file. */
const namedIn = (markdown: string) =>
	Array.from(markdown.matchAll(/`(test\/[^`]+)`(?: \*([^*\n]+)\*)?/g), ([, path = '', title = null]) => ({
		path,
		title,
	}));

/** Whether the file, or a file in the folder, contains the title. */
const isThere = ({ path, title }: { readonly path: string; readonly title: string | null }): boolean =>
	[...project].some(
		([file, text]) => file.startsWith(path) && (title === null || text.replaceAll('\\', '').includes(title)),
	);

it('a test that is not there is noticed', () => {
	const path = 'test/unit/record/settlement.test.ts';
	expect(namedIn(`| \`${path}\` *pays once*, \`${path}\`; \`nodes/c.ts\` |`).map(isThere)).toEqual([false, true]);
	expect(isThere({ path: 'test/unit/record/nothing.test.ts', title: null })).toBe(false);
});

it('every row has a test, and each known way to lose money has its title', () => {
	const rows = promises.split('\n').filter((line) => /^\| (?!---|Promise |Tried |Loss )/.test(line));
	expect(rows.length).toBeGreaterThan(50);
	expect(rows.filter((row) => namedIn(row).length === 0)).toEqual([]);
	expect(namedIn(knownLosses).length).toBeGreaterThan(30);
	expect(namedIn(knownLosses).filter(({ title }) => title === null)).toEqual([]);
});

it('every test that is named is there', () => {
	expect(namedIn(promises).filter((one) => !isThere(one))).toEqual([]);
});
