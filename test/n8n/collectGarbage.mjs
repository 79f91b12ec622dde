// The soak test loads this file into n8n's processes. The file prints how much memory is in use after a garbage collection.
// The operating system's figure is less useful: V8 and n8n's expression engines release memory late.
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
// Only the main thread reports: other threads have their own heaps, but the same pid.
if (isMainThread) setInterval(look, 10_000).unref();
