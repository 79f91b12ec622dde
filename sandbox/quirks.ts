import { z } from 'zod';
import { ASSUMED } from './assumptions';

/*
 * Each quirk switches something that the real service is known or suspected to do in more than one way. The
 * defaults are what is documented (docs/reference/interface.md), or else what ASSUMED says.
 */

const ms = z.number().int().nonnegative();

export const quirksSchema = z.strictObject({
	/** Word of a successful envelope (docs/reference/interface.md#answers). */
	statusWord: z.enum(['ok', 'success']),
	/** Errors of the service arrive as HTTP 200 with `status: error` (docs/reference/interface.md#errors). */
	errorsAs200: z.boolean(),
	/** `target`: target amounts of quotes as text with two decimals ("3750.00"); `all`: every amount as text. */
	numbersAsText: z.enum(['never', 'target', 'all']),
	/** Shape of the South African bank list: plain names, or objects as in the documented types (docs/reference/interface.md#bank-codes). */
	zaBanks: z.enum(['text', 'objects']),
	/** GET /transaction: `byKey` is an object for id and hash and a list for orderId. */
	transactionShape: z.enum(['byKey', 'object', 'list']),
	/** GET /order: as documented, as in the list, or as one client decodes it (docs/reference/interface.md#order). */
	orderShape: z.enum(['list', 'documented', 'short']),
	/** Quotes of an order: the documented form, or a client's (docs/reference/interface.md#quotes-of-an-order). */
	orderQuotes: z.enum(['documented', 'client']),
	/** Name enquiry: five fields, three with bankCode, or five with nulls (docs/reference/interface.md#name-enquiry). */
	enquiryShape: z.enum(['five', 'three', 'nulls']),
	/** GET /wallet ignores its query and answers with every wallet. */
	walletQueryIgnored: z.boolean(),
	/** The `accountId` of the wallets: one for all as documented (docs/reference/interface.md#get-wallet), none, or another for each. */
	walletAccounts: z.enum(['one', 'none', 'several']),
	/** Look-ups and lists have the metadata of events too, and so the caller's reference and the payee (docs/reference/interface.md#event-metadata). */
	lookedUpLikeEvents: z.boolean(),
	/** Look-ups and lists name the payee of a payout, and the payer of a deposit: name, bank and account. */
	partiesShown: z.boolean(),
	/** Every answer shows transactions with `metadata: null`. */
	nullMetadata: z.boolean(),
	/** Name of the caller's reference in events; the second until 2026-04-01 (docs/reference/interface.md#event-metadata). */
	referenceName: z.enum(['customerReference', 'externalRef']),
	/** Where events have the caller's reference: in their metadata object, or directly in `data`. */
	referencePlace: z.enum(['metadata', 'top']),
	/** The deployment whose rules apply: simulation only on staging, KES validation only on live, invoices of its network. */
	deployment: z.enum(['both', 'staging', 'live']),
	/** Whether a Kenyan phone needs its network; until 2026-07-12 it did not (docs/reference/interface.md#beneficiary-kes). */
	kesPhoneNetwork: z.enum(['required', 'optional']),
	/** Documented minimum amounts of quotes paid out (docs/reference/interface.md#limits). */
	minimums: z.boolean(),
	/** Minimum amounts of withdrawals: 2,000 NGN, and 1 USDT. */
	withdrawalMinimums: z.boolean(),
	/** Names of mobile money need a first and a last name, and no Lightning address exists at an example domain. */
	payeesChecked: z.boolean(),
	/** A USDT withdrawal to one of the account's own addresses arrives there, and is reported as a deposit. */
	ownDeposits: z.boolean(),
	/** Shortest and longest answer time, in real milliseconds; each answer takes a different time in between. */
	latencyMs: z.tuple([ms, ms]),
	/** Calls within a second of real time, after which further ones are answered with 429; null: any number. */
	callsPerSecond: z.number().int().positive().nullable(),
	/** Largest page of GET /transactions; a larger limit is silently reduced to it. */
	maxPageSize: z.number().int().positive(),
	/** The longest lag of look-ups and lists, in milliseconds; each lags by a different time up to this. */
	readLagMs: ms,
	/** How long after its creation a transaction first shows in the list, on the sandbox clock. */
	listedAfterMs: ms,
	/** How long a payout or swap stays PENDING, on the sandbox clock. */
	settleAfterMs: ms,
	/** How payouts end: `failedAtOnce` answers 200 with a transaction that is FAILED already. */
	payoutResult: z.enum(['success', 'failed', 'failedAtOnce']),
	/** Lifetime of quotes: 5 minutes by Lightning, 10 by bank transfer (docs/reference/interface.md#limits). */
	lightningQuoteMs: ms,
	bankQuoteMs: ms,
	/** `shared`: the events of an order share one id (docs/reference/interface.md#events-that-belong-together). */
	eventIds: z.enum(['own', 'shared']),
	/** A ping is sent while a webhook is being registered (docs/reference/interface.md#register-webhook). */
	pingOnRegister: z.boolean(),
	/** Waits before each further try of a delivery, on the sandbox clock; empty: no retries. */
	retryDelaysMs: z.array(ms),
	/** How long a receiver has to answer, in real time (docs/reference/interface.md#delivery: 5 s). */
	deliveryTimeoutMs: z.number().int().positive(),
	/** How events are signed (docs/reference/interface.md#signature). */
	signature: z.strictObject({
		header: z.string().min(1),
		encoding: z.enum(['hex', 'base64']),
		prefix: z.string(),
		/** `data`: the bytes of the `data` member as they stand in the body. */
		signedText: z.enum(['body', 'data']),
	}),
});

