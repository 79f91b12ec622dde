/** What Mavapay answers to what reads and writes, as far as it is documented: for previews, and for the tests. */
import { quote } from '../../../nodes/Mavapay/operations/quote/quote';
import { transaction } from '../../../nodes/Mavapay/operations/transaction/transaction';
import {
	listOf,
	maybe,
	maybeFlag,
	maybeNumber,
	maybeText,
	maybeTextOrNumber,
	objectWith,
	oneOrMany,
	someText,
} from '../../../nodes/core/service/schema';

/** docs/interface.md#get-user; the times are from older answers to docs/interface.md#register-webhook. */
export const webhook = objectWith({
	id: maybeText,
	url: maybeText,
	secret: maybeText,
	isActive: maybeFlag,
	createdAt: maybeText,
	updatedAt: maybeText,
});

/** docs/interface.md#register-webhook: the secret is repeated, and `event` is the ping that was sent to the URL. */
export const webhookRegistration = objectWith({
	...webhook.members,
	event: maybe(objectWith({ event: maybeText, data: maybe(objectWith({ message: maybeText, timestamp: maybeText })) })),
});

/** docs/interface.md#test-webhook: nothing is known but that answers may have a message. */
export const webhookTest = objectWith({ message: maybeText });

/** docs/interface.md#bank-accounts */
export const bankAccount = objectWith({
	bankName: maybeText,
	bankCode: maybeText,
	bankAccountNumber: maybeText,
	bankAccountName: maybeText,
	currency: maybeText,
	walletId: maybeText,
});

const settings = objectWith({
	id: maybeText,
	autopayout: maybeFlag,
	language: maybeText,
	notification: maybe(objectWith({ email: maybeFlag, sms: maybeFlag })),
});

const walletDetails = objectWith({
	id: maybeText,
	currency: maybeText,
	balance: maybeTextOrNumber,
	bankAccount: maybe(bankAccount),
	transactions: maybe(listOf(transaction)),
});

const account = objectWith({
	id: maybeText,
	type: maybeText,
	status: maybeText,
	walletDetails: oneOrMany(walletDetails),
	ownerId: maybeText,
	apiKey: maybeText,
	totalSatsExchanged: maybeNumber,
	webhook: oneOrMany(webhook),
	settings: maybe(settings),
});

/** docs/interface.md#get-user; older profiles hold wallets and webhook in lists. */
export const userProfile = objectWith({
	id: someText,
	name: maybeText,
	email: maybeText,
	phone: maybeText,
	businessName: maybeText,
	emailVerified: maybeFlag,
	kycInfo: maybe(
		objectWith({
			address: maybeText,
			phone: maybeText,
			nationality: maybeText,
			businessName: maybeText,
			status: maybeText,
		}),
	),
	account: maybe(account),
});

const anyOrder = objectWith({
	orderId: maybeText,
	quoteId: maybeText,
	status: maybeText,
	currency: maybeText,
	isValid: maybeFlag,
	createdAt: maybeText,
	quotes: maybe(listOf(quote)),
	transactions: maybe(listOf(transaction)),
});

/** docs/interface.md#order, looked up by its ID. */
export const order = objectWith({
	...anyOrder.members,
	paymentCollectionMethod: maybeText,
	displayAmount: maybeText,
	paymentBtcDetail: maybeText,
});

/** docs/interface.md#order, as the list has it. */
export const listedOrder = objectWith({
	...anyOrder.members,
	paymentMethod: maybeText,
	amount: maybeTextOrNumber,
	updatedAt: maybeText,
});

/** docs/interface.md#validate-kes-identifier */
export const mpesaBusiness = objectWith({ organization_name: someText });

/** docs/interface.md#create-payment-link */
export const createdPaymentLink = objectWith({ paymentLink: someText, paymentRef: someText });

/** docs/interface.md#payment-link-details */
export const paymentLinkDetails = objectWith({
	id: someText,
	name: maybeText,
	description: maybeText,
	callbackUrl: maybeText,
	settlementCurrency: maybeText,
	paymentLinkOrderId: maybeText,
	paymentMethods: maybe(listOf(someText)),
	account: maybe(objectWith({ name: maybeText, logo: maybeText })),
	BANKTRANSFER: maybe(
		objectWith({
			ngnAccountName: maybeText,
			ngnBankName: maybeText,
			ngnBankAccountNumber: maybeText,
			amount: maybeNumber,
			expiresAt: maybeText,
			targetAmount: maybeNumber,
		}),
	),
	LIGHTNING: maybe(
		objectWith({ invoice: maybeText, amount: maybeNumber, expiresAt: maybeText, targetAmount: maybeNumber }),
	),
});

