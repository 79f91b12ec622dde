/** The documentation as a site: `npm run docs`. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { anchorOf, withAddresses } from './addresses.mjs';
import { shelvesIn } from './shelves.mjs';

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');
const index = readFileSync(join(checkout, 'docs', 'index.md'), 'utf8');

export default defineConfig({
	lang: 'en',
	title: 'Mavapay for n8n',
	description: manifest.description,
	base: `/${manifest.name}/`,
	cleanUrls: true,
	outDir: join(checkout, '.cache', 'site'),
	cacheDir: join(checkout, '.cache', 'vitepress'),
	markdown: { anchor: { slugify: anchorOf }, config: withAddresses({ checkout, repository }) },
	// Pages of many tables are large.
	vite: { build: { chunkSizeWarningLimit: 4000 } },
	themeConfig: {
		nav: [{ text: 'GitHub', link: repository }],
		sidebar: shelvesIn(index),
		outline: [2, 3],
		search: {
			provider: 'local',
			options: {
				miniSearch: {
					searchOptions: {
						// What is for everybody comes first. It runs in the browser, where nothing else of this file is.
						boostDocument: (/** @type {string} */ id) => (/\/(start|how-to)\//.test(id) ? 3 : 1),
					},
				},
			},
		},
	},
});
