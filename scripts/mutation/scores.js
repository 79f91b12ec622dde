'use strict';

/** The table of scores in docs/why/mutation.md, which Stryker's runs write: one row for each file, as it was measured last. */

const START = '<!-- from Stryker -->';
const END = '<!-- to here -->';
const NODES = 'nodes/';

/**
 * @typedef {{status: string}} Mutant
 * @typedef {Record<string, {mutants: Mutant[]}>} Files as Stryker reports them
 * @typedef {{file: string, noticed: number, all: number, day: string}} Row
 */

/** @param {readonly Mutant[]} mutants @param {readonly string[]} statuses */
const count = (mutants, ...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;

/** @param {number} noticed @param {number} all */
const score = (noticed, all) => (Math.floor((1000 * noticed) / all) / 10).toFixed(1);

/** Rows that a page has already. @param {string} page @returns {Row[]} */
const rowsIn = (page) =>
	Array.from(page.matchAll(/^\| `([\w/]+\.ts)` \| ([\d,]+) of ([\d,]+) \| [\d.]+ \| (\S+) \|$/gm), (found) => {
		const [, file = '', noticed = '', all = '', day = ''] = found;
		return { file, noticed: Number(noticed.replace(',', '')), all: Number(all.replace(',', '')), day };
	});

/** Rows of the files that a run has mutated. @param {Files} files @param {string} day @returns {Row[]} */
const rowsOf = (files, day) =>
	Object.entries(files).flatMap(([path, { mutants }]) => {
		const noticed = count(mutants, 'Killed', 'Timeout');
		const all = noticed + count(mutants, 'Survived', 'NoCoverage');
		return all === 0 ? [] : [{ file: path.replace(NODES, ''), noticed, all, day }];
	});

/** @param {readonly Row[]} rows */
function table(rows) {
	const sum = (/** @type {'noticed' | 'all'} */ key) => rows.reduce((total, row) => total + row[key], 0);
	const line = (/** @type {string} */ what, /** @type {number} */ noticed, /** @type {number} */ all, day = '') =>
		`| ${what} | ${noticed.toLocaleString('en')} of ${all.toLocaleString('en')} | ${score(noticed, all)} | ${day} |`;
	const lines = rows.map(({ file, noticed, all, day }) => line(`\`${file}\``, noticed, all, day));
	const head = ['| File | Noticed | % | Measured |', '|---|---|---|---|'];
	return [...head, ...lines, line('All', sum('noticed'), sum('all'))].join('\n');
}

/**
 * The page with the rows of a run in place of those that its files had; files that are gone have none.
 *
 * @param {string} page
 * @param {Files} files
 * @param {string} day as `2026-11-24`
 * @param {(path: string) => boolean} isThere
 */
function withScores(page, files, day, isThere) {
	const [from, to] = [page.indexOf(START), page.indexOf(END)];
	if (from < 0 || to < from) throw new Error(`The page lacks the marks ${START} and ${END}`);
	const rows = new Map([...rowsIn(page), ...rowsOf(files, day)].map((row) => [row.file, row]));
	const kept = [...rows.values()].filter(({ file }) => isThere(`${NODES}${file}`));
	kept.sort((one, other) => one.file.localeCompare(other.file));
	return `${page.slice(0, from)}${START}\n\n${table(kept)}\n\n${page.slice(to)}`;
}

exports.withScores = withScores;
