'use strict';

/**
 * Bundles the code that runs. n8n reads the texts of fields and operations from a node's own file (nodeFile.js), so
 * what runs is bundled without them.
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
	// The first saves compiling a new RegExp at each use of a literal such as /\p{L}/u.
	// The second turns `import()` into `require()`: a module that is first imported then would make others wait for it.
	supported: { 'regexp-unicode-property-escapes': true, 'dynamic-import': false },
	external: ['n8n-workflow', 'node:*'],
	// n8n's scanner refuses `globalThis`, where zod shares its settings with other copies of itself,
	// which is not wanted inside n8n.
	inject: ['scripts/build/zodGlobals.mjs'],
	define: { globalThis: 'zodGlobals' },
	legalComments: 'none',
	logLevel: 'warning',
};

/** Shortens statements, but keeps names and layout, so that people can read the published code. */
const shorter = { minifySyntax: true };

/**
 * Our modules as one file of code that exports all that they export.
 *
 * @param {string[]} sources paths from the root
 * @param {{ withTexts: boolean, also?: string }} what whether the texts that only the editor shows are in it; further
 * exports, as code
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

/** The readers of files serve one operation, so they are a separate file. */
const READERS = 'nodes/core/sheets/paymentFile.ts';
const readersAtFirstUse = {
	name: 'readers of files at their first use',
	setup(build) {
		build.onResolve({ filter: /\/core\/sheets\/paymentFile$/ }, () => ({ path: './readers.js', external: true }));
	},
};

/** Matches the readers' imports of shared code, which is only in the file of the code that runs. */
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

/** Makes all shared code one module for the readers, so that they load its file once. */
const sharedCode = {
	name: 'shared code',
	setup(build) {
		const contents = reexported([...sharedWithReaders().keys()].join(', '), './running.js');
		build.onResolve({ filter: new RegExp(`^${SHARED}$`) }, () => ({ path: 'shared code', namespace: 'running' }));
		build.onLoad({ filter: /./, namespace: 'running' }, () => ({ contents, loader: 'ts' }));
		build.onResolve({ filter: /./, namespace: 'running' }, ({ path }) => ({ path, external: true }));
	},
};

/** The code of the readers of files, without the streams, timers and console of its libraries. */
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