export type Quirks = z.infer<typeof quirksSchema>;

/** A change of quirks; `signature` may hold a part of its fields. */
export const quirksChange = quirksSchema
	.partial()
	.extend({ signature: quirksSchema.shape.signature.partial().optional() });
export type QuirksChange = z.infer<typeof quirksChange>;

export function defaultQuirks(): Quirks {
	return {
		statusWord: 'ok',
		errorsAs200: false,
		numbersAsText: 'never',
		zaBanks: 'text',
		transactionShape: ASSUMED.transactionShape.value,
		orderShape: 'documented',
		orderQuotes: 'documented',
		enquiryShape: 'five',
		walletQueryIgnored: false,
		walletAccounts: 'one',
		lookedUpLikeEvents: false,
		partiesShown: true,
		nullMetadata: false,
		referenceName: 'customerReference',
		referencePlace: 'metadata',
		deployment: 'both',
		kesPhoneNetwork: 'required',
		minimums: true,
		withdrawalMinimums: false,
		payeesChecked: false,
		ownDeposits: false,
		latencyMs: [0, 0],
		callsPerSecond: null,
		maxPageSize: 100,
		readLagMs: ASSUMED.readLagMs.value,
		listedAfterMs: 0,
		settleAfterMs: ASSUMED.settleAfterMs.value,
		payoutResult: 'success',
		lightningQuoteMs: 5 * 60_000,
		bankQuoteMs: 10 * 60_000,
		eventIds: 'own',
		pingOnRegister: true,
		retryDelaysMs: [...ASSUMED.retryDelaysMs.value],
		deliveryTimeoutMs: 5_000,
		signature: {
			header: 'X-Mavapay-Signature',
			encoding: 'hex',
			prefix: '',
			signedText: 'body',
		},
	};
}

/** A service that is hard to work with: slow, late, limited, and strict about payees and amounts. */
export const HARD: QuirksChange = {
	latencyMs: [200, 2_000],
	callsPerSecond: 8,
	readLagMs: 5_000,
	settleAfterMs: 150_000,
	withdrawalMinimums: true,
	payeesChecked: true,
	ownDeposits: true,
};

/** Changes quirks in place. */
export function changeQuirks(quirks: Quirks, change: QuirksChange): void {
	const { signature, ...rest } = change;
	Object.assign(quirks, rest);
	Object.assign(quirks.signature, signature);
}
