/**
 * `npm run test:long -- model`: searches every state of the record's models with the model checker SPIN. Fails if a
 * model breaks its assertions as designed, if a planted fault isn't found, or if a model's number of states changed:
 * payoutTraces.test.ts compares the number for record.pml with the one for states.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { ensureModelChecker } from '../../scripts/n8n/debian.mjs';

/** @type {Array<{name: string, model?: string, defines: string[], states?: number, isFound: boolean}>} */
const configurations = JSON.parse(readFileSync(join(checkout, 'test', 'model', 'configurations.json'), 'utf8'));

const { spin, gcc } = await ensureModelChecker(console.log);
let wrong = 0;
for (const { name, model = 'record', defines, states, isFound } of configurations) {
	const folder = temporaryFolder('mavapay-model-');
	const call = (/** @type {string} */ command, /** @type {string[]} */ args) =>
		run({ name: `${command} for ${name}`, command, args, cwd: folder });
	const started = Date.now();
	await call(spin, ['-a', ...defines.map((define) => `-D${define}`), join(checkout, 'test', 'model', `${model}.pml`)]);
	await call(gcc, ['-O2', '-w', '-DSAFETY', '-DNOFAIR', '-DCOLLAPSE', '-DVECTORSZ=2048', '-o', 'pan', 'pan.c']);
	const said = await call(join(folder, 'pan'), ['-m1000000', '-w26']);
	const [, errors = ''] = /errors: (\d+)/.exec(said) ?? [];
	const [, stored = ''] = /(\d+) states, stored/.exec(said) ?? [];
	const isWhole = !/max search depth too small|out of memory|Search not completed/.test(said) || isFound;
	const isRight = errors === (isFound ? '1' : '0') && isWhole && (states === undefined || states === Number(stored));
	if (!isRight) wrong += 1;
	const verdict = errors === '0' ? 'never' : 'FOUND';
	console.log(
		[
			(isRight ? 'as expected' : 'NOT AS EXPECTED').padEnd(16),
			name.padEnd(104),
			verdict.padEnd(8),
			`${stored} states`.padEnd(18),
			`${((Date.now() - started) / 1000).toFixed(0)} s`,
		].join(''),
	);
}
process.exitCode = wrong === 0 ? 0 : 1;
