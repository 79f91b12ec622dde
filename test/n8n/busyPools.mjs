// Load for n8n's workers: executions of the test node Busy keep each worker's few database connections in use, so that
// all other queries have to wait.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { ownConnection } from '../../scripts/n8n/client.mjs';
import { executionsOf } from '../../scripts/n8n/queue.mjs';
import { chained, node } from '../../scripts/n8n/workflow.mjs';

/** The folder of the test node Busy. */
export const busyNodes = fileURLToPath(new URL('nodes', import.meta.url));

/**
 * Starts executions of Busy until each worker runs one.
 *
 * @param {import('../../scripts/n8n/queue.mjs').Queue} queue
 * @param {{atATime: number, ms: number}} load queries at a time in each execution, and milliseconds per query in the database
 */
export async function keepPoolsBusy(queue, { atATime, ms }) {
	// Only Busy's rows are slow to write.
	await queue.services.query(
		`CREATE OR REPLACE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${ms / 1_000}); RETURN NEW; END $$;
		CREATE TRIGGER be_slow BEFORE INSERT OR UPDATE ON processed_data FOR EACH ROW WHEN (NEW.context LIKE 'n:busy%') EXECUTE FUNCTION be_slow()`,
	);
	const server = createServer((_, response) => response.end('{}'));
	await new Promise((settle) => server.listen(0, '127.0.0.1', () => settle(undefined)));
	const address = server.address();
	assert.ok(address !== null && typeof address === 'object');
	const path = randomUUID();
	const { id } = await queue.client.importWorkflow({
		name: 'Busy',
		settings: { executionOrder: 'v1' },
		nodes: [
			node(
				'Start',
				'n8n-nodes-base.webhook',
				{ httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
				{ typeVersion: 2, webhookId: path },
			),
			node('Busy', 'CUSTOM.busy', { atATime, until: `http://127.0.0.1:${address.port}/` }, { id: `busy-${path}` }),
		],
		connections: chained([['Start', 'Busy']]),
	});
	await queue.client.activate(id);
	const start = () => fetch(`${queue.webhook.url}/webhook/${path}`, { method: 'POST', headers: ownConnection });
	await waitFor('the webhook of the busy workflow', async () => (await start()).status === 200);

	/** @returns {Promise<string[]>} the executions of Busy that have not ended */
	async function open() {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: ['new', 'running'] }));
		return (await queue.client.rest('GET', `/executions?limit=50&filter=${filter}`)).results.map(
			(/** @type {{id: string}} */ one) => one.id,
		);
	}
	return {
		/** Starts more executions of Busy if a worker has none. */
		async spread() {
			await waitFor('work in each worker', async () => {
				const executions = await open();
				const taken = queue.workers
					.filter((worker) => worker.isRunning())
					.map((worker) => executions.filter((one) => executionsOf(worker).has(one)));
				// Wait until a worker has taken the last execution: too many at once would leave no room for other work.
				if (taken.flat().length < executions.length) return false;
				if (taken.every((own) => own.length > 0)) return true;
				await start();
				return false;
			});
		},
		/** Ends all executions of Busy. @returns {Promise<number>} how many queries they made */
		async stop() {
			server.closeAllConnections();
			await new Promise((settle) => server.close(settle));
			await waitFor('the busy executions to end', async () => (await open()).length === 0);
			await queue.services.query('DROP TRIGGER be_slow ON processed_data');
			const all = await queue.client.executions(id);
			return all.reduce(
				(sum, one) => sum + (one.data?.resultData?.runData?.Busy?.[0]?.data?.main?.[0]?.[0]?.json.queries ?? 0),
				0,
			);
		},
	};
}
