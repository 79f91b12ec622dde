/**
 * The crash test. On a real n8n, this node and other ways to pay have accidents while they pay. Payments are counted
 * where they arrive. docs/why/crash-test.md says how each accident is made.
 *
 *   npm run crash-test                   writes docs/images/crash-test.svg and crash-test-lost.svg
 *   npm run crash-test -- picture.svg    writes picture.svg and picture-lost.svg
 *
 * Installs what is missing. After that, nothing is sent to another machine. The exit code is 0 if every accident
 * happened, and this node paid nothing twice, reported every payment and lost none.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { buildAndPack } from '../lib/build.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { checkout } from '../lib/paths.mjs';
import { onInterrupt } from '../lib/processes.mjs';
import { step } from '../lib/progress.mjs';
import { temporaryFolder } from '../lib/temporary.mjs';
import { ensureHarness } from '../n8n/install.mjs';
import { accidents } from './accidents.mjs';
import { contestants } from './contestants/index.mjs';
import { openHouse } from './house.mjs';
import { playAll } from './play.mjs';

const say = (/** @type {string} */ line) => console.log(line);

/** @param {string[]} given */
function readOptions(given) {
	const [picture = 'docs/images/crash-test.svg', ...more] = given;
	if (picture.startsWith('-') || more.length > 0)
		throw new Error(`Unknown option ${[picture, ...more].join(' ')}: the only argument is a path for the picture.`);
	return { picture: resolve(checkout, picture) };
}

/** @type {Promise<import('./house.mjs').OpenHouse> | undefined} */
let opening;
const isInterrupted = onInterrupt(async () => {
	const house = await opening?.catch(() => undefined);
	await house?.close();
});

async function main() {
	const { picture } = readOptions(process.argv.slice(2));
	await ensureInstalled(say);
	// tsx keeps its cache in the system's temporary folder, and leaves it there.
	process.env.TSX_DISABLE_CACHE = '1';
	// Imported only here, after the packages are installed.
	const { tsImport } = await import('tsx/esm/api');
	const { report, pictureOf, pictureOfLostAnswer, problemsIn } = await tsImport('./results.ts', import.meta.url);
	const { version } = await ensureHarness(say);
	const { file } = await step(say, 'Building the package', () =>
		buildAndPack(temporaryFolder('mavapay-package-'), say),
	);
	const house = await step(say, `Starting n8n ${version}, the sandbox, and stand-ins of Wise and PayPal`, () => {
		opening = openHouse(file);
		return opening;
	});
	try {
		const cells = await playAll(house, { accidents, contestants, say });
		const about = { n8n: version, contestants, accidents };
		say(`\n${report(cells, about)}\n`);
		await mkdir(dirname(picture), { recursive: true });
		await writeFile(picture, pictureOf(cells, about));
		await writeFile(picture.replace(/(\.svg)?$/, '-lost.svg'), pictureOfLostAnswer(cells, about));
		say(`The picture: ${picture}, and of the lost answer alone beside it`);
		const problems = problemsIn(cells, about);
		for (const problem of problems) say(`WRONG: ${problem}`);
		process.exitCode = problems.length === 0 ? 0 : 1;
	} finally {
		await house.close();
	}
}

await main().catch((error) => {
	if (isInterrupted()) return;
	console.error(`\n${error instanceof Error ? error.message : error}`);
	process.exitCode = 1;
});
