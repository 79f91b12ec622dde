import * as z from 'zod/mini';

import { payout } from '../withdrawal/withdrawal';

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
