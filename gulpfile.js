'use strict';

/**
 * The whole build: `npm run build` turns the sources into a dist/ that n8n loads, both from the
 * packed tarball and through the custom extensions folder.
 *
 *   types -> clean -> credentials, nodes, icons, codex and previews
 *
 * What is built is what package.json names under `n8n`. A node's own file holds its description, which
 * is all that n8n reads when it starts; what runs is in one file that both nodes load at their first
 * use, without the texts that only the editor shows; the readers of files are another. `n8n-workflow` is left to the host. The result is not
 * minified, so that whoever reviews the published package can read it.
 */

const { execFile } = require('node:child_process');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const Module = require('node:module');
const { basename, dirname, join, relative, sep } = require('node:path');
const { Transform } = require('node:stream');
const { promisify } = require('node:util');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

const { n8n } = require('./package.json');
const { bundled, bundledReaders, common } = require('./scripts/build/bundle');
const { nodeFiles } = require('./scripts/build/nodeFile');

const run = promisify(execFile);

const RUNNING = join(__dirname, 'dist', 'nodes', 'running.js');

/** `dist/nodes/X/X.node.js` is built from `nodes/X/X.node.ts`, and so on. */
const sourceOf = (built) => built.replace(/^dist\//, '').replace(/\.js$/, '.ts');

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

/** n8n loads credentials when it starts, so what reads the rules of a key is loaded with what runs, at its first use. */
const KEY_RULES = 'nodes/core/payees/keyRules.ts';
const keyRulesAtFirstUse = {
	name: 'rules of a key at their first use',
	setup(build) {
		build.onResolve({ filter: /\/payees\/keyRules$/ }, () => ({ path: KEY_RULES, namespace: 'first use' }));
		build.onLoad({ filter: /./, namespace: 'first use' }, () => ({
			contents: 'exports.readKeyRules = (...given) => require("../nodes/running.js").readKeyRules(...given);',
		}));
	},
};

async function credentials() {
	const entryPoints = n8n.credentials.map(sourceOf);
	const external = [...common.external, '../nodes/running.js'];
	const plugins = [keyRulesAtFirstUse];
	await esbuild.build({ ...common, entryPoints, external, plugins, outbase: '.', outdir: 'dist' });
}

/** What runs, of all nodes in one file, because they have much in common. */
async function running() {
	const code = await bundled(n8n.nodes.map(sourceOf), {
		withTexts: false,
		also: `export { readKeyRules } from './${KEY_RULES}';`,
	});
	await mkdir(dirname(RUNNING), { recursive: true });
	await writeFile(RUNNING, await readable(code));
}

/** What reads files of payments, which only *Payout: Read File* loads. */
async function readers() {
	const file = join(dirname(RUNNING), 'readers.js');
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, await readable(await bundledReaders()));
}

/** The licences of all that was bundled, which they ask to be kept with copies of it. */
async function licences() {
	const { bundledPackages, licencesOf } = await import('./scripts/build/bundled.mjs');
	const texts = await Promise.all(
		['credentials/MavapayApi.credentials.js', 'nodes/running.js', 'nodes/readers.js'].map((file) =>
			readFile(join(__dirname, 'dist', file), 'utf8'),
		),
	);
	await writeFile(join(__dirname, 'dist', 'THIRD-PARTY-LICENSES'), licencesOf(bundledPackages(texts.join('\n'))));
}

/**
 * Without what libraries tell bundlers, and without the few comments that esbuild keeps, those inside of expressions; with
 * tabs instead of its pairs of blanks, as in the sources.
 */
async function readable(code) {
	const plain = code.replace(
		/\/\* @__PURE__ \*\/ |^ *\/\/ @__NO_SIDE_EFFECTS__\n|^ +(?:\/\/ .*|\/\*\*[^]*?\*\/)\n/gm,
		'',
	);
	const indented = plain.replace(/^(?: {2})+/gm, (blanks) => '\t'.repeat(blanks.length / 2));
	const [before, after] = await Promise.all(
		[code, indented].map((text) => esbuild.transform(text, { minifyWhitespace: true, ignoreAnnotations: true })),
	);
	if (before.code !== after.code)
		throw new Error('A text holds what only code should, so the code cannot be written anew.');
	return indented;
}

/** The exports of a bundle. */
function loaded(code) {
	const module = new Module(RUNNING);
	module.paths = Module._nodeModulePaths(__dirname);
	module._compile(code, RUNNING);
	return module.exports;
}

/** What n8n loads when it starts: the description of each node as data. */
async function descriptions() {
	const whole = loaded(await bundled(n8n.nodes.map(sourceOf), { withTexts: true }));
	for (const built of n8n.nodes) {
		const [name] = basename(built).split('.');
		const here = join(__dirname, dirname(built));
		const running = relative(here, RUNNING).split(sep).join('/');
		const { code, description } = nodeFiles({ name, node: new whole[name](), source: sourceOf(built), running });
		await mkdir(here, { recursive: true });
		await writeFile(join(__dirname, built), code);
		await writeFile(join(here, 'description.json'), description);
	}
}

/** `file:` references of the sources point two folders up, to icons/; in dist they do the same. */
function icons() {
	return src('icons/*.svg').pipe(dest('dist/icons'));
}

/** Codex files and the output previews (`__schema__`) lie beside their node, in dist as well, without blanks. */
function codexAndPreviews() {
	const sources = ['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];
	const compact = new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents)));
			done(null, file);
		},
	});
	return src(sources, { base: '.' }).pipe(compact).pipe(dest('dist'));
}

const assemble = series(parallel(credentials, running, readers, descriptions, icons, codexAndPreviews), licences);

exports.clean = clean;
exports.types = types;
exports.assemble = series(clean, assemble);
exports.build = series(types, clean, assemble);
exports.default = exports.build;
