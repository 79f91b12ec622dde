/** Size of the package, and what it costs n8n to load it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';
import { credentialFile, nodeFile, type Built } from './built';
import { median } from './measure';
import { below, shown, type Row } from './report';

const run = promisify(execFile);

const loaded = z.object({ ms: z.number(), heap: z.number() });

/** n8n has n8n-workflow loaded already, so it is not counted. */
const LOADER = `
require(process.argv[1]);
const load = (file) => require(file);
gc();
const heap = process.memoryUsage().heapUsed;
const start = performance.now();
for (const [file, name] of JSON.parse(process.argv[2])) new (load(file)[name])();
const ms = performance.now() - start;
gc();
console.log(JSON.stringify({ ms, heap: process.memoryUsage().heapUsed - heap }));
`;

const ROUNDS = 9;
const PACKED_KB = 200;

export async function packageCost(built: Built, rounds: (usual: number) => number): Promise<Row[]> {
	const files = JSON.stringify([
		[credentialFile(built), 'MavapayApi'],
		[nodeFile(built, 'Mavapay'), 'Mavapay'],
		[nodeFile(built, 'MavapayTrigger'), 'MavapayTrigger'],
	]);
	const samples: Array<z.infer<typeof loaded>> = [];
	for (let round = 0; round < rounds(ROUNDS); round++) {
		const { stdout } = await run(process.execPath, ['--expose-gc', '-e', LOADER, require.resolve('n8n-workflow'), files]);
		samples.push(loaded.parse(JSON.parse(stdout)));
	}
	const ms = median(samples.map((one) => one.ms));
	const heap = median(samples.map((one) => one.heap));
	const kilobytes = built.size / 1_000;
	return [
		{ what: `packed, ${built.files} files`, measured: `${shown(kilobytes)} kB`, target: below(kilobytes, PACKED_KB, 'kB') },
		{ what: 'loading credential and nodes into a process that has n8n-workflow', measured: `${shown(ms)} ms, ${shown(heap / 2 ** 20)} MiB of heap`, target: null },
	];
}
