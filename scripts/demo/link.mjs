import { waitFor } from '../lib/waiting.mjs';
import { itemsOf } from '../n8n/client.mjs';

/**
 * Runs the example in which a payment link is paid. Waits until the link is settled and its event is sent.
 *
 * @param {import('./instance.mjs').Instance} instance
 * @returns {Promise<LinkRun>}
 */
export async function runLink({ client, sandbox, workflows }) {
	const workflow = workflows['payment-link'];
	if (!workflow) throw new Error('The example payment-link.json was not imported.');
	// The example pays an address that belongs to nobody, at an example domain. A check of payees would refuse it.
	await sandbox.control('POST', '/quirks', { payeesChecked: false });
	const paid = await client.run(workflow.id, 'Run by hand');
	if (paid.status !== 'success') {
		const reason = paid.data?.resultData?.error?.message ?? 'no reason given';
		throw new Error(`payment-link.json ended as ${paid.status}: ${reason}`);
	}
	const [link] = itemsOf(paid, 'Make the link');
	const ledger = await waitFor('the payment link to be settled', async () => {
		/** @type {Array<{event: string}>} */
		const deliveries = (await sandbox.control('GET', '/deliveries')).deliveries;
		return deliveries.some(({ event }) => event === 'payment_link.settled') ? sandbox.ledger() : undefined;
	});
	return { link: { ...link }, ledger };
}

/**
 * @param {LinkRun} run @param {import('./events.mjs').EventRun} received
 * @returns {string[]} what is wrong
 */
export function judgeLink(run, received) {
	const problems = [];
	const told = received.events.filter(
		({ event, data }) => event === 'payment_link.settled' && data.paymentRef === run.link.paymentRef,
	);
	if (told.length !== 1) problems.push(`The payment link has ${told.length} events of its settlement instead of one`);
	const paidOn = run.ledger.filter(
		({ kind, destination }) => kind === 'payout' && destination === 'shop@wallet.example',
	);
	if (paidOn.length !== 1 || paidOn[0]?.status !== 'SUCCESS')
		problems.push(`The payment link was paid on ${paidOn.length} times instead of once`);
	return problems;
}

/**
 * @typedef {object} LinkRun
 * @property {Record<string, string>} link the payment link
 * @property {import('../lib/sandbox.mjs').LedgerEntry[]} ledger the ledger after the link was settled
 */
