import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../lib/paths.mjs';

const folder = join(checkout, '.cache', 'nights');
const tallyFile = join(folder, 'tally.txt');
const measuredFile = join(folder, 'measured.txt');
/** Room for the worlds of one day: test/property/payoutWorlds.test.ts. */
const seedsOfDay = 1_000;

/** Seeds of a long run: those that were given, else the day's, so that each night draws other examples. */
function seedsOf() {
	const day = String(Math.floor(Date.now() / 86_400_000) * seedsOfDay);
	const { PROPERTY_SEED = day, KILL_SEED = PROPERTY_SEED } = process.env;
	return { PROPERTY_SEED, KILL_SEED };
}

/** The commit that a part began with. */
let commit = '';

/** Makes ready to count a part of `npm run test:long`; to be called before its stages. */
export function beginPart() {
	mkdirSync(folder, { recursive: true });
	for (const file of [tallyFile, measuredFile]) rmSync(file, { force: true });
	commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim();
	Object.assign(process.env, seedsOf(), { TALLY: tallyFile, MEASURED: measuredFile });
}

/** Sums of what was counted, by name. @returns {Record<string, number>} */
function counts() {
	/** @type {Record<string, number>} */
	const sums = {};
	if (!existsSync(tallyFile)) return sums;
	for (const line of readFileSync(tallyFile, 'utf8').trim().split('\n')) {
		for (const [what, number] of Object.entries(JSON.parse(line))) sums[what] = (sums[what] ?? 0) + Number(number);
	}
	return sums;
}

/**
 * Writes down what a part of `npm run test:long` did, for the report of its version: `page.ts` reads it.
 *
 * @param {string} part
 * @param {Array<{passed: number, failed: number, seconds: number, failures: string[]}>} rows of its stages
 */
export function keepRecord(part, rows) {
	const sum = (/** @type {'passed' | 'failed' | 'seconds'} */ key) => rows.reduce((total, row) => total + row[key], 0);
	const [major = ''] = process.versions.node.split('.');
	const record = {
		part,
		version: JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')).version,
		commit,
		day: new Date().toISOString().slice(0, 10),
		node: major,
		seed: process.env.PROPERTY_SEED,
		seconds: sum('seconds'),
		passed: sum('passed'),
		failed: sum('failed'),
		counts: counts(),
		measured: existsSync(measuredFile) ? JSON.parse(readFileSync(measuredFile, 'utf8')) : [],
		failures: rows.flatMap(({ failures }) => failures),
	};
	writeFileSync(join(folder, `${part}-node${major}.json`), `${JSON.stringify(record, null, '\t')}\n`);
}
