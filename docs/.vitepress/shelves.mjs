/** The shelves and their pages, as docs/contents.md lists them. */

/**
 * @param {string} index the text of docs/contents.md
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

/**
 * The shelves with the pages of operations, one for each resource, folded below the page that lists them.
 *
 * @param {{ text: string, items: { text: string, link: string }[] }[]} shelves
 * @param {string} operations the text of docs/reference/operations.md
 */
export function withOperations(shelves, operations) {
	const pages = Array.from(operations.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\.md\)/gm), ([, text = '', page = '']) => ({
		text,
		link: `/reference/${page}`,
	}));
	return shelves.map(({ text, items }) => ({
		text,
		items: items.map((item) =>
			item.link === '/reference/operations' ? { ...item, collapsed: true, items: pages } : item,
		),
	}));
}
