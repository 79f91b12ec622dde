import { randomBytes } from 'node:crypto';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from '../lib/sandbox.mjs';
import { removeTemporary, temporaryFolder } from '../lib/temporary.mjs';
import { bootN8n } from './boot.mjs';
import { withoutEditor } from './environment.mjs';
import { installTarball } from './package.mjs';
import { startServices } from './services.mjs';

/**
 * Starts n8n in queue mode with the packed package: Postgres, Redis, one main process, workers, webhook processes. Also
 * starts a sandbox, and makes an owner and a credential for the sandbox.
 *
 * @param {{tarball: string, workers?: number, webhooks?: number, concurrency?: number, more?: NodeJS.ProcessEnv, say?: (line: string) => void}} options
 *   `concurrency`: executions at once in each worker; `more` is added to the environment of every process of n8n
 */
export async function startQueue({ tarball, workers = 2, webhooks = 1, concurrency = 10, more = {}, say }) {
	const folder = temporaryFolder('mavapay-queue-');
	/** @type {Array<() => Promise<unknown>>} */
	const endings = [async () => removeTemporary(folder)];
	const dispose = async () => {
		for (const end of endings.reverse().splice(0)) await end();
	};
	try {
		const services = await startServices(say);
		endings.push(services.stop);
		const sandbox = await startSandbox();
		endings.push(sandbox.stop);

		const mainFolder = join(folder, 'main');
		await mkdir(mainFolder);
		await installTarball(tarball, mainFolder);
		const encryptionKey = randomBytes(16).toString('hex');
		const env = {
			...services.env,
			...withoutEditor,
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
			N8N_CONCURRENCY_PRODUCTION_LIMIT: String(concurrency),
			...more,
		};
		/** Each process has its own folder, so that processes share only the database and the queue. */
		const boot = async (/** @type {'main' | 'worker' | 'webhook'} */ mode, /** @type {string} */ name) => {
			const userFolder = join(folder, name);
			if (name !== 'main') {
				await mkdir(join(userFolder, '.n8n'), { recursive: true });
				await cp(join(mainFolder, '.n8n', 'nodes'), join(userFolder, '.n8n', 'nodes'), { recursive: true });
			}
			const started = await bootN8n({ mode, userFolder, encryptionKey, env, say });
			endings.push(started.stop);
			return started;
		};
		// The main process starts first and alone, because it makes the tables.
		const main = await boot('main', 'main');
		const named = (/** @type {'worker' | 'webhook'} */ mode, /** @type {number} */ count) =>
			Array.from({ length: count }, (_, n) => boot(mode, `${mode}-${n + 1}`));
		const others = await allOf([...named('webhook', webhooks), ...named('worker', workers)]);
		const [webhookProcesses, workerProcesses] = [others.slice(0, webhooks), others.slice(webhooks)];
		const [webhook] = webhookProcesses;

		const client = main.client();
		await client.setUpOwner();
		const credential = await client.createCredential({
			name: 'Mavapay (sandbox)',
			type: 'mavapayApi',
			data: { deployment: 'custom', baseUrl: sandbox.baseUrl, authentication: 'apiKey', apiKey: sandbox.keys.write },
		});
		return {
			services,
			sandbox,
			main,
			webhook,
			webhooks: webhookProcesses,
			workers: workerProcesses,
			client,
			credential,
			dispose,
		};
	} catch (error) {
		await dispose();
		throw error;
	}
}

/** @typedef {Awaited<ReturnType<typeof startQueue>>} Queue */

/**
 * Like Promise.all, but waits for every start, so that no start is still under way when one has failed.
 *
 * @template T @param {Array<Promise<T>>} starts
 */
async function allOf(starts) {
	await Promise.allSettled(starts);
	return Promise.all(starts);
}

/**
 * The executions that a worker has started, from its log.
 *
 * @param {import('./boot.mjs').N8n} worker @returns {Set<string>} their ids
 */
export function executionsOf(worker) {
	return new Set([...worker.logs().matchAll(/Worker started execution (\d+) /g)].map(([, id]) => id ?? ''));
}
