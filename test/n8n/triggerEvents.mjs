import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { run } from '../../scripts/lib/processes.mjs';
import { ownConnection } from '../../scripts/n8n/client.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';

const noOp = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

/**
 * Imports a workflow that starts with the trigger and has one node after it, called `After`.
 *
 * @param {import('../../scripts/n8n/client.mjs').N8nClient} client
 * @param {{credential: {id: string, name: string}, parameters?: object, after?: {type: string, typeVersion: number, parameters: object}}} options
 * @returns {Promise<{id: string, path: string}>} `path`: of its webhook URLs, below the endpoint
 */
export async function importTrigger(client, { credential, parameters = {}, after = noOp }) {
	const webhookId = randomUUID();
	const trigger = {
		type: 'n8n-nodes-mavapay.mavapayTrigger',
		typeVersion: 1,
		parameters,
		webhookId,
		credentials: { mavapayApi: credential },
	};
	const nodes = [
		{ id: randomUUID(), name: 'Mavapay Trigger', position: [0, 0], ...trigger },
		{ id: randomUUID(), name: 'After', position: [220, 0], ...after },
	];
	const connections = { 'Mavapay Trigger': { main: [[{ node: 'After', type: 'main', index: 0 }]] } };
	const { id } = await client.importWorkflow(
		{ name: `Events ${webhookId.slice(0, 8)}`, nodes, connections },
		{ mavapayApi: credential },
	);
	return { id, path: `${webhookId}/webhook` };
}

/**
 * The account's webhook, as the service itself shows it.
 *
 * @param {import('../../scripts/lib/sandbox.mjs').Sandbox} sandbox
 * @returns {Promise<{url: string, secret: string} | null>}
 */
export async function accountWebhook({ baseUrl, keys }) {
	const answer = await fetch(`${baseUrl}/user`, { headers: { 'X-API-KEY': keys.read } });
	const { webhook } = (await answer.json()).data.account;
	return webhook && { url: webhook.url, secret: webhook.secret };
}

/**
 * Posts an event in the format and with the signature that Mavapay documents.
 *
 * @param {{url: string, secret: string, id: string, status?: string}} event
 * @returns {Promise<{status: number, text: string}>} status 0 if the connection broke
 */
export async function sentEvent({ url, secret, id, status = 'SUCCESS' }) {
	const data = {
		id,
		walletId: 'a wallet',
		ref: `ref of ${id}`,
		hash: 'h4sh',
		amount: 123456,
		fees: 50,
		currency: 'NGN',
		type: 'WITHDRAWAL',
		status,
		autopayout: false,
		createdAt: '2026-08-01T09:00:00.000Z',
		updatedAt: '2026-08-01T09:00:01.000Z',
		transactionMetadata: { id: 'm', orderId: '43477-4306', customerReference: `order of ${id}` },
	};
	const body = JSON.stringify({ event: 'payment.sent', data });
	const signature = createHmac('sha256', secret).update(body).digest('hex');
	const headers = { ...ownConnection, 'Content-Type': 'application/json', 'X-Mavapay-Signature': signature };
	try {
		const answer = await fetch(url, { method: 'POST', headers, body });
		return { status: answer.status, text: await answer.text() };
	} catch {
		return { status: 0, text: '' };
	}
}

/**
 * Runs SQL on the SQLite database of an n8n that is running, through a separate connection.
 *
 * @param {import('../../scripts/n8n/boot.mjs').N8n} n8n
 * @returns {Promise<(sql: string) => Promise<string>>} rows of a select as JSON
 */
export async function databaseOf({ userFolder }) {
	// The newest n8n's Node: the Node of the oldest n8n has no node:sqlite.
	const { node } = await ensureHarness(undefined, 'newest');
	const file = join(userFolder, '.n8n', 'database.sqlite');
	const program = `
		const [file, sql] = process.argv.slice(1);
		const database = new (require('node:sqlite').DatabaseSync)(file);
		database.exec('PRAGMA busy_timeout = 30000');
		if (sql.startsWith('select')) console.log(JSON.stringify(database.prepare(sql).all()));
		else database.exec(sql);
	`;
	return (sql) => run({ name: 'The database', command: node, args: ['--no-warnings', '-e', program, file, sql] });
}
