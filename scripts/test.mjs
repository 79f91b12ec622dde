/**
 * The tests, from a fresh checkout on: installs what is missing, then runs every stage, also after
 * one has failed.
 *
 *   npm test                types, lint, build, gate, and the unit, property and engine tests
 *   npm test -- verify      the simulated services that `npm run verify` must judge
 *   npm run test:long       the parts that take hours; `-- model worlds` runs only those two parts
 *   npm run test:n8n        the suites on a real n8n: only those after `--only`, or all except those after `--without`
 *
 * The last line is `N passed, N failed`, summed over all stages; the exit code says the same.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packForAll } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkout } from './lib/paths.mjs';
import { whileSilent } from './lib/progress.mjs';
import { temporaryFolder } from './lib/temporary.mjs';
import { ensureHarness } from './n8n/install.mjs';

const bin = (...path) => join(checkout, 'node_modules', ...path);
const ESLINT = bin('eslint', 'bin', 'eslint.js');
const GULP = bin('gulp', 'bin', 'gulp.js');
const JEST = bin('jest', 'bin', 'jest.js');
const PRETTIER = bin('prettier', 'bin', 'prettier.cjs');
/** A `file:` address, because node takes anything else for the name of a package. */
const SUITE_TIMES = pathToFileURL(join(checkout, 'scripts', 'n8n', 'suiteTimes.mjs')).href;

/**
 * Runs a Node script in the project and prints its output: at once, or at the end if it runs `beside` another script.
 * After 20 s of silence, a line says that `name` goes on. If `name` is null, the script does that itself.
 */
async function node(name, args, { env = {}, beside = false } = {}) {
	const child = spawn(process.execPath, args, {
		cwd: checkout,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', beside ? 'pipe' : 'inherit'],
	});
	const silence = name === null || beside ? null : whileSilent(console.log, name);
	let output = '';
	const take = (chunk) => {
		output += chunk;
		if (!beside) process.stdout.write(chunk);
		silence?.broken();
	};
	child.stdout.on('data', take);
	child.stderr?.on('data', take);
	try {
		const code = await new Promise((resolve, reject) => {
			child.on('error', reject);
			child.on('close', resolve);
		});
		return { ok: code === 0, output };
	} finally {
		silence?.end();
		if (beside) process.stdout.write(`\n== ${name}\n${output}`);
	}
}

/** A stage that passes or fails as a whole. */
const whole = (name, args) => ({
	name,
	run: async (beside) => {
		const { ok } = await node(name, args, { beside });
		return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [name] };
	},
});

/** A stage's counts. If it ended badly without naming a failure, it counts as one failure. */
const counted = (ok, passed, failed) => ({ passed, failed: ok ? failed : Math.max(failed, 1) });

const gate = {
	name: 'gate',
	run: async (beside) => {
		const { ok, output } = await node('gate', [join(checkout, 'scripts', 'gate.mjs')], { beside });
		const [, passed, all] = /^Gate: (\d+) of (\d+) checks passed$/m.exec(output) ?? [null, 0, 1];
		return counted(ok, Number(passed), all - passed);
	},
};

/** Simulated worlds and runs make much short-lived garbage: with more room for it, collecting takes a tenth less time. */
const ROOM_FOR_THE_YOUNG = '--max-semi-space-size=32';

const longestFirst = (files) =>
	files.map(({ name, ms }) => ({ file: relative(checkout, name), ms })).sort((one, other) => other.ms - one.ms);

/** The five files of a run of jest that took longest. */
const slowestOf = (files) =>
	longestFirst(files.map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))).slice(0, 5);

