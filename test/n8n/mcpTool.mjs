// The node as a tool of n8n's MCP Server Trigger.
import { randomUUID } from 'node:crypto';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { node } from '../../scripts/n8n/workflow.mjs';
import { openMcp } from './mcpClient.mjs';
import { stablecoinPayment } from './payoutDesk.mjs';

const fromModel = (/** @type {string} */ name) => `={{ $fromAI('${name}', '', 'string') }}`;

/** A payment as a tool; the model fills in the amount. @param {object} [more] */
export function paymentTool(more = {}) {
	const { resource, operation, network, address, amountUnit } = stablecoinPayment;
	return {
		...{ resource, operation, network, address, amountUnit, amount: fromModel('amount'), customerReference: '' },
		...{ referencePrefix: 'agent', reason: 'A bill', allowedPayees: address },
		...{ maximumAmount: '500', maximumTotal: '800', paymentsPerDay: '10' },
		...more,
	};
}

/**
 * Imports and activates a workflow that offers one payment as a tool, and connects to it.
 *
 * @param {{client: import('../../scripts/n8n/client.mjs').N8nClient, credential: {id: string, name: string}, url: string}} where
 *   `url`: the n8n that takes webhooks
 */
export async function offerPayment({ client, credential, url }) {
	const path = randomUUID();
	const parameters = paymentTool({ customerReference: fromModel('reference'), toolDescription: 'Pays USDT cents' });
	const { id } = await client.importWorkflow(
		{
			name: `MCP ${path}`,
			settings: { executionOrder: 'v1' },
			nodes: [
				node(
					'Server',
					'@n8n/n8n-nodes-langchain.mcpTrigger',
					{ path, authentication: 'none' },
					{ typeVersion: 2, webhookId: path },
				),
				node('Pay', 'n8n-nodes-mavapay.mavapayTool', parameters, { credentials: { mavapayApi: credential } }),
			],
			connections: { Pay: { ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] } },
		},
		{ mavapayApi: credential },
	);
	await client.activate(id);
	const mcp = await waitFor('the MCP server', () => openMcp(`${url}/mcp/${path}`).catch(() => undefined));
	return {
		/** A new client, which knows nothing of earlier calls. */
		another: () => openMcp(`${url}/mcp/${path}`),
		...mcp,
	};
}
