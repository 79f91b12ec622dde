// What it costs to load nodes into a process that has n8n-workflow already: ours, and two that come with n8n, each time
// in a process of its own on n8n's Node, and what ours load at their first use. Takes an order as JSON; tells what each load took.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { harness } from '../../../scripts/lib/paths.mjs';
import { run } from '../../../scripts/lib/processes.mjs';
import { ensureHarness } from '../../../scripts/n8n/install.mjs';
import { progress, tell } from './place.mjs';

const loader = `
const { createRequire } = require('node:module');
const { files, then } = JSON.parse(process.argv[1]);
createRequire(files[0][0])('n8n-workflow');
function cost(load) {
	gc();
	const heap = process.memoryUsage().heapUsed;
	const start = performance.now();
	load();
	const ms = performance.now() - start;
	gc();
	return { ms, heap: process.memoryUsage().heapUsed - heap };
}
const atStart = cost(() => { for (const [file, name] of files) new (require(file)[name])(); });
const later = then === null ? null : cost(() => require(then));
console.log(JSON.stringify([atStart, later]));
`;

/** @type {{ours: string[][], running: string, rounds: number}} files and the classes in them, and the file they load at their first use */
const { ours, running, rounds } = JSON.parse(process.argv[2] ?? '{}');
const { node } = await ensureHarness(progress);
const own = createRequire(join(harness, 'package.json'));
const stripe = ['Stripe', 'StripeTrigger'].map((name) => [
	own.resolve(`n8n-nodes-base/dist/nodes/Stripe/${name}.node.js`),
	name,
]);
const samples = [];
for (let round = 0; round < rounds; round++) {
	const [atStart, firstUse] = await load(ours, running);
	const [theirs] = await load(stripe, null);
	samples.push({ ours: atStart, firstUse, stripe: theirs });
}
await tell({ samples });

/** @param {string[][]} files @param {string | null} then */
async function load(files, then) {
	const args = ['--expose-gc', '-e', loader, JSON.stringify({ files, then })];
	return JSON.parse(await run({ name: 'Loading', command: node, args }));
}