/** A run of jest. Tests that are skipped, and suites that do not load, count as failed. */
const jest = (name, args, env) => ({
	name,
	run: async () => {
		const results = join(checkout, '.cache', 'jest-results.json');
		rmSync(results, { force: true });
		const { ok } = await node(null, [ROOM_FOR_THE_YOUNG, JEST, '--ci', '--json', `--outputFile=${results}`, ...args], {
			env,
		});
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
 * Suites that need another n8n, many starts of n8n, Engine 2.0's Postgres, clones of the checkout, LibreOffice, or
 * minutes of a browser. They run at night, and in `npm run test:long -- others`.
 */
const NIGHT_SUITES = [
	'canvas.test.mjs',
	'lines.test.mjs',
	'notShown.test.mjs',
	'otherEngine.test.mjs',
	'release.test.mjs',
	'crashTest.test.mjs',
	'update.test.mjs',
	'libreoffice.test.mjs',
	'sheets.test.mjs',
];
/** Suites that `.ci/run` runs only if something that they depend on has changed. */
const WHERE_CHANGED = ['approvers.test.mjs', 'newcomer.test.mjs'];
const isOfTheDay = (file) => file.endsWith('.test.mjs') && !NIGHT_SUITES.includes(file);

/** Name and milliseconds of each suite, in the order in which the suites ended. */
const suitesIn = (file) =>
	existsSync(file)
		? readFileSync(file, 'utf8')
				.split('\n')
				.filter((line) => line !== '')
				.map((line) => JSON.parse(line))
		: [];

/** The most milliseconds for a daytime suite. If its process takes longer, it is stopped and has failed. */
const SUITE_TAKES_AT_MOST = 15 * 60_000;

/**
 * Suites on a real n8n: each suite starts and stops its own n8n. `only` names the suites to run, `without` those to
 * leave out. By default two run at a time, since a suite mostly waits for one process of n8n.
 */
const onRealN8n = (name, { only, without = [], atATime = 2, atMost = 0, env = {} } = {}) => ({
	name,
	run: async () => {
		await ensureHarness(console.log);
		const folder = join(checkout, 'test', 'n8n');
		const times = join(checkout, '.cache', 'suites.jsonl');
		const suites = readdirSync(folder).filter((file) => only?.includes(file) ?? isOfTheDay(file));
		const files = suites.filter((file) => !without.includes(file)).map((file) => join(folder, file));
		const packed = await packForAll(temporaryFolder('mavapay-packed-'));
		rmSync(times, { force: true });
		const reporters = [
			...['--test-reporter=spec', '--test-reporter-destination=stdout'],
			...[`--test-reporter=${SUITE_TIMES}`, `--test-reporter-destination=${times}`],
		];
		const limit = atMost > 0 ? [`--test-timeout=${atMost}`] : [];
		const args = ['--test', `--test-concurrency=${atATime}`, ...limit, ...reporters, ...files];
		const { ok, output } = await node(name, args, { env: { ...packed, ...env } });
		const told = (word) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
		const failed = ['fail', 'cancelled', 'skipped', 'todo'].reduce((sum, word) => sum + told(word), 0);
		// The reporter names each failure where it happens, and once more at the end.
		const failures = [...new Set(Array.from(output.matchAll(/^ *✖ (.+) \([\d.]+ms\)$/gm), ([, title]) => title))];
		return { ...counted(ok, told('pass'), failed), slowest: longestFirst(suitesIn(times)), failures };
	},
});

/** Options that skip files which passed before, until the file or the settings change. */
const cachedIn = (name) => [
	'--cache',
	'--cache-strategy',
	'content',
	'--cache-location',
	join(checkout, '.cache', `${name}.json`),
];

/** Leaves out the planted errors of `unit/verify`: they test a tool, and take as long as all other unit tests. */
const WITHOUT_PLANTS = 'unit/verify/(?!verify\\.test)';

/** Stages by lane, one after the other in each lane. jest has two workers, so three processes share the machine. */
const short = [
	[jest('unit, property and engine tests', ['--testPathIgnorePatterns', WITHOUT_PLANTS])],
	[
		whole('build', [GULP, '--silent', 'assemble']),
		gate,
		whole('types', [GULP, '--silent', 'types']),
		whole('lint', [ESLINT, '.', '--max-warnings', '0', ...cachedIn('eslint')]),
		whole('format', [PRETTIER, '--check', '--log-level', 'warn', '.', ...cachedIn('prettier')]),
	],
];

const planted = (env) => jest('what is planted for verify', ['unit/verify/'], env);

/** The number of examples for each property; tests with a short and a long form take the long one. */
const LONG = { PROPERTY_RUNS: '100000' };

/** The stages that take hours, in parts that can run on separate machines: .github/workflows/nightly.yml names them. */
const long = {
	properties: [
		jest('properties', ['--selectProjects', 'property', '--testPathIgnorePatterns', 'payoutSmallWorlds'], LONG),
	],
	model: [whole('the model of the record', [join(checkout, 'test', 'model', 'check.mjs')])],
	worlds: [jest('small worlds', ['property/payoutSmallWorlds'], LONG)],
	products: [
		jest(
			'full products',
			['engine/.*/(faultMatrix|invalidValues|approvedOnce|lateReads|shapes|witnessHistories)'],
			LONG,
		),
	],
	n8n: [
		onRealN8n('kills and queue mode', {
			only: ['kill.test.mjs', 'queue.test.mjs'],
			atATime: 1,
			env: { N8N_LONG: '1' },
		}),
	],
	others: [
		onRealN8n('other n8n, states of an install, Engine 2.0, canvases, a release and the crash test', {
			only: [...NIGHT_SUITES, ...WHERE_CHANGED, 'whereItRuns.test.mjs'],
			atATime: 1,
			env: { N8N_LONG: '1' },
		}),
		onRealN8n('suites on the oldest n8n', {
			only: ['first-payout.test.mjs', 'kill.test.mjs'],
			atATime: 1,
			env: { N8N_LINE: 'oldest' },
		}),
	],
	verify: [planted(LONG)],
	hard: [
		onRealN8n('tests on a real n8n, against a service as hard as the world', {
			atATime: 1,
			env: { SANDBOX_REAL: '1' },
		}),
	],
	site: [onRealN8n('the documents in a browser', { only: ['siteInBrowser.mjs'], atATime: 1 })],
	// Checks only that the bench runs to its end: what it measures depends on the machine.
	bench: [whole('the quick bench', ['--import', 'tsx', join(checkout, 'test', 'bench', 'main.ts'), '--quick'])],
	soak: [onRealN8n('half an hour at a steady rate', { only: ['soak.mjs'], atATime: 1 })],
};

/**
 * Parts of `--long` on the n8n in N8N_GIVEN (set in .github/workflows/nightly.yml). `newest`: all suites, on npm's newest n8n.
 * `image`: only suites about paying and receiving, on the newest n8n 3, which comes as an image.
 */
const onAnotherN8n = {
	newest: [onRealN8n('the suites on the newest n8n')],
	image: [
		onRealN8n('suites on the newest n8n 3', {
			only: ['examples', 'first-payout', 'statements', 'trigger'].map((name) => `${name}.test.mjs`),
		}),
	],
};

/** Suites by their names, as `newcomer`. */
const suitesOf = (names) => names.map((name) => `${name}.test.mjs`);

/** The stage of `--n8n` and its options. */
function realN8nOf([option, ...names]) {
	const named = suitesOf(names);
	const unknown = named.find((file) => !existsSync(join(checkout, 'test', 'n8n', file)));
	if (unknown !== undefined) throw new Error(`There is no suite test/n8n/${unknown}.`);
	const atMost = SUITE_TAKES_AT_MOST;
	if (option === undefined) return onRealN8n('tests on a real n8n', { atMost });
	if (option === '--only') return onRealN8n('suites on a real n8n', { only: named });
	if (option === '--without') return onRealN8n('tests on a real n8n', { without: named, atMost });
	throw new Error(`Unknown option ${option} of --n8n: the options are --only and --without.`);
}

/** Groups of stages that were asked for, by lane: `--long` has one for each of its parts. */
function groupsOf([option, ...rest]) {
	if (option === undefined) return [short];
	if (option === 'verify') return [[[planted()]]];
	if (option === '--n8n') return [[[realN8nOf(rest)]]];
	if (option !== '--long') throw new Error(`Unknown option ${option}: the options are verify, --long and --n8n.`);
	const parts = { ...long, ...onAnotherN8n };
	const unknown = rest.find((part) => !Object.hasOwn(parts, part));
	if (unknown !== undefined)
		throw new Error(`There is no part ${unknown}. --long has ${Object.keys(parts).join(', ')}.`);
	return (rest.length === 0 ? Object.keys(long) : rest).map((part) => [parts[part]]);
}

/** Runs the stages of a lane in turn; only the first lane's output is shown at once. */
async function runLane(stages, beside) {
	const rows = [];
	for (const { name, run } of stages) {
		if (!beside) console.log(`\n== ${name}`);
		const started = Date.now();
		const { passed, failed, slowest = [], failures = [] } = await run(beside);
		rows.push({ name, passed, failed, slowest, failures, seconds: Math.round((Date.now() - started) / 1000) });
	}
	return rows;
}

/** How many seeds are reserved for the simulated worlds of one day: test/property/payoutWorlds.test.ts. */
const SEEDS_OF_DAY = 1_000;

/** Sets the seeds of a long run: the given ones, otherwise the day's, so that each night tests other examples. */
function setSeeds() {
	const day = String(Math.floor(Date.now() / 86_400_000) * SEEDS_OF_DAY);
	const { PROPERTY_SEED = day, KILL_SEED = PROPERTY_SEED } = process.env;
	Object.assign(process.env, { PROPERTY_SEED, KILL_SEED });
	console.log(`PROPERTY_SEED=${PROPERTY_SEED} KILL_SEED=${KILL_SEED} plays this run again`);
}

/** Runs the lanes of a group at the same time. */
async function runGroup(lanes) {
	return (await Promise.all(lanes.map((stages, lane) => runLane(stages, lane > 0)))).flat();
}

async function main() {
	const groups = groupsOf(process.argv.slice(2));
	if (process.argv[2] === '--long') setSeeds();
	await ensureInstalled();
	mkdirSync(join(checkout, '.cache'), { recursive: true });

	const rows = [];
	for (const group of groups) rows.push(...(await runGroup(group)));
	const slowest = rows.flatMap((row) => row.slowest);

	if (slowest.length > 0) console.log('\nThe slowest files:');
	for (const { file, ms } of slowest) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
	console.log('');
	for (const { name, passed, failed, failures, seconds } of rows) {
		const told = failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`;
		console.log(`${name.padEnd(34)}${told.padEnd(28)}${seconds} s`);
		for (const title of failures) console.log(`  ${title}`);
	}
	const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
	console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
	process.exitCode = sum('failed') === 0 ? 0 : 1;
}

await main();
