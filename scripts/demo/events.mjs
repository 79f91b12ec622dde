import { waitFor } from '../lib/waiting.mjs';
import { itemsOf } from '../n8n/client.mjs';

const trigger = 'Mavapay Trigger';

/**
 * Activates the example that receives payment events, and waits until n8n's address is registered: activation answers
 * before that has happened.
 *
 * @param {import('./instance.mjs').Instance} instance
 */
export async function listenForEvents({ client, sandbox, workflows }) {
	const workflow = workflows['payment-events'];
	if (!workflow) throw new Error('The example payment-events.json was not imported.');
	await client.activate(workflow.id);
	await waitFor(
		'the trigger to register its webhook',
		async () => (await sandbox.control('GET', '/state')).webhook?.isActive === true,
	);
}

/**
 * The events that n8n received, once it has as many as the sandbox delivered.
 *
 * @param {import('./instance.mjs').Instance} instance
 * @returns {Promise<EventRun>}
 */
export async function receivedEvents({ client, sandbox, workflows }) {
	const workflow = workflows['payment-events'];
	return waitFor('the payment events to arrive', async () => {
		/** @type {Array<{event: string, state: string}>} */
		const deliveries = (await sandbox.control('GET', '/deliveries')).deliveries;
		const sent = deliveries.filter(({ event }) => event !== 'ping');
		if (sent.length === 0 || sent.some(({ state }) => state === 'sending' || state === 'waiting')) return undefined;
		const executions = workflow ? await client.executions(workflow.id) : [];
		const events = executions.filter(({ status }) => status === 'success').flatMap((one) => itemsOf(one, trigger));
		return events.length >= sent.length ? { events, delivered: sent.length } : undefined;
	});
}

/** Statuses of the events about one payout, which share its ID (docs/reference/interface.md#events-that-belong-together). */
const statusesOf = (/** @type {import('../lib/sandbox.mjs').LedgerEntry} */ { currency, status }) =>
	['USDT', 'NGN', 'ZAR'].includes(currency) ? ['PENDING', status] : [status];

/**
 * Compares the events with the ledger: each status of every ended payout was reported once, and nothing else was
 * received.
 *
 * @param {EventRun} run @param {import('../lib/sandbox.mjs').LedgerEntry[]} ledger
 * @returns {string[]} what disagrees
 */
export function judgeEvents({ events, delivered }, ledger) {
	const problems = ledger
		.filter(({ kind }) => kind === 'payout')
		.flatMap((entry) => statusesOf(entry).map((status) => ({ status, id: entry.transactionId })))
		.map(({ status, id }) => {
			const isTold = (/** @type {Record<string, any>} */ one) =>
				one.event === 'payment.sent' && one.transactionId === id && one.status === status;
			return { status, id, count: events.filter(isTold).length };
		})
		.filter(({ count }) => count !== 1)
		.map(({ status, id, count }) => `Transaction ${id} has ${count} events with ${status} instead of one`);
	if (events.length !== delivered) problems.push(`Events delivered: ${delivered}; received: ${events.length}`);
	return problems;
}

/** @typedef {{events: Array<Record<string, any>>, delivered: number}} EventRun */
