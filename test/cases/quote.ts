import type { INodeParameters } from 'n8n-workflow';
import { quoteAccept } from '../../nodes/Mavapay/operations/quote/accept';
import { quoteCreate } from '../../nodes/Mavapay/operations/quote/quote';
import { quoteCreateAndAccept } from '../../nodes/Mavapay/operations/quote/createAndAccept';
import { answered, at, inList, money, post, type Case } from './case';
import { asSwap, INVOICE, makeQuote, SWAP, swap, swapped } from './quoteParts';
import { quoteVariants } from './quoteVariants';
import { accepted, feesOfQuote, paidByQuote } from './withdrawal';

const quote = { id: 'q-1', amountInSourceCurrency: 500000, amountInTargetCurrency: '3750.00' };
const written = { replies: [answered(quote)], items: [quote] };

const good = (
	name: string,
	values: INodeParameters,
	sent: object,
	at: Pick<Case, 'sandbox' | 'written'> = { written },
): Case => ({
	operation: quoteCreate,
	name,
	parameters: { ...swap, ...values },
	requests: [post('/quote', { ...SWAP, ...sent })],
	...at,
});

const toBtc = { beneficiaryType: 'btc', targetCurrency: 'BTCSAT' };
const toNgn = {
	beneficiaryType: 'ngn',
	sourceCurrency: 'BTCSAT',
	targetCurrency: 'NGNKOBO',
	paymentMethod: 'LIGHTNING',
	bank: inList('100004'),
	accountNumber: '0123456789',
	accountName: 'Ada Obi',
};
const ngnBody = { sourceCurrency: 'BTCSAT', targetCurrency: 'NGNKOBO', paymentMethod: 'LIGHTNING' };
const ngnBeneficiary = {
	bankAccountName: 'Ada Obi',
	bankCode: '100004',
	bankName: 'Opay',
	bankAccountNumber: '0123456789',
};

const createdQuotes: readonly Case[] = [
	good('a swap between own wallets', {}, {}, { sandbox: {} }),
	good('a swap, with autopayout off', { autopayout: 'false' }, { autopayout: false }, { sandbox: {} }),
	{
		operation: quoteCreate,
		name: 'every option',
		parameters: {
			...swap,
			amount: '5000',
			amountUnit: 'major',
			customerReference: ' order 17 ',
			options: { customerInternalFee: '100', skipVirtualAccount: true, speed: 'slow' },
		},
		requests: [
			post('/quote', {
				...SWAP,
				customerReference: ' order 17 ',
				customerInternalFee: '100',
				skipVirtualAccount: true,
				speed: 'slow',
			}),
		],
		sandbox: {},
	},
	...quoteVariants.map((variant): Case => ({
		operation: quoteCreate,
		name: `for ${variant.name}`,
		deployment: 'custom',
		parameters: variant.parameters,
		requests: (made) => [...(variant.before ?? []), post('/quote', variant.body(made))],
		sandbox: variant.arrange === undefined ? {} : { arrange: variant.arrange },
	})),
	good(
		'a swap with everything, its amount in the major unit of the target',
		{
			paymentCurrency: 'BTCSAT',
			amount: '0.0001',
			amountUnit: 'major',
			customerReference: 'INV-1',
			options: { customerInternalFee: '0', skipVirtualAccount: false, speed: 'slow' },
		},
		{
			paymentCurrency: 'BTCSAT',
			amount: '10000',
			customerReference: 'INV-1',
			customerInternalFee: '0',
			skipVirtualAccount: false,
			speed: 'slow',
		},
	),
	good(
		'naira to a bank, the name of the bank given',
		{ ...toNgn, autopayout: true, options: { bankName: 'Opay' } },
		{ ...ngnBody, beneficiary: ngnBeneficiary, autopayout: true },
	),
	good(
		'satoshis to an invoice, plainly written',
		{ ...toBtc, btcDestination: 'lnInvoice', invoice: ` lightning:${INVOICE.toUpperCase()}` },
		{ beneficiary: { lnInvoice: INVOICE } },
	),
	good(
		'a beneficiary as JSON text',
		{ beneficiaryType: 'json', beneficiaryJson: '{"newForm": {"a": 1}}' },
		{ beneficiary: { newForm: { a: 1 } } },
	),
	good(
		'a beneficiary as an object, and a currency that is new',
		{
			beneficiaryType: 'json',
			beneficiaryJson: { iban: 'X' },
			targetCurrency: 'XOFCENT',
			paymentCurrency: 'XOFCENT',
		},
		{ beneficiary: { iban: 'X' }, targetCurrency: 'XOFCENT', paymentCurrency: 'XOFCENT' },
	),
];

const acceptedQuotes: readonly Case[] = [
	{
		operation: quoteAccept,
		parameters: ({ quoteId = '' }) => ({ quoteId, sourceWallet: 'NGN', payoutReference: '', options: {} }),
		requests: ({ quoteId = '' }) => [post(`/wallet/payout/${quoteId}/accept`, { sourceWallet: 'NGN' })],
		sandbox: {
			arrange: makeQuote,
			output: (answers, { quoteId = '' }) => {
				const said = { quoteId, message: at(answers[0], 'message') };
				return [{ ...said, payout: accepted(quoteId, null, { ...said, payeeHistory: null }) }];
			},
		},
	},
	{
		operation: quoteCreateAndAccept,
		parameters: { ...swapped, payoutReference: '', options: { customerReference: 'order-17' } },
		// The second path holds the ID of the quote that the first answer gave.
		requests: [post('/quote', { ...SWAP, autopayout: false, customerReference: 'order-17' })],
		sandbox: {
			output: (answers) => {
				const quote = at(answers[0], 'data');
				const message = at(answers[1], 'message');
				const named = { quoteId: at(quote, 'id'), orderId: at(quote, 'orderId'), message };
				const payout = accepted('order-17', money('500000', 'NGN'), { fees: feesOfQuote(answers[0]), ...named });
				return [{ ...Object(quote), message, payout }];
			},
		},
	},
	...quoteVariants.map((variant): Case => ({
		operation: quoteCreateAndAccept,
		name: `for ${variant.name}`,
		parameters: (made) => ({
			...asSwap(variant.parameters(made)),
			payoutReference: 'SWAP-1',
			options: {},
		}),
		requests: (made) => [...(variant.before ?? []), post('/quote', variant.body(made))],
		sandbox: {
			...(variant.arrange === undefined ? {} : { arrange: variant.arrange }),
			output: (answers, made) => paidByQuote('SWAP-1', variant.wallet, variant.parameters(made))(answers),
		},
	})),
];

export const quoteCases: readonly Case[] = [...createdQuotes, ...acceptedQuotes];
