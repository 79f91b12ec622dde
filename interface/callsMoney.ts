/** Calls that quote, pay and look at payments. */
import * as z from 'zod';
import { btc, ghs, kes, ngn, zar } from './beneficiaries';
import { row, type Call } from './call';
import { inferred, showing } from './knowledge';
import { listedOrder, lookedUpTransaction, order, quote, transaction } from './transactions';
import {
	answering,
	collection,
	filled,
	flag,
	messageOnly,
	minorText,
	network,
	orderId,
	sourceCode,
	speed,
	targetCode,
	text,
	transactionStatus,
	transactionType,
	uuid,
} from './values';

/** The `amount` of a request for a quote: text in every example, a number in the documented types. */
const quoteAmount = z.union([minorText, showing(z.number().int().positive(), 250_000)]);
const anExample = 'It stands in an example, not in the types';

const quoteBody = z.strictObject({
	amount: quoteAmount,
	sourceCurrency: sourceCode,
	targetCurrency: targetCode,
	paymentMethod: collection,
	paymentCurrency: targetCode,
	customerReference: text.optional(),
	autopayout: flag.optional(),
	beneficiary: z.union([ngn, kes, ghs, zar, btc]).optional(),
	customerInternalFee: inferred(
		showing(z.string().regex(/^\d+$/), '0'),
		anExample,
		'docs/reference/interface.md#post-quote',
	).optional(),
	speed: inferred(speed, anExample, 'docs/reference/interface.md#post-quote').optional(),
	skipVirtualAccount: inferred(flag, anExample, 'docs/reference/interface.md#post-quote').optional(),
});

/** A request for a quote, with the rules that link its members: docs/reference/interface.md#rules-of-quotes. */
const ruledQuote = quoteBody
	.refine(
		({ paymentCurrency, sourceCurrency, targetCurrency }) =>
			[sourceCurrency, targetCurrency].some((one) => one === paymentCurrency),
		{
			path: ['paymentCurrency'],
			message: 'must be the source or the target currency',
		},
	)
	.refine(({ targetCurrency, autopayout }) => targetCurrency !== 'ZARCENT' || autopayout === true, {
		path: ['autopayout'],
		message: 'must be true for ZARCENT',
	})
	.refine(
		({ targetCurrency, customerInternalFee }) =>
			targetCurrency !== 'ZARCENT' || BigInt(customerInternalFee ?? '0') === 0n,
		{
			path: ['customerInternalFee'],
			message: 'must be 0 for ZARCENT',
		},
	)
	.refine(
		({ targetCurrency, paymentCurrency, autopayout }) =>
			autopayout !== true || targetCurrency !== 'BTCSAT' || paymentCurrency === 'BTCSAT',
		{
			path: ['paymentCurrency'],
			message: 'must be BTCSAT where BTC is paid out',
		},
	);

const count = showing(z.number().int().nonnegative(), 1);
const wholeText = showing(z.string().regex(/^\d+$/), '1');
const dateText = showing(
	z.string().refine((value) => !Number.isNaN(Date.parse(value))),
	'2026-01-01T00:00:00.000Z',
);
const pageSize = showing(z.string().regex(/^([1-9]\d?|100)$/), '100');

const simulatedAmount = showing(z.number().int().positive(), 500_000);

export const moneyCalls: readonly Call[] = [
	row('POST', '/quote', 'docs/reference/interface.md#post-quote', {
		outputOf: ['quote:create'],
		body: ruledQuote,
		answer: answering(quote),
	}),
	row('POST', '/wallet/payout/{quoteId}/accept', 'docs/reference/interface.md#accept-quote', {
		body: z.strictObject({ sourceWallet: showing(filled, 'NGN') }),
		answer: messageOnly,
	}),
	row('GET', '/order', 'docs/reference/interface.md#order', {
		outputOf: ['order:get'],
		query: z.strictObject({ id: filled }),
		answer: answering(order),
	}),
	row('GET', '/order/all', 'docs/reference/interface.md#order', {
		outputOf: ['order:getAll'],
		answer: answering(z.array(listedOrder)),
	}),
	row('POST', '/withdraw', 'docs/reference/interface.md#withdraw-to-bank', {
		body: z.strictObject({ amount: minorText, currency: z.literal('NGN'), beneficiary: ngn }),
		answer: answering(transaction),
	}),
	row('POST', '/withdraw/btc', 'docs/reference/interface.md#withdraw-btc', {
		body: z.strictObject({ invoice: filled, memo: text.optional() }),
		answer: answering(transaction),
	}),
	row('POST', '/withdraw/stablecoin', 'docs/reference/interface.md#withdraw-stablecoin', {
		body: z.strictObject({
			amount: minorText,
			network,
			currency: z.literal('USDT'),
			address: filled,
			customerReference: text.optional(),
		}),
		answer: answering(transaction),
	}),
	row('GET', '/transaction', 'docs/reference/interface.md#look-up-transactions', {
		outputOf: ['transaction:get'],
		query: z.union([z.strictObject({ id: uuid }), z.strictObject({ orderId }), z.strictObject({ hash: filled })]),
		answer: answering(
			z.union([
				lookedUpTransaction,
				inferred(
					z.array(lookedUpTransaction),
					'Clients of the live service decode a list by orderId',
					'docs/reference/interface.md#look-up-transactions',
				),
			]),
		),
	}),
	row('GET', '/transactions', 'docs/reference/interface.md#list-transactions', {
		outputOf: ['transaction:getAll'],
		query: z.strictObject({
			page: showing(z.string().regex(/^[1-9]\d*$/), '1').optional(),
			limit: pageSize.optional(),
			txId: uuid.optional(),
			accountName: filled.optional(),
			status: transactionStatus.optional(),
			type: transactionType.optional(),
			currency: z.enum(['NGN', 'KES', 'ZAR', 'USDT']).optional(),
			minAmount: wholeText.optional(),
			maxAmount: wholeText.optional(),
			startDate: dateText.optional(),
			endDate: dateText.optional(),
		}),
		answer: z.strictObject({
			status: z.enum(['ok', 'success']),
			message: text,
			count,
			nextPage: flag,
			currentPage: count,
			remainingPage: count,
			totalPages: count,
			data: z.array(lookedUpTransaction),
		}),
	}),
	row('POST', '/simulation/pay-in', 'docs/reference/interface.md#simulate-pay-in', {
		body: z.union([
			z.strictObject({ currency: z.literal('NGN'), quoteId: filled, amount: simulatedAmount }),
			z.strictObject({ currency: z.literal('NGN'), orderId: filled, amount: simulatedAmount }),
			z.strictObject({ currency: z.literal('BTC'), quoteId: filled, amount: simulatedAmount.optional() }),
			z.strictObject({ currency: z.literal('BTC'), orderId: filled, amount: simulatedAmount.optional() }),
		]),
		answer: answering(showing(z.string(), 'PayIn simulation successful')),
	}),
];
