import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** The texts of a project's files, by path relative to the project's top folder, with `/` as separator. */
export type Sources = ReadonlyMap<string, string>;

export const projectFolder = resolve(__dirname, '..', '..');

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', 'reports', '.cache', '.git']);
/** The site's example pages, which each build of the site makes. */
const MADE = join('docs', 'examples');
const TEXT_LIMIT_BYTES = 5_000_000;

function* pathsBelow(folder: string): Generator<string> {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (NOT_OURS.has(entry.name) || path.endsWith(MADE)) continue;
		if (entry.isDirectory()) yield* pathsBelow(path);
		if (entry.isFile() && statSync(path).size < TEXT_LIMIT_BYTES) yield path;
	}
}

/** Reads every file of this project that is written by people. */
export function readProject(): Sources {
	const sources = new Map<string, string>();
	for (const path of pathsBelow(projectFolder)) {
		const name = relative(projectFolder, path).split(sep).join('/');
		sources.set(name, readFileSync(path, 'utf8'));
	}
	return sources;
}

/** The sources whose path matches a pattern. */
export function only(sources: Sources, pattern: RegExp): Sources {
	return new Map([...sources].filter(([path]) => pattern.test(path)));
}

/** The files that contain one of these texts, each with the text. */
export const withAnyOf = (sources: Sources, texts: readonly string[]): string[] =>
	[...sources].flatMap(([path, text]) =>
		texts.filter((wanted) => text.includes(wanted)).map((wanted) => `${path}: ${wanted}`),
	);
