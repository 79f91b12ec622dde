'use strict';

/**
 * Bundles the code that runs. n8n reads the texts of fields and operations from a node's own file (nodeFile.js), so
 * the running code is bundled without those texts.
 */

const { readdirSync, readFileSync } = require('node:fs');
const { readFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const esbuild = require('esbuild');

const { codeWithoutTexts } = require('./withoutTexts');

const checkout = join(__dirname, '../..');

const common = {
	absWorkingDir: checkout,
	bundle: true,
	format: 'cjs',
	platform: 'neutral',
	mainFields: ['module', 'main'],
	target: 'node20',
	// The first setting keeps literals such as /\p{L}/u, so that no RegExp is compiled at each use.
	// The second turns `import()` into `require()`, so that other work doesn't wait for a module's first import.
	supported: { 'regexp-unicode-property-escapes': true, 'dynamic-import': false },
	external: ['n8n-workflow', 'node:*'],
	// n8n's scanner refuses `globalThis`. zod uses it to share settings with other copies of zod, which isn't wanted
	// inside n8n.
	inject: ['scripts/build/zodGlobals.mjs'],
	define: { globalThis: 'zodGlobals' },
	legalComments: 'none',
	logLevel: 'warning',
};

/** Shortens statements, but keeps names and layout, so that people can read the published code. */
const shorter = { minifySyntax: true };

/**
 * Bundles our modules into one file that exports all that they export.
 *
 * @param {string[]} sources paths from the root
 * @param {{ withTexts: boolean, also?: string }} what `withTexts`: whether to keep texts that only the editor shows.
 * `also`: code with further exports
 */
async function bundled(sources, { withTexts, also = '' }) {
	const all = sources.map((source) => `export * from './${source}';`);
	const stdin = {
		contents: [...all, also, ...[...sharedWithReaders()].map(([name, path]) => reexported(name, path))].join('\n'),
		resolveDir: checkout,
		sourcefile: 'running.ts',
		loader: 'ts',
	};
	const plugins = [readersAtFirstUse, ...(withTexts ? [] : [withoutTexts])];
	const options = { ...common, ...shorter, stdin, plugins, outfile: 'bundled.js', write: false };
	const { outputFiles } = await esbuild.build(options);
	return outputFiles[0].text;
}

/** The readers of payment files. Only one operation needs them, so they are bundled as a separate file. */
const READERS = 'nodes/core/sheets/paymentFile.ts';
const readersAtFirstUse = {
	name: 'readers of files at their first use',
	setup(build) {
		build.onResolve({ filter: /\/core\/sheets\/paymentFile$/ }, () => ({ path: './readers.js', external: true }));
	},
};

/** Matches the readers' imports of shared code, which is bundled only in running.js. */
const SHARED = '\\.\\./(?:domain|payees)/\\w+';

/** The exports of shared code that the readers import, each with the path of its module. */
function sharedWithReaders() {
	const folder = dirname(READERS);
	const code = readdirSync(join(checkout, folder)).map((file) => readFileSync(join(checkout, folder, file), 'utf8'));
	const imports = code.join('\n').matchAll(new RegExp(`^import \\{([^}]+)\\} from '(${SHARED})';`, 'gm'));
	const exported = ([, names, path]) => names.match(/(?:type )?\w+/g).map((name) => [name, `./${join(folder, path)}`]);
	return new Map([...imports].flatMap(exported));
}

const reexported = (names, path) => `export { ${names} } from '${path}';`;

/** Makes all shared code one module for the readers, so that they load running.js only once. */
const sharedCode = {
	name: 'shared code',
	setup(build) {
		const contents = reexported([...sharedWithReaders().keys()].join(', '), './running.js');
		build.onResolve({ filter: new RegExp(`^${SHARED}$`) }, () => ({ path: 'shared code', namespace: 'running' }));
		build.onLoad({ filter: /./, namespace: 'running' }, () => ({ contents, loader: 'ts' }));
		build.onResolve({ filter: /./, namespace: 'running' }, ({ path }) => ({ path, external: true }));
	},
};

/** The readers of payment files, bundled without the streams, timers and console that their libraries use. */
async function bundledReaders() {
	const withoutStreams = {
		name: 'without streams',
		setup(build) {
			build.onResolve({ filter: /^stream$/ }, ({ path }) => ({ path, namespace: 'left out' }));
			build.onLoad({ filter: /./, namespace: 'left out' }, () => ({ contents: 'module.exports = {};' }));
		},
	};
	const { outputFiles } = await esbuild.build({
		...common,
		...shorter,
		entryPoints: [READERS],
		plugins: [withoutStreams, sharedCode],
		define: { ...common.define, setTimeout: 'undefined' },
		drop: ['console'],
		outfile: 'readers.js',
		write: false,
	});
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

module.exports = { bundled, bundledReaders, common };
