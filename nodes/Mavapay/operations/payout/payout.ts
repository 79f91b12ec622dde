import * as z from 'zod/mini';

import { transaction } from '../transaction/transaction';

const money = z.nullable(
	z.looseObject({ minor: z.string(), major: z.nullable(z.string()), currency: z.string(), text: z.string() }),
);

const first = { outcome: z.string(), amount: money };

const then = {
	fees: z.optional(money),
	reference: z.nullable(z.string()),
	transactionId: z.nullish(z.string()),
	quoteId: z.optional(z.string()),
	orderId: z.optional(z.string()),
	message: z.optional(z.string()),
	payeeHistory: z.nullish(z.string()),
	replayed: z.boolean(),
	deployment: z.string(),
};

/** The member `payout` that every payment adds to Mavapay's data (docs/reference/outcomes.md#outcomes). */
export const payout = z.looseObject({ ...first, ...then });

/** That of a payment to a Nigerian bank account: with its holder, and its bank as Mavapay's list calls it. */
export const payoutToBank = z.looseObject({
	...first,
	payeeName: z.nullish(z.string()),
	bank: z.looseObject({ code: z.string(), name: z.nullable(z.string()) }),
	...then,
});

/** The output of a withdrawal: its transaction and the payout. The transaction is absent where an earlier run paid. */
export const paidTransaction = z.looseObject({ payout, ...transaction.shape, id: z.nullish(transaction.shape.id) });
