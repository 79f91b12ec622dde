// A real n8n for the bench, with the packed package installed as users install it, and with the bench's own nodes.
import { join } from 'node:path';
import { startInstance } from '../../../scripts/demo/instance.mjs';
import { checkout } from '../../../scripts/lib/paths.mjs';
import { onInterrupt } from '../../../scripts/lib/processes.mjs';
import { ensureHarness } from '../../../scripts/n8n/install.mjs';

/** Lets n8n find the bench's own nodes. */
const benchEnvironment = { N8N_CUSTOM_EXTENSIONS: join(checkout, 'test', 'bench', 'nodes') };

// If the bench ends early, n8n and the sandbox end with it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

/** Sends a line of progress to the process that started this one. */
export function progress(/** @type {string} */ line) {
	if (process.send) process.send({ progress: line });
	else console.error(`... ${line}`);
}

/** Sends the result to the process that started this one. @param {object} result @returns {Promise<void>} */
export async function tell(result) {
	if (process.send) await new Promise((resolve) => process.send?.({ result }, resolve));
	else console.log(JSON.stringify(result, null, 2));
}

/** @param {string} tarball */
export async function startPlace(tarball) {
	const { node } = await ensureHarness(progress);
	progress('starting n8n and the sandbox');
	const instance = await startInstance({ tarball }, { env: benchEnvironment });
	onInterrupt(instance.dispose);
	const { n8n, sandbox, client, credential, dispose } = instance;
	return {
		n8n,
		sandbox,
		client,
		credential,
		dispose,
		/** The path of the Node.js that n8n runs on. */
		node,
		database: join(n8n.userFolder, '.n8n', 'database.sqlite'),
	};
}
