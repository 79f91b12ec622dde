import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** The files of a project: path below its top folder, with `/`, and text. */
export type Sources = ReadonlyMap<string, string>;

export const projectFolder = resolve(__dirname, '..', '..');

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', 'reports', '.cache', '.git']);
/** The site's pages of examples, made whenever it is built. */
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

/** Every file of this project that is written by people, read once. */
export function readProject(): Sources {
	const sources = new Map<string, string>();
	for (const path of pathsBelow(projectFolder)) {
		const name = relative(projectFolder, path).split(sep).join('/');
		sources.set(name, readFileSync(path, 'utf8'));
	}
	return sources;
}

/** The sources whose path a pattern matches. */
export function only(sources: Sources, pattern: RegExp): Sources {
	return new Map([...sources].filter(([path]) => pattern.test(path)));
}

/** The files in which one of these texts stands, with the text. */
export const withAnyOf = (sources: Sources, texts: readonly string[]): string[] =>
	[...sources].flatMap(([path, text]) =>
		texts.filter((wanted) => text.includes(wanted)).map((wanted) => `${path}: ${wanted}`),
	);
