import { node } from '../../n8n/workflow.mjs';
import { decides, httpPays, looksThenWrites, oneAtATime, rowInWork } from './parts.mjs';

/** @param {string} name @param {string} table @param {object} parameters @param {object} [more] */
const ofTable = (name, table, parameters, more = {}) =>
	node(
		name,
		'n8n-nodes-base.dataTable',
		{ resource: 'row', dataTableId: { __rl: true, mode: 'id', value: table }, ...parameters },
		{ typeVersion: 1, ...more },
	);

/** @type {import('./parts.mjs').Contestant} */
export const dataTable = {
	name: 'HTTP + data table',
	service: 'mavapay',
	credentials: ['httpHeaderAuth'],
	build: (given) => ({
		nodes: [
			oneAtATime(),
			ofTable(
				'Look',
				given.table,
				{
					operation: 'get',
					matchType: 'allConditions',
					filters: { conditions: [{ keyName: 'reference', condition: 'eq', keyValue: '={{ $json.reference }}' }] },
				},
				{ alwaysOutputData: true },
			),
			decides('New', '$json.reference === undefined'),
			httpPays(given, rowInWork),
			ofTable('Write down', given.table, {
				operation: 'insert',
				columns: {
					mappingMode: 'defineBelow',
					value: { reference: `={{ ${rowInWork}.reference }}` },
					matchingColumns: [],
					schema: [
						{
							id: 'reference',
							displayName: 'reference',
							required: false,
							defaultMatch: false,
							display: true,
							type: 'string',
							readOnly: false,
							removed: false,
						},
					],
				},
				options: {},
			}),
		],
		lines: looksThenWrites,
	}),
};
