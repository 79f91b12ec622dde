import { httpPays } from './parts.mjs';

/** @type {import('./parts.mjs').Contestant} */
export const httpRequest = {
	name: 'HTTP Request',
	settings: "n8n's HTTP Request node as it comes, with all rows, paying by Mavapay's interface",
	service: 'mavapay',
	credentials: ['httpHeaderAuth'],
	build: (given) => ({ nodes: [httpPays(given, '$json')], lines: [['Rows', 'Pay']] }),
};
