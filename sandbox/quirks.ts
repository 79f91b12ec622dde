import { z } from 'zod';

/*
 * Everything the real service is known or suspected to do in more than one way, switchable. The
 * defaults follow the interface document, or the public facts where the document shows nothing.
 */

const ms = z.number().int().nonnegative();

export const quirksSchema = z.strictObject({
	/** Word of a successful envelope (service-facts 5.7). */
	statusWord: z.enum(['ok', 'success']),
	/** Errors of the service arrive as HTTP 200 with `status: error` (service-facts 2.16). */
	errorsAs200: z.boolean(),
	/** `target`: target amounts of quotes as text with two decimals ("3750.00"); `all`: every amount as text. */
	numbersAsText: z.enum(['never', 'target', 'all']),
	/** Shape of the South African bank list: plain names, or the objects of the interface document 4.15. */
	zaBanks: z.enum(['text', 'objects']),
	/** GET /transaction: `byKey` is an object for id and hash and a list for orderId. */
	transactionShape: z.enum(['byKey', 'object', 'list']),
	/** GET /order: as in the list, as the page of the order documents it, or as one client decodes it. */
	orderShape: z.enum(['list', 'documented', 'short']),
	/** Name enquiry: five fields, three with bankCode, or five with nulls (service-facts 2.6). */
	enquiryShape: z.enum(['five', 'three', 'nulls']),
	/** GET /wallet ignores its query and answers with every wallet. */
	walletQueryIgnored: z.boolean(),
	/** GET /price: documented envelope, or the bare text values one client recorded (service-facts 3.5). */
	oldPriceShape: z.enum(['documented', 'recorded']),
	/** Transactions answer with `metadata: null`. */
	nullMetadata: z.boolean(),
	/** Name of the caller's reference in events (service-facts 4.2). */
	referenceName: z.enum(['customerReference', 'externalRef']),
	/** Where events carry the reference: their own metadata object, one level deeper, or at the top of data. */
	referencePlace: z.enum(['metadata', 'order', 'quote', 'top', 'none']),
	/** Which deployment the rules of are kept: simulation on staging only, KES validation on live only, invoices per network. */
	deployment: z.enum(['both', 'staging', 'live']),
	/** Documented minimum amounts of quotes paid out (service-facts 2.17). */
	minimums: z.boolean(),
	/** Largest page of GET /transactions; more is cut down to it without a word. */
	maxPageSize: z.number().int().positive(),
	/** How long a payout or swap stays PENDING, on the sandbox clock. */
	settleAfterMs: ms,
	/** Settles a transaction when it has been looked up this often, whatever the clock says; null: never. */
	settleAfterReads: z.number().int().positive().nullable(),
	/** How payouts end: `failedAtOnce` answers 200 with a transaction that is FAILED already. */
	payoutResult: z.enum(['success', 'failed', 'failedAtOnce']),
	/** Lifetime of quotes: 5 minutes by Lightning, 10 by bank transfer (service-facts 2.17). */
	lightningQuoteMs: ms,
	bankQuoteMs: ms,
	/** Events are sent when transactions settle. */
	sendEvents: z.boolean(),
	/** A ping is sent when a webhook is registered. */
	pingOnRegister: z.boolean(),
	/** Waits before each further try of a delivery, on the sandbox clock; empty: no retries. */
	retryDelaysMs: z.array(ms),
	/** How long a receiver has to answer, in real time (service-facts 2.14: 5 s). */
	deliveryTimeoutMs: z.number().int().positive(),
	/** How events are signed. */
	signature: z.strictObject({
		enabled: z.boolean(),
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
		transactionShape: 'byKey',
		orderShape: 'list',
		enquiryShape: 'five',
		walletQueryIgnored: false,
		oldPriceShape: 'documented',
		nullMetadata: false,
		referenceName: 'customerReference',
		referencePlace: 'metadata',
		deployment: 'both',
		minimums: true,
		maxPageSize: 100,
		settleAfterMs: 2_000,
		settleAfterReads: null,
		payoutResult: 'success',
		lightningQuoteMs: 5 * 60_000,
		bankQuoteMs: 10 * 60_000,
		sendEvents: true,
		pingOnRegister: false,
		retryDelaysMs: [5_000, 30_000, 120_000],
		deliveryTimeoutMs: 5_000,
		signature: {
			enabled: true,
			header: 'X-Mavapay-Signature',
			encoding: 'hex',
			prefix: '',
			signedText: 'body',
		},
	};
}

/** Changes quirks in place. */
export function changeQuirks(quirks: Quirks, change: QuirksChange): void {
	const { signature, ...rest } = change;
	Object.assign(quirks, rest);
	Object.assign(quirks.signature, signature);
}
