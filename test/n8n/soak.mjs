/**
 * Payouts, events and reads at a steady rate in queue mode, for SOAK_MINUTES (30). Each reference is paid once. Each event
 * of a payment is passed on once, or more often if the trigger warns that it couldn't record the event. No process grows:
 * after garbage collection, its memory use in the last sixth of the time is at most a tenth above the second sixth.
 * Runs with `npm run test:long`.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pause, waitFor } from '../../scripts/lib/waiting.mjs';
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { startQueue } from '../../scripts/n8n/queue.mjs';
import { importDesk } from './payoutDesk.mjs';
import { packedFor } from './tarball.mjs';
import { accountWebhook, importTrigger } from './triggerEvents.mjs';

const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const roundMs = 5_000;
const payoutsPerRound = 2;
const rounds = Math.round((minutes * 60_000) / roundMs);
const growth = 1.1;

/** @type {import('../../scripts/n8n/queue.mjs').Queue} */
let queue;
/** @type {import('./payoutDesk.mjs').Desk} */
let desk;
/** @type {string} */
let triggerId;

before(async () => {
	const tarball = await packedFor('soak');
	const more = { NODE_OPTIONS: `--import ${new URL('collectGarbage.mjs', import.meta.url).href}` };
	queue = await startQueue({ tarball, workers: 2, concurrency: 5, more, say: console.log });
	await queue.sandbox.control('POST', '/wallets', { USDT: '900000000' });
	// A busy machine may need more than three deliveries of an event. Longer pauses between them give it time.
	await queue.sandbox.control('POST', '/quirks', { retryDelaysMs: [5_000, 15_000, 30_000, ...Array(20).fill(60_000)] });
	const where = { client: queue.client, credential: queue.credential, url: queue.webhook.url };
	desk = await importDesk(where, {
		Pay: { settings: { onError: 'continueRegularOutput' } },
		Read: { parameters: { resource: 'transaction', operation: 'getAll', returnAll: false, limit: 100 } },
	});
	const trigger = await importTrigger(queue.client, { credential: queue.credential });
	await queue.client.activate(trigger.id);
	const registered = await waitFor('the webhook', async () => (await accountWebhook(queue.sandbox)) ?? false);
	triggerId = trigger.id;
	// n8n registers the main process's URL. This sends events to the webhook process instead, like a load balancer.
	const { pathname } = new URL(registered.url);
	const answer = await fetch(`${queue.sandbox.baseUrl}/webhook`, {
		method: 'PUT',
		headers: { 'X-API-KEY': queue.sandbox.keys.write, 'content-type': 'application/json' },
		body: JSON.stringify({ ...registered, url: `${queue.webhook?.url}${pathname}` }),
	});
	assert.equal(answer.status, 200, await answer.text());
});
after(() => queue?.dispose());

/** The memory in use after each garbage collection, in bytes. @param {import('../../scripts/n8n/boot.mjs').N8n | undefined} n8n */
const reachableIn = (n8n) =>
	[...(n8n?.logs() ?? '').matchAll(/reachable in (\d+): (\d+) bytes/g)]
		.filter(([, pid]) => Number(pid) === n8n?.pid)
		.map(([, , bytes]) => Number(bytes));

/** @param {number[]} values */
function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * Starts an execution, and starts it again with the same references if a busy n8n answers with an error. Even if n8n
 * did start the first execution, each reference must be paid once.
 *
 * @param {string} way @param {string[]} references
 */
const started = (way, references) =>
	waitFor('n8n to start it', () =>
		desk
			.start(
				way,
				references.map((reference) => ({ reference })),
			)
			.then(
				() => true,
				() => undefined,
			),
	);

/** @returns {Promise<Array<{customerReference: string, transactionId: string}>>} */
const paid = async () => (await queue.sandbox.control('GET', '/ledger?kind=payout')).entries;

/**
 * Events that n8n has not accepted, and executions of the trigger's workflow that have not ended. Left out: executions that
 * a busy n8n saved but couldn't queue. These stay `new` for ever, but their events got no 2xx and are delivered again.
 */
async function stillOpen() {
	const { deliveries } = await queue.sandbox.control('GET', '/deliveries');
	const open = ['running', 'new'].map(async (status) => {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: triggerId, status: [status] }));
		const { results } = await queue.client.rest('GET', `/executions?limit=5&filter=${filter}`);
		return results.filter(
			(/** @type {{createdAt: string}} */ { createdAt }) =>
				status === 'running' || Date.now() - Date.parse(createdAt) < 60_000,
		);
	});
	return [
		...deliveries.filter((/** @type {{state: string}} */ { state }) => state !== 'delivered'),
		...(await Promise.all(open)).flat(),
	];
}

/** What an execution of the trigger passed on, by transaction and status. @param {import('../../scripts/n8n/client.mjs').Execution} one */
const passedOnIn = (one) => itemsOf(one, 'After').map((item) => `${item.transactionId} ${item.status}`);

