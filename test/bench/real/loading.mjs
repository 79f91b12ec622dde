// What it costs to load nodes into a process that has n8n-workflow already: ours, and two that come with n8n, each time
// in a process of its own on n8n's Node. Takes an order as JSON; tells what each load took.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { harness } from '../../../scripts/lib/paths.mjs';
import { run } from '../../../scripts/lib/processes.mjs';
import { ensureHarness } from '../../../scripts/n8n/install.mjs';
import { progress, tell } from './place.mjs';

const loader = `
const { createRequire } = require('node:module');
const files = JSON.parse(process.argv[1]);
createRequire(files[0][0])('n8n-workflow');
gc();
const heap = process.memoryUsage().heapUsed;
const start = performance.now();
for (const [file, name] of files) new (require(file)[name])();
const ms = performance.now() - start;
gc();
console.log(JSON.stringify({ ms, heap: process.memoryUsage().heapUsed - heap }));
`;

/** @type {{ours: string[][], rounds: number}} files and the classes in them */
const { ours, rounds } = JSON.parse(process.argv[2] ?? '{}');
const { node } = await ensureHarness(progress);
const own = createRequire(join(harness, 'package.json'));
const stripe = ['Stripe', 'StripeTrigger'].map((name) => [own.resolve(`n8n-nodes-base/dist/nodes/Stripe/${name}.node.js`), name]);
const samples = [];
for (let round = 0; round < rounds; round++) samples.push({ ours: await load(ours), stripe: await load(stripe) });
await tell({ samples });

/** @param {string[][]} files */
async function load(files) {
	const args = ['--expose-gc', '-e', loader, JSON.stringify(files)];
	return JSON.parse(await run({ name: 'Loading', command: node, args }));
}
