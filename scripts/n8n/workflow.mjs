// Nodes and connections, as n8n keeps them in a workflow.
import { randomUUID } from 'node:crypto';

export const packageName = 'n8n-nodes-mavapay';

/** @param {string} name @param {string} type @param {object} parameters @param {object} [more] */
export const node = (name, type, parameters, more = {}) => ({
	id: randomUUID(),
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	...more,
});

/** Connections from chains of node names. @param {string[][]} chains */
export function chained(chains) {
	/** @type {Record<string, {main: Array<Array<{node: string, type: string, index: number}>>}>} */
	const connections = {};
	for (const chain of chains) {
		chain.slice(1).forEach((to, index) => {
			const from = chain[index] ?? '';
			const main = (connections[from] ??= { main: [[]] }).main[0];
			if (!main?.some((one) => one.node === to)) main?.push({ node: to, type: 'main', index: 0 });
		});
	}
	return connections;
}
