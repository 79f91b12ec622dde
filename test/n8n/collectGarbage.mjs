// Loaded into n8n's processes by the soak: tells what is left in memory once everything is collected that can be. The
// memory that the system counts says less: V8 and n8n's engines for expressions give it back late.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');
const look = () => {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	process.stderr.write(`reachable in ${process.pid}: ${heapUsed + external} bytes\n`);
};
// A thread of the process has a heap of its own, and the same pid.
if (isMainThread) setInterval(look, 10_000).unref();
