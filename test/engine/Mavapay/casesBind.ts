import type { Case } from './cases';
import { makeLink, makeQuote, SWAP, withLimits } from './casesRead';
import { quoteVariants } from './quoteVariants';
import { at, byId, get, lastData, post, put } from '../../harness/engine/mavapay';

const LOOKED_UP = get('/bank/bankcode', { country: 'NG' });

/** The details as such, not in their wrapper. */
const details = (answers: unknown[]) => [at(answers.at(-1), 'data', 'paymentLinkDetails')];

const link = {
	name: 'Invoice 2026-0412',
	paymentCurrency: 'NGN',
	amount: '500000',
	amountUnit: 'minor',
	paymentMethods: ['BANKTRANSFER', 'LIGHTNING'],
	settlementCurrency: 'BTC',
	settlementMethod: 'LIGHTNING',
	beneficiaryType: 'btc',
	btcDestination: 'lnAddress',
	lnAddress: 'ada@example.com',
};

const linkBody = {
	name: 'Invoice 2026-0412',
	settlementCurrency: 'BTC',
	settlementMethod: 'LIGHTNING',
	paymentCurrency: 'NGN',
	paymentMethods: ['BANKTRANSFER', 'LIGHTNING'],
	beneficiary: { lnAddress: 'ada@example.com' },
	amount: 500_000,
};

/** The answer repeats the secret. */
const masked = (answers: unknown[]) => lastData(answers).map((data) => ({ ...data, secret: '********' }));

/** The account's fields of a settlement in NGN, and the beneficiary they become. */
const toBank = {
	beneficiaryType: 'ngn',
	bank: byId('000013'),
	accountNumber: '0123456789',
	accountName: 'ADAEZE CHIOMA OKAFOR',
	bankName: 'GTB',
};
const bankBody = {
	bankAccountName: 'ADAEZE CHIOMA OKAFOR',
	bankCode: '000013',
	bankName: 'GTB',
	bankAccountNumber: '0123456789',
};

