/** The pages of the examples, made of examples/README.md and the workflows whenever the site is built. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Links of examples/README.md, as a page below docs/examples has them. @param {string} text */
const linked = (text) =>
	text
		.replace(/\[`([\w-]+)\.json`\]\(#[\w-]+\)/g, '[$1]($1.md)')
		.replace(/\]\(#([\w-]+?)json[\w-]*\)/g, ']($1.md)')
		.replaceAll('](../docs/', '](../')
		.replace(/\]\((?=[\w-]+\.(?:csv|xlsx)\))/g, '](../../examples/');

/** What a person sets in a workflow: its credentials, what its note says first, and its *Settings*. @param {{ nodes: any[] }} workflow */
function whatToSet({ nodes }) {
	const credentials = new Set(nodes.flatMap((one) => Object.values(one.credentials ?? {}).map(({ name }) => name)));
	const [first = ''] = nodes.flatMap(
		(one) => /\*\*Before you start:\*\*.*|(?<=### Setup\n\n)(?:\d.*\n?)+/.exec(one.parameters.content ?? '') ?? [],
	);
	const settings = nodes.find(({ name }) => name === 'Settings')?.parameters.assignments?.assignments ?? [];
	const rows = settings.map(
		(/** @type {{ name: string, value: unknown }} */ { name, value }) =>
			`| \`${name}\` | \`${String(value).replaceAll('|', '\\|')}\` |\n`,
	);
	const table = rows.length === 0 ? '' : `\n| *Settings* | As imported |\n|---|---|\n${rows.join('')}`;
	return `${first}\n\n- Credentials: ${[...credentials].join(', ')}\n${table}`;
}

/**
 * In the order of examples/README.md, what begins with the picture of each, and what its rows of the table say that you want.
 *
 * @param {string} sections @param {string} table
 */
const partsOf = (sections, table) =>
	Array.from(
		sections.matchAll(/^!\[(.+)\]\(.*\/([\w-]+)\.png\)\n([^]*?)(?=^## |^!\[|$(?![^]))/gm),
		([, title = '', name = '', use = '']) => {
			const rows = table.matchAll(new RegExp(`^\\| (.*?) \\|.*\`${name}\\.json\``, 'gm'));
			return { title, name, use, wish: Array.from(rows, ([, wish]) => wish).join('; ') };
		},
	);

/**
 * Writes the pages into docs/examples, which git doesn't keep, and gives their shelf, in the form of docs/contents.md.
 *
 * @param {string} checkout
 */
export function examplesOf(checkout) {
	const read = (/** @type {string} */ file) => readFileSync(join(checkout, 'examples', file), 'utf8');
	const folder = join(checkout, 'docs', 'examples');
	const write = (/** @type {string} */ name, /** @type {string} */ text) =>
		writeFileSync(join(folder, `${name}.md`), linked(text));
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const readme = read('README.md');
	const [start = '', ...rest] = readme.split(/^(?=## )/m);
	write('which-example', start.replace(/^# .*/, '# Which example?'));
	const parts = partsOf(rest.join(''), start);
	for (const { name, title, use, wish } of parts) {
		const picture = `![${title}](../images/examples/${name}.png)`;
		const settings = whatToSet(JSON.parse(read(`${name}.json`)));
		write(
			name,
			`# ${title}\n\n${picture}\n\n<CopyWorkflow name="${name}" />\n\n## When to use it\n\nYou want to ${wish}.\n\n${use.trim()}\n\n## What to set\n\n${settings}`,
		);
	}
	const lines = parts.map(({ name, title, wish }) => `- [${title}](examples/${name}.md): ${wish}\n`);
	return `## Examples\n\n- [Which example?](examples/which-example.md): by what you want\n${lines.join('')}\n`;
}
