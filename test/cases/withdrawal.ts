import type { INodeParameters } from 'n8n-workflow';
import { withdrawalToBankAccount } from '../../nodes/Mavapay/operations/withdrawal/toBankAccount';
import { withdrawalToLightning } from '../../nodes/Mavapay/operations/withdrawal/toLightning';
import { withdrawalToStablecoin } from '../../nodes/Mavapay/operations/withdrawal/toStablecoin';
import { DEMO_ADDRESSES, type Sandbox } from '../../sandbox';
import { BANKS, bankBeneficiary, ENQUIRY } from './bank';
import { at, byId, lastData, money, post, type Case, type Made } from './case';

/** The `payout` member of a payment that went through. */
export const accepted = (reference: string | null, paid: unknown, more: object = {}) => ({
	reference,
	outcome: 'accepted',
	replayed: false,
	deployment: 'sandbox: no real money',
	amount: paid,
	fees: null,
	transactionId: null,
	...more,
});

const withPayout =
	(reference: string | null, paid: unknown, more: object = {}) =>
	(answers: unknown[]) => {
		const [paidNow] = lastData(answers);
		const { id: transactionId, fees, currency } = Object(paidNow);
		const orderId = at(paidNow, 'metadata', 'orderId');
		const ordered = orderId === undefined || orderId === '' ? {} : { orderId };
		const said = { payeeHistory: 'new', transactionId, ...ordered, fees: money(fees, String(currency)), ...more };
		return [{ payout: accepted(reference, paid, said), ...paidNow }];
	};

export const feesOfQuote = (answer: unknown) => {
	const quoted = at(answer, 'data');
	const currency = at(quoted, 'sourceCurrency') === 'BTCSAT' ? 'BTC' : 'NGN';
	return money(at(quoted, 'transactionFeesInSourceCurrency'), currency);
};

/** The output of a payment by quote: the quote, the message of its acceptance, and the cost. */
export const paidByQuote =
	(reference: string, wallet: 'NGN' | 'BTC', { bank, accountName, kesAccountName }: INodeParameters) =>
	(answers: unknown[]) => {
		const made = at(answers.at(-2), 'data');
		const payeeName = accountName ?? kesAccountName;
		const message = at(answers.at(-1), 'message');
		const said = {
			quoteId: at(made, 'id'),
			orderId: at(made, 'orderId'),
			message,
			fees: feesOfQuote(answers.at(-2)),
			payeeHistory: 'new',
			...(payeeName === undefined ? {} : { payeeName }),
			...(bank === undefined ? {} : atBank()),
		};
		const cost = money(at(made, 'totalAmountInSourceCurrency'), wallet);
		return [{ ...Object(made), message, payout: accepted(reference, cost, said) }];
	};

export const atBank = (name = 'Guaranty Trust Bank') => ({ bank: { code: '000013', name } });

/** The account's holder and bank, as in the output. */
const toAdaeze = (bank?: string) => ({ payeeName: 'ADAEZE CHIOMA OKAFOR', ...atBank(bank) });

export const toBank = {
	amount: '250000',
	amountUnit: 'minor',
	bank: byId('000013'),
	accountNumber: '0123456789',
	expectedAccountName: '',
	payoutReference: 'INV-1',
	options: {},
};

/** `toBank` with resource and operation, as a workflow stores it. */
export const bankPayout = { resource: 'withdrawal', operation: 'toBankAccount', ...toBank };

/** A payment in USDT, recorded under its customer reference. */
export const toStablecoin = {
	resource: 'withdrawal',
	operation: 'toStablecoin',
	network: 'trc20',
	address: DEMO_ADDRESSES.trc20,
	amount: '100',
	amountUnit: 'minor',
	customerReference: 'S-1',
	payoutReference: '',
	options: {},
};

export const WITHDRAW = post('/withdraw', { amount: '250000', currency: 'NGN', beneficiary: bankBeneficiary });

const makeInvoice = (sandbox: Sandbox): Made => {
	const { invoice, paymentHash } = sandbox.makeInvoice({ amountMsat: '2500000' });
	return { invoice, paymentHash };
};

export const withdrawalCases: readonly Case[] = [
	{
		operation: withdrawalToBankAccount,
		parameters: toBank,
		requests: [ENQUIRY, BANKS, WITHDRAW],
		sandbox: { output: withPayout('INV-1', money('250000', 'NGN'), toAdaeze()) },
	},
	{
		operation: withdrawalToBankAccount,
		name: 'not verified, major unit',
		parameters: {
			...toBank,
			amount: '2500.50',
			amountUnit: 'major',
			options: { withoutNameEnquiry: true, accountName: 'ADAEZE CHIOMA OKAFOR', bankName: 'GTB' },
		},
		requests: [
			post('/withdraw', { amount: '250050', currency: 'NGN', beneficiary: { ...bankBeneficiary, bankName: 'GTB' } }),
		],
		sandbox: { output: withPayout('INV-1', money('250050', 'NGN'), toAdaeze('GTB')) },
	},
	{
		operation: withdrawalToLightning,
		parameters: ({ invoice = '' }) => ({ invoice, payoutReference: '', options: { memo: 'For the tea' } }),
		requests: ({ invoice = '' }) => [post('/withdraw/btc', { invoice, memo: 'For the tea' })],
		sandbox: {
			arrange: makeInvoice,
			output: (answers, { paymentHash = '' }) => withPayout(paymentHash, money('2500', 'BTC'))(answers),
		},
	},
	{
		operation: withdrawalToLightning,
		name: 'without memo, upper case, with its prefix',
		parameters: ({ invoice = '' }) => ({
			invoice: ` LIGHTNING:${invoice.toUpperCase()} `,
			payoutReference: 'LN-1',
			options: {},
		}),
		requests: ({ invoice = '' }) => [post('/withdraw/btc', { invoice })],
		sandbox: { arrange: makeInvoice, output: withPayout('LN-1', money('2500', 'BTC')) },
	},
	...Object.entries(DEMO_ADDRESSES).map(([network, address]): Case => ({
		operation: withdrawalToStablecoin,
		name: network,
		parameters: {
			network,
			address,
			amount: '25.5',
			amountUnit: 'major',
			customerReference: 'INV-2',
			payoutReference: '',
			options: {},
		},
		requests: [
			post('/withdraw/stablecoin', { amount: '2550', network, currency: 'USDT', address, customerReference: 'INV-2' }),
		],
		sandbox: { output: withPayout('INV-2', money('2550', 'USDT')) },
	})),
];
