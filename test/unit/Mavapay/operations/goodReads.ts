/**
 * For every operation that reads: good parameters, what the service answers, the exact requests, and
 * the items that come out. Requests are written from docs/interface.md.
 */
import { accountGet } from '../../../../nodes/Mavapay/operations/account/get';
import { bankGetAll } from '../../../../nodes/Mavapay/operations/bank/getAll';
import { bankVerifyAccount } from '../../../../nodes/Mavapay/operations/bank/verifyAccount';
import { bankAccountGetAll } from '../../../../nodes/Mavapay/operations/bankAccount/getAll';
import { mpesaValidateIdentifier } from '../../../../nodes/Mavapay/operations/mpesa/validateIdentifier';
import { orderGet } from '../../../../nodes/Mavapay/operations/order/get';
import { orderGetAll } from '../../../../nodes/Mavapay/operations/order/getAll';
import { paymentLinkGetOrders } from '../../../../nodes/Mavapay/operations/paymentLink/getOrders';
import { paymentLinkGetStatus } from '../../../../nodes/Mavapay/operations/paymentLink/getStatus';
import { priceGet } from '../../../../nodes/Mavapay/operations/price/get';
import { stablecoinAddressGetAll } from '../../../../nodes/Mavapay/operations/stablecoinAddress/getAll';
import { transactionGet } from '../../../../nodes/Mavapay/operations/transaction/get';
import { transactionGetAll } from '../../../../nodes/Mavapay/operations/transaction/getAll';
import { transactionWaitForSettlement } from '../../../../nodes/Mavapay/operations/transaction/waitForSettlement';
import { walletGet } from '../../../../nodes/Mavapay/operations/wallet/get';
import { walletGetAll } from '../../../../nodes/Mavapay/operations/wallet/getAll';
import { webhookGet } from '../../../../nodes/Mavapay/operations/webhook/get';
import { answered } from '../../../harness/operations';
import { inList, type GoodCase } from './goodCase';

const wallets = [
	{ id: 'w-1', accountId: 'a-1', currency: 'NGN', balance: 100000 },
	{ id: 'w-2', accountId: 'a-1', currency: 'BTC', balance: 21000 },
];

const nigerianBanks = [
	{ bankName: 'Access Bank', nipBankCode: '000014' },
	{ bankName: 'Opay', nipBankCode: '100004' },
];

const profile = {
	id: 'u-1',
	name: 'Ada',
	account: {
		id: 'a-1',
		apiKey: 'key-of-the-caller',
		webhook: { id: 'h-1', url: 'https://example.com/hook', secret: 'hush', isActive: true },
	},
};

const masked = {
	...profile,
	account: {
		...profile.account,
		apiKey: '********',
		webhook: { ...profile.account.webhook, secret: '********' },
	},
};

const bankAccount = {
	bankName: 'Opay',
	bankCode: '100004',
	bankAccountNumber: '0123456789',
	bankAccountName: 'Ada Obi',
	currency: 'NGN',
	walletId: 'w-1',
};

const depositAddress = { id: 's-1', address: '0xabc', currency: 'USDT', network: 'ERC20', memo: null, minAmount: '1', maxAmount: '0' };

const order = {
	orderId: '43477-4306',
	quoteId: 'q-1',
	status: 'PAID',
	currency: 'NGN',
	paymentMethod: 'BANKTRANSFER',
	amount: '1000.00',
	createdAt: '2026-02-01T10:00:00.000Z',
	quotes: [{ id: 'q-1', customerReference: 'INV-1' }],
	transactions: [{ id: 't-1', type: 'WITHDRAWAL', metadata: { orderId: '43477-4306', bankAccountName: 'ADA OBI', more: [1] } }],
};

const olderOrder = {
	orderId: '43477-0001',
	status: 'EXPIRED',
	currency: 'BTC',
	paymentCollectionMethod: 'LIGHTNING',
	createdAt: '2026-01-01T10:00:00.000Z',
	quotes: [{ id: 'q-2', externalRef: 'INV-0' }],
};

