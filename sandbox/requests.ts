import { z } from 'zod';
import { ASSUMED } from './assumptions';
import { STABLECOIN_NETWORKS } from './crypto/address';
import { WALLET_CURRENCIES } from './state/types';

/*
 * The shapes of every request (docs/reference/interface.md#calls), strict: an unknown field, a number where text
 * is documented or a value in another case is an error, so that a client which drifts is noticed.
 */

const text = z.string().min(1);
const minorAmount = z.string().regex(/^[1-9]\d{0,17}$/, 'must be a positive whole number');
const bankMethod = z.enum(['LIGHTNING', 'BANKTRANSFER']);
const network = z.enum(STABLECOIN_NETWORKS);
const speed = z.enum(['slow', 'medium', 'fast']);
const none = z.strictObject({});

/** docs/reference/interface.md#beneficiary-ngn */
export const ngnBeneficiary = z.strictObject({
	bankAccountName: text,
	// Also takes the central bank's codes of three digits, which are then refused as unknown banks.
	bankCode: z.string().regex(/^(\d{3}|\d{6})$/, 'must be 6 digits'),
	bankName: text,
	bankAccountNumber: z.string().regex(/^\d{10}$/, 'must be 10 digits'),
});

const kenyanPhone = z.string().regex(/^\+254\d{9}$/, 'is invalid');
const ghanaianPhone = z.string().regex(/^\+233\d{9}$/, 'is invalid');
const mpesaNumber = z.string().regex(ASSUMED.mpesaNumber.value, 'must be digits');

const nameBeside = ASSUMED.nameMayStandBeside.value ? text.optional() : z.undefined();

interface Named {
	identifiers: { accountName?: string | undefined };
	accountName?: string | undefined;
}

/** Whether a payee has its name in either of the two places that can hold it. */
const isNamed = ({ identifiers, accountName }: Named) => (identifiers.accountName ?? accountName) !== undefined;
const UNNAMED = { path: ['identifiers', 'accountName'], message: 'is required' };

/** docs/reference/interface.md#beneficiary-kes: three modes, written in lower case here. */
export const kesBeneficiary = z.discriminatedUnion('identifierType', [
	z.strictObject({
		identifierType: z.literal('paytophone'),
		identifiers: z.strictObject({
			phoneNumber: kenyanPhone,
			/** Required since 2026-07-12 and unknown before; the quirk `kesPhoneNetwork` decides. */
			network: z.enum(['mpesa', 'airtel']).optional(),
			accountName: text,
		}),
	}),
	z
		.strictObject({
			identifierType: z.literal('paytotill'),
			identifiers: z.strictObject({ tillNumber: mpesaNumber, accountName: text.optional() }),
			accountName: nameBeside,
		})
		.refine(isNamed, UNNAMED),
	z
		.strictObject({
			identifierType: z.literal('paytobill'),
			identifiers: z.strictObject({
				paybillNumber: mpesaNumber,
				accountNumber: text,
				accountName: text.optional(),
			}),
			accountName: nameBeside,
		})
		.refine(isNamed, UNNAMED),
]);

/** docs/reference/interface.md#beneficiary-ghs */
export const ghsBeneficiary = z.strictObject({
	identifierType: z.literal('MTN'),
	identifiers: z.strictObject({ phoneNumber: ghanaianPhone, accountName: text }),
});

/** docs/reference/interface.md#beneficiary-zar */
export const zarBeneficiary = z.strictObject({
	name: text,
	bankName: text,
	bankAccountNumber: text,
});

/** docs/reference/interface.md#beneficiary-btc: exactly one of three members. */
export const btcBeneficiary = z.union([
	z.strictObject({ lnInvoice: text }),
	z.strictObject({ lnAddress: z.string().regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'is invalid') }),
	z.strictObject({ onChainAddress: text }),
]);

/** Text in every documented example, a number in the documented types: both are accepted. */
const quoteAmount = z.union([minorAmount, z.number().int().positive()]);

