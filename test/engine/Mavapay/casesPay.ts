import { DEMO_ADDRESSES, type Sandbox } from '../../../sandbox';
import type { Case } from './cases';
import { makeQuote, SWAP } from './casesRead';
import { quoteVariants } from './quoteVariants';
import { at, byId, get, lastData, post, run } from '../../harness/engine/mavapay';

const amount = (minor: string, major: string, currency: string) => ({ minor, major, currency });

/** The `payout` member of a payment that went through. */
export const accepted = (reference: string | null, paid: unknown) => ({
	reference,
	outcome: 'accepted',
	replayed: false,
	deployment: 'custom',
	amount: paid,
});

export const toBank = {
	amount: '250000',
	amountUnit: 'minor',
	currency: 'NGN',
	bank: byId('000013'),
	accountNumber: '0123456789',
	verifyAccount: true,
	expectedAccountName: '',
	bankName: '',
	payoutReference: 'INV-1',
	options: {},
};

export const bankBeneficiary = {
	bankCode: '000013',
	bankAccountNumber: '0123456789',
	bankAccountName: 'ADAEZE CHIOMA OKAFOR',
	bankName: 'Guaranty Trust Bank',
};

export const ENQUIRY = get('/bank/name-enquiry', { accountNumber: '0123456789', bankCode: '000013' });
export const BANKS = get('/bank/bankcode', { country: 'NG' });
export const WITHDRAW = post('/withdraw', { amount: '250000', currency: 'NGN', beneficiary: bankBeneficiary });

const makeInvoice = (sandbox: Sandbox) => {
	const made = sandbox.makeInvoice({ amountMsat: '2500000' });
	return { invoice: made.invoice, paymentHash: made.paymentHash };
};

