import * as z from 'zod/mini';

import { transaction } from '../transaction/transaction';

/** What every payment adds to the service's data (docs/money.md#outcomes). */
export const payout = z.looseObject({
	reference: z.nullable(z.string()),
	outcome: z.string(),
	replayed: z.boolean(),
	deployment: z.string(),
	amount: z.nullable(z.looseObject({ minor: z.string(), major: z.nullable(z.string()), currency: z.string() })),
});

/** A withdrawal: the transaction and the payout; without transaction where an earlier run paid. */
export const paidTransaction = z.extend(transaction, { id: z.nullish(transaction.shape.id), payout });

const orNull = <S extends z.ZodMiniType>(schema: S) => z.nullable(schema);

/** In minor units, as text. */
const wallet = z.object({ currency: z.string(), balance: z.string(), needed: z.string(), short: z.string() });

/** What 'Payout: Prepare' outputs for each item; docs/money.md#approval. */
export const preparedPayout = z.looseObject({
	payout,
	prepared: z.object({
		status: z.string(),
		payee: orNull(z.string()),
		payeeName: orNull(z.string()),
		atMost: orNull(z.object({ minor: z.string(), major: orNull(z.string()), currency: z.string() })),
		duplicateOf: orNull(z.number()),
		cause: orNull(z.string()),
		message: orNull(z.string()),
		wallet: orNull(wallet),
	}),
	approvalDigest: orNull(z.string()),
});

const countedSum = z.object({ currency: z.string(), count: z.number(), minor: z.string(), major: orNull(z.string()) });
const named = z.object({
	reference: orNull(z.string()),
	status: z.string(),
	amount: orNull(z.string()),
	cause: orNull(z.string()),
	message: orNull(z.string()),
});

/** The one item of 'Payout: Summarize'; docs/money.md#approval. */
export const payoutSummary = z.object({
	text: z.string(),
	stage: z.string(),
	count: z.number(),
	counts: z.looseObject({
		ready: z.optional(z.number()),
		accepted: z.optional(z.number()),
		unknown: z.optional(z.number()),
	}),
	totals: z.array(countedSum),
	fees: z.array(countedSum),
	namesThatDiffer: z.array(named),
	duplicates: z.array(named),
	alreadyPaid: z.array(named),
	unknown: z.array(named),
	notPaid: z.array(named),
	wallets: z.array(wallet),
	approvalDigest: orNull(z.string()),
});
