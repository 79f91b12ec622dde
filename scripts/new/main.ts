/** `npm run new -- wallet getLimits`: the stubs of a new operation. `--help` explains the rest. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';

import { format, resolveConfig } from 'prettier';

import { withOperation } from './index';
import { GAP } from './stubs';
import { readWanted, USAGE, UsageError, type Ask } from './wanted';

const root = join(__dirname, '../..');

/** All files that a new operation may have to change. */
function readSources(): Map<string, string> {
	const folders = ['docs', 'interface', 'nodes', 'sandbox', 'test/cases', 'test/engine', 'test/unit'];
	const below = folders.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
	);
	const paths = ['README.md', ...below].map((path) => path.replaceAll('\\', '/'));
	const texts = paths.filter((path) => /\.(ts|md)$/.test(path));
	return new Map(texts.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Asks at a terminal. */
const ask: Ask =
	process.stdin.isTTY === true
		? async (question) => {
				const terminal = createInterface({ input: process.stdin, output: process.stdout });
				const answer = await terminal.question(question);
				terminal.close();
				return answer;
			}
		: null;

async function main(): Promise<void> {
	const wanted = await readWanted(process.argv.slice(2), ask);
	if (wanted === null) return void process.stdout.write(USAGE);
	for (const [path, text] of withOperation(readSources(), wanted)) {
		const file = join(root, path);
		const laidOut = path.endsWith('.ts')
			? await format(text, { ...(await resolveConfig(file)), filepath: file })
			: text;
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, laidOut);
		const gaps = laidOut.split('\n').flatMap((line, index) => (line.includes(GAP) ? [index + 1] : []));
		console.log(gaps.length === 0 ? path : `${path}: write line ${gaps.join(', ')}`);
	}
	console.log('Then: npm run generate, and the tests of CONTRIBUTING, "Adding an operation".');
}

main().catch((error: unknown) => {
	if (!(error instanceof UsageError)) throw error;
	process.stderr.write(`${error.message}\n\n${USAGE}`);
	process.exitCode = 2;
});
