// A payout on a real n8n into which the package was installed.
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { chained, node, packageName } from '../../scripts/n8n/workflow.mjs';

/** The package's node types in n8n, sorted by name. */
export const nodeTypes = ['mavapay', 'mavapayTool', 'mavapayTrigger'].map((name) => `${packageName}.${name}`);

/** @typedef {import('../../scripts/n8n/client.mjs').N8nClient} N8nClient */
/** @typedef {{baseUrl: string, keys: {write: string}}} Account */

/** The parameters of a payout; payments differ by their references alone. @param {string} reference */
export const payment = (reference) => ({
	resource: 'withdrawal',
	operation: 'toBankAccount',
	bank: { __rl: true, mode: 'id', value: '000013' },
	accountNumber: '0123456789',
	options: { allowRepeats: true },
	amount: '250000',
	amountUnit: 'minor',
	payoutReference: reference,
});

/**
 * Saves a workflow of nodes that pay, one after the other, with their credential.
 *
 * @param {N8nClient} client @param {Account} account
 * @param {Array<{name: string, parameters: object, type?: string, typeVersion?: number}>} payments
 */
export async function savePayments(client, { baseUrl, keys }, payments) {
	const credential = await client.createCredential({
		name: 'Mavapay (sandbox)',
		type: 'mavapayApi',
		data: { deployment: 'custom', baseUrl, authentication: 'apiKey', apiKey: keys.write },
	});
	const credentials = { mavapayApi: credential };
	const paying = payments.map(({ name, parameters, type = nodeTypes[0] ?? '', typeVersion = 1 }) =>
		node(name, type, parameters, { credentials, typeVersion, onError: 'continueRegularOutput' }),
	);
	const nodes = [node('Start', 'n8n-nodes-base.manualTrigger', {}), ...paying];
	const connections = chained([nodes.map(({ name }) => name)]);
	return client.importWorkflow({ name: 'Pay', nodes, connections }, credentials);
}

/** Makes one payout, in a workflow that is run by hand. @param {N8nClient} client @param {Account} account @param {string} reference */
export async function pay(client, account, reference) {
	const { id } = await savePayments(client, account, [{ name: 'Pay', parameters: payment(reference) }]);
	const execution = await client.run(id, 'Start');
	return { id: execution.id, item: itemsOf(execution, 'Pay')[0] };
}

/**
 * Saves a workflow that makes a new payment with each run.
 *
 * @param {N8nClient} client @param {Account} account @param {string} [type] of its node
 */
export async function keepPayment(client, account, type) {
	const parameters = payment('=INV-{{ $execution.id }}');
	const { id } = await savePayments(client, account, [{ name: 'Pay', parameters, type }]);
	return {
		id,
		/** Runs the workflow. @returns {Promise<string | undefined>} the outcome of its payment */
		outcome: async () => itemsOf(await client.run(id, 'Start'), 'Pay')[0]?.payout?.outcome,
		/** Runs the workflow on an n8n without the package. @returns {Promise<string>} n8n's error message */
		refusal: async () => {
			const ended = await client.run(id, 'Start').catch(String);
			return typeof ended === 'string' ? ended : (ended.data?.resultData?.error?.message ?? 'It ran.');
		},
	};
}
