/** The shelves and their pages, as docs/index.md lists them. */

/**
 * @param {string} index the text of docs/index.md
 * @returns {{ text: string, items: { text: string, link: string }[] }[]}
 */
export function shelvesIn(index) {
	const [, ...shelves] = index.split(/^## /m);
	return shelves.map((shelf) => ({
		text: /** @type {RegExpExecArray} */ (/^.+$/m.exec(shelf))[0],
		items: Array.from(shelf.matchAll(/^- \[([^\]]+)\]\(([^)]+)\.md\)/gm), ([, text = '', page = '']) => ({
			text,
			link: `/${page}`,
		})),
	}));
}
