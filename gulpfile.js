'use strict';

/**
 * The whole build: `npm run build` turns the sources into a dist/ that n8n loads, both from the
 * packed tarball and through the custom extensions folder.
 *
 *   clean -> types -> bundle, icons, codex and previews
 *
 * What is built is what package.json names under `n8n`: one self-contained CommonJS file for each
 * node and credential, with `n8n-workflow` left to the host. The result is not minified, so that
 * whoever reviews the published package can read it.
 */

const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { join } = require('node:path');
const { promisify } = require('node:util');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

const { n8n } = require('./package.json');

const run = promisify(execFile);

/** `dist/nodes/X/X.node.js` is built from `nodes/X/X.node.ts`, and so on. */
const entryPoints = [...n8n.credentials, ...n8n.nodes].map((built) =>
	built.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
);

async function clean() {
	await rm(join(__dirname, 'dist'), { recursive: true, force: true });
}

async function types() {
	const compiler = require.resolve('typescript/bin/tsc');
	const pretty = String(process.stdout.isTTY === true);
	try {
		await run(process.execPath, [compiler, '--noEmit', '--pretty', pretty], { cwd: __dirname });
	} catch (error) {
		const told = new Error(`The types do not fit.\n${error.stdout || error.message}`);
		throw Object.assign(told, { showStack: false });
	}
}

async function bundle() {
	await esbuild.build({
		absWorkingDir: __dirname,
		entryPoints,
		outbase: '.',
		outdir: 'dist',
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		external: ['n8n-workflow'],
		// n8n's scanner refuses `globalThis`, where zod shares its settings with other copies of itself,
		// which is not wanted inside n8n.
		inject: ['scripts/lib/zodGlobals.mjs'],
		define: { globalThis: 'zodGlobals' },
		legalComments: 'inline',
		logLevel: 'warning',
	});
}

/** `file:` references of the sources point two folders up, to icons/; in dist they do the same. */
function icons() {
	return src('icons/*.svg').pipe(dest('dist/icons'));
}

/** Codex files and the output previews (`__schema__`) lie beside their node, in dist as well. */
function codexAndPreviews() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: '.' }).pipe(
		dest('dist'),
	);
}

const assemble = parallel(bundle, icons, codexAndPreviews);

exports.clean = clean;
exports.types = types;
exports.assemble = series(clean, assemble);
exports.build = series(types, clean, assemble);
exports.default = exports.build;
