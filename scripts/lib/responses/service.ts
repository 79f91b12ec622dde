/** Mavapay's answers to reads and writes, as far as they are documented: for previews, and for the tests. */
import * as z from 'zod/mini';

import { quote } from '../../../nodes/Mavapay/operations/quote/quote';
import { transaction } from '../../../nodes/Mavapay/operations/transaction/transaction';
import {
	maybeFlag,
	maybeNumber,
	maybeText,
	maybeTextOrNumber,
	maybeTime,
	oneOrMany,
} from '../../../nodes/core/service/schema';

/** docs/interface.md#get-user; the times are from older answers to docs/interface.md#register-webhook. */
export const webhook = z.looseObject({
	id: maybeText,
	url: maybeText,
	secret: maybeText,
	isActive: maybeFlag,
	createdAt: maybeTime,
	updatedAt: maybeTime,
});

/** docs/interface.md#register-webhook: the secret is repeated, and `event` is the ping that was sent to the URL. */
export const webhookRegistration = z.extend(webhook, {
	event: z.nullish(
		z.looseObject({ event: maybeText, data: z.nullish(z.looseObject({ message: maybeText, timestamp: maybeTime })) }),
	),
});

/** docs/interface.md#test-webhook: nothing is known but that answers may have a message. */
export const webhookTest = z.looseObject({ message: maybeText });

/** docs/interface.md#bank-accounts */
export const bankAccount = z.looseObject({
	bankName: maybeText,
	bankCode: maybeText,
	bankAccountNumber: maybeText,
	bankAccountName: maybeText,
	currency: maybeText,
	walletId: maybeText,
});

const settings = z.looseObject({
	id: maybeText,
	autopayout: maybeFlag,
	language: maybeText,
	notification: z.nullish(z.looseObject({ email: maybeFlag, sms: maybeFlag })),
});

const walletDetails = z.looseObject({
	id: maybeText,
	currency: maybeText,
	balance: maybeTextOrNumber,
	bankAccount: z.nullish(bankAccount),
	transactions: z.nullish(z.array(transaction)),
});

const account = z.looseObject({
	id: maybeText,
	type: maybeText,
	status: maybeText,
	walletDetails: oneOrMany(walletDetails),
	ownerId: maybeText,
	apiKey: maybeText,
	totalSatsExchanged: maybeNumber,
	webhook: oneOrMany(webhook),
	settings: z.nullish(settings),
});

/** docs/interface.md#get-user; older profiles hold wallets and webhook in lists. */
export const userProfile = z.looseObject({
	id: z.string(),
	name: maybeText,
	email: maybeText,
	phone: maybeText,
	businessName: maybeText,
	emailVerified: maybeFlag,
	kycInfo: z.nullish(
		z.looseObject({
			address: maybeText,
			phone: maybeText,
			nationality: maybeText,
			businessName: maybeText,
			status: maybeText,
		}),
	),
	account: z.nullish(account),
});

const anyOrder = z.looseObject({
	orderId: maybeText,
	quoteId: maybeText,
	status: maybeText,
	currency: maybeText,
	isValid: maybeFlag,
	createdAt: maybeTime,
	quotes: z.nullish(z.array(quote)),
	transactions: z.nullish(z.array(transaction)),
});

/** docs/interface.md#order, looked up by its ID. */
export const order = z.extend(anyOrder, {
	paymentCollectionMethod: maybeText,
	displayAmount: maybeText,
	paymentBtcDetail: maybeText,
});

/** docs/interface.md#order, as the list has it. */
export const listedOrder = z.extend(anyOrder, {
	paymentMethod: maybeText,
	amount: maybeTextOrNumber,
	updatedAt: maybeTime,
});

/** docs/interface.md#validate-kes-identifier */
export const mpesaBusiness = z.looseObject({ organization_name: z.string() });

/** docs/interface.md#create-payment-link */
export const createdPaymentLink = z.looseObject({ paymentLink: z.string(), paymentRef: z.string() });

/** docs/interface.md#payment-link-details */
export const paymentLinkDetails = z.looseObject({
	id: z.string(),
	name: maybeText,
	description: maybeText,
	callbackUrl: maybeText,
	settlementCurrency: maybeText,
	paymentLinkOrderId: maybeText,
	paymentMethods: z.nullish(z.array(z.string())),
	account: z.nullish(z.looseObject({ name: maybeText, logo: maybeText })),
	BANKTRANSFER: z.nullish(
		z.looseObject({
			ngnAccountName: maybeText,
			ngnBankName: maybeText,
			ngnBankAccountNumber: maybeText,
			amount: maybeNumber,
			expiresAt: maybeTime,
			targetAmount: maybeNumber,
		}),
	),
	LIGHTNING: z.nullish(
		z.looseObject({ invoice: maybeText, amount: maybeNumber, expiresAt: maybeTime, targetAmount: maybeNumber }),
	),
});

