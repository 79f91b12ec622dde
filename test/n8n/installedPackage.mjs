// A payout on a real n8n into which the package was installed.
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { node, packageName } from '../../scripts/n8n/workflow.mjs';

/** The node types that an n8n loads of the package, in the order of their names. */
export const nodeTypes = ['mavapay', 'mavapayTool', 'mavapayTrigger'].map((name) => `${packageName}.${name}`);

/** @typedef {import('../../scripts/n8n/client.mjs').N8nClient} N8nClient */
/** @typedef {{baseUrl: string, keys: {write: string}}} Account */

/**
 * Saves a workflow with one payout and its credential.
 *
 * @param {N8nClient} client @param {Account} account @param {string} reference @param {string} [type]
 */
async function savePayment(client, { baseUrl, keys }, reference, type = nodeTypes[0] ?? '') {
	const credential = await client.createCredential({
		name: 'Mavapay (sandbox)',
		type: 'mavapayApi',
		data: { deployment: 'custom', baseUrl, authentication: 'apiKey', apiKey: keys.write },
	});
	const payment = {
		resource: 'withdrawal',
		operation: 'toBankAccount',
		bank: { __rl: true, mode: 'id', value: '000013' },
		accountNumber: '0123456789',
		// Payments differ by their references alone.
		options: { allowRepeats: true },
		amount: '250000',
		payoutReference: reference,
	};
	const credentials = { mavapayApi: credential };
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', {}),
		node('Pay', type, payment, { credentials, onError: 'continueRegularOutput' }),
	];
	const connections = { Start: { main: [[{ node: 'Pay', type: 'main', index: 0 }]] } };
	return client.importWorkflow({ name: `Pay ${reference}`, nodes, connections }, credentials);
}

/** A run of one payout by hand. @param {N8nClient} client @param {Account} account @param {string} reference */
export async function pay(client, account, reference) {
	const { id } = await savePayment(client, account, reference);
	const execution = await client.run(id, 'Start');
	return { id: execution.id, item: itemsOf(execution, 'Pay')[0] };
}

/**
 * A saved workflow that pays anew with each run.
 *
 * @param {N8nClient} client @param {Account} account @param {string} [type] of its node
 */
export async function keepPayment(client, account, type) {
	const { id } = await savePayment(client, account, '=INV-{{ $execution.id }}', type);
	return {
		id,
		/** Runs it. @returns {Promise<string | undefined>} the outcome of its payment */
		outcome: async () => itemsOf(await client.run(id, 'Start'), 'Pay')[0]?.payout?.outcome,
		/** Runs it where n8n doesn't know its node. @returns {Promise<string>} what n8n says */
		refusal: async () => {
			const ended = await client.run(id, 'Start').catch(String);
			return typeof ended === 'string' ? ended : (ended.data?.resultData?.error?.message ?? 'It ran.');
		},
	};
}
