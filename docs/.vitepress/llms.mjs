/** The site's index for language models, in the form of llmstxt.org: a title, what it is, and its pages by shelf. */

/**
 * @param {string} contents the text of docs/contents.md
 * @param {{ title: string, description: string, address: string }} site `address` without a slash at its end
 */
export function llmsText(contents, { title, description, address }) {
	const shelves = contents
		.slice(contents.indexOf('## '))
		.replace(/\]\(([\w/-]+)\.md\)/g, (_, page) => `](${address}/${page})`);
	return `# ${title}\n\n> ${description}\n\n${shelves.trimEnd()}\n`;
}
