import { transactionReconcile } from '../../nodes/Mavapay/operations/transaction/reconcile';
import { answered, at, get, type Case } from './case';
import { makeSettledWithdrawal, paidOrder, transaction } from './transaction';

const none = { count: 0, minor: '0', major: '0.00' };

const ngn = (count: number, minor: string, major: string) => ({ count, minor, major });

const blankEntry = {
	matchedBy: null,
	expectedReference: null,
	expectedPayee: null,
	expectedDate: null,
	expectedMinor: null,
	expectedMajor: null,
	currency: 'NGN',
	transactionStatus: 'SUCCESS',
	transactionPayee: null,
	transactionCurrency: 'NGN',
	differenceMinor: null,
	differenceMajor: null,
	feesMinor: null,
	feesMajor: null,
};

export const reconcileCases: readonly Case[] = [
	{
		operation: transactionReconcile,
		name: 'with what no row accounts for',
		parameters: {
			transactionType: 'WITHDRAWAL',
			startDate: '2026-02-01T00:00:00Z',
			endDate: '2026-02-28T23:59:59Z',
			reference: 'INV-1',
			amount: '99950',
			amountUnit: 'minor',
			currency: 'NGN',
			payee: 'Ada Obi',
			date: '2026-02-03',
			filters: { accountName: 'Ada', currency: 'NGN', maxAmount: '900000', minAmount: '1' },
			options: { dateWindow: 2, includeInputFields: true, includeSummary: true, tolerance: '50' },
		},
		requests: [
			get('/transactions', {
				accountName: 'Ada',
				currency: 'NGN',
				maxAmount: '900000',
				minAmount: '1',
				type: 'WITHDRAWAL',
				startDate: '2026-01-31T00:00:00.000Z',
				endDate: '2026-03-08T23:59:59.000Z',
				page: '1',
				limit: '100',
			}),
			get('/order', { id: '43477-4306' }),
		],
		written: {
			replies: [
				answered(
					[
						{ ...transaction, fees: 100, createdAt: '2026-02-03T10:00:00Z' },
						{ ...transaction, id: 't-2', amount: 5, createdAt: '2026-02-04T10:00:00Z', metadata: null },
						{ ...transaction, id: 't-3', createdAt: '2026-03-01T10:00:00Z' },
					],
					{ count: 3, nextPage: false },
				),
				answered(paidOrder),
			],
			items: [
				{
					...blankEntry,
					reconciliation: 'matched',
					matchedBy: 'reference',
					note: 'Found by its reference',
					expectedReference: 'INV-1',
					expectedPayee: 'Ada Obi',
					expectedDate: '2026-02-03T00:00:00.000Z',
					expectedMinor: '99950',
					expectedMajor: '999.50',
					transactionId: 't-1',
					transactionDate: '2026-02-03T10:00:00.000Z',
					transactionPayee: 'Ada',
					transactionMinor: '100000',
					transactionMajor: '1000.00',
					differenceMinor: '50',
					differenceMajor: '0.50',
					feesMinor: '100',
					feesMajor: '1.00',
				},
				{
					...blankEntry,
					reconciliation: 'unexpected',
					note: 'No row accounts for it',
					transactionId: 't-2',
					transactionDate: '2026-02-04T10:00:00.000Z',
					transactionMinor: '5',
					transactionMajor: '0.05',
				},
				{
					reconciliation: 'summary',
					startDate: '2026-02-01T00:00:00.000Z',
					endDate: '2026-02-28T23:59:59.000Z',
					transactionType: 'WITHDRAWAL',
					leftOver: 1,
					counts: { matched: 1, unexpected: 1 },
					currencies: [
						{
							currency: 'NGN',
							expected: ngn(1, '99950', '999.50'),
							transactions: ngn(2, '100005', '1000.05'),
							settled: ngn(2, '100005', '1000.05'),
							pending: none,
							failed: none,
							fees: { minor: '100', major: '1.00' },
							difference: { minor: '55', major: '0.55' },
							withoutAmount: 0,
							withoutFees: 1,
						},
					],
					text: [
						'Reconciliation of payouts, 31 Jan 2026, 19:00 to 28 Feb 2026, 18:59 (America/New_York)',
						'1 matched',
						'1 unexpected: no row accounts for them',
						'NGN: expected 999.50 NGN, settled 1,000.05 NGN, 0.55 NGN more than expected; fees 1.00 NGN',
						"NGN: 1 settled transaction with fees that can't be read, not in the sums",
					].join('\n'),
				},
			],
		},
	},
	{
		operation: transactionReconcile,
		items: [{ supplier: 'Okafor & Sons', currency: 'naira' }],
		parameters: ({ transactionId = '' }) => ({
			transactionType: 'WITHDRAWAL',
			startDate: '2020-01-01T00:00:00Z',
			endDate: '2099-01-01T00:00:00Z',
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
