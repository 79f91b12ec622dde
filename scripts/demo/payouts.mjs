import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '../lib/waiting.mjs';
import { readCsv } from './payees.mjs';

/**
 * Runs the scheduled-payout example once on its file, waits until every payout has ended, and reads the results.
 *
 * @param {import('./instance.mjs').Instance} instance
 * @returns {Promise<PayoutRun>}
 */
export async function runPayouts({ client, sandbox, workflows, filesFolder }) {
	const workflow = workflows['scheduled-payouts'];
	if (!workflow) throw new Error('The example scheduled-payouts.json was not imported.');
	await deactivateMails(client, workflow.id);
	const before = await sandbox.wallets();
	const execution = await client.run(workflow.id, 'Every Friday at 9');
	if (execution.status !== 'success') {
		throw new Error(
			`The workflow ended as ${execution.status}: ${execution.data?.resultData?.error?.message ?? 'no reason given'}`,
		);
	}
	const resultFile = (await readdir(filesFolder)).find((name) => name.endsWith(`-${execution.id}.csv`));
	if (resultFile === undefined) throw new Error('The run left no file of its result.');
	const ledger = await waitFor('the payouts to settle', async () => {
		const entries = await sandbox.ledger();
		return entries.some((entry) => entry.status === 'PENDING') ? undefined : entries;
	});
	return {
		payees: await readCsv(join(filesFolder, 'payouts.csv')),
		results: await readCsv(join(filesFolder, resultFile)),
		ledger,
		before,
		after: await sandbox.wallets(),
		execution,
	};
}

/** Deactivates mail nodes: there is no mail server here, and no credential for one. @param {import('../n8n/client.mjs').N8nClient} client @param {string} id */
async function deactivateMails(client, id) {
	const { nodes, connections, versionId } = await client.rest('GET', `/workflows/${id}`);
	const isMail = (/** @type {any} */ node) => node.type === 'n8n-nodes-base.emailSend';
	if (nodes.every((/** @type {any} */ node) => !isMail(node) || node.disabled)) return;
	const deactivated = nodes.map((/** @type {any} */ node) => (isMail(node) ? { ...node, disabled: true } : node));
	await client.rest('PATCH', `/workflows/${id}`, { nodes: deactivated, connections, versionId });
}

/**
 * @typedef {object} PayoutRun
 * @property {import('./payees.mjs').Payee[]} payees
 * @property {import('./payees.mjs').ResultRow[]} results
 * @property {import('../lib/sandbox.mjs').LedgerEntry[]} ledger
 * @property {Record<string, string>} before balances in the lowest unit
 * @property {Record<string, string>} after
 * @property {import('../n8n/client.mjs').Execution} execution
 */
