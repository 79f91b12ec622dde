import { z } from 'zod';
import { STABLECOIN_NETWORKS } from './crypto/address';
import { WALLET_CURRENCIES } from './state/types';

/*
 * The shapes of every request, strict: an unknown field, a number where the interface types text or a
 * value in another case is an error, so that a client which drifts is noticed. The numbers name the
 * sections of the interface document; F stands for the public facts about the service.
 */

const text = z.string().min(1);
const minorAmount = z
	.string()
	.regex(/^[1-9]\d{0,17}$/, 'must be a positive whole number in the lowest denomination, as text');
const bankMethod = z.enum(['LIGHTNING', 'BANKTRANSFER']);
const network = z.enum(STABLECOIN_NETWORKS);
const speed = z.enum(['slow', 'medium', 'fast']);
const none = z.strictObject({});

/** F 2.5, NGN. */
export const ngnBeneficiary = z.strictObject({
	bankAccountName: text,
	bankCode: z.string().regex(/^\d{6}$/, 'must be a six-digit NIP code'),
	bankName: text,
	bankAccountNumber: z.string().regex(/^\d{10}$/, 'must have 10 digits'),
});

const kenyanPhone = z.string().regex(/^\+254\d{9}$/, 'must be in the form +254...');
const ghanaianPhone = z.string().regex(/^\+233\d{9}$/, 'must be in the form +233...');

/** F 2.5, KES: three modes, lower case here. */
export const kesBeneficiary = z.discriminatedUnion('identifierType', [
	z.strictObject({
		identifierType: z.literal('paytophone'),
		identifiers: z.strictObject({ phoneNumber: kenyanPhone, accountName: text.optional() }),
	}),
	z.strictObject({
		identifierType: z.literal('paytotill'),
		identifiers: z.strictObject({ tillNumber: text, accountName: text.optional() }),
	}),
	z.strictObject({
		identifierType: z.literal('paytobill'),
		identifiers: z.strictObject({
			paybillNumber: text,
			accountNumber: text,
			accountName: text.optional(),
		}),
	}),
]);

/** F 2.5, GHS. */
export const ghsBeneficiary = z.strictObject({
	identifierType: z.literal('MTN'),
	identifiers: z.strictObject({ phoneNumber: ghanaianPhone, accountName: text }),
});

/** F 2.5, ZAR. */
export const zarBeneficiary = z.strictObject({
	name: text,
	bankName: text,
	bankAccountNumber: text,
});

/** F 2.5, BTC: exactly one of three. */
export const btcBeneficiary = z.union([
	z.strictObject({ lnInvoice: text }),
	z.strictObject({ lnAddress: z.string().regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'must be a Lightning address') }),
	z.strictObject({ onChainAddress: text }),
]);