const transaction = {
	id: 't-1',
	type: 'WITHDRAWAL',
	status: 'SUCCESS',
	amount: 100000,
	currency: 'NGN',
	metadata: {
		merchantId: 'm-1',
		merchantName: 'Ada',
		order: { id: '43477-4306', settledQuoteId: 'q-1', quote: { id: 'q-1', totalAmount: 1370, more: { kept: true } } },
	},
};
const deposit = { id: 't-0', type: 'DEPOSIT', status: 'SUCCESS', amount: 100500, currency: 'NGN' };

const page = { returnAll: false, limit: 50, filters: {}, options: {} };

export const goodReads: readonly GoodCase[] = [
	{
		name: 'the profile, secrets masked',
		operation: accountGet,
		values: { options: {} },
		replies: [answered(profile)],
		requests: [{ method: 'GET', path: '/user' }],
		items: [masked],
	},
	{
		name: 'the profile with secrets, when asked for',
		operation: accountGet,
		values: { options: { revealSecrets: true, itemsInParallel: 3 } },
		replies: [answered(profile)],
		requests: [{ method: 'GET', path: '/user' }],
		items: [profile],
	},
	{
		name: 'Nigerian banks up to the limit',
		operation: bankGetAll,
		values: { country: 'NG', returnAll: false, limit: 1, options: {} },
		replies: [answered(nigerianBanks)],
		requests: [{ method: 'GET', path: '/bank/bankcode', query: { country: 'NG' } }],
		items: [nigerianBanks[0]],
	},
	{
		name: 'South African banks, which come as names',
		operation: bankGetAll,
		values: { country: 'ZA', returnAll: true, options: {} },
		replies: [answered(['Absa', 'Capitec Bank'])],
		requests: [{ method: 'GET', path: '/bank/bankcode', query: { country: 'ZA' } }],
		items: [
			{ bankName: 'Absa', nipBankCode: null },
			{ bankName: 'Capitec Bank', nipBankCode: null },
		],
	},
	{
		name: 'a name enquiry',
		operation: bankVerifyAccount,
		values: { bank: inList('100004'), accountNumber: '0123456789', options: {} },
		replies: [answered({ accountName: 'ADA OBI', accountNumber: '0123456789' })],
		requests: [
			{
				method: 'GET',
				path: '/bank/name-enquiry',
				query: { accountNumber: '0123456789', bankCode: '100004' },
			},
		],
		items: [{ accountName: 'ADA OBI', accountNumber: '0123456789' }],
	},
	{
		name: 'a name enquiry for a number that the check refuses, checks skipped',
		operation: bankVerifyAccount,
		values: { bank: '100004', accountNumber: '12-34', options: { skipChecks: true } },
		replies: [answered({ accountName: 'ADA OBI', accountNumber: '12-34' })],
		requests: [
			{ method: 'GET', path: '/bank/name-enquiry', query: { accountNumber: '12-34', bankCode: '100004' } },
		],
		items: [{ accountName: 'ADA OBI', accountNumber: '12-34' }],
	},
	{
		name: 'all bank accounts',
		operation: bankAccountGetAll,
		values: { filters: {}, options: {} },
		replies: [answered([bankAccount])],
		requests: [{ method: 'GET', path: '/bankaccount', query: {} }],
		items: [bankAccount],
	},
	{
		name: 'the bank accounts of a wallet and a currency',
		operation: bankAccountGetAll,
		values: { filters: { walletId: inList('w-1'), currency: 'NGN' }, options: {} },
		replies: [answered([])],
		requests: [{ method: 'GET', path: '/bankaccount', query: { walletId: 'w-1', currency: 'NGN' } }],
		items: [],
	},
	{
		name: 'bank accounts, the wallet added as a filter but not chosen',
		operation: bankAccountGetAll,
		values: { filters: { walletId: inList('') }, options: {} },
		replies: [answered([bankAccount])],
		requests: [{ method: 'GET', path: '/bankaccount', query: {} }],
		items: [bankAccount],
	},
	{
		name: 'a PayBill number, on live',
		operation: mpesaValidateIdentifier,
		deployment: 'live',
		values: { identifierType: 'PayBill', identifier: 247247, options: {} },
		replies: [answered({ organization_name: 'EQUITY' })],
		requests: [
			{
				method: 'POST',
				path: '/quote/validate-kes-identifier',
				body: { identifier: '247247', identifierType: 'PayBill' },
			},
		],
		items: [{ organization_name: 'EQUITY' }],
	},
	{
		name: 'one order',
		operation: orderGet,
		values: { orderId: inList('43477-4306'), options: {} },
		replies: [answered(order)],
		requests: [{ method: 'GET', path: '/order', query: { id: '43477-4306' } }],
		items: [order],
	},
	{
		name: 'all orders',
		operation: orderGetAll,
		values: { returnAll: true, filters: {}, options: {} },
		replies: [answered([order, olderOrder])],
		requests: [{ method: 'GET', path: '/order/all' }],
		items: [order, olderOrder],
	},
	{
		name: 'orders by every filter at once',
		operation: orderGetAll,
		values: {
			...page,
			filters: {
				status: 'paid',
				currency: 'ngn',
				paymentMethod: 'BankTransfer',
				customerReference: 'INV-1',
				createdAfter: '2026-02-01T10:00:00Z',
				createdBefore: '2026-02-01T10:00:00Z',
			},
		},
		replies: [answered([olderOrder, order])],
		requests: [{ method: 'GET', path: '/order/all' }],
		items: [order],
	},
	{
		name: 'the orders of a payment link',
		operation: paymentLinkGetOrders,
		values: { paymentLinkId: 'p-1', options: {} },
		replies: [answered({ id: 'p-1', orders: [{ orderId: '1-2', status: 'PENDING' }] })],
		requests: [{ method: 'GET', path: '/paymentlink/orders', query: { id: 'p-1' } }],
		items: [{ id: 'p-1', orders: [{ orderId: '1-2', status: 'PENDING' }] }],
	},
	{
		name: 'the status of a payment link order',
		operation: paymentLinkGetStatus,
		values: { orderId: inList('o-1'), options: {} },
		replies: [answered({ status: 'SETTLED' })],
		requests: [{ method: 'GET', path: '/paymentlink/status', query: { orderId: 'o-1' } }],
		items: [{ status: 'SETTLED' }],
	},
	{
		name: 'a price',
		operation: priceGet,
		values: { pair: 'usdngn', options: {} },
		replies: [answered({ ask: 1520.5, bid: '1500.00' })],
		requests: [{ method: 'GET', path: '/price/ticker', query: { pair: 'usdngn' } }],
		items: [{ ask: 1520.5, bid: '1500.00' }],
	},
	...['BTCUSD', 'BtcUsd', ' btcusd '].map((pair) => ({
		name: `a price of ${pair}, in the case that is documented`,
		operation: priceGet,
		values: { pair, options: {} },
		replies: [answered({ ask: 1 })],
		requests: [{ method: 'GET' as const, path: '/price/ticker', query: { pair: 'btcusd' } }],
		items: [{ ask: 1 }],
	})),
	{
		name: 'deposit addresses, with limits that cannot be taken for cents',
		operation: stablecoinAddressGetAll,
		values: { filters: {}, options: {} },
		replies: [answered([depositAddress, { ...depositAddress, minAmount: '2.50', maxAmount: 10000 }])],
		requests: [{ method: 'GET', path: '/collections/stablecoin/addresses', query: {} }],
		items: [
			{ ...depositAddress, limits: { minimum: { minor: '100', major: '1.00', currency: 'USDT' }, maximum: null } },
			{
				...depositAddress,
				minAmount: '2.50',
				maxAmount: 10000,
				limits: {
					minimum: { minor: '250', major: '2.50', currency: 'USDT' },
					maximum: { minor: '1000000', major: '10000.00', currency: 'USDT' },
				},
			},
		],
	},
	{
		name: 'the deposit addresses of a currency',
		operation: stablecoinAddressGetAll,
		values: { filters: { currency: 'USDT' }, options: {} },
		replies: [answered([])],
		requests: [{ method: 'GET', path: '/collections/stablecoin/addresses', query: { currency: 'USDT' } }],
		items: [],
	},
	{
		name: 'one transaction as an object',
		operation: transactionGet,
		values: { lookUpBy: 'id', value: 't-1', options: {} },
		replies: [answered(transaction)],
		requests: [{ method: 'GET', path: '/transaction', query: { id: 't-1' } }],
		items: [transaction],
	},
	{
		name: 'the transactions of an order as a list',
		operation: transactionGet,
		values: { lookUpBy: 'orderId', value: '43477-4306', options: {} },
		replies: [answered([deposit, transaction])],
		requests: [{ method: 'GET', path: '/transaction', query: { orderId: '43477-4306' } }],
		items: [deposit, transaction],
	},
	{
		name: 'no transaction of a hash',
		operation: transactionGet,
		values: { lookUpBy: 'hash', value: 'ab12', options: {} },
		replies: [answered([])],
		requests: [{ method: 'GET', path: '/transaction', query: { hash: 'ab12' } }],
		items: [],
	},
	{
		name: 'transactions by every filter',
		operation: transactionGetAll,
		values: {
			...page,
			limit: 10,
			filters: {
				accountName: 'Ada Obi',
				currency: 'KES',
				endDate: '2026-02-02',
				maxAmount: '5000',
				minAmount: 0,
				startDate: '2026-02-01T10:00:00+01:00',
				status: 'SUCCESS',
				txId: 't-1',
				type: 'WITHDRAWAL',
			},
		},
		replies: [answered([transaction], { nextPage: false })],
		requests: [
			{
				method: 'GET',
				path: '/transactions',
				query: {
					accountName: 'Ada Obi',
					currency: 'KES',
					endDate: '2026-02-02T00:00:00.000Z',
					maxAmount: '5000',
					minAmount: '0',
					startDate: '2026-02-01T09:00:00.000Z',
					status: 'SUCCESS',
					txId: 't-1',
					type: 'WITHDRAWAL',
					page: '1',
					limit: '10',
				},
			},
		],
		items: [transaction],
	},
	{
		name: 'an order that is settled: its withdrawal counts',
		operation: transactionWaitForSettlement,
		values: { lookUpBy: 'orderId', value: '43477-4306', options: {} },
		replies: [answered([deposit, transaction])],
		requests: [{ method: 'GET', path: '/transaction', query: { orderId: '43477-4306' } }],
		items: [{ ...transaction, settlement: 'success' }],
	},
	{
		name: 'the deposit of an order, by option',
		operation: transactionWaitForSettlement,
		values: {
			lookUpBy: 'orderId',
			value: '43477-4306',
			options: { transactionType: 'DEPOSIT', timeout: 10, pollInterval: 2 },
		},
		replies: [answered([deposit, transaction])],
		requests: [{ method: 'GET', path: '/transaction', query: { orderId: '43477-4306' } }],
		items: [{ ...deposit, settlement: 'success' }],
	},
	{
		name: 'one wallet, although the service answers with all',
		operation: walletGet,
		values: { walletId: inList('w-2'), options: {} },
		replies: [answered(wallets)],
		requests: [{ method: 'GET', path: '/wallet', query: { walletId: 'w-2' } }],
		items: [wallets[1]],
	},
	{
		name: 'all wallets',
		operation: walletGetAll,
		values: { filters: {}, options: {} },
		replies: [answered(wallets)],
		requests: [{ method: 'GET', path: '/wallet', query: {} }],
		items: wallets,
	},
	{
		name: 'the wallets of a currency',
		operation: walletGetAll,
		values: { filters: { currency: 'USDT' }, options: {} },
		replies: [answered([])],
		requests: [{ method: 'GET', path: '/wallet', query: { currency: 'USDT' } }],
		items: [],
	},
	{
		name: 'the webhook, its secret masked',
		operation: webhookGet,
		values: { options: {} },
		replies: [answered(profile)],
		requests: [{ method: 'GET', path: '/user' }],
		items: [{ id: 'h-1', url: 'https://example.com/hook', secret: '********', isActive: true }],
	},
	{
		name: 'an account without webhook',
		operation: webhookGet,
		values: { options: {} },
		replies: [answered({ id: 'u-1', account: { webhook: null } })],
		requests: [{ method: 'GET', path: '/user' }],
		items: [{ url: null, isActive: false }],
	},
];
