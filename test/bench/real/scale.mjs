// How payouts, reads and events grow with workers, in n8n's queue mode with one execution at a time in each worker; reads
// beside n8n's HTTP Request node; and a burst of events. Takes an order as JSON; tells what each took.
import { onInterrupt } from '../../../scripts/lib/processes.mjs';
import { waitFor } from '../../../scripts/lib/waiting.mjs';
import { ensureHarness } from '../../../scripts/n8n/install.mjs';
import { startQueue } from '../../../scripts/n8n/queue.mjs';
import { accountWebhook, importTrigger } from '../../n8n/triggerEvents.mjs';
import { contendersOf } from './contenders.mjs';
import { countExecuted, event, send } from './deposits.mjs';
import { prepareService, startPayer } from './payer.mjs';
import { benchEnvironment, progress, startPlace, tell } from './place.mjs';
import { inTurns } from './turns.mjs';

/**
 * @type {{tarball: string, delayMs: number, readDelayMs: number, executions: number, payees: number, tenPayees: number,
 *   names: number, rounds: number, events: number, burst: number, workers: number[], pools: number[]}}
 */
const order = JSON.parse(process.argv[2] ?? '{}');
const inFlight = 50;

await ensureHarness(progress);
const reads = await readsBesideHttp();
const grown = await growth();
const pools = [];
for (const size of order.pools) pools.push({ size, ms: await tenAtOnce(size) });
await tell({ reads, ...grown, pools });

/** Names asked for in one n8n, by our node and by n8n's HTTP Request node, which sends all at once. */
async function readsBesideHttp() {
	const place = await startPlace(order.tarball);
	try {
		await prepareService(place, order.names, order.readDelayMs);
		const { oursNames, httpNames } = contendersOf(place.sandbox.baseUrl);
		const ours = await startPayer(place, 'oursNames', oursNames);
		const http = await startPayer(place, 'httpNames', httpNames);
		for (const payer of [ours, http]) await payer.run(order.names);
		return await inTurns({ ours, http }, order.names, order.rounds, 'name enquiries');
	} finally {
		await place.dispose();
	}
}

/** The same work with fewer and fewer workers. */
async function growth() {
	const [most = 1] = order.workers;
	progress(`starting Postgres, Redis and n8n with ${most} workers`);
	const queue = await startQueue({ tarball: order.tarball, workers: most, concurrency: 1, more: benchEnvironment });
	onInterrupt(queue.dispose);
	try {
		const place = placeOf(queue);
		await prepareService(place, Math.max(order.payees, order.names), order.delayMs);
		const { oursOne, oursNames } = contendersOf(queue.sandbox.baseUrl);
		const payer = await startPayer(place, 'oursOne', oursOne);
		const reader = await startPayer(place, 'oursNames', oursNames);
		const trigger = await startTrigger(queue);
		progress('warming up');
		await payer.together(2 * order.executions, 1);
		await trigger.executes(2 * most);
		const running = [...queue.workers];
		const byWorkers = [];
		for (const workers of order.workers) {
			while (running.length > workers) await running.pop()?.stop();
			const payoutsMs = await payer.together(order.executions, order.payees);
			const readsMs = await reader.together(order.executions, order.names);
			const { executedMs } = await trigger.executes(order.events);
			byWorkers.push({ workers, payoutsMs, readsMs, eventsMs: executedMs });
			progress(`${workers} workers: payouts ${payoutsMs} ms, reads ${readsMs} ms, events ${executedMs} ms`);
			if (workers === 2) progress(`a burst of ${order.burst} events`);
			if (workers === 2) byWorkers.push({ burst: await trigger.executes(order.burst) });
		}
		return {
			n8n: queue.main.version,
			byWorkers: byWorkers.filter((one) => 'workers' in one),
			burst: byWorkers.find((one) => 'burst' in one)?.burst,
		};
	} finally {
		await queue.dispose();
	}
}

/** Milliseconds of one execution that pays ten at a time, with so many connections to the database. @param {number} size */
async function tenAtOnce(size) {
	const more = { ...benchEnvironment, DB_POSTGRESDB_POOL_SIZE: String(size) };
	progress(`one worker with a pool of ${size}`);
	const queue = await startQueue({ tarball: order.tarball, workers: 1, concurrency: 1, more });
	onInterrupt(queue.dispose);
	try {
		const place = placeOf(queue);
		await prepareService(place, order.tenPayees, order.delayMs);
		const payer = await startPayer(place, 'oursTen', contendersOf(queue.sandbox.baseUrl).oursTen);
		await payer.together(1, 10);
		return await payer.together(1, order.tenPayees);
	} finally {
		await queue.dispose();
	}
}

/** @param {import('../../../scripts/n8n/queue.mjs').Queue} queue */
function placeOf({ client, sandbox, credential, main, webhook }) {
	return { client, sandbox, credential, webhooks: () => webhook?.url ?? main.url, pids: () => [] };
}

/** @param {import('../../../scripts/n8n/queue.mjs').Queue} queue */
async function startTrigger({ client, sandbox, credential, webhook }) {
	const trigger = await importTrigger(client, { credential });
	await client.activate(trigger.id);
	const { url, secret } = await waitFor('the webhook', async () => (await accountWebhook(sandbox)) ?? false);
	const target = `${webhook?.url}${new URL(url).pathname}`;
	const ping = JSON.stringify({ event: 'ping', data: {} });
	await waitFor(`${target} to answer`, async () => (await send(target, ping, secret)) === 200);
	let executed = 0;
	return {
		/** Milliseconds until each event was answered, and executed. @param {number} count */
		async executes(count) {
			const bodies = Array.from({ length: count }, event).values();
			const start = performance.now();
			let answeredMs = 0;
			const sender = async () => {
				for (const body of bodies) {
					const status = await send(target, body, secret);
					if (status !== 200) throw new Error(`An event was answered with ${status}.`);
				}
			};
			const sending = Promise.all(Array.from({ length: inFlight }, sender)).then(() => {
				answeredMs = performance.now() - start;
			});
			const done = async () => (await countExecuted(client, trigger.id)) - executed >= count;
			await waitFor(`${count} executions`, done, { timeoutMs: 420_000, everyMs: 200 });
			await sending;
			executed += count;
			return { answeredMs, executedMs: performance.now() - start };
		},
	};
}
