import { walletGet } from '../../nodes/Mavapay/operations/wallet/get';
import { walletGetAll } from '../../nodes/Mavapay/operations/wallet/getAll';
import { answered, byId, get, type Case } from './case';

const ngn = { id: 'w-1', accountId: 'a-1', currency: 'NGN', balance: 100000 };
const btc = { id: 'w-2', accountId: 'a-1', currency: 'BTC', balance: 21000 };

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
		written: { replies: [answered([ngn, btc])], items: [ngn, btc] },
		sandbox: {},
	},
	{
		operation: walletGetAll,
		name: 'of one currency',
		parameters: { filters: { currency: 'USDT' }, options: {} },
		requests: [get('/wallet', { currency: 'USDT' })],
		written: { replies: [answered([])], items: [] },
		sandbox: {},
	},
];
