/** The same as goodReads.ts, for every operation that binds or creates something. */
import { bankAccountCreate } from '../../../../nodes/Mavapay/operations/bankAccount/create';
import { paymentLinkCreate } from '../../../../nodes/Mavapay/operations/paymentLink/create';
import { paymentLinkGet } from '../../../../nodes/Mavapay/operations/paymentLink/get';
import { paymentLinkRefresh } from '../../../../nodes/Mavapay/operations/paymentLink/refresh';
import { simulationPayIn } from '../../../../nodes/Mavapay/operations/simulation/payIn';
import { stablecoinAddressGenerate } from '../../../../nodes/Mavapay/operations/stablecoinAddress/generate';
import { webhookSendTest } from '../../../../nodes/Mavapay/operations/webhook/sendTest';
import { webhookSet } from '../../../../nodes/Mavapay/operations/webhook/set';
import { answered } from '../../../harness/operations';
import { inList, type GoodCase } from './goodCase';
import { INVOICE } from './goodQuotes';

const account = {
	bankName: 'Opay',
	bankCode: '100004',
	bankAccountNumber: '0123456789',
	bankAccountName: 'Ada Obi',
	currency: 'NGN',
	walletId: 'w-1',
};

const accountValues = {
	bank: inList('100004'),
	accountNumber: '0123456789',
	accountName: 'Ada Obi',
	currency: 'NGN',
	walletId: inList('w-1'),
	options: {},
};

const bankList = { method: 'GET', path: '/bank/bankcode', query: { country: 'NG' } } as const;
const banks = [{ bankName: 'Opay', nipBankCode: '100004' }];

const created = { paymentLink: 'https://checkout.example/p-1', paymentRef: 'p-1' };

export const link = {
	name: 'Invoice 7',
	paymentCurrency: 'NGN',
	amount: '500000',
	amountUnit: 'minor',
	paymentMethods: ['BANKTRANSFER', 'LIGHTNING'],
	settlementCurrency: 'BTC',
	settlementMethod: 'LIGHTNING',
	beneficiaryType: 'btc',
	btcDestination: 'lnAddress',
	lnAddress: 'ada@example.com',
	options: {},
};

const linkBody = {
	name: 'Invoice 7',
	settlementCurrency: 'BTC',
	settlementMethod: 'LIGHTNING',
	paymentCurrency: 'NGN',
	paymentMethods: ['BANKTRANSFER', 'LIGHTNING'],
	beneficiary: { lnAddress: 'ada@example.com' },
	amount: 500000,
};

const details = { id: 'p-1', paymentMethods: ['BANKTRANSFER'], BANKTRANSFER: { amount: 500000 } };
/** docs/interface.md#event-ping */
const ping = { event: 'ping', data: { message: 'This is a test webhook event', timestamp: '2021-07-01T12:00:00Z' } };
const hook = { id: 'h-1', url: 'https://example.com/hook', isActive: true };
const user = { method: 'GET', path: '/user' } as const;

