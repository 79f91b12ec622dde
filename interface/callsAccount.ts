/** Calls about the account, its wallets, banks, addresses, webhook and prices. */
import * as z from 'zod';
import { nipCode, nubanNumber } from './beneficiaries';
import { row, type Call } from './call';
import { inferred, showing, unknown } from './knowledge';
import { transaction } from './transactions';
import {
	answering,
	answeringWithMessage,
	filled,
	flag,
	link,
	minorNumber,
	network,
	rate,
	text,
	time,
	transactionCurrency,
	uuid,
	walletCurrency,
} from './values';

export const bankAccount = z.strictObject({
	bankName: text,
	bankCode: text,
	bankAccountNumber: text,
	bankAccountName: text,
	currency: z.literal('NGN'),
	walletId: text,
});

const wallet = z.strictObject({
	id: uuid,
	accountId: uuid,
	currency: transactionCurrency,
	balance: minorNumber,
});

const user = z.strictObject({
	id: uuid,
	name: text,
	email: showing(z.email(), 'ada@example.com'),
	phone: text,
	businessName: text,
	emailVerified: flag,
	kycInfo: z.strictObject({
		address: text,
		phone: text,
		nationality: text,
		businessName: text,
		status: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
	}),
	account: z.strictObject({
		id: uuid,
		type: z.enum(['INDIVIDUAL', 'BUSINESS', 'ADMIN']),
		status: z.enum(['ACTIVE', 'INACTIVE']),
		walletDetails: z.strictObject({
			id: uuid,
			currency: walletCurrency,
			balance: z.union([showing(z.string().regex(/^\d+$/), '500000'), minorNumber]),
			bankAccount: z.union([
				bankAccount,
				inferred(z.null(), 'A new account has none', 'docs/why/questions.md#answers'),
			]),
			transactions: z.array(transaction),
		}),
		ownerId: text,
		apiKey: showing(z.string(), 'key-of-the-account'),
		totalSatsExchanged: minorNumber,
		webhook: z.union([
			z.strictObject({ id: uuid, url: link, secret: showing(z.string(), 'secret-of-the-webhook'), isActive: flag }),
			inferred(z.null(), 'A new account has none', 'docs/why/questions.md#answers'),
		]),
		settings: z.strictObject({
			id: uuid,
			autopayout: flag,
			language: z.enum(['EN', 'FR', 'ES']),
			notification: z.strictObject({ email: flag, sms: flag }),
		}),
	}),
});

/** A limit in USDT, not in cents; a maximum of "0" means none: docs/reference/interface.md#stablecoin-addresses. */
const wholeUsdt = showing(z.string().regex(/^\d+(\.\d+)?$/), '1');

export const depositAddress = z.strictObject({
	id: uuid,
	walletId: uuid,
	address: text,
	currency: z.literal('USDT'),
	network: showing(z.string(), 'TRC20'),
	memo: z.union([text, z.null()]),
	reference: text,
	minAmount: wholeUsdt,
	maxAmount: showing(wholeUsdt, '0'),
	createdAt: time,
	updatedAt: time,
});

const enquired = z.union([
	z.strictObject({
		accountName: text,
		accountNumber: nubanNumber,
		kycLevel: text,
		nameInquiryReference: text,
		channelCode: text,
	}),
	z.strictObject({ accountName: text, accountNumber: nubanNumber, bankCode: nipCode }),
]);

/** docs/reference/interface.md#event-ping */
export const ping = z.strictObject({
	event: z.literal('ping'),
	data: z.strictObject({ message: showing(z.string(), 'This is a test webhook event'), timestamp: time }),
});

const webhookBody = z.strictObject({ url: link, secret: filled });
const registered = answering(z.strictObject({ url: link, secret: filled, event: ping }));

const side = z.strictObject({
	fee: rate,
	minFee: rate,
	maxFee: z.union([rate, z.null()]),
	feePercentage: rate,
});
const anExample = 'It stands in an example, the types name no members';
const unitPrice = inferred(
	z.strictObject({ amount: rate, currencyUnit: showing(z.string(), 'NGNUSD') }),
	'The older price call has this form',
	'docs/reference/interface.md#get-price-ticker',
);

const ticker = z.strictObject({
	ask: rate,
	bid: rate,
	timestamp: minorNumber,
	meta: z.strictObject({
		pair: showing(z.string(), 'USDNGN'),
		payoutMethods: z.array(text),
		collectionMethods: z.array(text),
		unitPricePerUsd: unitPrice,
		unitPricePerSat: unitPrice,
		fees: inferred(z.strictObject({ ask: side, bid: side }), anExample, 'docs/reference/interface.md#get-price-ticker'),
	}),
});

