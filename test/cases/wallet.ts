import { walletGet } from '../../nodes/Mavapay/operations/wallet/wallet';
import { walletGetAll } from '../../nodes/Mavapay/operations/wallet/wallet';
import { walletGetStatement } from '../../nodes/Mavapay/operations/wallet/getStatement';
import { answered, at, byId, get, type Case } from './case';
import { makeSettledWithdrawal } from './transaction';

const ngn = { id: 'w-1', accountId: 'a-1', currency: 'NGN', balance: 100000 };
const btc = { id: 'w-2', accountId: 'a-1', currency: 'BTC', balance: 21000 };

/** Members of a line without a transaction, such as the opening balance. */
const edge = {
	payee: null,
	reference: null,
	amountIn: null,
	amountOut: null,
	fees: null,
	currency: 'NGN',
	status: null,
	note: null,
	transactionId: null,
	orderId: null,
	createdAt: null,
};

/** The requests for a statement, except those that look for references. */
const statementOf = (from: string, to: string) => [
	get('/wallet'),
	get('/transactions', { startDate: from, page: '1', limit: '100' }),
	get('/wallet'),
	get('/transactions', { endDate: to, page: '1', limit: '1' }),
];

const noDifference = 'other fees, or money that moved without a transaction';

export const walletCases: readonly Case[] = [
	{
		operation: walletGet,
		name: 'although the service answers with all',
		parameters: ({ walletId = '' }) => ({ walletId: byId(walletId), options: {} }),
		requests: ({ walletId = '' }) => [get('/wallet', { walletId })],
		written: { made: { walletId: 'w-2' }, replies: [answered([ngn, btc])], items: [btc] },
		sandbox: { arrange: (sandbox) => ({ walletId: sandbox.wallets.of('KES').id }) },
	},
	{
		operation: walletGetAll,
		parameters: { filters: {}, options: {} },
		requests: [get('/wallet')],
		sandbox: {},
	},
	{
		operation: walletGetAll,
		name: 'of one currency',
		parameters: { filters: { currency: 'USDT' }, options: {} },
		requests: [get('/wallet', { currency: 'USDT' })],
		sandbox: {},
	},
	{
		operation: walletGetStatement,
		parameters: ({ walletId = '' }) => ({
			wallet: byId(walletId),
			period: 'between',
			from: '2020-01-01T00:00:00Z',
			to: '2099-01-01T00:00:00Z',
			options: {},
		}),
		requests: statementOf('2019-12-31T00:00:00.000Z', '2020-01-01T00:00:00.000Z'),
		sandbox: {
			arrange: async (sandbox) => ({
				...(await makeSettledWithdrawal(sandbox)),
				walletId: sandbox.wallets.of('NGN').id,
			}),
			output: (answers, { transactionId }) => {
				const createdAt = String(at(answers[1], 'data', 0, 'createdAt'));
				const note = `The wallet holds 5,000,000.00 NGN more than its transactions explain: ${noDifference}`;
				const line = { ...edge, date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) };
				return [
					{ ...line, line: 'opening', what: 'Opening balance', balance: '0.00' },
					{
						...line,
						line: 'difference',
						what: 'Difference',
						amountIn: '5000000.00',
						balance: '5000000.00',
						note,
					},
					{
						...line,
						line: 'transaction',
						what: 'Withdrawal',
						payee: expect.stringMatching(/^[A-Z ]+, \d{10}$/),
						amountOut: '2500.00',
						fees: '50.00',
						balance: '4997450.00',
						status: 'SUCCESS',
						transactionId,
						createdAt,
					},
					{ ...line, line: 'closing', what: 'Closing balance', balance: '4997450.00' },
				];
			},
		},
	},
];
