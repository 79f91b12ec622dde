// Preloaded into every n8n and every sandbox that our scripts start. The operating system closes the channel to the
// parent when the parent ends, even if it was killed. n8n and the sandbox then end, too.
import { isMainThread } from 'node:worker_threads';

const graceMs = 5_000;

if (isMainThread && process.channel) {
	process.on('disconnect', () => {
		process.kill(process.pid, 'SIGTERM');
		setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs).unref();
	});
	process.channel.unref();
}
