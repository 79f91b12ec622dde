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

const maybe = <S extends z.ZodMiniType>(schema: S) => z.nullable(schema);

/** In minor units, as text. */
const wallet = z.object({ currency: z.string(), balance: z.string(), needed: z.string(), short: z.string() });

/** What 'Payout: Prepare' outputs for each item; docs/money.md#approval. */
export const preparedPayout = z.looseObject({
	payout,
	prepared: z.object({
		status: z.string(),
		payee: maybe(z.string()),
		payeeName: maybe(z.string()),
		atMost: maybe(z.object({ minor: z.string(), major: maybe(z.string()), currency: z.string() })),
		duplicateOf: maybe(z.number()),
		cause: maybe(z.string()),
		message: maybe(z.string()),
		wallet: maybe(wallet),
	}),
	approvalDigest: maybe(z.string()),
});

const sum = z.object({ currency: z.string(), count: z.number(), minor: z.string(), major: maybe(z.string()) });
const named = z.object({
	reference: maybe(z.string()),
	status: z.string(),
	amount: maybe(z.string()),
	cause: maybe(z.string()),
	message: maybe(z.string()),
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
	totals: z.array(sum),
	fees: z.array(sum),
	namesThatDiffer: z.array(named),
	duplicates: z.array(named),
	alreadyPaid: z.array(named),
	unknown: z.array(named),
	notPaid: z.array(named),
	wallets: z.array(wallet),
	approvalDigest: maybe(z.string()),
});