export const goodBinds: readonly GoodCase[] = [
	{
		name: 'a bank account with a name of its bank given',
		operation: bankAccountCreate,
		values: { ...accountValues, bankName: 'Opay', options: { timeout: 30 } },
		replies: [answered(account)],
		requests: [{ method: 'POST', path: '/bankaccount', body: account }],
		items: [account],
	},
	{
		name: "a bank account with the bank list's name",
		operation: bankAccountCreate,
		values: { ...accountValues, bankName: '' },
		replies: [answered(banks), answered(account)],
		requests: [bankList, { method: 'POST', path: '/bankaccount', body: account }],
		items: [account],
	},
	{
		name: 'a payment link with the least',
		operation: paymentLinkCreate,
		values: link,
		replies: [answered(created)],
		requests: [{ method: 'POST', path: '/paymentlink', body: linkBody }],
		items: [created],
	},
	{
		name: 'a payment link settled on-chain with everything, its amount in the major unit',
		operation: paymentLinkCreate,
		values: {
			...link,
			amount: '1250.5',
			amountUnit: 'major',
			paymentMethods: 'BANKTRANSFER',
			settlementMethod: 'ONCHAIN',
			btcDestination: 'onChainAddress',
			onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
			options: {
				addFeeToTotalCost: true,
				callbackUrl: 'https://example.com/thanks',
				description: 'Tea',
				speed: 'fast',
				type: 'Recurring',
			},
		},
		replies: [answered(created)],
		requests: [
			{
				method: 'POST',
				path: '/paymentlink',
				body: {
					...linkBody,
					amount: 125050,
					paymentMethods: ['BANKTRANSFER'],
					settlementMethod: 'ONCHAIN',
					beneficiary: { onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
					addFeeToTotalCost: true,
					callbackUrl: 'https://example.com/thanks',
					description: 'Tea',
					speed: 'fast',
					type: 'Recurring',
				},
			},
		],
		items: [created],
	},
	{
		name: 'a payment link with its methods as a text',
		operation: paymentLinkCreate,
		values: { ...link, paymentMethods: 'LIGHTNING, BANKTRANSFER' },
		replies: [answered(created)],
		requests: [{ method: 'POST', path: '/paymentlink', body: { ...linkBody, paymentMethods: ['LIGHTNING', 'BANKTRANSFER'] } }],
		items: [created],
	},
	{
		name: 'a payment link that settles to a Nigerian bank',
		operation: paymentLinkCreate,
		values: {
			...link,
			settlementCurrency: 'NGN',
			beneficiaryType: 'ngn',
			bank: '100004',
			accountNumber: '0123456789',
			accountName: 'Ada Obi',
			bankName: undefined,
		},
		replies: [answered(banks), answered(created)],
		requests: [
			bankList,
			{
				method: 'POST',
				path: '/paymentlink',
				body: {
					...linkBody,
					settlementCurrency: 'NGN',
					beneficiary: {
						bankAccountName: 'Ada Obi',
						bankCode: '100004',
						bankName: 'Opay',
						bankAccountNumber: '0123456789',
					},
				},
			},
		],
		items: [created],
	},
	...[
		{
			to: 'an invoice',
			given: { btcDestination: 'lnInvoice', invoice: INVOICE },
			beneficiary: { lnInvoice: INVOICE },
		},
		{
			to: 'a South African bank',
			given: { beneficiaryType: 'zar', zarBank: 'Absa', accountNumber: '1234567', accountName: 'Thandi Nkosi' },
			beneficiary: { name: 'Thandi Nkosi', bankName: 'Absa', bankAccountNumber: '1234567' },
		},
		{
			to: 'a beneficiary as JSON',
			given: { beneficiaryType: 'json', beneficiaryJson: '{"form": "new"}' },
			beneficiary: { form: 'new' },
		},
	].map(({ to, given, beneficiary }) => ({
		name: `a payment link that settles to ${to}`,
		operation: paymentLinkCreate,
		values: { ...link, ...given },
		replies: [answered(created)],
		requests: [{ method: 'POST' as const, path: '/paymentlink', body: { ...linkBody, beneficiary } }],
		items: [created],
	})),
	{
		name: 'the details of a payment link',
		operation: paymentLinkGet,
		values: { paymentLinkId: 'p-1', options: {} },
		replies: [answered({ paymentLinkDetails: details })],
		requests: [{ method: 'GET', path: '/paymentlink/details', query: { id: 'p-1' } }],
		items: [details],
	},
	{
		name: 'the details of a payment link for one method',
		operation: paymentLinkGet,
		values: { paymentLinkId: 'p-1', options: { paymentMethod: 'LIGHTNING' } },
		replies: [answered({ paymentLinkDetails: details })],
		requests: [
			{ method: 'GET', path: '/paymentlink/details', query: { id: 'p-1', paymentMethod: 'LIGHTNING' } },
		],
		items: [details],
	},
	{
		name: 'a refreshed payment link, answered without the usual wrapper',
		operation: paymentLinkRefresh,
		values: { paymentLinkId: 'p-1', paymentMethod: 'BANKTRANSFER', options: {} },
		replies: [answered(details)],
		requests: [
			{ method: 'GET', path: '/paymentlink/refresh', query: { id: 'p-1', paymentMethod: 'BANKTRANSFER' } },
		],
		items: [details],
	},
	{
		name: 'a pay-in in naira',
		operation: simulationPayIn,
		values: { currency: 'NGN', lookUpBy: 'quoteId', value: 'q-1', amount: '100000', options: {} },
		replies: [answered('done')],
		requests: [
			{
				method: 'POST',
				path: '/simulation/pay-in',
				body: { currency: 'NGN', quoteId: 'q-1', amount: 100000 },
			},
		],
		items: [{ status: 'ok', data: 'done' }],
	},
	{
		name: 'a pay-in over Lightning, without amount',
		operation: simulationPayIn,
		values: { currency: 'BTC', lookUpBy: 'orderId', value: '43477-4306', amount: '', options: {} },
		replies: [answered({ note: 'done' })],
		requests: [
			{ method: 'POST', path: '/simulation/pay-in', body: { currency: 'BTC', orderId: '43477-4306' } },
		],
		items: [{ note: 'done' }],
	},
	{
		name: 'a deposit address, its network in lower case',
		operation: stablecoinAddressGenerate,
		values: { label: 'customer-1042', network: 'erc20', currency: 'USDT', options: {} },
		replies: [answered({ id: 's-1', address: '0xabc', network: 'ERC20', minAmount: '5', maxAmount: '20000' })],
		requests: [
			{
				method: 'POST',
				path: '/collections/stablecoin/generate-address',
				body: { label: 'customer-1042', currency: 'USDT', network: 'erc20' },
			},
		],
		items: [
			{
				id: 's-1',
				address: '0xabc',
				network: 'ERC20',
				minAmount: '5',
				maxAmount: '20000',
				limits: {
					minimum: { minor: '500', major: '5.00', currency: 'USDT' },
					maximum: { minor: '2000000', major: '20000.00', currency: 'USDT' },
				},
			},
		],
	},
	{
		name: 'a test event, answered with a message',
		operation: webhookSendTest,
		values: { options: {} },
		replies: [{ ...answered(undefined), message: 'Test event sent' }],
		requests: [{ method: 'POST', path: '/webhook/test' }],
		items: [{ message: 'Test event sent' }],
	},
	{
		name: 'a test event, answered with the webhook, its secret masked',
		operation: webhookSendTest,
		values: { options: {} },
		replies: [answered({ ...hook, secret: 'hush' })],
		requests: [{ method: 'POST', path: '/webhook/test' }],
		items: [{ ...hook, secret: '********' }],
	},
	{
		name: 'a first webhook, with the secret of the credential',
		operation: webhookSet,
		webhookSecret: 'from-the-credential',
		values: { url: 'https://example.com/hook', secret: '', options: {} },
		replies: [answered({ account: {} }), answered({ ...hook, secret: 'from-the-credential' })],
		requests: [
			user,
			{
				method: 'POST',
				path: '/webhook/register',
				body: { url: 'https://example.com/hook', secret: 'from-the-credential' },
			},
		],
		items: [{ ...hook, secret: '********' }],
	},
	{
		name: 'a webhook, answered as documented: with the ping, and with the secret, which is masked',
		operation: webhookSet,
		values: { url: 'https://example.com/hook', secret: 'its-own', options: {} },
		replies: [answered({ account: { webhook: hook } }), answered({ url: 'https://example.com/hook', secret: 'its-own', event: ping })],
		requests: [user, { method: 'PUT', path: '/webhook', body: { url: 'https://example.com/hook', secret: 'its-own' } }],
		items: [{ url: 'https://example.com/hook', secret: '********', event: ping }],
	},
	{
		name: 'another webhook, with its own secret, where an older profile lists the webhook',
		operation: webhookSet,
		webhookSecret: 'from-the-credential',
		values: { url: 'https://example.com/hook', secret: 'its-own', options: {} },
		replies: [answered({ account: { webhook: [{ ...hook, url: 'https://other.example' }] } }), answered(hook)],
		requests: [
			user,
			{ method: 'PUT', path: '/webhook', body: { url: 'https://example.com/hook', secret: 'its-own' } },
		],
		items: [hook],
	},
];
