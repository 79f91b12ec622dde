import * as z from 'zod/mini';

import { flag, numeric, text, time } from './common';

/** docs/interface.md#transaction */
const transactionMetadata = z.looseObject({
	id: text,
	orderId: text,
	bankCode: text,
	bankAccountName: text,
	bankAccountNumber: text,
	customerInternalFee: numeric,
	createdAt: time,
	updatedAt: time,
});

/** docs/interface.md#transaction */
export const transaction = z.looseObject({
	id: z.string(),
	walletId: text,
	ref: text,
	hash: text,
	amount: numeric,
	fees: numeric,
	currency: text,
	type: text,
	status: text,
	autopayout: flag,
	createdAt: time,
	updatedAt: time,
	metadata: z.nullish(transactionMetadata),
});

const settledQuote = z.looseObject({
	id: text,
	exchangeRate: numeric,
	usdToTargetCurrencyRate: numeric,
	paymentBtcDetail: text,
	paymentMethod: text,
	totalAmount: numeric,
	equivalentAmount: numeric,
	expiry: time,
	sourceCurrency: text,
	targetCurrency: text,
	paymentCurrency: text,
	customerInternalFee: numeric,
});

const settledOrder = z.looseObject({
	id: text,
	settledQuoteId: text,
	amount: numeric,
	currency: text,
	paymentMethod: text,
	status: text,
	quote: z.nullish(settledQuote),
});

/** docs/interface.md#transaction-looked-up: the same transaction with more of what it belongs to. */
export const lookedUpTransaction = z.extend(z.omit(transaction, { walletId: true }), {
	metadata: z.nullish(
		z.looseObject({
			id: text,
			merchantId: text,
			merchantName: text,
			bankName: text,
			bankAccountNumber: text,
			reference: text,
			customerInternalFee: numeric,
			order: z.nullish(settledOrder),
		}),
	),
});

/** What Wait for Settlement emits; after a time-out there may be no transaction in it. */
export const settledTransaction = z.extend(lookedUpTransaction, {
	id: text,
	settlement: z.enum(['success', 'failed', 'timeout']),
});
