import { randomUUID } from 'node:crypto';
import { node } from '../n8n/workflow.mjs';

/** The seconds between two runs of a schedule. */
const secondsInterval = 3;

/** @param {Array<[from: string, to: string, output?: number]>} lines */
function wired(lines) {
	/** @type {Record<string, {main: Array<Array<{node: string, type: string, index: number}>>}>} */
	const connections = {};
	for (const [from, to, output = 0] of lines) {
		const { main } = (connections[from] ??= { main: [] });
		while (main.length <= output) main.push([]);
		main[output]?.push({ node: to, type: 'main', index: 0 });
	}
	return connections;
}

/** @type {Record<import('./accidents.mjs').Scene['starts'], (path: string) => object>} */
const triggers = {
	webhook: webhookTrigger,
	event: webhookTrigger,
	schedule: () =>
		node(
			'Start',
			'n8n-nodes-base.scheduleTrigger',
			{ rule: { interval: [{ field: 'seconds', secondsInterval }] } },
			{ typeVersion: 1.2 },
		),
};

/** @param {string} path */
function webhookTrigger(path) {
	return node(
		'Start',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
		{ typeVersion: 2, webhookId: path },
	);
}

/** The node with which a workflow reads its sheet. @param {string} url */
const readsSheet = (url) => node('Rows', 'n8n-nodes-base.httpRequest', { url, options: {} }, { typeVersion: 4.2 });

/** The row that an event pays: its reference is the ID of the event's transaction. @param {import('./contestants/parts.mjs').Row} row */
const rowOfEvent = ({ payee, amount, minor }) =>
	node(
		'Rows',
		'n8n-nodes-base.set',
		{
			mode: 'raw',
			jsonOutput: `={{ { reference: $json.transactionId ?? $json.body.data.id, payee: '${payee}', amount: '${amount}', minor: '${minor}' } }}`,
			options: {},
		},
		{ typeVersion: 3.4 },
	);

/**
 * The workflow of a contestant for a scene.
 *
 * @param {object} order
 * @param {string} order.name
 * @param {import('./contestants/parts.mjs').Contestant} order.contestant
 * @param {import('./contestants/parts.mjs').Given} order.given
 * @param {import('./accidents.mjs').Scene} order.scene
 * @param {string} order.sheet the address of its sheet
 * @param {import('./contestants/parts.mjs').Row[]} order.rows
 * @returns {{workflow: import('../n8n/client.mjs').Workflow, path: string}} `path`: the path of the workflow's webhook
 */
export function workflowOf({ name, contestant, given, scene, sheet, rows }) {
	const path = randomUUID();
	const { starts } = scene;
	const trigger = (starts === 'event' && contestant.receives?.(given)) || triggers[starts](path);
	const [row] = rows;
	if (!row) throw new Error(`${name} has no rows.`);
	const { nodes, lines } = contestant.build(given);
	const all = [trigger, starts === 'event' ? rowOfEvent(row) : readsSheet(sheet), ...nodes];
	const first = /** @type {{name: string}} */ (trigger).name;
	const workflow = {
		name,
		settings: { executionOrder: 'v1' },
		nodes: /** @type {any} */ (all),
		connections: wired([[first, 'Rows'], ...lines]),
	};
	return { workflow, path };
}
