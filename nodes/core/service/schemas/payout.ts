import * as z from 'zod/mini';

import { quote } from './quote';
import { transaction } from './transaction';

/** What every payment adds to the service's data (docs/money.md#outcomes). */
const payout = z.looseObject({
	reference: z.nullable(z.string()),
	outcome: z.string(),
	replayed: z.boolean(),
	deployment: z.string(),
	amount: z.nullable(z.looseObject({ minor: z.string(), major: z.nullable(z.string()), currency: z.string() })),
});

/** A withdrawal: the transaction and the payout; without transaction where an earlier run paid. */
export const paidTransaction = z.extend(transaction, { id: z.nullish(transaction.shape.id), payout });

/** An accepted quote. */
export const acceptedQuote = z.looseObject({ quoteId: z.string(), message: z.nullish(z.string()), payout });

/** A swap: the quote, what the service said on accepting it, and the payout. */
export const swappedQuote = z.extend(quote, {
	id: z.nullish(quote.shape.id),
	message: z.nullish(z.string()),
	payout,
});
