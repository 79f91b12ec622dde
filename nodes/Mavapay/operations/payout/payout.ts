import * as z from 'zod/mini';

import { transaction } from '../transaction/transaction';

/** The member `payout` that every payment adds to Mavapay's data (docs/reference/outcomes.md#outcomes). */
export const payout = z.looseObject({
	reference: z.nullable(z.string()),
	outcome: z.string(),
	replayed: z.boolean(),
	deployment: z.string(),
	payeeHistory: z.nullish(z.string()),
	amount: z.nullable(z.looseObject({ minor: z.string(), major: z.nullable(z.string()), currency: z.string() })),
});

/** That of a payment to a Nigerian bank account: with its bank, as Mavapay's list calls it. */
export const payoutToBank = z.looseObject({
	...payout.shape,
	bank: z.looseObject({ code: z.string(), name: z.nullable(z.string()) }),
});

/** The output of a withdrawal: its transaction and the payout. The transaction is absent where an earlier run paid. */
export const paidTransaction = z.looseObject({ payout, ...transaction.shape, id: z.nullish(transaction.shape.id) });
