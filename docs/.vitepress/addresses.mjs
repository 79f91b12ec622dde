/** The addresses of the site's pages and of what stands on them. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The anchor that a heading gets on GitHub, so that a link leads to the same place there and here. @param {string} heading */
export const anchorOf = (heading) =>
	heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_ -]/gu, '')
		.replaceAll(' ', '-');

/** A row of a table that begins with code, such as a cause or a message: its anchor, cut where it gets long. @param {string} cell */
export const anchorOfRow = (cell) => anchorOf(cell).slice(0, 60);

/**
 * Where a link of a page leads: within the site it stays as it is, to an example to its page, to other files of the project it leads to GitHub.
 *
 * @param {string} href
 * @param {string} page path of the page that has the link
 * @param {{ checkout: string, repository: string }} project
 */
export function addressOf(href, page, { checkout, repository }) {
	if (/^([a-z]+:|#|\/)/i.test(href)) return href;
	const [file = '', anchor] = href.split('#');
	const target = join(dirname(page), file);
	const within = relative(join(checkout, 'docs'), target).split(sep).join('/');
	if (within.endsWith('.md') && !within.startsWith('..') && existsSync(target)) return href;
	const path = relative(checkout, target).split(sep).join('/');
	if (path.startsWith('..')) return href;
	if (path === 'examples/README.md') return `/examples/${anchor?.replace(/json.*/, '') ?? 'which-example'}`;
	const kind = file.endsWith('/') ? 'tree' : 'blob';
	return `${repository}/${kind}/main/${path}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Gives links their addresses, and rows that begin with code an anchor of their own. */
export function withAddresses(project) {
	return (/** @type {import('markdown-it')} */ md) => {
		md.core.ruler.push('addresses', ({ env, tokens }) => {
			for (const { children } of tokens)
				for (const one of children ?? []) {
					if (one.type === 'link_open') one.attrSet('href', addressOf(one.attrGet('href') ?? '', env.path, project));
					// An expression of n8n's in a sentence is not one of the site's.
					if (one.type === 'code_inline') one.attrSet('v-pre', '');
				}
			const taken = new Set();
			tokens.forEach((row, index) => {
				const cell = tokens[index + 2];
				if (row.type !== 'tr_open' || cell?.children?.[0]?.type !== 'code_inline') return;
				const anchor = anchorOfRow(cell.children.map(({ content }) => content).join(''));
				if (!taken.has(anchor)) row.attrSet('id', anchor);
				taken.add(anchor);
			});
		});
	};
}
