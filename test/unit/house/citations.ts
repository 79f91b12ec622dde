/** Where code, tests and documents point to a place in this project's documents, and whether it is there. */
import { posix } from 'node:path';
import type { Sources } from '../../harness/sources';

/** The anchor that a heading gets on GitHub. */
export function anchorOf(heading: string): string {
	const text = heading
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.trim()
		.toLowerCase();
	return text.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
}

/** The anchors of a document: those of its headings, of which one that stands there again gets a number, and those that are written out. */
export function anchorsIn(markdown: string): Set<string> {
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

interface Citation {
	readonly path: string;
	/** As it stands in the text. */
	readonly cited: string;
	/** Path below the top folder. */
	readonly target: string;
	readonly anchor: string | undefined;
}

/** `docs/money.md#references` anywhere in a text. */
function* namedDocuments(path: string, text: string): Generator<Citation> {
	for (const [cited, target = '', anchor] of text.matchAll(/\b(docs\/[\w./-]+?\.md)(?:#([\w-]+))?/g)) {
		yield { path, cited, target, anchor };
	}
}

/** `[text](../docs/money.md#references)` in a document. */
function* links(path: string, text: string): Generator<Citation> {
	for (const [, cited = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
		if (/^[a-z]+:/i.test(cited)) continue;
		const [file = '', anchor] = cited.split('#');
		const target = file === '' ? path : posix.join(posix.dirname(path), file);
		yield { path, cited, target, anchor };
	}
}

function* citationsIn(path: string, text: string): Generator<Citation> {
	if (!path.endsWith('.md')) return yield* namedDocuments(path, text);
	// What links name is read as a link, whatever folder the document is in.
	yield* links(path, text);
	yield* namedDocuments(path, text.replace(/\]\([^)\s]+\)/g, ']'));
}

function exists(project: Sources, target: string): boolean {
	const folder = target.endsWith('/') ? target : `${target}/`;
	return project.has(target) || [...project.keys()].some((path) => path.startsWith(folder));
}

/** Citations that lead nowhere: no such file, or no such heading in it. */
export function danglingCitations(sources: Sources, project: Sources): string[] {
	const anchors = new Map<string, Set<string>>();
	const anchorsOf = (target: string): Set<string> => {
		const known = anchors.get(target) ?? anchorsIn(project.get(target) ?? '');
		anchors.set(target, known);
		return known;
	};
	return [...sources].flatMap(([path, text]) =>
		[...citationsIn(path, text)]
			.filter(
				({ target, anchor }) => !exists(project, target) || (anchor !== undefined && !anchorsOf(target).has(anchor)),
			)
			.map(({ cited }) => `${path}: ${cited}`),
	);
}

/** Papers that are not in this project. */
const FOREIGN = [
	/\binterface document\b/i,
	/\bservice-?facts\b/i,
	/\bservice-interface\b/i,
	/\bofficial(?:-types)?\.(?:md|txt)\b/i,
	/\bcontract(?:\.md)? \d+(?:\.\d+)*\b/i,
	/\bcontract(?:,| of the)? section\b/i,
	// A document of that name in docs/ is one of this project.
	/(?<![/(])\b(?:design|findings|review)\.md\b/i,
];

/** Citations of what a reader of this project cannot look up. */
export function foreignCitations(sources: Sources): string[] {
	return [...sources].flatMap(([path, text]) =>
		text
			.split('\n')
			.flatMap((line, index) =>
				FOREIGN.some((words) => words.test(line)) ? [`${path}:${index + 1} ${line.trim()}`] : [],
			),
	);
}

/** Source files that documents name in code style, such as `record/record.ts`, where no file ends so; what is built aside. */
export function absentFiles(sources: Sources, project: Sources): string[] {
	const paths = [...project.keys()];
	return [...sources].flatMap(([path, text]) => {
		if (!path.endsWith('.md')) return [];
		const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|mjs|js))`/g)].map(([, name = '']) => name);
		return named
			.filter((name) => !name.startsWith('dist/') && !paths.some((one) => `/${one}`.endsWith(`/${name}`)))
			.map((name) => `${path}: ${name}`);
	});
}
