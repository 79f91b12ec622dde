import * as z from 'zod/mini';

import { transaction } from '../transaction/transaction';

/** The member `payout` that every payment adds to the service's data (docs/money.md#outcomes). */
export const payout = z.looseObject({
	reference: z.nullable(z.string()),
	outcome: z.string(),
	replayed: z.boolean(),
	deployment: z.string(),
	payeeHistory: z.nullish(z.string()),
	amount: z.nullable(z.looseObject({ minor: z.string(), major: z.nullable(z.string()), currency: z.string() })),
});

/** The output of a withdrawal: its transaction and the payout. The transaction is absent where an earlier run paid. */
export const paidTransaction = z.looseObject({ ...transaction.shape, id: z.nullish(transaction.shape.id), payout });
