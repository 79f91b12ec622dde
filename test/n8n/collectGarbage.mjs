// Loaded into n8n's processes by the soak: tells what is left in memory once everything is collected that can be. The
// memory that the system counts says less: V8 and n8n's engines for expressions give it back late.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');
setInterval(() => {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	process.stderr.write(`reachable in ${process.pid}: ${heapUsed + external} bytes\n`);
}, 10_000).unref();
