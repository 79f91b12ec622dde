import { randomUUID } from 'node:crypto';
import { node } from '../../n8n/workflow.mjs';
import { account } from './parts.mjs';

const bankAccount = {
	operation: 'toBankAccount',
	bank: { __rl: true, mode: 'id', value: account.bankCode },
	accountNumber: '={{ $json.payee }}',
};
const stablecoin = {
	operation: 'toStablecoin',
	network: 'erc20',
	address: '={{ $json.payee }}',
	customerReference: '={{ $json.reference }}',
};

/** @type {import('./parts.mjs').Contestant} */
export const thisNode = {
	name: 'This node',
	service: 'mavapay',
	credentials: ['mavapayApi'],
	asks: /may have been (paid|made|sent)|outcome[^.]{0,20} unknown/i,
	receives: ({ credentials }) =>
		node(
			'Event',
			'n8n-nodes-mavapay.mavapayTrigger',
			{ events: ['payment.received'] },
			{ credentials, webhookId: randomUUID() },
		),
	build: ({ pay, credentials, toBank }) => ({
		nodes: [
			node(
				'Pay',
				'n8n-nodes-mavapay.mavapay',
				{
					resource: 'withdrawal',
					...(toBank ? bankAccount : stablecoin),
					amount: '={{ $json.minor }}',
					amountUnit: 'minor',
					payoutReference: '={{ $json.reference }}',
					options: { alreadyRecorded: 'skip' },
				},
				{ credentials, ...pay },
			),
		],
		lines: [['Rows', 'Pay']],
	}),
};
