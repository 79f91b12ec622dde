// The node as a tool of n8n's MCP Server Trigger.
import { randomUUID } from 'node:crypto';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { openMcp } from './mcpClient.mjs';
import { node } from './payRun.mjs';
import { stablecoinPayment } from './payoutDesk.mjs';

/**
 * Imports and activates a workflow that offers one payment as a tool, and connects to it.
 *
 * @param {{client: import('../../scripts/n8n/client.mjs').N8nClient, credential: {id: string, name: string}, url: string}} where
 *   `url`: the n8n that takes webhooks
 */
export async function offerPayment({ client, credential, url }) {
	const path = randomUUID();
	const ask = (/** @type {string} */ name) => `={{ $fromAI('${name}', '', 'string') }}`;
	const { resource, operation, network, address } = stablecoinPayment;
	const parameters = {
		resource,
		operation,
		network,
		address,
		amount: ask('amount'),
		customerReference: ask('reference'),
		referencePrefix: 'agent',
		maximumAmount: '500',
		maximumTotal: '800',
		allowedPayees: address,
		paymentsPerDay: '10',
		toolDescription: 'Pays USDT cents',
	};
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
