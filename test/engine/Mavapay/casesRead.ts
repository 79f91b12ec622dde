import type { Case, Made } from './cases';
import { ask, at, byId, get, isRecord, lastData, post, textAt } from '../../harness/engine/mavapay';
import type { Sandbox } from '../../../sandbox';

export const SWAP = {
	amount: '500000',
	sourceCurrency: 'NGNKOBO',
	targetCurrency: 'BTCSAT',
	paymentMethod: 'BANKTRANSFER',
	paymentCurrency: 'NGNKOBO',
};

export async function makeQuote(sandbox: Sandbox): Promise<Made> {
	const quote = await ask(sandbox, 'POST', '/quote', { ...SWAP, customerReference: 'order-17' });
	return { quoteId: textAt(quote, 'id'), orderId: textAt(quote, 'orderId'), hash: textAt(quote, 'hash') };
}

export async function makeLink(sandbox: Sandbox): Promise<Made> {
	const link = await ask(sandbox, 'POST', '/paymentlink', {
		name: 'Tea',
		settlementCurrency: 'BTC',
		settlementMethod: 'LIGHTNING',
		paymentCurrency: 'NGN',
		paymentMethods: ['BANKTRANSFER', 'LIGHTNING'],
		beneficiary: { lnAddress: 'ada@example.com' },
		amount: 500_000,
	});
	return { paymentLinkId: textAt(link, 'paymentRef') };
}

async function makeLinkOrder(sandbox: Sandbox): Promise<Made> {
	const made = await makeLink(sandbox);
	const details = await ask(sandbox, 'GET', `/paymentlink/details?id=${made.paymentLinkId}`);
	return { ...made, linkOrderId: textAt(details, 'paymentLinkDetails', 'paymentLinkOrderId') };
}

export async function makeTransaction(sandbox: Sandbox): Promise<Made> {
	sandbox.configure({ settleAfterMs: 0 });
	const made = await makeQuote(sandbox);
	await ask(sandbox, 'POST', `/wallet/payout/${made.quoteId}/accept`, { sourceWallet: 'NGN' });
	const [out] = sandbox.transactions;
	return { ...made, transactionId: out?.id ?? '' };
}

async function makeWithdrawal(sandbox: Sandbox): Promise<Made> {
	const beneficiary = {
		bankAccountName: 'ADAEZE CHIOMA OKAFOR',
		bankCode: '000013',
		bankName: 'Guaranty Trust Bank',
		bankAccountNumber: '0123456789',
	};
	const made = await ask(sandbox, 'POST', '/withdraw', { amount: '250000', currency: 'NGN', beneficiary });
	return { transactionId: textAt(made, 'id') };
}

async function makeBankAccount(sandbox: Sandbox): Promise<Made> {
	const walletId = sandbox.wallets.of('NGN').id;
	const account = { bankAccountName: 'ADAEZE CHIOMA OKAFOR', bankCode: '000013', bankName: 'Guaranty Trust Bank', bankAccountNumber: '0123456789' };
	await ask(sandbox, 'POST', '/bankaccount', { ...account, currency: 'NGN', walletId });
	return { walletId };
}

async function makeAddress(sandbox: Sandbox): Promise<Made> {
	await ask(sandbox, 'POST', '/collections/stablecoin/generate-address', { label: 'c-1', network: 'trc20', currency: 'USDT' });
	return {};
}

/** The sandbox's addresses take 1 USDT and more. */
export const withLimits = (answers: unknown[]) =>
	lastData(answers).map((address) => ({
		...address,
		limits: { minimum: { minor: '100', major: '1.00', currency: 'USDT' }, maximum: null },
	}));

const walletOf = (sandbox: Sandbox): Made => ({ walletId: sandbox.wallets.of('KES').id });

const allOf = (answers: unknown[]): unknown[] =>
	answers.flatMap((answer) => {
		const data = at(answer, 'data');
		return Array.isArray(data) ? data : [data];
	});

