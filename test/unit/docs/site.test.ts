/** The documentation site: each page is in one folder and in the menu; each promise is made once, outside docs/why. */
import { only, readProject } from '../../harness/sources';

const project = readProject();
const pages = only(project, /^docs\/.*\.md$/);
const contents = pages.get('docs/contents.md') ?? '';
const operations = pages.get('docs/reference/operations.md') ?? '';
const promises = pages.get('docs/why/promises.md') ?? '';

describe('the shelves', () => {
	const onShelves = [...pages.keys()].filter((path) => !/^docs\/(index|contents)\.md$/.test(path));

	it('are four, and hold every page', () => {
		expect(
			onShelves.filter((path) => !/^docs\/(start|how-to|reference|reference\/operations|why)\/[\w-]+\.md$/.test(path)),
		).toEqual([]);
		expect(new Set(onShelves.map((path) => path.split('/')[1])).size).toBe(4);
	});

	it('have no page twice', () => {
		const titles = [...pages.values()].map((text) => /^# (.+)$/m.exec(text)?.[1]);
		expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
	});

	it('are listed whole in docs/contents.md, of which the menu is made, and on the page of operations', () => {
		const listed = Array.from(contents.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm), ([, page]) => `docs/${page}`);
		const resources = Array.from(
			operations.matchAll(/^\| \[[^\]]+\]\(([\w/]+\.md)\)/gm),
			([, page]) => `docs/reference/${page}`,
		);
		expect([...listed, ...resources].sort()).toEqual(onShelves.sort());
	});
});

it('explains a field of several resources once, unless its label has two meanings', () => {
	const fields = only(project, /^docs\/reference\/operations\//);
	const rows = [...fields.values()].flatMap((page) => page.match(/^\| .+<br>`.+ \|$/gm) ?? []);
	const twice = rows.filter((row, at) => rows.indexOf(row) !== at);
	expect(twice.filter((row) => !/<br>`(bank|accountNumber)`/.test(row))).toEqual([]);
	expect(rows.length).toBeGreaterThan(100);
});

it('a message leads to the paragraph about it, not to a page', () => {
	const links = pages.get('docs/reference/errors.md')?.match(/\]\([^)]*\.md[^)]*\)/g) ?? [];
	expect(links.length).toBeGreaterThan(20);
	expect(links.filter((link) => !link.includes('#'))).toEqual([]);
});

describe('each promise', () => {
	const [table = ''] = /^\| Promise \|(?:.*\n)+?(?=\n)/m.exec(promises) ?? [];
	const rows = table.split('\n').slice(2).filter(Boolean);
	const places = rows.map((row) => /^\| \[.+?\]\(\.\.\/([\w/-]+\.md)#(promise-[\w-]+)\) \|/.exec(row));
	const promised = rows.map((row) => /^\| \[(.+?)\]\(/.exec(row)?.[1] ?? '');
	/** The first four letters of each longer word, so that *expect* and *expected* are equal. */
	const stemsOf = (text: string) =>
		new Set(
			text
				.toLowerCase()
				.match(/\p{L}{4,}/gu)
				?.map((word) => word.slice(0, 4)),
		);

	/** The pages with the promise's anchor, each with the sentence after the anchor. */
	const said = (anchor: string) =>
		[...pages].flatMap(([path, text]) =>
			Array.from(text.matchAll(new RegExp(`<a id="${anchor}"></a>(.*)`, 'g')), ([, words = '']) => ({ path, words })),
		);

	it('leads from docs/why/promises.md to where it is said', () => {
		expect(rows.length).toBeGreaterThan(35);
		expect(rows.filter((_, at) => places[at] === null)).toEqual([]);
	});

	it.each(places.map((place, at) => [place?.[2] ?? '', place?.[1] ?? '', promised[at] ?? '']))(
		'%s is said on one page: %s',
		(anchor, page, promise) => {
			const found = said(anchor);
			expect(found.map(({ path }) => path)).toEqual([`docs/${page}`]);
			expect(page).not.toMatch(/^why\//);
			const words = stemsOf(found[0]?.words ?? '');
			expect([...stemsOf(promise)].filter((stem) => words.has(stem)).length).toBeGreaterThanOrEqual(2);
		},
	);

	it('has a mark of its own, and no mark is without a promise', () => {
		const marks = [...pages.values()].flatMap((text) =>
			Array.from(text.matchAll(/<a id="(promise-[\w-]+)">/g), ([, mark]) => mark),
		);
		expect(marks.sort()).toEqual(places.map((place) => place?.[2]).sort());
	});
});
