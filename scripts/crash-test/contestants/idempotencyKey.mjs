import { node } from '../../n8n/workflow.mjs';

/** @type {import('./parts.mjs').Contestant} */
export const idempotencyKey = {
	name: 'HTTP + idempotency key',
	settings:
		"n8n's HTTP Request node with all rows, to a service that honours an 'Idempotency-Key', which is the row's reference: it answers a key that it has seen with its first answer, and pays nothing. Mavapay has no such key",
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
