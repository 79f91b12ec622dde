import { transactionReconcile } from '../../nodes/Mavapay/operations/transaction/reconcile';
import { at, get, type Case } from './case';
import { makeSettledWithdrawal } from './transaction';

export const reconcileCases: readonly Case[] = [
	{
		operation: transactionReconcile,
		items: [{ supplier: 'Okafor & Sons', currency: 'naira' }],
		parameters: ({ transactionId = '' }) => ({
			transactionType: 'WITHDRAWAL',
			period: 'between',
			from: '2020-01-01T00:00:00Z',
			to: '2099-01-01T00:00:00Z',
			reference: transactionId,
			amount: '2500',
			amountUnit: 'major',
			currency: 'NGN',
			payee: '',
			date: '',
			filters: { currency: 'NGN', minAmount: '1' },
			options: { tolerance: '0' },
		}),
		requests: [
			get('/transactions', {
				currency: 'NGN',
				minAmount: '1',
				type: 'WITHDRAWAL',
				startDate: '2019-12-31T00:00:00.000Z',
				endDate: '2099-01-09T00:00:00.000Z',
				page: '1',
				limit: '100',
			}),
		],
		sandbox: {
			arrange: makeSettledWithdrawal,
			output: (answers, { transactionId }) => {
				const fees = String(at(answers[0], 'data', 0, 'fees'));
				return [
					{
						supplier: 'Okafor & Sons',
						inputCurrency: 'naira',
						reconciliation: 'matched',
						matchedBy: 'reference',
						note: 'Found by its reference',
						expectedReference: transactionId,
						expectedMinor: '250000',
						expectedMajor: '2500.00',
						currency: 'NGN',
						transactionId,
						transactionStatus: 'SUCCESS',
						transactionDate: at(answers[0], 'data', 0, 'createdAt'),
						transactionPayee: at(answers[0], 'data', 0, 'metadata', 'merchantName'),
						transactionMinor: '250000',
						transactionMajor: '2500.00',
						transactionCurrency: 'NGN',
						differenceMinor: '0',
						differenceMajor: '0.00',
						feesMinor: fees,
						feesMajor: expect.stringMatching(/^\d+\.\d\d$/),
					},
				];
			},
		},
	},
];