const olderPrice = z.strictObject({
	currency: text,
	timeStamp: minorNumber,
	btcPriceInUnitCurrency: rate,
	unitPricePerSat: unitPrice,
	unitPricePerUsd: unitPrice,
});

export const accountCalls: readonly Call[] = [
	row('GET', '/user', 'docs/reference/interface.md#get-user', { outputOf: ['account:get'], answer: answering(user) }),
	row('GET', '/wallet', 'docs/reference/interface.md#get-wallet', {
		outputOf: ['wallet:get', 'wallet:getAll'],
		query: z.strictObject({ walletId: uuid.optional(), currency: walletCurrency.optional() }),
		answer: answering(z.array(wallet)),
	}),
	row('GET', '/bankaccount', 'docs/reference/interface.md#bank-accounts', {
		outputOf: ['bankAccount:getAll'],
		query: z.strictObject({ walletId: uuid.optional(), currency: z.literal('NGN').optional() }),
		answer: answering(z.array(bankAccount)),
	}),
	row('POST', '/bankaccount', 'docs/reference/interface.md#bank-accounts', {
		outputOf: ['bankAccount:create'],
		body: z.strictObject({
			bankName: filled,
			bankCode: nipCode,
			bankAccountNumber: nubanNumber,
			bankAccountName: filled,
			currency: z.literal('NGN'),
			walletId: filled,
		}),
		answer: answering(bankAccount),
	}),
	row('GET', '/bank/bankcode', 'docs/reference/interface.md#bank-codes', {
		access: 'open',
		query: z.strictObject({ country: z.enum(['NG', 'ZA']) }),
		answer: answeringWithMessage(
			z.array(z.union([z.strictObject({ bankName: text, nipBankCode: nipCode }), showing(z.string(), 'Capitec Bank')])),
		),
	}),
	row('GET', '/bank/name-enquiry', 'docs/reference/interface.md#name-enquiry', {
		outputOf: ['bank:verifyAccount'],
		query: z.strictObject({ accountNumber: nubanNumber, bankCode: nipCode }),
		answer: answeringWithMessage(enquired),
	}),
	row('POST', '/quote/validate-kes-identifier', 'docs/reference/interface.md#validate-kes-identifier', {
		outputOf: ['mpesa:validateIdentifier'],
		body: z.strictObject({ identifier: filled, identifierType: z.enum(['PayBill', 'Till']) }),
		answer: answering(z.strictObject({ organization_name: text })),
	}),
	row('POST', '/collections/stablecoin/generate-address', 'docs/reference/interface.md#stablecoin-addresses', {
		body: z.strictObject({ label: filled.optional(), currency: z.literal('USDT'), network }),
		answer: answeringWithMessage(depositAddress),
	}),
	row('GET', '/collections/stablecoin/addresses', 'docs/reference/interface.md#stablecoin-addresses', {
		query: z.strictObject({ currency: z.literal('USDT').optional() }),
		answer: answeringWithMessage(z.array(depositAddress)),
	}),
	row('POST', '/webhook/register', 'docs/reference/interface.md#register-webhook', {
		outputOf: ['webhook:set'],
		body: webhookBody,
		answer: registered,
	}),
	row('PUT', '/webhook', 'docs/reference/interface.md#register-webhook', {
		outputOf: ['webhook:set'],
		body: webhookBody,
		answer: registered,
	}),
	row('POST', '/webhook/test', 'docs/reference/interface.md#test-webhook', {
		body: inferred(
			z.strictObject({}),
			'Documented by name only: nothing to send is known',
			'docs/reference/interface.md#test-webhook',
		).optional(),
		answer: showing(unknown('Documented by name only', 'docs/reference/interface.md#test-webhook'), {
			status: 'ok',
			message: 'Test event sent',
		}),
	}),
	row('GET', '/price/ticker', 'docs/reference/interface.md#get-price-ticker', {
		outputOf: ['price:get'],
		access: 'open',
		query: z.strictObject({ pair: z.enum(['usdngn', 'btcusd', 'usdkes', 'usdzar', 'zarngn', 'kesngn']) }),
		answer: answering(ticker),
	}),
	row('GET', '/price', 'docs/reference/interface.md#older-price', {
		access: 'open',
		known: 'inferred',
		query: z.strictObject({ currency: z.enum(['NGN', 'KES', 'ZAR']) }),
		answer: answering(olderPrice),
	}),
	row('POST', '/auth/signin', 'docs/reference/interface.md#sign-in', {
		access: 'open',
		body: z.strictObject({ email: filled, password: filled }),
		answer: answering(z.looseObject({ token: filled })),
	}),
];
