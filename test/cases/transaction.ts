import { transactionGet } from '../../nodes/Mavapay/operations/transaction/transaction';
import { transactionGetAll } from '../../nodes/Mavapay/operations/transaction/transaction';
import { transactionGetNew } from '../../nodes/Mavapay/operations/transaction/getNew';
import { transactionWaitForSettlement } from '../../nodes/Mavapay/operations/transaction/waitForSettlement';
import type { Sandbox } from '../../sandbox';
import { bankBeneficiary } from './bank';
import { ask, at, get, textAt, type Case, type Made } from './case';
import { makeQuote } from './quoteParts';

/** A settled payout of a quote. */
export async function makeTransaction(sandbox: Sandbox): Promise<Made> {
	sandbox.configure({ settleAfterMs: 0 });
	const made = await makeQuote(sandbox);
	await ask(sandbox, 'POST', `/wallet/payout/${made.quoteId}/accept`, { sourceWallet: 'NGN' });
	const [out] = sandbox.transactions;
	return { ...made, transactionId: out?.id ?? '' };
}

async function makeWithdrawal(sandbox: Sandbox): Promise<Made> {
	const made = await ask(sandbox, 'POST', '/withdraw', {
		amount: '250000',
		currency: 'NGN',
		beneficiary: bankBeneficiary,
	});
	return { transactionId: textAt(made, 'id') };
}

/** A withdrawal to a bank account that has arrived. */
export async function makeSettledWithdrawal(sandbox: Sandbox): Promise<Made> {
	sandbox.configure({ settleAfterMs: 0 });
	return await makeWithdrawal(sandbox);
}

const NGN_2500 = { minor: '250000', major: '2500.00' };

export const transactionCases: readonly Case[] = [
	{
		operation: transactionGet,
		name: 'one as an object',
		parameters: ({ transactionId = '' }) => ({ lookUpBy: 'id', value: transactionId, options: {} }),
		requests: ({ transactionId = '' }) => [get('/transaction', { id: transactionId })],
		sandbox: { arrange: makeTransaction },
	},
	{
		operation: transactionGet,
		name: 'all of an order, as a list',
		parameters: ({ orderId = '' }) => ({ lookUpBy: 'orderId', value: orderId, options: {} }),
		requests: ({ orderId = '' }) => [get('/transaction', { orderId })],
		sandbox: { arrange: makeTransaction },
	},
	{
		operation: transactionGet,
		name: 'by hash',
		parameters: ({ hash = '' }) => ({ lookUpBy: 'hash', value: hash, options: {} }),
		requests: ({ hash = '' }) => [get('/transaction', { hash })],
		sandbox: { arrange: makeTransaction },
	},
	{
		operation: transactionGetAll,
		name: 'some filters',
		parameters: {
			returnAll: true,
			filters: {
				type: 'WITHDRAWAL',
				minAmount: 0,
				maxAmount: '900000000',
				startDate: '2020-01-01T01:00:00+01:00',
				endDate: '2099-01-01T00:00:00Z',
			},
			options: {},
		},
		requests: [
			get('/transactions', {
				type: 'WITHDRAWAL',
				minAmount: '0',
				maxAmount: '900000000',
				startDate: '2020-01-01T00:00:00.000Z',
				endDate: '2099-01-01T00:00:00.000Z',
				page: '1',
				limit: '100',
			}),
		],
		sandbox: { arrange: makeTransaction },
	},
	{
		operation: transactionGetAll,
		name: 'limited, with the other filters',
		parameters: ({ transactionId = '' }) => ({
			returnAll: false,
			limit: 1,
			filters: { txId: transactionId, accountName: 'ADAEZE CHIOMA OKAFOR', status: 'PENDING', currency: 'NGN' },
			options: {},
		}),
		requests: ({ transactionId = '' }) => [
			get('/transactions', {
				accountName: 'ADAEZE CHIOMA OKAFOR',
				currency: 'NGN',
				status: 'PENDING',
				txId: transactionId,
				page: '1',
				limit: '1',
			}),
		],
		sandbox: { arrange: makeWithdrawal },
	},
	{
		operation: transactionGetNew,
		parameters: {
			currency: 'NGN',
			status: ['SUCCESS'],
			type: ['WITHDRAWAL'],
			options: { lookBack: 24 },
		},
		requests: [
			get('/transactions', { startDate: expect.stringMatching(/^2\d{3}-\d\d-\d\dT.*Z$/), page: '1', limit: '100' }),
		],
		sandbox: {
			arrange: makeSettledWithdrawal,
			output: (answers, { transactionId }) => [
				{
					event: 'payment.sent',
					customerReference: null,
					customerReferenceFrom: null,
					orderId: null,
					transactionId,
					paymentRef: null,
					paymentLink: null,
					type: 'WITHDRAWAL',
					status: 'SUCCESS',
					currency: 'NGN',
					amount: NGN_2500,
					fees: { minor: String(at(answers[0], 'data', 0, 'fees')), major: expect.stringMatching(/^\d+\.\d\d$/) },
					verified: 'service',
					data: at(answers[0], 'data', 0),
				},
			],
		},
	},
	{
		operation: transactionWaitForSettlement,
		name: 'by its ID',
		parameters: ({ transactionId = '' }) => ({ lookUpBy: 'id', value: transactionId, options: {} }),
		requests: ({ transactionId = '' }) => [get('/transaction', { id: transactionId })],
		sandbox: {
			arrange: makeTransaction,
			output: (answers) => [{ ...Object(at(answers[0], 'data')), settlement: 'success' }],
		},
	},
];
