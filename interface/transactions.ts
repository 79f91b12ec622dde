/** Transactions and their metadata in answers to calls (events have different metadata). */
import * as z from 'zod';
import { inferred, showing } from './knowledge';
import {
	answeredCollection,
	answeredTarget,
	customerReference,
	flag,
	hash,
	lookedUpCurrency,
	minorNumber,
	numberOrText,
	orderCurrency,
	orderId,
	orderStatus,
	rate,
	settledCurrency,
	settledSource,
	settledTarget,
	sourceCode,
	text,
	time,
	transactionCurrency,
	transactionStatus,
	transactionType,
	uuid,
} from './values';

const noHash = inferred(
	z.null(),
	'Null is documented for the event of a USDT withdrawal that is PENDING',
	'docs/why/questions.md#answers',
);

const noOrder = inferred(z.null(), 'Not every transaction belongs to an order', 'docs/why/questions.md#answers');

/** The members that every form of a transaction has: docs/reference/interface.md#transaction. */
export const transactionCore = {
	id: uuid,
	ref: text,
	hash: z.union([hash, noHash]),
	amount: minorNumber,
	fees: showing(minorNumber, 7_500),
	currency: transactionCurrency,
	type: transactionType,
	status: transactionStatus,
	autopayout: flag,
	createdAt: time,
	updatedAt: showing(time, '2026-01-15T09:00:00.087Z'),
};

/** An orderId, or an empty text if there is no order. */
const maybeOrderId = z.union([
	orderId,
	inferred(showing(z.literal(''), ''), 'Not every transaction belongs to an order', 'docs/why/questions.md#answers'),
]);

/** docs/reference/interface.md#transaction */
export const transaction = z.strictObject({
	...transactionCore,
	walletId: uuid,
	metadata: z.strictObject({
		id: uuid,
		orderId: maybeOrderId,
		bankCode: text,
		bankAccountName: text,
		bankAccountNumber: text,
		customerInternalFee: minorNumber,
		createdAt: time,
		updatedAt: time,
	}),
});

const settledQuote = z.strictObject({
	id: uuid,
	exchangeRate: rate,
	usdToTargetCurrencyRate: rate,
	paymentBtcDetail: text,
	paymentMethod: answeredCollection,
	totalAmount: minorNumber,
	equivalentAmount: minorNumber,
	expiry: time,
	sourceCurrency: settledSource,
	targetCurrency: settledTarget,
	paymentCurrency: settledTarget,
	customerInternalFee: minorNumber,
});

/** The order of a payment link has no quote. */
const noQuote = inferred(z.null(), 'A payment link is paid without a quote', 'docs/why/questions.md#answers');

const settledOrder = z.strictObject({
	id: orderId,
	settledQuoteId: z.union([uuid, noQuote]),
	amount: minorNumber,
	currency: settledCurrency,
	paymentMethod: answeredCollection,
	status: orderStatus,
	quote: z.union([settledQuote, noQuote]),
});

/** docs/reference/interface.md#transaction-looked-up */
export const lookedUpTransaction = z.strictObject({
	...transactionCore,
	currency: lookedUpCurrency,
	metadata: z.strictObject({
		id: uuid,
		merchantId: uuid,
		merchantName: text,
		bankName: text,
		bankAccountNumber: text,
		reference: text,
		customerInternalFee: minorNumber,
		order: z.union([settledOrder, noOrder]),
	}),
});

/** Fees in the lowest unit, although the documentation has an example of 13.23: docs/reference/interface.md#quote */
const feesOfQuote = showing(z.number(), 1_250_075);

/** docs/reference/interface.md#quote */
export const quote = z.strictObject({
	id: uuid,
	exchangeRate: rate,
	usdToTargetCurrencyRate: rate,
	sourceCurrency: sourceCode,
	targetCurrency: answeredTarget,
	transactionFeesInSourceCurrency: feesOfQuote,
	transactionFeesInTargetCurrency: numberOrText,
	amountInSourceCurrency: minorNumber,
	amountInTargetCurrency: numberOrText,
	paymentMethod: answeredCollection,
	expiry: time,
	isValid: flag,
	invoice: text,
	hash,
	customerReference,
	totalAmountInSourceCurrency: minorNumber,
	customerInternalFee: minorNumber,
	createdAt: time,
	updatedAt: time,
	bankName: text,
	ngnBankAccountNumber: text,
	ngnAccountName: text,
	ngnBankCode: text,
	orderId,
	estimatedRoutingFee: minorNumber,
});

const orderCore = {
	orderId,
	quoteId: uuid,
	status: orderStatus,
	currency: orderCurrency,
	isValid: flag,
	createdAt: time,
	quotes: z.array(quote),
	transactions: z.array(transaction),
};

/** How an order is paid. Bitcoin and USDT are documented; orders paid by bank transfer exist, too. */
const orderCollection = z.union([
	z.enum(['LIGHTNING', 'ONCHAIN', 'USDT']),
	inferred(z.literal('BANKTRANSFER'), 'Bank transfers make orders too', 'docs/reference/interface.md#order'),
]);

/** An order as the look-up by its ID returns it: docs/reference/interface.md#order */
export const order = z.strictObject({
	...orderCore,
	paymentCollectionMethod: orderCollection,
	displayAmount: showing(z.string(), 'NGN 500000.00'),
	paymentBtcDetail: text,
});

/** An order as the list of orders returns it: docs/reference/interface.md#order */
export const listedOrder = z.strictObject({
	...orderCore,
	paymentMethod: orderCollection,
	amount: showing(z.string().regex(/^\d+\.\d{2}$/), '500000.00'),
	updatedAt: time,
});
