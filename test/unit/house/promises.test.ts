/** docs/why/promises.md names the test behind each promise, and behind each known way to lose money: they are there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, readProject } from '../../harness/sources';
import { testsNamedIn, testTitles, type NamedTest } from './testTitles';

const project = readProject();
const promises = project.get('docs/why/promises.md') ?? '';

function isThere({ path, title }: NamedTest): boolean {
	if (title === null) return existsSync(join(projectFolder, path));
	const text = project.get(path);
	return text !== undefined && testTitles(path, text).has(title);
}

describe('tests that a document names', () => {
	it('are found by file and title', () => {
		const named = testsNamedIn('| `test/a.test.ts` *pays once*, `test/b.test.ts`; `nodes/c.ts` |');
		expect(named).toEqual([
			{ path: 'test/a.test.ts', title: 'pays once' },
			{ path: 'test/b.test.ts', title: null },
		]);
	});

	it('are told by the titles in the source', () => {
		const titles = testTitles(
			'a.test.ts',
			"describe('a', () => { it.each([1])('b %s', () => run('c')); test(`d ${e}`, f); test.each<X>(rows)(\n'g', h); });",
		);
		expect([...titles].sort()).toEqual(['a', 'b %s', 'd ${e}', 'g']);
	});

	it('that are not there are noticed', () => {
		const path = 'test/unit/house/promises.test.ts';
		expect(isThere({ path, title: 'that are not there are noticed' })).toBe(true);
		expect(isThere({ path, title: 'that are not there' })).toBe(false);
		expect(isThere({ path: 'test/unit/house/nothing.test.ts', title: null })).toBe(false);
		expect(isThere({ path: 'test/unit/house/nothing.test.ts', title: 'a' })).toBe(false);
	});
});

describe('docs/why/promises.md', () => {
	const rows = promises.split('\n').filter((line) => /^\| (?!---|Promise |Tried |What went wrong )/.test(line));

	it('has a test in every row', () => {
		expect(rows.length).toBeGreaterThan(50);
		expect(rows.filter((row) => testsNamedIn(row).length === 0)).toEqual([]);
	});

	it('names tests that are there', () => {
		const named = testsNamedIn(promises);
		expect(named.filter((one) => !isThere(one))).toEqual([]);
	});

	it('names each known way to lose money with the title of a test', () => {
		const [, known = ''] = promises.split('\n## Known ways to lose money');
		expect(testsNamedIn(known).length).toBeGreaterThan(30);
		expect(testsNamedIn(known).filter(({ title }) => title === null)).toEqual([]);
	});
});
