/**
 * `npm run watch`: what has changed in Mavapay's documentation since the commit in scripts/watch/kept.txt, word by word,
 * in Markdown. Everything except white space is compared, so an example whose `100` becomes `"100"` shows as well.
 * `-- --keep` writes the newest commit into that file. First update docs/reference/interface.md and `interface`.
 *
 * Exit code: 0 if nothing changed, 1 if something did, 2 if the documentation could not be read.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkout } from '../lib/paths.mjs';
import { temporaryFolder } from '../lib/temporary.mjs';

const { values } = parseArgs({
	options: {
		keep: { type: 'boolean', default: false },
		file: { type: 'string', default: join(checkout, 'scripts', 'watch', 'kept.txt') },
		/** The repository from which Mavapay's documentation is made. */
		from: { type: 'string', default: 'https://github.com/StealthMoney/mavapay-docs' },
	},
});

/** Longer than any fence of code within a page. */
const FENCE = '~~~~~~~~';

const folder = temporaryFolder('mavapay-docs-');
const git = (/** @type {string[]} */ ...args) =>
	execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1e8 }).trim();

/** Prints what changed, under a title with the newest commit. Returns the exit code. */
function compare() {
	git('clone', '--quiet', '--bare', values.from, '.');
	const newest = git('rev-parse', 'HEAD');
	if (values.keep) {
		writeFileSync(values.file, `${newest}\n`);
		console.log(`Kept ${newest}`);
		return 0;
	}
	const kept = readFileSync(values.file, 'utf8').trim();
	const changes = git('diff', '--ignore-space-change', '--ignore-blank-lines', '--word-diff=plain', kept, newest);
	if (changes === '') {
		console.log(`Nothing has changed since ${kept}`);
		return 0;
	}
	console.log(`Mavapay's documentation has changed: ${newest.slice(0, 12)}\n`);
	console.log(`Old words next to new ones: ${values.from}/compare/${kept}...${newest}\n`);
	console.log(`${FENCE}diff\n${changes}\n${FENCE}`);
	return 1;
}

try {
	process.exitCode = compare();
} catch (error) {
	console.error(`Not read: ${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = 2;
}
