import { node } from '../../n8n/workflow.mjs';
import { httpPays, oneAtATime } from './parts.mjs';

/** @type {import('./parts.mjs').Contestant} */
export const removeDuplicates = {
	name: 'HTTP + Remove Duplicates',
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