const linkOrder = objectWith({
	id: maybeText,
	status: maybeText,
	orderId: maybeText,
	paymentLinkId: maybeText,
	paymentMethod: maybeText,
	createdAt: maybeText,
	updatedAt: maybeText,
});

/** docs/interface.md#payment-link-orders */
export const paymentLinkOrders = objectWith({
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
	paymentMethods: maybe(listOf(someText)),
	callbackUrl: maybeText,
	channel: maybeText,
	status: maybeText,
	accountId: maybeText,
	expiresAt: maybeText,
	invoice: maybeText,
	companyLogo: maybeText,
	beneficiaryId: maybeText,
	createdAt: maybeText,
	updatedAt: maybeText,
	orders: maybe(listOf(linkOrder)),
});

/** docs/interface.md#payment-link-status */
export const paymentLinkStatus = objectWith({ status: someText });

const unitPrice = maybe(objectWith({ amount: maybeNumber, currencyUnit: maybeText }));

const side = maybe(
	objectWith({ fee: maybeNumber, minFee: maybeNumber, maxFee: maybeNumber, feePercentage: maybeNumber }),
);

/** docs/interface.md#get-price-ticker */
export const priceTicker = objectWith({
	ask: maybeNumber,
	bid: maybeNumber,
	timestamp: maybeNumber,
	meta: maybe(
		objectWith({
			pair: maybeText,
			payoutMethods: maybe(listOf(someText)),
			collectionMethods: maybe(listOf(someText)),
			unitPricePerUsd: unitPrice,
			unitPricePerSat: unitPrice,
			fees: maybe(objectWith({ ask: side, bid: side })),
		}),
	),
});

/** docs/interface.md#simulate-pay-in: the whole response, because its data is a text. */
export const simulatedPayIn = objectWith({ status: maybeText, message: maybeText, data: maybeText });

/** An amount in both units, as text. */
const limit = objectWith({ minor: someText, major: maybeText, currency: someText });

/** docs/interface.md#stablecoin-addresses; `limits` is what the node adds, null where an amount cannot be read. */
export const stablecoinAddress = objectWith({
	id: someText,
	address: someText,
	currency: maybeText,
	network: maybeText,
	memo: maybeText,
	reference: maybeText,
	minAmount: maybeTextOrNumber,
	maxAmount: maybeTextOrNumber,
	limits: maybe(objectWith({ minimum: limit, maximum: maybe(limit) })),
	walletId: maybeText,
	createdAt: maybeText,
	updatedAt: maybeText,
});

const settledQuote = objectWith({
	id: maybeText,
	exchangeRate: maybeNumber,
	usdToTargetCurrencyRate: maybeNumber,
	paymentBtcDetail: maybeText,
	paymentMethod: maybeText,
	totalAmount: maybeNumber,
	equivalentAmount: maybeNumber,
	expiry: maybeText,
	sourceCurrency: maybeText,
	targetCurrency: maybeText,
	paymentCurrency: maybeText,
	customerInternalFee: maybeNumber,
});

const settledOrder = objectWith({
	id: maybeText,
	settledQuoteId: maybeText,
	amount: maybeNumber,
	currency: maybeText,
	paymentMethod: maybeText,
	status: maybeText,
	quote: maybe(settledQuote),
});

/** docs/interface.md#transaction-looked-up: the same transaction with more of what it belongs to. */
const withoutWallet = Object.fromEntries(Object.entries(transaction.members).filter(([name]) => name !== 'walletId'));

export const lookedUpTransaction = objectWith({
	...withoutWallet,
	metadata: maybe(
		objectWith({
			id: maybeText,
			merchantId: maybeText,
			merchantName: maybeText,
			bankName: maybeText,
			bankAccountNumber: maybeText,
			reference: maybeText,
			customerInternalFee: maybeNumber,
			order: maybe(settledOrder),
		}),
	),
});

/** What Wait for Settlement outputs; after a time-out there may be no transaction in it. */
export const settledTransaction = objectWith({ ...lookedUpTransaction.members, id: maybeText, settlement: someText });

/** docs/interface.md#get-wallet */
export const walletRecord = objectWith({
	id: someText,
	accountId: maybeText,
	currency: someText,
	balance: maybeNumber,
});