/** Whether the trigger warned that n8n's database couldn't record the event. @param {import('../../scripts/n8n/client.mjs').Execution} one */
const isUnrecorded = (one) => JSON.stringify(one.data?.resultData?.runData ?? {}).includes("couldn't be recorded");

/**
 * What became of events that were not passed on exactly once: executions that held one back or failed, deliveries, and
 * what n8n's log says.
 *
 * @param {import('../../scripts/n8n/client.mjs').Execution[]} executions @param {string[]} wrong
 */
async function whyNotOnce(executions, wrong) {
	const odd = executions
		.filter((one) => one.status !== 'success' || passedOnIn(one).some((event) => wrong.includes(event)))
		.map((one) => `execution ${one.id} ${one.status} ${passedOnIn(one).join()} ${one.startedAt} to ${one.stoppedAt}`);
	const heldBack = executions.filter((one) => one.status === 'success' && passedOnIn(one).length === 0).length;
	const { deliveries } = await queue.sandbox.control('GET', '/deliveries');
	const told = deliveries.filter((/** @type {object} */ one) =>
		wrong.some((event) => JSON.stringify(one).includes(event.split(' ')[0] ?? event)),
	);
	const logs = [queue.main, queue.webhook, ...queue.workers].flatMap((n8n) =>
		(n8n?.logs() ?? '').split('\n').filter((line) => /error|fail|timeout|crash|stall|couldn't/i.test(line)),
	);
	return [
		`${heldBack} executions held an event back`,
		...odd,
		...told.map((/** @type {object} */ one) => JSON.stringify(one).slice(0, 600)),
		...new Set(logs.map((line) => line.slice(0, 300))),
	]
		.slice(0, 60)
		.join('\n');
}

test(`${minutes} minutes of payouts, events and reads`, async () => {
	const processes = {
		main: queue.main,
		webhook: queue.webhook,
		'worker 1': queue.workers[0],
		'worker 2': queue.workers[1],
	};
	/** @type {string[]} */
	const references = [];
	const beganMs = Date.now();
	for (let round = 0; round < rounds; round++) {
		const own = Array.from({ length: payoutsPerRound }, (_, n) => `soak-${round}-${n}`);
		references.push(...own);
		await started('Pay', own);
		await started('Read', ['none']);
		await pause(Math.max(0, beganMs + (round + 1) * roundMs - Date.now()));
	}
	console.log(`${references.length} payouts in ${((Date.now() - beganMs) / 60_000).toFixed(1)} minutes`);
	const sixths = Object.entries(processes).map(([name, one]) => {
		const samples = reachableIn(one);
		const sixth = Math.ceil(samples.length / 6);
		return { name, medians: Array.from({ length: 6 }, (_, n) => median(samples.slice(n * sixth, (n + 1) * sixth))) };
	});
	for (const { name, medians } of sixths)
		console.log(
			`${name}: ${medians.map((bytes) => (bytes / 2 ** 20).toFixed(1)).join(', ')} MiB, by sixths of the time`,
		);
	await waitFor('all payouts', async () => (await paid()).length >= references.length, { everyMs: 1_000 });
	await queue.sandbox.settleAll();

	const ledger = await paid();
	assert.deepEqual(ledger.map((one) => one.customerReference).sort(), [...references].sort(), 'each reference once');
	const told = ledger.flatMap(({ transactionId }) => [`${transactionId} PENDING`, `${transactionId} SUCCESS`]);
	/** @type {object[]} */
	let open = [];
	// A busy n8n may answer that its database isn't ready.
	const read = () => stillOpen().catch((error) => [{ error: String(error) }]);
	await waitFor('all events to be taken', async () => (open = await read()).length === 0, {
		everyMs: 5_000,
		orElse: () => `${open.length} are not: ${JSON.stringify(open.slice(0, 3)).slice(0, 3_000)}`,
	});
	const executions = await waitFor(
		'the events to be read',
		() => queue.client.executions(triggerId).catch(() => undefined),
		{ orElse: () => queue.main.logs().slice(-2_000) },
	);
	// An event that n8n's database can't record is passed on with a warning, and may be passed on twice.
	const recorded = executions.filter((one) => !isUnrecorded(one)).flatMap(passedOnIn);
	const passed = new Set(executions.flatMap(passedOnIn));
	const wrong = [
		...told.filter((event) => !passed.has(event)),
		...recorded.filter((event, place) => recorded.indexOf(event) !== place || !told.includes(event)),
	];
	console.log(`${told.length} events, ${executions.filter(isUnrecorded).length} of which couldn't be recorded`);
	assert.deepEqual(wrong, [], wrong.length === 0 ? '' : await whyNotOnce(executions, wrong));
	for (const { name, medians } of sixths) {
		const [, early = 0, , , , late = 0] = medians;
		assert.ok(early > 0 && late <= early * growth, `${name} grew from ${early} to ${late} bytes`);
	}
});
