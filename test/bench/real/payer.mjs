// Runs contenders in a real n8n: starts a run, waits for its end, checks that everyone was paid, and returns what the
// run took.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { request } from 'node:http';
import { waitFor } from '../../../scripts/lib/waiting.mjs';
import { N8nAnswerError } from '../../../scripts/n8n/client.mjs';
import { paidIn, workflowOf } from './contenders.mjs';
import { cpuMs } from './process.mjs';

const { payee } = createRequire(import.meta.url)('../nodes/payees.js');
const ended = new Set(['success', 'error', 'crashed', 'canceled']);
/** How long a run may take to be stored after the webhook has answered. */
const mostMs = 120_000;
const mostAccountsAtOnce = 5_000;
const deepPockets = '900000000000000';

/**
 * @typedef {object} Place an n8n with a sandbox beside it
 * @property {import('../../../scripts/n8n/client.mjs').N8nClient} client
 * @property {import('../../../scripts/lib/sandbox.mjs').Sandbox} sandbox
 * @property {{id: string, name: string}} credential
 * @property {import('../../../scripts/n8n/boot.mjs').N8n} n8n
 *
 * @typedef {object} Run
 * @property {number} ms of the paying node
 * @property {number} payees
 * @property {number | null} cpuMs of n8n's process, from the webhook to the stored execution
 *
 * @typedef {object} Payer
 * @property {string} name
 * @property {string} workflowId
 * @property {(count: number, run?: string, first?: number) => Promise<Run>} run `first`: the place of the first payee
 */

/** Gives the sandbox money, this many payees with names, and the time that each answer takes. @param {Pick<Place, 'sandbox'>} place @param {number} payees @param {number} delayMs */
export async function prepareService({ sandbox }, payees, delayMs) {
	await sandbox.control('POST', '/wallets', { NGN: deepPockets });
	const accounts = Array.from({ length: payees }, (_, index) => payee(index));
	for (let from = 0; from < payees; from += mostAccountsAtOnce) {
		const some = accounts.slice(from, from + mostAccountsAtOnce);
		await sandbox.control(
			'POST',
			'/accounts',
			some.map(({ bankCode, accountNumber, accountName }) => ({ bankCode, accountNumber, accountName })),
		);
	}
	await answerAfter({ sandbox }, delayMs);
}

/** From now on the service takes this long for each answer. @param {Pick<Place, 'sandbox'>} place @param {number} delayMs */
export async function answerAfter({ sandbox }, delayMs) {
	await sandbox.control('DELETE', '/faults');
	// Two rules, so that the sandbox counts the payments separately.
	const fault = { kind: 'delay', ms: delayMs };
	await sandbox.control('POST', '/faults', [
		{ match: { method: 'POST', path: '/withdraw' }, fault },
		{ match: { method: 'GET' }, fault },
	]);
}

/** Payments that were sent to the service so far. @param {Place} place @returns {Promise<number>} */
async function paymentsSoFar({ sandbox }) {
	return (await sandbox.control('GET', '/faults')).faults[0].hits;
}

/**
 * Creates and activates a contender's workflow in n8n.
 *
 * @param {Place} place @param {string} name @param {import('./contenders.mjs').Contender} contender
 * @returns {Promise<Payer>}
 */
export async function startPayer(place, name, contender) {
	const path = randomUUID();
	const header = { name: 'X-API-KEY', value: place.sandbox.keys.write };
	const httpHeaderAuth = await place.client.createCredential({ name: 'Header', type: 'httpHeaderAuth', data: header });
	const credentials = { mavapayApi: place.credential, httpHeaderAuth };
	const { id } = await place.client.importWorkflow(workflowOf(name, contender, path), credentials);
	await place.client.activate(id);
	return {
		name,
		workflowId: id,
		run: (count, run = newRun(), first = 0) => runOnce(place, { name, id, path, count, run, first }),
	};
}

/** A part of the references of one run, different for each run. */
export const newRun = () => randomUUID().slice(0, 13);

/** @param {Place} place @param {{name: string, id: string, path: string, count: number, run: string, first: number}} what @returns {Promise<Run>} */
async function runOnce(place, { name, id, path, count, run, first }) {
	const { pid } = place.n8n;
	const before = await paymentsSoFar(place);
	const last = (await newestOf(place, id))?.id ?? '0';
	const cpuBefore = await cpuMs(pid);
	await call(place, path, { run, count, first });
	const execution = await waitFor(
		`the run of '${name}' to be stored`,
		async () => {
			const newest = await newestOf(place, id).catch(notNow);
			return newest !== undefined && Number(newest.id) > Number(last) && ended.has(newest.status) && newest;
		},
		{ timeoutMs: mostMs },
	);
	const cpuAfter = await cpuMs(pid);
	const sent = (await paymentsSoFar(place)) - before;
	const stored = await place.client.execution(execution.id);
	if (stored?.status !== 'success') {
		throw new Error(
			`The run of '${name}' ended as ${execution.status}: ${stored?.data?.resultData?.error?.message ?? 'no reason given'}`,
		);
	}
	const { ms, items } = paidIn(stored);
	const failed = items.find((item) => item.error !== undefined);
	if (items.length !== count || sent !== count || failed !== undefined) {
		throw new Error(
			`'${name}' gave ${items.length} items for ${count} payees and sent ${sent} payments. ${failed?.error ?? ''}`,
		);
	}
	return { ms, payees: count, cpuMs: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore };
}

/** @param {Place} place @param {string} workflowId @returns {Promise<{id: string, status: string} | undefined>} */
async function newestOf({ client }, workflowId) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	return (await client.rest('GET', `/executions?limit=1&filter=${filter}`)).results[0];
}

/** A very busy n8n believes that it has lost its database, and answers requests with a 503. @param {unknown} error */
function notNow(error) {
	if (error instanceof N8nAnswerError && error.status === 503) return undefined;
	throw error;
}

/** Starts a run; answers when it has ended, however long that takes. @param {Place} place @param {string} path @param {object} body */
async function call(place, path, body) {
	// n8n confirms an activation before the workflow's webhooks exist.
	await waitFor(`the webhook of the run`, async () => (await post(`${place.n8n.url}/webhook/${path}`, body)) !== 404);
}

/** @param {string} url @param {object} body @returns {Promise<number>} the status; no time-out, unlike fetch */
function post(url, body) {
	return new Promise((resolve, reject) => {
		const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } }, (answer) => {
			answer.resume();
			answer.once('error', reject);
			answer.once('end', () => resolve(answer.statusCode ?? 0));
		});
		sent.once('error', reject);
		sent.end(JSON.stringify(body));
	});
}
