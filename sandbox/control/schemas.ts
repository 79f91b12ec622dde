import { z } from 'zod';
import { faultRuleSchema } from '../faults/faults';
import { WALLET_CURRENCIES } from '../state/types';
import { eventSchema } from '../webhooks/onDemand';

const whole = z.union([z.string().regex(/^\d{1,30}$/), z.number().int().nonnegative()]);
/** Latest time that a test can set, the start of 2100: with it, every time stays a valid date. */
const LATEST = Date.UTC(2100, 0, 1);
const epochMs = z.number().int().nonnegative().max(LATEST);

function oneOrMany<T extends z.ZodType>(schema: T) {
	return z.union([schema.transform((one) => [one]), z.array(schema)]);
}

/** Request bodies of the control surface. */
export const controlBodies = {
	none: z.strictObject({}),
	faults: oneOrMany(faultRuleSchema),
	clock: z.union([z.strictObject({ set: epochMs }), z.strictObject({ real: z.literal(true) })]),
	settle: z
		.strictObject({
			transactionId: z.string().optional(),
			hash: z.string().optional(),
			all: z.literal(true).optional(),
			status: z.enum(['SUCCESS', 'FAILED']).optional(),
		})
		.refine((body) => body.transactionId ?? body.hash ?? body.all, {
			message: 'one of transactionId, hash and all is required',
		}),
	age: z.strictObject({ ms: epochMs }),
	events: oneOrMany(eventSchema),
	accounts: oneOrMany(
		z.strictObject({
			bankCode: z.string().regex(/^\d{6}$/),
			accountNumber: z.string().regex(/^\d{10}$/),
			accountName: z.string(),
			state: z.enum(['open', 'closed', 'failing']).default('open'),
		}),
	),
	/** Balances in the lowest unit. */
	wallets: z.partialRecord(z.enum(WALLET_CURRENCIES), whole),
	/** `amount` in USDT cents. */
	deposits: z.strictObject({ to: z.string(), amount: whole, fails: z.boolean().optional() }),
	returns: z.strictObject({ transactionId: z.string() }),
	webhook: z.union([
		z.strictObject({ clear: z.literal(true) }),
		z.strictObject({ url: z.string(), secret: z.string(), isActive: z.boolean().default(true) }),
	]),
	invoices: z.strictObject({
		network: z.enum(['bc', 'tb', 'tbs', 'bcrt']).default('tbs'),
		amountMsat: z
			.union([z.string().regex(/^[1-9]\d{0,17}$/), z.number().int().positive()])
			.nullable()
			.default(null),
		expirySeconds: z.number().int().positive().max(31_536_000).default(3_600),
		description: z.string().max(300).default(''),
		/** Makes an invoice that has expired. */
		expired: z.boolean().default(false),
		paymentHash: z
			.string()
			.regex(/^[0-9a-f]{64}$/)
			.optional(),
		/** The made-up Lightning node that makes the invoice. */
		node: z.string().max(100).optional(),
		/** The public key that the invoice states for its node, true or not. */
		payee: z
			.string()
			.regex(/^0[23][0-9a-f]{64}$/)
			.optional(),
	}),
};

export const controlQueries = {
	ledger: z.strictObject({
		kind: z.enum(['payout', 'deposit', 'swapOut', 'swapIn', 'refund']).optional(),
	}),
	requests: z.strictObject({
		method: z.string().optional(),
		path: z.string().optional(),
	}),
};

export type InvoiceRequest = z.input<typeof controlBodies.invoices>;