export const readCases: readonly Case[] = [
	{
		of: 'account:get',
		arrange: (sandbox) => {
			sandbox.setWebhook({ url: 'https://example.com/hook', secret: 'hook-secret-of-the-test' });
			return {};
		},
		parameters: () => ({ options: {} }),
		sent: () => [get('/user')],
		output: (answers) => {
			const user = at(answers[0], 'data');
			const account = at(user, 'account');
			const webhook = at(account, 'webhook');
			if (!isRecord(user) || !isRecord(account) || !isRecord(webhook)) throw new Error('no profile');
			const masked = { ...webhook, secret: '********' };
			return [{ ...user, account: { ...account, apiKey: '********', webhook: masked } }];
		},
	},
	{
		of: 'bank:getAll',
		parameters: () => ({ country: 'NG', returnAll: true, options: {} }),
		sent: () => [get('/bank/bankcode', { country: 'NG' })],
	},
	{
		of: 'bank:getAll',
		name: 'South Africa, limited',
		parameters: () => ({ country: 'ZA', returnAll: false, limit: 2, options: {} }),
		sent: () => [get('/bank/bankcode', { country: 'ZA' })],
		output: (answers) =>
			allOf(answers)
				.slice(0, 2)
				.map((bankName) => ({ bankName, nipBankCode: null })),
	},
	{
		of: 'bank:verifyAccount',
		parameters: () => ({ bank: byId('000013'), accountNumber: '0123456789', options: {} }),
		sent: () => [get('/bank/name-enquiry', { accountNumber: '0123456789', bankCode: '000013' })],
	},
	{
		of: 'bankAccount:getAll',
		arrange: makeBankAccount,
		parameters: () => ({ filters: {}, options: {} }),
		sent: () => [get('/bankaccount')],
	},
	{
		of: 'bankAccount:getAll',
		name: 'of one wallet',
		arrange: makeBankAccount,
		parameters: ({ walletId = '' }) => ({ filters: { walletId: byId(walletId), currency: 'NGN' }, options: {} }),
		sent: ({ walletId = '' }) => [get('/bankaccount', { walletId, currency: 'NGN' })],
	},
	{
		of: 'mpesa:validateIdentifier',
		parameters: () => ({ identifierType: 'PayBill', identifier: '247247', options: {} }),
		sent: () => [
			post('/quote/validate-kes-identifier', { identifier: '247247', identifierType: 'PayBill' }),
		],
	},
	{
		of: 'order:getAll',
		arrange: makeQuote,
		parameters: () => ({
			returnAll: false,
			limit: 5,
			filters: { status: 'PENDING', currency: 'BTC', paymentMethod: 'BANKTRANSFER', customerReference: 'order-17' },
			options: {},
		}),
		sent: () => [get('/order/all')],
	},
	{
		of: 'order:get',
		arrange: makeQuote,
		parameters: ({ orderId = '' }) => ({ orderId: byId(orderId), options: {} }),
		sent: ({ orderId = '' }) => [get('/order', { id: orderId })],
	},
	{
		of: 'paymentLink:getOrders',
		arrange: makeLinkOrder,
		parameters: ({ paymentLinkId = '' }) => ({ paymentLinkId, options: {} }),
		sent: ({ paymentLinkId = '' }) => [get('/paymentlink/orders', { id: paymentLinkId })],
	},
	{
		of: 'paymentLink:getStatus',
		arrange: makeLinkOrder,
		parameters: ({ linkOrderId = '' }) => ({ orderId: linkOrderId, options: {} }),
		sent: ({ linkOrderId = '' }) => [get('/paymentlink/status', { orderId: linkOrderId })],
	},
	{
		of: 'price:get',
		parameters: () => ({ pair: 'usdngn', options: {} }),
		sent: () => [get('/price/ticker', { pair: 'usdngn' })],
	},
	{
		of: 'price:get',
		name: 'in upper case',
		parameters: () => ({ pair: 'KESNGN', options: {} }),
		sent: () => [get('/price/ticker', { pair: 'kesngn' })],
	},
	{
		of: 'stablecoinAddress:getAll',
		arrange: makeAddress,
		parameters: () => ({ filters: {}, options: {} }),
		sent: () => [get('/collections/stablecoin/addresses')],
		output: withLimits,
	},
	{
		of: 'stablecoinAddress:getAll',
		name: 'of one currency',
		arrange: makeAddress,
		parameters: () => ({ filters: { currency: 'USDT' }, options: {} }),
		sent: () => [get('/collections/stablecoin/addresses', { currency: 'USDT' })],
		output: withLimits,
	},
	{
		of: 'transaction:get',
		arrange: makeTransaction,
		parameters: ({ transactionId = '' }) => ({ lookUpBy: 'id', value: transactionId, options: {} }),
		sent: ({ transactionId = '' }) => [get('/transaction', { id: transactionId })],
	},
	{
		of: 'transaction:get',
		name: 'all of an order',
		arrange: makeTransaction,
		parameters: ({ orderId = '' }) => ({ lookUpBy: 'orderId', value: orderId, options: {} }),
		sent: ({ orderId = '' }) => [get('/transaction', { orderId })],
	},
	{
		of: 'transaction:get',
		name: 'by hash',
		arrange: makeTransaction,
		parameters: ({ hash = '' }) => ({ lookUpBy: 'hash', value: hash, options: {} }),
		sent: ({ hash = '' }) => [get('/transaction', { hash })],
	},
	{
		of: 'transaction:getAll',
		arrange: makeTransaction,
		parameters: () => ({
			returnAll: true,
			filters: {
				type: 'WITHDRAWAL',
				minAmount: '1',
				maxAmount: '900000000',
				startDate: '2020-01-01T00:00:00Z',
				endDate: '2099-01-01T00:00:00Z',
			},
			options: {},
		}),
		sent: () => [
			get('/transactions', {
				type: 'WITHDRAWAL',
				minAmount: '1',
				maxAmount: '900000000',
				startDate: '2020-01-01T00:00:00.000Z',
				endDate: '2099-01-01T00:00:00.000Z',
				page: '1',
				limit: '100',
			}),
		],
	},
	{
		of: 'transaction:getAll',
		name: 'limited, with the other filters',
		arrange: makeWithdrawal,
		parameters: ({ transactionId = '' }) => ({
			returnAll: false,
			limit: 1,
			filters: { txId: transactionId, accountName: 'ADAEZE CHIOMA OKAFOR', status: 'PENDING', currency: 'NGN' },
			options: {},
		}),
		sent: ({ transactionId = '' }) => [
			get('/transactions', {
				accountName: 'ADAEZE CHIOMA OKAFOR',
				currency: 'NGN',
				status: 'PENDING',
				txId: transactionId,
				page: '1',
				limit: '1',
			}),
		],
	},
	{
		of: 'transaction:waitForSettlement',
		arrange: makeTransaction,
		parameters: ({ transactionId = '' }) => ({ lookUpBy: 'id', value: transactionId, options: {} }),
		sent: ({ transactionId = '' }) => [get('/transaction', { id: transactionId })],
		output: (answers) => [{ ...Object(at(answers[0], 'data')), settlement: 'success' }],
	},
	{
		of: 'wallet:getAll',
		parameters: () => ({ filters: {}, options: {} }),
		sent: () => [get('/wallet')],
	},
	{
		of: 'wallet:getAll',
		name: 'of one currency',
		parameters: () => ({ filters: { currency: 'USDT' }, options: {} }),
		sent: () => [get('/wallet', { currency: 'USDT' })],
	},
	{
		of: 'wallet:get',
		arrange: walletOf,
		parameters: ({ walletId = '' }) => ({ walletId: byId(walletId), options: {} }),
		sent: ({ walletId = '' }) => [get('/wallet', { walletId })],
	},
	{
		of: 'webhook:get',
		arrange: (sandbox) => {
			sandbox.setWebhook({ url: 'https://example.com/hook', secret: 'hook-secret-of-the-test' });
			return {};
		},
		parameters: () => ({ options: {} }),
		sent: () => [get('/user')],
		output: (answers) => [
			{ ...Object(at(answers[0], 'data', 'account', 'webhook')), secret: '********' },
		],
	},
];