export const bindCases: readonly Case[] = [
	{
		of: 'bankAccount:create',
		arrange: (sandbox) => ({ walletId: sandbox.wallets.of('NGN').id }),
		parameters: ({ walletId = '' }) => ({
			bank: byId('000013'),
			accountNumber: '0123456789',
			accountName: 'ADAEZE CHIOMA OKAFOR',
			currency: 'NGN',
			walletId: byId(walletId),
			bankName: '',
			options: {},
		}),
		sent: ({ walletId = '' }) => [
			LOOKED_UP,
			post('/bankaccount', { ...bankBody, bankName: 'Guaranty Trust Bank', currency: 'NGN', walletId }),
		],
	},
	{
		of: 'paymentLink:create',
		parameters: () => ({ ...link, options: {} }),
		sent: () => [post('/paymentlink', linkBody)],
	},
	{
		of: 'paymentLink:create',
		name: 'every option',
		parameters: () => ({
			...link,
			amount: '5000.00',
			amountUnit: 'major',
			options: {
				addFeeToTotalCost: true,
				callbackUrl: 'https://example.com/thanks',
				description: 'Two boxes of tea\nand one of sugar',
				speed: 'fast',
				type: 'Recurring',
			},
		}),
		sent: () => [
			post('/paymentlink', {
				...linkBody,
				addFeeToTotalCost: true,
				callbackUrl: 'https://example.com/thanks',
				description: 'Two boxes of tea\nand one of sugar',
				speed: 'fast',
				type: 'Recurring',
			}),
		],
	},
	{
		of: 'paymentLink:create',
		name: 'settled on-chain',
		parameters: () => ({
			...link,
			amount: '2000000',
			paymentMethods: ['BANKTRANSFER'],
			settlementMethod: 'ONCHAIN',
			btcDestination: 'onChainAddress',
			onChainAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
			options: { speed: 'slow' },
		}),
		sent: () => [
			post('/paymentlink', {
				...linkBody,
				amount: 2_000_000,
				paymentMethods: ['BANKTRANSFER'],
				settlementMethod: 'ONCHAIN',
				speed: 'slow',
				beneficiary: { onChainAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
			}),
		],
	},
	{
		of: 'paymentLink:create',
		name: 'settled to a bank',
		parameters: () => ({ ...link, settlementCurrency: 'NGN', ...toBank, options: {} }),
		sent: () => [post('/paymentlink', { ...linkBody, settlementCurrency: 'NGN', beneficiary: bankBody })],
	},
	...quoteVariants
		.filter(({ name }) => !/^(ngn|pay|ghs)/.test(name))
		.map((variant): Case => {
			const settlementCurrency = variant.name === 'zar' ? 'ZAR' : 'BTC';
			return {
				of: 'paymentLink:create',
				name: `for ${variant.name}`,
				...(variant.arrange === undefined ? {} : { arrange: variant.arrange }),
				parameters: (made) => ({ ...variant.parameters(made), ...shownFields(), settlementCurrency }),
				sent: (made) => [
					post('/paymentlink', {
						...linkBody,
						settlementCurrency,
						beneficiary: variant.body(made).beneficiary,
					}),
				],
			};
		}),
	{
		of: 'paymentLink:get',
		arrange: makeLink,
		parameters: ({ paymentLinkId = '' }) => ({ paymentLinkId, options: {} }),
		sent: ({ paymentLinkId = '' }) => [get('/paymentlink/details', { id: paymentLinkId })],
		output: details,
	},
	{
		of: 'paymentLink:get',
		name: 'by one method',
		arrange: makeLink,
		parameters: ({ paymentLinkId = '' }) => ({ paymentLinkId, options: { paymentMethod: 'LIGHTNING' } }),
		sent: ({ paymentLinkId = '' }) => [
			get('/paymentlink/details', { id: paymentLinkId, paymentMethod: 'LIGHTNING' }),
		],
		output: details,
	},
	{
		of: 'paymentLink:refresh',
		arrange: makeLink,
		parameters: ({ paymentLinkId = '' }) => ({ paymentLinkId, paymentMethod: 'BANKTRANSFER', options: {} }),
		sent: ({ paymentLinkId = '' }) => [
			get('/paymentlink/refresh', { id: paymentLinkId, paymentMethod: 'BANKTRANSFER' }),
		],
		output: details,
	},
	{
		of: 'quote:create',
		parameters: () => ({
			...SWAP,
			amountUnit: 'minor',
			autopayout: 'notSent',
			beneficiaryType: 'none',
			customerReference: '',
			options: {},
		}),
		sent: () => [post('/quote', SWAP)],
	},
	{
		of: 'quote:create',
		name: 'every option',
		parameters: () => ({
			...SWAP,
			amount: '5000',
			amountUnit: 'major',
			autopayout: 'false',
			beneficiaryType: 'none',
			customerReference: ' order 17 ',
			options: { customerInternalFee: '100', skipVirtualAccount: true, speed: 'slow' },
		}),
		sent: () => [
			post('/quote', {
				...SWAP,
				autopayout: false,
				customerReference: ' order 17 ',
				customerInternalFee: '100',
				skipVirtualAccount: true,
				speed: 'slow',
			}),
		],
	},
	...quoteVariants.map(
		(variant): Case => ({
			of: 'quote:create',
			name: `for ${variant.name}`,
			...(variant.arrange === undefined ? {} : { arrange: variant.arrange }),
			parameters: variant.parameters,
			sent: (made) => [...(variant.before ?? []), post('/quote', variant.body(made))],
		}),
	),
	{
		of: 'stablecoinAddress:generate',
		parameters: () => ({ label: 'customer-1042', network: 'solana', currency: 'USDT', options: {} }),
		sent: () => [
			post('/collections/stablecoin/generate-address', {
				label: 'customer-1042',
				currency: 'USDT',
				network: 'solana',
			}),
		],
		output: withLimits,
	},
	{
		of: 'webhook:sendTest',
		arrange: (sandbox) => {
			sandbox.setWebhook({ url: 'https://example.com/hook', secret: 'hook-secret-of-the-test' });
			return {};
		},
		parameters: () => ({ options: {} }),
		sent: () => [post('/webhook/test', undefined)],
		output: (answers) => [{ message: at(answers.at(-1), 'message') }],
	},
	{
		of: 'webhook:set',
		parameters: () => ({ url: 'https://example.com/new', secret: 'a-new-secret', options: {} }),
		sent: () => [get('/user'), post('/webhook/register', { url: 'https://example.com/new', secret: 'a-new-secret' })],
		output: masked,
	},
	{
		of: 'webhook:set',
		name: 'over an earlier one, with the secret of the credential',
		credential: { webhookSigningSecret: 'secret-of-the-credential' },
		arrange: (sandbox) => {
			sandbox.setWebhook({ url: 'https://example.com/old', secret: 'an-old-secret' });
			return {};
		},
		parameters: () => ({ url: 'https://example.com/new', secret: '', options: {} }),
		sent: () => [
			get('/user'),
			put('/webhook', { url: 'https://example.com/new', secret: 'secret-of-the-credential' }),
		],
		output: masked,
	},
	{
		of: 'simulation:payIn',
		arrange: makeQuote,
		parameters: ({ quoteId = '' }) => ({
			currency: 'NGN',
			lookUpBy: 'quoteId',
			value: quoteId,
			amount: '500000',
			options: {},
		}),
		sent: ({ quoteId = '' }) => [
			post('/simulation/pay-in', { currency: 'NGN', quoteId, amount: 500_000 }),
		],
		output: (answers) => answers.slice(-1),
	},
];

/** What a payment link needs and a quote has otherwise. */
function shownFields() {
	const { beneficiaryType: _type, btcDestination: _destination, lnAddress: _address, ...fields } = link;
	return fields;
}