export const payCases: readonly Case[] = [
	{
		of: 'quote:accept',
		arrange: makeQuote,
		parameters: ({ quoteId = '' }) => ({ quoteId, sourceWallet: 'NGN', payoutReference: '', options: {} }),
		sent: ({ quoteId = '' }) => [post(`/wallet/payout/${quoteId}/accept`, { sourceWallet: 'NGN' })],
		output: (answers, { quoteId = '' }) => [
			{ quoteId, message: at(answers[0], 'message'), payout: accepted(quoteId, null) },
		],
	},
	{
		of: 'quote:createAndAccept',
		parameters: () => ({
			...SWAP,
			amountUnit: 'minor',
			autopayout: 'notSent',
			beneficiaryType: 'none',
			customerReference: 'order-17',
			sourceWallet: 'NGN',
			payoutReference: '',
			options: {},
		}),
		// The second path holds the ID of the quote that the first answer gave.
		sent: () => [post('/quote', { ...SWAP, customerReference: 'order-17' })],
		output: (answers) => [
			{
				...Object(at(answers[0], 'data')),
				message: at(answers[1], 'message'),
				payout: accepted('order-17', amount('500000', '5000.00', 'NGN')),
			},
		],
	},
	...quoteVariants.map(
		(variant): Case => ({
			of: 'quote:createAndAccept',
			name: `for ${variant.name}`,
			...(variant.arrange === undefined ? {} : { arrange: variant.arrange }),
			parameters: (made) => ({
				...variant.parameters(made),
				sourceWallet: variant.wallet,
				payoutReference: 'SWAP-1',
				options: {},
			}),
			sent: (made) => [...(variant.before ?? []), post('/quote', variant.body(made))],
			output: (answers) => {
				const quote = at(answers.at(-2), 'data');
				const minor = String(at(quote, 'totalAmountInSourceCurrency'));
				const places = variant.wallet === 'BTC' ? 8 : 2;
				const digits = minor.padStart(places + 1, '0');
				const major = `${digits.slice(0, -places)}.${digits.slice(-places)}`;
				return [
					{
						...Object(quote),
						message: at(answers.at(-1), 'message'),
						payout: accepted('SWAP-1', amount(minor, major, variant.wallet)),
					},
				];
			},
		}),
	),
	{
		of: 'withdrawal:toBankAccount',
		parameters: () => toBank,
		sent: () => [ENQUIRY, BANKS, WITHDRAW],
		output: (answers) => [
			{ ...lastData(answers)[0], payout: accepted('INV-1', amount('250000', '2500.00', 'NGN')) },
		],
	},
	{
		of: 'withdrawal:toBankAccount',
		name: 'not verified, major unit, no reference',
		parameters: () => ({
			...toBank,
			amount: '2500.50',
			amountUnit: 'major',
			verifyAccount: false,
			accountName: 'ADAEZE CHIOMA OKAFOR',
			bankName: 'GTB',
			payoutReference: '',
			options: { withoutPayoutReference: true },
		}),
		sent: () => [
			post('/withdraw', {
				amount: '250050',
				currency: 'NGN',
				beneficiary: { ...bankBeneficiary, bankName: 'GTB' },
			}),
		],
		output: (answers) => [
			{ ...lastData(answers)[0], payout: accepted(null, amount('250050', '2500.50', 'NGN')) },
		],
	},
	{
		of: 'withdrawal:toLightning',
		arrange: makeInvoice,
		parameters: ({ invoice = '' }) => ({ invoice, memo: 'For the tea', payoutReference: '', options: {} }),
		sent: ({ invoice = '' }) => [post('/withdraw/btc', { invoice, memo: 'For the tea' })],
		output: (answers, { paymentHash = '' }) => [
			{ ...lastData(answers)[0], payout: accepted(paymentHash, amount('2500', '0.00002500', 'BTC')) },
		],
	},
	{
		of: 'withdrawal:toLightning',
		name: 'without memo, upper case, with its prefix',
		arrange: makeInvoice,
		parameters: ({ invoice = '' }) => ({
			invoice: ` LIGHTNING:${invoice.toUpperCase()} `,
			memo: '',
			payoutReference: 'LN-1',
			options: {},
		}),
		sent: ({ invoice = '' }) => [post('/withdraw/btc', { invoice })],
		output: (answers) => [
			{ ...lastData(answers)[0], payout: accepted('LN-1', amount('2500', '0.00002500', 'BTC')) },
		],
	},
	...Object.entries(DEMO_ADDRESSES).map(
		([network, address]): Case => ({
			of: 'withdrawal:toStablecoin',
			name: network,
			parameters: () => ({
				network,
				address,
				amount: '25.5',
				amountUnit: 'major',
				currency: 'USDT',
				customerReference: 'INV-2',
				payoutReference: '',
				options: {},
			}),
			sent: () => [
				post('/withdraw/stablecoin', {
					amount: '2550',
					network,
					currency: 'USDT',
					address,
					customerReference: 'INV-2',
				}),
			],
			output: (answers) => [
				{ ...lastData(answers)[0], payout: accepted('INV-2', amount('2550', '25.50', 'USDT')) },
			],
		}),
	),
	{
		of: 'payoutReference:check',
		parameters: () => ({ reference: 'INV-1' }),
		sent: () => [],
		output: () => [{ reference: 'INV-1', state: 'free' }],
	},
	{
		of: 'payoutReference:release',
		parameters: () => ({ reference: 'INV-1' }),
		sent: () => [],
		output: () => [{ reference: 'INV-1', state: 'free', previousState: 'free', released: false }],
	},
	{
		of: 'payoutReference:markPaid',
		arrange: async (sandbox) => {
			await run(sandbox, { resource: 'withdrawal', operation: 'toBankAccount', ...toBank });
			return {};
		},
		parameters: () => ({ reference: 'INV-1', transactionId: '' }),
		sent: () => [],
		output: () => [{ reference: 'INV-1', state: 'paid', previousState: 'paid', transactionId: null }],
	},
	{
		of: 'payoutReference:halt',
		parameters: () => ({}),
		sent: () => [],
		output: () => [{ halted: true, changed: true }],
	},
	{
		of: 'payoutReference:resume',
		parameters: () => ({}),
		sent: () => [],
		output: () => [{ halted: false, changed: false }],
	},
];
