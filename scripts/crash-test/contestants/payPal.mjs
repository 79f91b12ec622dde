import { node } from '../../n8n/workflow.mjs';
import { oneAtATime } from './parts.mjs';

/** @type {import('./parts.mjs').Contestant} */
export const payPalNode = {
	name: 'PayPal',
	service: 'payPal',
	credentials: ['payPalApi'],
	asks: /sender_batch_id already exists/i,
	build: ({ pay, credentials }) => ({
		nodes: [
			oneAtATime(),
			node(
				'Pay',
				'n8n-nodes-base.payPal',
				{
					resource: 'payout',
					operation: 'create',
					senderBatchId: '={{ $json.reference }}',
					itemsUi: {
						itemsValues: [
							{
								recipientType: 'email',
								receiverValue: '={{ $json.payee }}',
								currency: 'USD',
								amount: '={{ $json.amount }}',
								recipientWallet: 'paypal',
							},
						],
					},
					additionalFields: {},
				},
				{ credentials, ...pay },
			),
		],
		lines: [
			['Rows', 'Each'],
			['Each', 'Pay', 1],
			['Pay', 'Each'],
		],
	}),
};
