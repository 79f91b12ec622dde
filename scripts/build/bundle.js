'use strict';

/**
 * Bundles the code that runs. n8n reads the texts of fields and operations from a node's own file (nodeFile.js), so
 * what runs is bundled without them.
 */

const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const esbuild = require('esbuild');

const { codeWithoutTexts } = require('./withoutTexts');

const checkout = join(__dirname, '../..');

const common = {
	absWorkingDir: checkout,
	bundle: true,
	format: 'cjs',
	platform: 'node',
	target: 'node20',
	external: ['n8n-workflow'],
	// n8n's scanner refuses `globalThis`, where zod shares its settings with other copies of itself,
	// which is not wanted inside n8n.
	inject: ['scripts/build/zodGlobals.mjs'],
	define: { globalThis: 'zodGlobals' },
	legalComments: 'inline',
	logLevel: 'warning',
};

/**
 * The code of modules of ours, in one file that exports all that they do.
 *
 * @param {string[]} sources paths from the root
 * @param {{ withTexts: boolean }} what whether the texts that only the editor shows are in it
 */
async function bundled(sources, { withTexts }) {
	const stdin = {
		contents: sources.map((source) => `export * from './${source}';`).join('\n'),
		resolveDir: checkout,
		sourcefile: 'running.ts',
	};
	const plugins = withTexts ? [] : [withoutTexts];
	// Shorter statements, names and layout as they are: who reads what is published can still follow it.
	const shorter = { minifySyntax: true };
	const options = { ...common, ...shorter, stdin, plugins, outfile: 'bundled.js', write: false };
	const { outputFiles } = await esbuild.build(options);
	return outputFiles[0].text;
}

const withoutTexts = {
	name: 'without texts of the editor',
	setup(build) {
		build.onLoad({ filter: /[\\/]nodes[\\/].*\.ts$/ }, async ({ path }) => ({
			contents: codeWithoutTexts(await readFile(path, 'utf8')),
			loader: 'ts',
		}));
	},
};

module.exports = { bundled, common };
