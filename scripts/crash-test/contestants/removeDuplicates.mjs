import { node } from '../../n8n/workflow.mjs';
import { httpPays, oneAtATime } from './parts.mjs';

/** @type {import('./parts.mjs').Contestant} */
export const removeDuplicates = {
	name: 'HTTP + Remove Duplicates',
	settings:
		"HTTP Request in a loop over single rows, behind n8n's Remove Duplicates with 'Remove Items Processed in Previous Executions' by the row's reference, for the whole workflow, 10,000 kept",
	service: 'mavapay',
	credentials: ['httpHeaderAuth'],
	build: (given) => ({
		nodes: [
			oneAtATime(),
			node(
				'New',
				'n8n-nodes-base.removeDuplicates',
				{
					operation: 'removeItemsSeenInPreviousExecutions',
					logic: 'removeItemsWithAlreadySeenKeyValues',
					dedupeValue: '={{ $json.reference }}',
					options: { scope: 'workflow', historySize: 10_000 },
				},
				{ typeVersion: 2 },
			),
			httpPays(given, '$json'),
		],
		lines: [
			['Rows', 'Each'],
			['Each', 'New', 1],
			['New', 'Pay'],
			['New', 'Each', 1],
			['Pay', 'Each'],
		],
	}),
};