const linkOrder = z.looseObject({
	id: maybeText,
	status: maybeText,
	orderId: maybeText,
	paymentLinkId: maybeText,
	paymentMethod: maybeText,
	createdAt: maybeTime,
	updatedAt: maybeTime,
});

/** docs/interface.md#payment-link-orders */
export const paymentLinkOrders = z.looseObject({
	id: maybeText,
	name: maybeText,
	description: maybeText,
	type: maybeText,
	amount: maybeTextOrNumber,
	fee: maybeNumber,
	addFeeToTotalCost: maybeFlag,
	settlementCurrency: maybeText,
	settlementMethod: maybeText,
	speed: maybeText,
	paymentCurrency: maybeText,
	paymentMethods: z.nullish(z.array(z.string())),
	callbackUrl: maybeText,
	channel: maybeText,
	status: maybeText,
	accountId: maybeText,
	expiresAt: maybeTime,
	invoice: maybeText,
	companyLogo: maybeText,
	beneficiaryId: maybeText,
	createdAt: maybeTime,
	updatedAt: maybeTime,
	orders: z.nullish(z.array(linkOrder)),
});

/** docs/interface.md#payment-link-status */
export const paymentLinkStatus = z.looseObject({ status: z.string() });

const unitPrice = z.nullish(z.looseObject({ amount: maybeNumber, currencyUnit: maybeText }));

const side = z.nullish(
	z.looseObject({ fee: maybeNumber, minFee: maybeNumber, maxFee: maybeNumber, feePercentage: maybeNumber }),
);

/** docs/interface.md#get-price-ticker */
export const priceTicker = z.looseObject({
	ask: maybeNumber,
	bid: maybeNumber,
	timestamp: maybeNumber,
	meta: z.nullish(
		z.looseObject({
			pair: maybeText,
			payoutMethods: z.nullish(z.array(z.string())),
			collectionMethods: z.nullish(z.array(z.string())),
			unitPricePerUsd: unitPrice,
			unitPricePerSat: unitPrice,
			fees: z.nullish(z.looseObject({ ask: side, bid: side })),
		}),
	),
});

/** docs/interface.md#simulate-pay-in: the whole response, because its data is a text. */
export const simulatedPayIn = z.looseObject({ status: maybeText, message: maybeText, data: maybeText });

/** An amount in both units, as text. */
const limit = z.object({ minor: z.string(), major: z.nullable(z.string()), currency: z.string() });

/** docs/interface.md#stablecoin-addresses; `limits` is what the node adds, null where an amount cannot be read. */
export const stablecoinAddress = z.looseObject({
	id: z.string(),
	address: z.string(),
	currency: maybeText,
	network: maybeText,
	memo: maybeText,
	reference: maybeText,
	minAmount: maybeTextOrNumber,
	maxAmount: maybeTextOrNumber,
	limits: z.nullable(z.object({ minimum: limit, maximum: z.nullable(limit) })),
	walletId: maybeText,
	createdAt: maybeTime,
	updatedAt: maybeTime,
});

const settledQuote = z.looseObject({
	id: maybeText,
	exchangeRate: maybeNumber,
	usdToTargetCurrencyRate: maybeNumber,
	paymentBtcDetail: maybeText,
	paymentMethod: maybeText,
	totalAmount: maybeNumber,
	equivalentAmount: maybeNumber,
	expiry: maybeTime,
	sourceCurrency: maybeText,
	targetCurrency: maybeText,
	paymentCurrency: maybeText,
	customerInternalFee: maybeNumber,
});

const settledOrder = z.looseObject({
	id: maybeText,
	settledQuoteId: maybeText,
	amount: maybeNumber,
	currency: maybeText,
	paymentMethod: maybeText,
	status: maybeText,
	quote: z.nullish(settledQuote),
});

/** docs/interface.md#transaction-looked-up: the same transaction with more of what it belongs to. */
export const lookedUpTransaction = z.extend(z.omit(transaction, { walletId: true }), {
	metadata: z.nullish(
		z.looseObject({
			id: maybeText,
			merchantId: maybeText,
			merchantName: maybeText,
			bankName: maybeText,
			bankAccountNumber: maybeText,
			reference: maybeText,
			customerInternalFee: maybeNumber,
			order: z.nullish(settledOrder),
		}),
	),
});

/** The output of Wait for Settlement; after a time-out it may have no transaction. */
export const settledTransaction = z.extend(lookedUpTransaction, {
	id: maybeText,
	settlement: z.enum(['success', 'failed', 'timeout']),
});

/** docs/interface.md#get-wallet */
export const walletRecord = z.looseObject({
	id: z.string(),
	accountId: maybeText,
	currency: z.string(),
	balance: maybeNumber,
});
