// A payout on a real n8n into which the package was installed.
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { node, packageName } from '../../scripts/n8n/workflow.mjs';

/** The node types that an n8n loads of the package, in the order of their names. */
export const nodeTypes = ['mavapay', 'mavapayTool', 'mavapayTrigger'].map((name) => `${packageName}.${name}`);

/** A run of one payout by hand. @param {import('../../scripts/n8n/client.mjs').N8nClient} client @param {{baseUrl: string, keys: {write: string}}} sandbox @param {string} reference */
export async function pay(client, sandbox, reference) {
	const credential = await client.createCredential({
		name: 'Mavapay (sandbox)',
		type: 'mavapayApi',
		data: { deployment: 'custom', baseUrl: sandbox.baseUrl, authentication: 'apiKey', apiKey: sandbox.keys.write },
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
	const { id } = await client.importWorkflow(
		{
			name: `Pay ${reference}`,
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', {}),
				node('Pay', nodeTypes[0] ?? '', payment, { credentials, onError: 'continueRegularOutput' }),
			],
			connections: { Start: { main: [[{ node: 'Pay', type: 'main', index: 0 }]] } },
		},
		credentials,
	);
	const execution = await client.run(id, 'Start');
	return { id: execution.id, item: itemsOf(execution, 'Pay')[0] };
}
