import { httpPays } from './parts.mjs';

/** @type {import('./parts.mjs').Contestant} */
export const httpRequest = {
	name: 'HTTP Request',
	service: 'mavapay',
	credentials: ['httpHeaderAuth'],
	build: (given) => ({ nodes: [httpPays(given, '$json')], lines: [['Rows', 'Pay']] }),
};
