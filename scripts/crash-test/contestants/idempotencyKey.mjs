import { node } from '../../n8n/workflow.mjs';

/** @type {import('./parts.mjs').Contestant} */
export const idempotencyKey = {
	name: 'HTTP + idempotency key',
	service: 'keyed',
	credentials: [],
	build: ({ pay, url }) => ({
		nodes: [
			node(
				'Pay',
				'n8n-nodes-base.httpRequest',
				{
					method: 'POST',
					url: `${url}/payments`,
					sendHeaders: true,
					headerParameters: { parameters: [{ name: 'Idempotency-Key', value: '={{ $json.reference }}' }] },
					sendBody: true,
					specifyBody: 'json',
					jsonBody: '={{ { payee: $json.payee, minor: $json.minor } }}',
					options: {},
				},
				{ typeVersion: 4.2, ...pay },
			),
		],
		lines: [['Rows', 'Pay']],
	}),
};
