// Payment events through a real n8n: our trigger, and one of the bench that checks nothing and inserts one row, each
// before a No Operation node, in one n8n and one run. Takes an order as JSON; tells what each round took.
import { randomUUID } from 'node:crypto';
import { waitFor } from '../../../scripts/lib/waiting.mjs';
import { chained, node } from '../../../scripts/n8n/workflow.mjs';
import { countExecuted, event, send, settled } from './deposits.mjs';
import { progress, startPlace, tell } from './place.mjs';
import { cpuMs } from './process.mjs';

const inFlight = 20;
const names = /** @type {const} */ (['ours', 'least']);
/** @type {{tarball: string, events: number, rounds: number}} */
const { tarball, events, rounds } = JSON.parse(process.argv[2] ?? '{}');

const place = await startPlace(tarball);
try {
	const { secret, ...contenders } = await startWorkflows();
	/** @type {Array<Record<string, {answeredMs: number, executedMs: number, cpuMs: number | null}>>} */
	const samples = [];
	// The first round is for warming up. Who goes first changes with every round.
	for (let round = 0; round <= rounds; round++) {
		progress(`${events} events to each of ${names.length}, round ${round} of ${rounds}`);
		const bodies = Array.from({ length: events }, event);
		/** @type {typeof samples[number]} */
		const taken = {};
		for (const name of round % 2 === 0 ? names : names.toReversed())
			taken[name] = await sendAll(contenders[name], bodies, secret);
		if (round > 0) samples.push(taken);
	}
	await tell({ n8n: place.n8n.version, events, inFlight, samples });
} finally {
	await place.dispose();
}

/** All workflows active, and the secret that the trigger registered with the service. */
async function startWorkflows() {
	const ours = await activeWorkflow('n8n-nodes-mavapay.mavapayTrigger', { mavapayApi: place.credential });
	const least = await activeWorkflow('CUSTOM.benchTrigger');
	const { baseUrl, keys } = place.sandbox;
	const registered = await waitFor('the webhook to be registered', async () => {
		const answer = await fetch(`${baseUrl}/user`, { headers: { 'X-API-KEY': keys.read } });
		const { webhook: set } = (await answer.json()).data.account;
		return set?.url === ours.url && set;
	});
	// n8n answers the activation before the webhooks are there.
	for (const { url } of [ours, least]) {
		const ping = JSON.stringify({ event: 'ping', data: {} });
		await waitFor(`${url} to answer`, async () => (await send(url, ping, registered.secret)) === 200);
	}
	return { ours, least, secret: registered.secret };
}

/** @param {string} type of a trigger @param {object} [credentials] */
async function activeWorkflow(type, credentials) {
	const webhookId = randomUUID();
	const { id } = await place.client.importWorkflow({
		name: type,
		nodes: [node('Event', type, {}, { webhookId, credentials }), node('After', 'n8n-nodes-base.noOp', {})],
		connections: chained([['Event', 'After']]),
	});
	await place.client.activate(id);
	return { id, url: `${place.n8n.url}/webhook/${webhookId}/webhook` };
}

/** @param {{id: string, url: string}} contender @param {string[]} bodies @param {string} secret */
async function sendAll({ id, url }, bodies, secret) {
	const { client } = place;
	const before = await settled(client, id);
	const { pid } = place.n8n;
	const [start, cpuBefore] = [performance.now(), await cpuMs(pid)];
	const queue = bodies.values();
	const worker = async () => {
		for (const body of queue) {
			const status = await send(url, body, secret);
			if (status !== 200) throw new Error(`An event was answered with ${status}.`);
		}
	};
	await Promise.all(Array.from({ length: inFlight }, worker));
	const answeredMs = performance.now() - start;
	const wanted = before + bodies.length;
	await waitFor(`${wanted} executions`, async () => (await countExecuted(client, id)) >= wanted, {
		timeoutMs: 120_000,
		everyMs: 50,
	});
	const [executedMs, cpuAfter] = [performance.now() - start, await cpuMs(pid)];
	return { answeredMs, executedMs, cpuMs: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore };
}