export const bodies = {
	none,
	/** 4.1 */
	withdrawStablecoin: z.strictObject({
		amount: minorAmount,
		network,
		currency: z.literal('USDT'),
		address: text,
		customerReference: z.string().optional(),
	}),
	/** 4.2 */
	withdrawBtc: z.strictObject({ invoice: text, memo: z.string().optional() }),
	/** 4.3 */
	withdraw: z.strictObject({
		amount: minorAmount,
		currency: z.literal('NGN'),
		beneficiary: ngnBeneficiary,
	}),
	/** 4.4 */
	bankAccount: ngnBeneficiary.extend({ currency: z.literal('NGN'), walletId: text }),
	/** 4.5 */
	accept: z.strictObject({ sourceWallet: text }),
	/** 4.7 and F 2.4 */
	quote: z.strictObject({
		amount: minorAmount,
		sourceCurrency: z.enum(['BTCSAT', 'NGNKOBO']),
		targetCurrency: z.enum(['NGNKOBO', 'KESCENT', 'ZARCENT', 'GHSPESEWA', 'BTCSAT']),
		paymentMethod: bankMethod,
		paymentCurrency: z.enum(['NGNKOBO', 'BTCSAT', 'KESCENT', 'ZARCENT', 'GHSPESEWA']),
		customerReference: z.string().optional(),
		autopayout: z.boolean().optional(),
		beneficiary: z.record(z.string(), z.unknown()).optional(),
		customerInternalFee: z
			.union([z.string().regex(/^\d{1,15}$/), z.number().int().nonnegative()])
			.optional(),
		speed: speed.optional(),
		skipVirtualAccount: z.boolean().optional(),
	}),
	/** 4.8 */
	generateAddress: z.strictObject({ label: text, currency: z.literal('USDT'), network }),
	/** 4.10 and F 2.7 */
	validateKes: z.strictObject({ identifier: text, identifierType: z.enum(['PayBill', 'Till']) }),
	/** F 3.2 */
	paymentLink: z.strictObject({
		name: text,
		description: z.string().optional(),
		type: z.enum(['One_Time', 'Recurring']).optional(),
		addFeeToTotalCost: z.boolean().optional(),
		settlementCurrency: z.enum(['NGN', 'ZAR', 'BTC']),
		settlementMethod: z.enum(['ONCHAIN', 'LIGHTNING']),
		speed: speed.optional(),
		paymentCurrency: z.enum(['NGN', 'ZAR', 'BTC']),
		paymentMethods: z.array(bankMethod).min(1),
		beneficiary: z.record(z.string(), z.unknown()),
		amount: z.number().int().positive(),
		callbackUrl: z.string().optional(),
	}),
	/** F 2.12 */
	webhook: z.strictObject({ url: z.url({ protocol: /^https?$/ }), secret: text }),
	/** F 3.4 */
	payIn: z
		.strictObject({
			currency: z.enum(['NGN', 'BTC']),
			quoteId: text.optional(),
			orderId: text.optional(),
			amount: z.number().int().positive().optional(),
		})
		.refine((body) => (body.quoteId === undefined) !== (body.orderId === undefined), {
			message: 'exactly one of quoteId and orderId is required',
		}),
};

const wholeNumber = z.string().regex(/^[1-9]\d{0,8}$/, 'must be a positive whole number');
const amountFilter = z.string().regex(/^\d{1,18}$/, 'must be a whole number');
const dateFilter = z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'must be a date');

export const queries = {
	none,
	/** 4.9 and F 2.6 */
	nameEnquiry: z.strictObject({
		accountNumber: z.string().regex(/^\d{10}$/, 'must have 10 digits'),
		bankCode: z.string().regex(/^\d{6}$/, 'must be a six-digit NIP code'),
	}),
	/** F 2.8 */
	linkDetails: z.strictObject({ id: text, paymentMethod: bankMethod.optional() }),
	linkRefresh: z.strictObject({ id: text, paymentMethod: bankMethod }),
	linkStatus: z.strictObject({ orderId: text }),
	id: z.strictObject({ id: text }),
	/** 4.13 and F 2.9 */
	wallet: z.strictObject({ id: text.optional(), currency: z.enum(WALLET_CURRENCIES).optional() }),
	/** 4.14 and F 2.10 */
	ticker: z.strictObject({ pair: text }),
	/** 4.15 */
	bankCode: z.strictObject({ country: z.enum(['NG', 'ZA']) }),
	/** F 3.1 */
	transaction: z
		.strictObject({ id: text.optional(), orderId: text.optional(), hash: text.optional() })
		.refine((query) => [query.id, query.orderId, query.hash].filter((one) => one !== undefined).length === 1, {
			message: 'exactly one of id, orderId and hash is required',
		}),
	transactions: z.strictObject({
		page: wholeNumber.optional(),
		limit: wholeNumber.optional(),
		txId: text.optional(),
		accountName: text.optional(),
		status: z.enum(['SUCCESS', 'PENDING', 'FAILED']).optional(),
		type: z.enum(['WITHDRAWAL', 'DEPOSIT']).optional(),
		minAmount: amountFilter.optional(),
		maxAmount: amountFilter.optional(),
		startDate: dateFilter.optional(),
		endDate: dateFilter.optional(),
	}),
	/** F 3.5 */
	oldPrice: z.strictObject({ currency: z.enum(['NGN', 'KES', 'ZAR']) }),
};

/** The first problem of a refused request, as the one sentence the service's error body holds. */
export function refusal(error: z.ZodError): string {
	const issue = error.issues[0];
	if (!issue) return 'Invalid request';
	const path = issue.path.map(String).join('.');
	return path === '' ? `Invalid request: ${issue.message}` : `Invalid ${path}: ${issue.message}`;
}
