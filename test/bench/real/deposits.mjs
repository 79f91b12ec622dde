// Signed events of deposits, and how many of them n8n has executed.
import { createHmac, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { pause } from '../../../scripts/lib/waiting.mjs';
import { N8nAnswerError } from '../../../scripts/n8n/client.mjs';

/** @typedef {import('../../../scripts/n8n/client.mjs').N8nClient} N8nClient */

const deposit = createRequire(import.meta.url)('../deposit.json');

/** A deposit as the service reports it, with an id of its own and as of now. */
export function event() {
	const updatedAt = new Date().toISOString();
	return JSON.stringify({ ...deposit, data: { ...deposit.data, id: randomUUID(), createdAt: updatedAt, updatedAt } });
}

/** @param {string} url @param {string} body @param {string} secret @returns {Promise<number>} the status */
export async function send(url, body, secret) {
	const signature = createHmac('sha256', secret).update(body).digest('hex');
	const headers = { 'Content-Type': 'application/json', 'X-Mavapay-Signature': signature };
	const answer = await fetch(url, { method: 'POST', headers, body });
	await answer.arrayBuffer();
	return answer.status;
}

/** The number of executions once it has stopped growing. @param {N8nClient} client @param {string} id @returns {Promise<number>} */
export async function settled(client, id) {
	const count = await countExecuted(client, id);
	await pause(300);
	return count === (await countExecuted(client, id)) ? count : settled(client, id);
}

/** Executions of the workflow that ended well, as n8n counts them. @param {N8nClient} client @param {string} workflowId @returns {Promise<number>} */
export async function countExecuted(client, workflowId) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['success'] }));
	const answer = await client.rest('GET', `/executions?limit=1&filter=${filter}`).catch((error) => {
		// Under a crowd n8n's database is now and then not to be reached for a moment.
		if (error instanceof N8nAnswerError && error.status === 503) return { count: -1 };
		throw error;
	});
	return answer.count;
}
