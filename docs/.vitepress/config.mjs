/** The documentation as a site: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { anchorOf, withAddresses } from './addresses.mjs';
import { examplesOf } from './examples.mjs';
import { llmsText } from './llms.mjs';
import { shelvesIn, withOperations } from './shelves.mjs';

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');
const [, owner = ''] = /github\.com\/([^/]+)\//.exec(repository) ?? [];
const read = (/** @type {string} */ page) => readFileSync(join(checkout, 'docs', page), 'utf8');
const contents = read('contents.md').replace(/^(?=## Reference$)/m, examplesOf(checkout));
const words = JSON.parse(read('.vitepress/words.json'));
const title = 'Mavapay for n8n';

export default defineConfig({
	lang: 'en',
	title,
	description: manifest.description,
	base: `/${manifest.name}/`,
	cleanUrls: true,
	// Languages of blocks of code are too pale otherwise; the search's name for screen readers is the word that it shows.
	head: [
		[
			'style',
			{},
			'html:root{--vp-code-lang-color:var(--vp-c-text-2)}html .DocSearch-Button-Keys.DocSearch-Button-Keys{display:none}.vp-doc [id]{scroll-margin-top:6rem}',
		],
	],
	outDir: join(checkout, '.cache', 'site'),
	cacheDir: join(checkout, '.cache', 'vitepress'),
	markdown: {
		anchor: { slugify: anchorOf },
		config: withAddresses({ checkout, repository }),
		// Their comments can be read on grey, too.
		theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
	},
	// Pages of many tables are large.
	vite: { build: { chunkSizeWarningLimit: 4000 } },
	buildEnd({ outDir }) {
		const address = `https://${owner}.github.io/${manifest.name}`;
		writeFileSync(join(outDir, 'llms.txt'), llmsText(contents, { title, description: manifest.description, address }));
	},
	themeConfig: {
		nav: [{ text: 'GitHub', link: repository }],
		// Only an item with a page can be folded and used with the keyboard.
		sidebar: withOperations(shelvesIn(contents), read('reference/operations.md')).map(({ text, items }) => {
			const [first, ...rest] = items;
			return text === 'Examples' ? { text, items: [{ ...first, collapsed: true, items: rest }] } : { text, items };
		}),
		outline: [2, 3],
		search: {
			provider: 'local',
			options: {
				// Words that people type and the page may not have, for the index alone.
				_render: (/** @type {string} */ text, env, md) =>
					md
						.render(text, env)
						.replace('</h1>', `</h1>${`<p>${words[env.relativePath.replace('.md', '')] ?? ''}</p>`.repeat(6)}`),
			},
		},
	},
});
