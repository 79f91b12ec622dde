/** Changes to the text of a source file, made at places that every file of its kind has. */

/** Finds the line that starts with `start`, and puts `added` before the next line that starts with `line`. */
export function insertedBefore(text: string, start: string, line: string, added: string): string {
	const from = text.startsWith(start) ? 0 : text.indexOf(`\n${start}`) + 1;
	const found = text.startsWith(start) || from > 0;
	const at = text.indexOf(`\n${line}`, from) + 1;
	if (!found || at === 0) throw new Error(`There is no "${line}" behind "${start}"`);
	return `${text.slice(0, at)}${added}${text.slice(at)}`;
}

/** The text with an element added at the end of the list or object whose first line starts with `start`. */
export function withElement(text: string, start: string, element: string): string {
	const close = /\[$/.test(start) ? '];' : '}';
	return insertedBefore(text, start, close, `${element}\n`);
}

/** The text with more names imported from a module, next to those already imported from it. */
export function withImport(text: string, from: string, names: readonly string[]): string {
	const known = new RegExp(`^import \\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}';$`, 'm').exec(text);
	if (known) {
		const [whole, list = ''] = known;
		const had = list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
		const all = [...had.filter((name) => !/^type /.test(name)), ...names.filter((name) => !had.includes(name))];
		const types = had.filter((name) => /^type /.test(name));
		return text.replace(whole, `import { ${[...all, ...types].join(', ')} } from '${from}';`);
	}
	const added = `import { ${names.join(', ')} } from '${from}';`;
	const lines = text.split('\n');
	const folder = from.slice(0, from.lastIndexOf('/') + 1);
	const beside = lines.map((line) => line.startsWith('import ') && line.includes(`'${folder}`)).lastIndexOf(true);
	const first = lines.findIndex((line) => line.startsWith('import '));
	const at = beside >= 0 ? beside + 1 : Math.max(first, 0);
	return [...lines.slice(0, at), added, ...lines.slice(at)].join('\n');
}

/** The text with a line added after the last line that begins with a word: the first of `words` that begins a line. */
export function withLineBehind(text: string, words: readonly string[], added: string): string {
	const lines = text.split('\n');
	const places = words.map((word) => lines.map((line) => line.startsWith(word)).lastIndexOf(true));
	const at = places.find((place) => place >= 0);
	if (at === undefined) throw new Error(`No line begins with ${words.join(' or ')}`);
	return [...lines.slice(0, at + 1), added, ...lines.slice(at + 1)].join('\n');
}
