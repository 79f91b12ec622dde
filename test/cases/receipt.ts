import { transactionGetReceipt } from '../../nodes/Mavapay/operations/transaction/getReceipt';
import { at, get, textAt, type Case } from './case';
import { makeSettledWithdrawal } from './transaction';

export const receiptCases: readonly Case[] = [
	{
		operation: transactionGetReceipt,
		parameters: ({ transactionId = '' }) => ({
			lookUpBy: 'id',
			value: transactionId,
			reference: ' INV-1',
			options: {},
		}),
		requests: ({ transactionId = '' }) => [get('/transaction', { id: transactionId }), get('/user')],
		sandbox: {
			arrange: makeSettledWithdrawal,
			output: (answers, { transactionId }) => {
				const found = at(answers[0], 'data');
				const payee = `${textAt(found, 'metadata', 'merchantName')}, ****${textAt(found, 'metadata', 'bankAccountNumber').slice(-4)}`;
				const bank = textAt(found, 'metadata', 'bankName');
				return [
					{
						transactionId,
						status: 'SUCCESS',
						date: expect.stringMatching(/^\d+ \w{3} 20\d\d, \d\d:\d\d \(.+\)$/),
						payee,
						amount: '2500.00',
						currency: 'NGN',
						reference: 'INV-1',
						subject: 'Payment receipt',
						text: expect.stringContaining(
							`Payment receipt\n\nPaid by: Sandbox Trading\nPaid to: ${payee} at ${bank}\nAmount: 2,500.00 NGN\nDate: `,
						),
						html: expect.stringContaining(
							`<th scope="row">Paid to</th><td>${payee.replaceAll('*', '&#42;')} at ${bank}</td>`,
						),
					},
				];
			},
		},
	},
];
