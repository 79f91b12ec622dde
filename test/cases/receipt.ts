import { transactionGetReceipt } from '../../nodes/Mavapay/operations/transaction/getReceipt';
import { receiptPage } from '../../nodes/core/books/receiptPage';
import { answered, at, get, textAt, type Case } from './case';
import { makeSettledWithdrawal } from './transaction';

const sent = {
	id: 't-1',
	type: 'WITHDRAWAL',
	status: 'PENDING',
	amount: 100000,
	currency: 'NGN',
	createdAt: '2026-02-03T10:00:00Z',
	metadata: { merchantName: 'Ada', order: { id: '43477-4306' } },
};

const onItsWay = 'Payment on its way: this is no receipt yet';
const lines = [
	['Paid to', 'Ada'],
	['Amount', '1,000.00 NGN'],
	['Date', '2026-02-03 05:00 (America/New_York)'],
	['Reference', 'INV-1'],
	['Status', 'PENDING'],
	['Transaction', 't-1'],
] as const;

export const receiptCases: readonly Case[] = [
	{
		operation: transactionGetReceipt,
		parameters: ({ transactionId = '' }) => ({
			lookUpBy: 'id',
			value: transactionId,
			reference: ' INV-1',
			options: {},
		}),
		requests: ({ transactionId = '' }) => [get('/transaction', { id: transactionId })],
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
						date: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d \(.+\)$/),
						payee,
						amount: '2500.00',
						currency: 'NGN',
						reference: 'INV-1',
						subject: 'Payment receipt',
						text: expect.stringContaining(
							`Payment receipt\n\nPaid to: ${payee} at ${bank}\nAmount: 2,500.00 NGN\nDate: `,
						),
						html: expect.stringContaining(`<th scope="row">Paid to</th><td>${payee} at ${bank}</td>`),
					},
				];
			},
		},
	},
	{
		operation: transactionGetReceipt,
		name: 'of what was sent for an order, with the reference of the order',
		parameters: { lookUpBy: 'orderId', value: '43477-4306', reference: '', options: {} },
		requests: [get('/transaction', { orderId: '43477-4306' }), get('/order', { id: '43477-4306' })],
		written: {
			replies: [
				answered([{ ...sent, id: 't-0', type: 'DEPOSIT' }, sent]),
				answered({ orderId: '43477-4306', quotes: [{ customerReference: 'INV-1' }] }),
			],
			items: [
				{
					transactionId: 't-1',
					status: 'PENDING',
					date: '2026-02-03 05:00 (America/New_York)',
					payee: 'Ada',
					amount: '1000.00',
					currency: 'NGN',
					reference: 'INV-1',
					subject: onItsWay,
					text: [onItsWay, '', ...lines.map((line) => line.join(': '))].join('\n'),
					html: receiptPage(onItsWay, lines),
				},
			],
		},
	},
];
