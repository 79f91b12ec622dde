/**
 * The trigger in queue mode: two webhook processes, two workers, Postgres, Redis. Each event is delivered to every process
 * at once and passed on once. An event that can't be queued is delivered again. n8n's list of executions shows the result.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { pause, waitFor } from '../../scripts/lib/waiting.mjs';
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { executionsOf, startQueue } from '../../scripts/n8n/queue.mjs';
import { packedFor } from './tarball.mjs';
import { accountWebhook, importTrigger, sentEvent } from './triggerEvents.mjs';

const crowd = 40;

/** @type {import('../../scripts/n8n/queue.mjs').Queue} */
let queue;
/** @type {{id: string, path: string, secret: string}} */
let workflow;

before(async () => {
	const tarball = await packedFor('trigger-queue');
	queue = await startQueue({ tarball, workers: 2, webhooks: 2, concurrency: 3, say: console.log });
	workflow = await activateTrigger();
});
after(() => queue?.dispose());

async function activateTrigger() {
	const { id, path } = await importTrigger(queue.client, { credential: queue.credential });
	await queue.client.activate(id);
	const secret = await waitFor(
		'the webhook to be registered',
		async () => (await accountWebhook(queue.sandbox))?.secret,
	);
	return { id, path: `/webhook/${path}`, secret };
}

/** Delivers an event to every process that takes webhooks, at once. @param {string} id @returns {Promise<number[]>} */
async function deliverEverywhere(id) {
	const all = queue.webhooks.map(({ url }) =>
		sentEvent({ url: `${url}${workflow.path}`, secret: workflow.secret, id }),
	);
	return (await Promise.all(all)).map(({ status }) => status);
}

/** Delivers an event until every process has answered with a 200, as the service does. @param {string} id */
async function deliverAll(id) {
	await waitFor(`${id} to be taken`, async () => (await deliverEverywhere(id)).every((status) => status === 200), {
		everyMs: 500,
	});
}

/** The transactions that were passed on: waits for `count`, then 2 seconds more, to catch one too many. @param {number} count */
async function passedOn(count) {
	const read = async () =>
		(await queue.client.executions(workflow.id)).flatMap((execution) => itemsOf(execution, 'After'));
	await waitFor(`${count} events`, async () => (await read()).length >= count, { everyMs: 1_000 });
	await pause(2_000);
	return (await read()).map(({ transactionId }) => transactionId);
}

/** Gives Redis one command. @param {string[]} command */
async function redis(...command) {
	const { QUEUE_BULL_REDIS_PORT: port, QUEUE_BULL_REDIS_PASSWORD: password = '' } = queue.services.env;
	const encode = (/** @type {string[]} */ parts) =>
		`*${parts.length}\r\n${parts.map((part) => `$${part.length}\r\n${part}\r\n`).join('')}`;
	const socket = connect(Number(port), '127.0.0.1');
	let answer = '';
	socket.on('data', (data) => (answer += data));
	socket.write(encode(['AUTH', password]) + encode(command));
	await waitFor('Redis to answer', async () => answer.split('\r\n').length > 2, { everyMs: 20 });
	socket.destroy();
	assert.equal(answer, '+OK\r\n+OK\r\n');
}

const names = Array.from({ length: crowd }, (_, n) => `crowd-${n}`);

test('each of many events that come to all processes at once is passed on once, by whatever worker', async () => {
	// Five at once, since each takes up to two of the ten connections that a process has to its database.
	for (let n = 0; n < crowd; n += 5) await Promise.all(names.slice(n, n + 5).map(deliverAll));
	assert.deepEqual((await passedOn(crowd)).sort(), [...names].sort());
	for (const worker of queue.workers) assert.ok(executionsOf(worker).size > 0);
});

test('an event that can not be queued gets no 200, and is passed on when it is delivered again', async () => {
	await redis('CONFIG', 'SET', 'maxmemory', '1');
	const statuses = await deliverEverywhere('not-queued');
	await redis('CONFIG', 'SET', 'maxmemory', '0');
	assert.ok(
		statuses.every((status) => status >= 500),
		String(statuses),
	);
	await deliverAll('not-queued');
	assert.deepEqual((await passedOn(crowd + 1)).sort(), [...names, 'not-queued'].sort());
});

test('after a restart of the processes an event is still known', async () => {
	await queue.webhooks[0]?.restart();
	await queue.workers[0]?.restart();
	for (const name of [...names.slice(0, 5), 'not-queued']) await deliverAll(name);
	assert.equal((await passedOn(crowd + 1)).length, crowd + 1);
});
