// Preloaded into every process that lib/processes.mjs starts. The operating system closes the channel when the
// parent ends, however it ends: a killed script then leaves no n8n and no sandbox behind.
import { isMainThread } from 'node:worker_threads';

const graceMs = 5_000;

if (isMainThread && process.channel) {
	process.on('disconnect', () => {
		process.kill(process.pid, 'SIGTERM');
		setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs).unref();
	});
	process.channel.unref();
}