export const bodies = {
	none,
	/** docs/reference/interface.md#withdraw-stablecoin */
	withdrawStablecoin: z.strictObject({
		amount: minorAmount,
		network,
		currency: z.literal('USDT'),
		address: text,
		customerReference: z.string().optional(),
	}),
	/** docs/reference/interface.md#withdraw-btc */
	withdrawBtc: z.strictObject({ invoice: text, memo: z.string().optional() }),
	/** docs/reference/interface.md#withdraw-to-bank */
	withdraw: z.strictObject({
		amount: minorAmount,
		currency: z.literal('NGN'),
		beneficiary: ngnBeneficiary,
	}),
	/** docs/reference/interface.md#bank-accounts */
	bankAccount: ngnBeneficiary.extend({ currency: z.literal('NGN'), walletId: text }),
	/** docs/reference/interface.md#accept-quote */
	accept: z.strictObject({ sourceWallet: text }),
	/** docs/reference/interface.md#post-quote */
	quote: z.strictObject({
		amount: quoteAmount,
		sourceCurrency: z.enum(['BTCSAT', 'NGNKOBO']),
		targetCurrency: z.enum(['NGNKOBO', 'KESCENT', 'ZARCENT', 'GHSPESEWA', 'BTCSAT']),
		paymentMethod: bankMethod,
		paymentCurrency: z.enum(['NGNKOBO', 'BTCSAT', 'KESCENT', 'ZARCENT', 'GHSPESEWA']),
		customerReference: z.string().optional(),
		autopayout: z.boolean().optional(),
		beneficiary: z.record(z.string(), z.unknown()).optional(),
		customerInternalFee: z.union([z.string().regex(/^\d{1,15}$/), z.number().int().nonnegative()]).optional(),
		speed: speed.optional(),
		skipVirtualAccount: z.boolean().optional(),
	}),
	/** docs/reference/interface.md#stablecoin-addresses */
	generateAddress: z.strictObject({ label: text, currency: z.literal('USDT'), network }),
	/** docs/reference/interface.md#validate-kes-identifier */
	validateKes: z.strictObject({ identifier: text, identifierType: z.enum(['PayBill', 'Till']) }),
	/** docs/reference/interface.md#create-payment-link */
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
	/** docs/reference/interface.md#register-webhook */
	webhook: z.strictObject({ url: z.url({ protocol: /^https?$/ }), secret: text }),
	/** docs/reference/interface.md#simulate-pay-in */
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
	/** docs/reference/interface.md#name-enquiry */
	nameEnquiry: z.strictObject({
		accountNumber: z.string().regex(/^\d{10}$/, 'must be 10 digits'),
		bankCode: z.string().regex(/^\d{6}$/, 'must be 6 digits'),
	}),
	/** docs/reference/interface.md#payment-link-details */
	linkDetails: z.strictObject({ id: text, paymentMethod: bankMethod.optional() }),
	linkRefresh: z.strictObject({ id: text, paymentMethod: bankMethod }),
	linkStatus: z.strictObject({ orderId: text }),
	id: z.strictObject({ id: text }),
	/** docs/reference/interface.md#get-wallet; older clients send `id`. */
	wallet: z.strictObject({
		walletId: text.optional(),
		id: text.optional(),
		currency: z.enum(WALLET_CURRENCIES).optional(),
	}),
	/** docs/reference/interface.md#bank-accounts */
	bankAccounts: z.strictObject({ walletId: text.optional(), currency: z.literal('NGN').optional() }),
	/** docs/reference/interface.md#stablecoin-addresses */
	stablecoinAddresses: z.strictObject({ currency: z.literal('USDT').optional() }),
	/** docs/reference/interface.md#get-price-ticker */
	ticker: z.strictObject({ pair: text }),
	/** docs/reference/interface.md#bank-codes */
	bankCode: z.strictObject({ country: z.enum(['NG', 'ZA']) }),
	/** docs/reference/interface.md#look-up-transactions */
	transaction: z
		.strictObject({ id: text.optional(), orderId: text.optional(), hash: text.optional() })
		.refine((query) => [query.id, query.orderId, query.hash].filter((one) => one !== undefined).length === 1, {
			message: 'exactly one of id, orderId and hash is required',
		}),
	transactions: z.strictObject({
		page: wholeNumber.optional(),
		limit: z
			.string()
			.regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')
			.optional(),
		txId: text.optional(),
		accountName: text.optional(),
		status: z.enum(['SUCCESS', 'PENDING', 'FAILED']).optional(),
		type: z.enum(['WITHDRAWAL', 'DEPOSIT']).optional(),
		currency: z.enum(['NGN', 'KES', 'ZAR', 'USDT']).optional(),
		minAmount: amountFilter.optional(),
		maxAmount: amountFilter.optional(),
		startDate: dateFilter.optional(),
		endDate: dateFilter.optional(),
	}),
	/** docs/reference/interface.md#older-price */
	oldPrice: z.strictObject({ currency: z.enum(['NGN', 'KES', 'ZAR']) }),
};

/** The first problem of a refused request, as the one sentence the service's error body holds. */
export function refusal(error: z.ZodError): string {
	const issue = error.issues[0];
	const path = issue?.path.map(String).join('.') ?? '';
	if (issue === undefined || path === '') return `Invalid request: ${issue?.message ?? 'unknown'}`;
	if (/received undefined$/.test(issue.message)) return `${path} is required`;
	return /^(must be|is) /.test(issue.message) ? `${path} ${issue.message}` : `${path} is invalid`;
}
