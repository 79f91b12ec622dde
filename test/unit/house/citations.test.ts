/** Links of documents, and documents that code names, lead to a file of this project and to a heading in it. */
import { posix } from 'node:path';
import { only, readProject, type Sources } from '../../harness/sources';

const project = readProject();

/** The anchor that a heading gets on GitHub. */
const anchorOf = (heading: string): string =>
	heading
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_ -]/gu, '')
		.replaceAll(' ', '-');

/** The anchors of a document: its headings (a repeated heading gets a number) and its `<a id>` marks. */
function anchorsIn(markdown: string): Set<string> {
	const anchors = new Set<string>();
	const prose = markdown.replace(/^```[^]*?^```/gm, '');
	for (const [, heading = ''] of prose.matchAll(/^#{1,6} +(.+?)\s*#*$/gm)) {
		const anchor = anchorOf(heading);
		let own = anchor;
		for (let again = 1; anchors.has(own); again += 1) own = `${anchor}-${again}`;
		anchors.add(own);
	}
	for (const [, id = ''] of prose.matchAll(/<a id="([\w-]+)">/g)) anchors.add(id);
	return anchors;
}

/** Paths from the project's folder: of links in a document, and of names such as `docs/b.md#c` in any text. */
function citedIn(path: string, text: string): string[] {
	const links = path.endsWith('.md') ? [...text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/gi)] : [];
	const linked = links.map(([, link = '']) =>
		link.startsWith('#') ? `${path}${link}` : posix.join(posix.dirname(path), link),
	);
	const named = text.replace(/\]\([^)\s]+\)/g, ']').match(/\bdocs\/[\w./-]+?\.md(?:#[\w-]+)?/g);
	return [...linked, ...(named ?? [])];
}

/** Citations that lead nowhere: there is no such file or folder, or no such heading in it. */
function dangling(sources: Sources, house: Sources): string[] {
	const paths = [...house.keys()];
	const leads = (cited: string): boolean => {
		const [file = '', anchor] = cited.split('#');
		const text = house.get(file);
		if (text === undefined) return paths.some((path) => path.startsWith(file.replace(/\/?$/, '/')));
		return anchor === undefined || anchorsIn(text).has(anchor);
	};
	return [...sources].flatMap(([path, text]) =>
		citedIn(path, text)
			.filter((cited) => !leads(cited))
			.map((cited) => `${path}: ${cited}`),
	);
}

const house = new Map([
	['docs/money.md', '# Money\n\n```sh\n# no heading\n```\n\n## References, `a`\n\n## Money\n<a id="mark"></a>Said.'],
	['nodes/a.ts', ''],
]);

it.each([
	['nodes/a.ts', '// docs/money.md#references'],
	['nodes/a.ts', "const see = 'docs/monies.md';"],
	['docs/b.md', '[a](money.md#no-heading)'],
	['docs/b.md', '[a](../nodes/b.ts)'],
	['docs/money.md', '[a](#reference)'],
	['docs/b.md', 'see `docs/money.md#reference`'],
])('a citation that leads nowhere is caught in %s: %s', (path, text) => {
	expect(dangling(new Map([[path, text]]), house)).toHaveLength(1);
});

it('a citation that leads somewhere is not', () => {
	const text =
		'[a](money.md#references-a), [b](../nodes/), [c](https://example.com/docs/x.md#y), docs/money.md#money-1';
	expect(dangling(new Map([['docs/b.md', `${text} [d](money.md#mark)`]]), house)).toEqual([]);
});

it('every citation of this project leads somewhere', () => {
	const citing = new Map(only(project, /\.(ts|js|mjs|cjs|md|json|yml)$/));
	citing.delete('test/unit/house/citations.test.ts');
	expect(citing.size).toBeGreaterThan(150);
	expect(dangling(citing, project)).toEqual([]);
});
