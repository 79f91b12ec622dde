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
