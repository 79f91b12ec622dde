/**
 * The tests, from a fresh checkout on: installs what is missing, then runs every stage, also after
 * one has failed.
 *
 *   npm test            types, lint, build, gate, and the unit, property and engine tests
 *   npm run test:long   what takes hours, in parts: `npm run test:long -- model worlds` runs two of them
 *   npm run test:n8n    the suites on a real n8n
 *
 * The last line is `N passed, N failed`, summed over all stages; the exit code says the same.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packForAll } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkout } from './lib/paths.mjs';
import { whileSilent } from './lib/progress.mjs';
import { temporaryFolder } from './lib/temporary.mjs';
import { beginPart, keepRecord } from './nights/record.mjs';

const bin = (...path) => join(checkout, 'node_modules', ...path);
const ESLINT = bin('eslint', 'bin', 'eslint.js');
const GULP = bin('gulp', 'bin', 'gulp.js');
const JEST = bin('jest', 'bin', 'jest.js');
const PRETTIER = bin('prettier', 'bin', 'prettier.cjs');

/**
 * Runs a script of node's in the project and shows what it says. After 20 s in which nothing was said, a line
 * shows that `name` goes on; null: the script does so itself.
 */
async function node(name, args, env = {}) {
	const child = spawn(process.execPath, args, {
		cwd: checkout,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const silence = name === null ? null : whileSilent(console.log, name);
	let output = '';
	child.stdout.on('data', (chunk) => {
		output += chunk;
		process.stdout.write(chunk);
		silence?.broken();
	});
	try {
		const code = await new Promise((resolve, reject) => {
			child.on('error', reject);
			child.on('close', resolve);
		});
		return { ok: code === 0, output };
	} finally {
		silence?.end();
	}
}

/** A stage that passes or fails as a whole. */
const whole = (name, args) => ({
	name,
	run: async () => {
		const { ok } = await node(name, args);
		return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [name] };
	},
});

/** Numbers of a stage; one that ended badly without naming a failure has failed all the same. */
const counted = (ok, passed, failed) => ({ passed, failed: ok ? failed : Math.max(failed, 1) });

const gate = {
	name: 'gate',
	run: async () => {
		const { ok, output } = await node('gate', [join(checkout, 'scripts', 'gate.mjs')]);
		const [, passed, all] = /^Gate: (\d+) of (\d+) checks passed$/m.exec(output) ?? [null, 0, 1];
		return counted(ok, Number(passed), all - passed);
	},
};

/** Worlds and runs make much that is garbage at once: with more room for it, collecting takes a tenth less time. */
const ROOM_FOR_THE_YOUNG = '--max-semi-space-size=32';

/** The five files of a run of jest that took longest. */
const slowestOf = (files) =>
	files
		.map(({ name, startTime, endTime }) => ({ file: relative(checkout, name), ms: endTime - startTime }))
		.sort((one, other) => other.ms - one.ms)
		.slice(0, 5);

/** A run of jest. Tests that are skipped, and suites that do not load, count as failed. */
const jest = (name, args, env) => ({
	name,
	run: async () => {
		const results = join(checkout, '.cache', 'jest-results.json');
		rmSync(results, { force: true });
		const { ok } = await node(
			null,
			[ROOM_FOR_THE_YOUNG, JEST, '--ci', '--json', `--outputFile=${results}`, ...args],
			env,
		);
		if (!existsSync(results)) return { passed: 0, failed: 1, failures: [name] };
		const told = JSON.parse(readFileSync(results, 'utf8'));
		const failed = told.numFailedTests + told.numPendingTests + told.numTodoTests + told.numRuntimeErrorTestSuites;
		const failures = told.testResults.flatMap(({ name: file, assertionResults: tests, message }) => {
			const titles = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
			return titles.length > 0 || !message ? titles : [relative(checkout, file)];
		});
		return { ...counted(ok, told.numPassedTests, failed), slowest: slowestOf(told.testResults), failures };
	},
});

/**
 * Suites that need another n8n, Engine 2.0's Postgres, clones of the checkout, or minutes of a browser: they take the
 * night, and `npm run test:long -- others` plays them.
 */
const NIGHT_SUITES = [
	'canvas.test.mjs',
	'lines.test.mjs',
	'otherEngine.test.mjs',
	'release.test.mjs',
	'crashTest.test.mjs',
];
const isOfTheDay = (file) => file.endsWith('.test.mjs') && !NIGHT_SUITES.includes(file);

/**
 * Suites on a real n8n: each starts and stops its own. `only` names some of them; two run at a time, since each of
 * them waits for one process of n8n most of the time.
 */
const onRealN8n = (name, { only, atATime = 2, env = {} } = {}) => ({
	name,
	run: async () => {
		const folder = join(checkout, 'test', 'n8n');
		const suites = readdirSync(folder).filter((file) => only?.includes(file) ?? isOfTheDay(file));
		const files = suites.map((file) => join(folder, file));
		const packed = await packForAll(temporaryFolder('mavapay-packed-'));
		const args = ['--test', `--test-concurrency=${atATime}`, '--test-reporter=spec', ...files];
		const { ok, output } = await node(name, args, { ...packed, ...env });
		const told = (word) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
		const failed = ['fail', 'cancelled', 'skipped', 'todo'].reduce((sum, word) => sum + told(word), 0);
		// The reporter names each failure where it happens, and once more at the end.
		const failures = [...new Set(Array.from(output.matchAll(/^ *✖ (.+) \([\d.]+ms\)$/gm), ([, title]) => title))];
		return { ...counted(ok, told('pass'), failed), failures };
	},
});

/** Files that were found good are not looked at again while they, and the settings, stay as they are. */
const cachedIn = (name) => [
	'--cache',
	'--cache-strategy',
	'content',
	'--cache-location',
	join(checkout, '.cache', `${name}.json`),
];

const build = whole('build', [GULP, '--silent', 'assemble']);

const short = [
	whole('types', [GULP, '--silent', 'types']),
	whole('lint', [ESLINT, '.', '--max-warnings', '0', ...cachedIn('eslint')]),
	whole('format', [PRETTIER, '--check', '--log-level', 'warn', '.', ...cachedIn('prettier')]),
	build,
	gate,
	jest('unit, property and engine tests', []),
];

/** The number of examples for each property; tests with a short and a long form take the long one. */
const LONG = { PROPERTY_RUNS: '100000' };

/** The stages that take hours, in parts that can run on machines of their own: .github/workflows/nightly.yml names them. */
const long = {
	properties: [
		jest('properties', ['--selectProjects', 'property', '--testPathIgnorePatterns', 'payoutSmallWorlds'], LONG),
	],
	model: [whole('the model of the record', [join(checkout, 'test', 'model', 'check.mjs')])],
	worlds: [jest('small worlds', ['property/payoutSmallWorlds'], LONG)],
	products: [jest('full products', ['engine/.*/faultMatrix', 'engine/.*/invalidValues'], LONG)],
	n8n: [
		onRealN8n('kills and queue mode', {
			only: ['kill.test.mjs', 'queue.test.mjs'],
			atATime: 1,
			env: { N8N_LONG: '1' },
		}),
	],
	others: [
		onRealN8n('the oldest n8n, Engine 2.0, canvases, a release and the crash test', {
			only: [...NIGHT_SUITES, 'whereItRuns.test.mjs'],
			atATime: 1,
			env: { N8N_LONG: '1' },
		}),
	],
	verify: [jest('all that is planted for verify', ['unit/verify/'], LONG)],
	hard: [
		onRealN8n('tests on a real n8n, against a service as hard as the world', {
			atATime: 1,
			env: { SANDBOX_REAL: '1' },
		}),
	],
	site: [onRealN8n('the documents in a browser', { only: ['siteInBrowser.mjs'], atATime: 1 })],
	// Whether it runs to its end: what it measures depends on the machine.
	bench: [whole('the quick bench', ['--import', 'tsx', join(checkout, 'test', 'bench', 'main.ts'), '--quick'])],
	soak: [onRealN8n('half an hour at a steady rate', { only: ['soak.mjs'], atATime: 1 })],
};

/** Groups of stages that were asked for, those of `--long` by their parts. */
function groupsOf([option = '--short', ...parts]) {
	if (!['--short', '--n8n', '--long'].includes(option))
		throw new Error(`Unknown option ${option}: the options are --long and --n8n.`);
	const unknown = parts.filter((part) => option !== '--long' || !Object.hasOwn(long, part));
	if (unknown.length > 0)
		throw new Error(`There is no part ${unknown[0]}. --long has ${Object.keys(long).join(', ')}.`);
	if (option === '--short') return [{ stages: short }];
	if (option === '--n8n') return [{ stages: [onRealN8n('tests on a real n8n')] }];
	return (parts.length === 0 ? Object.keys(long) : parts).map((part) => ({ part, stages: long[part] }));
}

/** Runs the stages of a group; what a part of `--long` did is written down for docs/why/report.md. */
async function runGroup({ part, stages }) {
	if (part) beginPart();
	const rows = [];
	for (const { name, run } of stages) {
		console.log(`\n== ${name}`);
		const started = Date.now();
		const { passed, failed, slowest = [], failures = [] } = await run();
		rows.push({ name, passed, failed, slowest, failures, seconds: Math.round((Date.now() - started) / 1000) });
	}
	if (part) keepRecord(part, rows);
	return rows;
}

async function main() {
	const groups = groupsOf(process.argv.slice(2));
	await ensureInstalled();
	mkdirSync(join(checkout, '.cache'), { recursive: true });

	const rows = [];
	for (const group of groups) rows.push(...(await runGroup(group)));
	const slowest = rows.flatMap((row) => row.slowest);

	if (slowest.length > 0) console.log('\nThe slowest files:');
	for (const { file, ms } of slowest) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
	console.log('');
	for (const { name, passed, failed, seconds } of rows) {
		const told = failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`;
		console.log(`${name.padEnd(34)}${told.padEnd(28)}${seconds} s`);
	}
	const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
	console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
	process.exitCode = sum('failed') === 0 ? 0 : 1;
}

await main();
