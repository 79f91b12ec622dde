import * as z from 'zod';

import { quote } from './quote';
import { transaction } from './transaction';

/** What every payment adds to the service's data (docs/money.md#outcomes). */
const payout = z.looseObject({
	reference: z.string().nullable(),
	outcome: z.string(),
	replayed: z.boolean(),
	deployment: z.string(),
	amount: z
		.looseObject({ minor: z.string(), major: z.string().nullable(), currency: z.string() })
		.nullable(),
});

/** A withdrawal: the transaction and the payout; without transaction where an earlier run paid. */
export const paidTransaction = transaction.extend({ id: transaction.shape.id.nullish(), payout });

/** An accepted quote. */
export const acceptedQuote = z.looseObject({ quoteId: z.string(), message: z.string().nullish(), payout });

/** A swap: the quote, what the service said on accepting it, and the payout. */
export const swappedQuote = quote.extend({
	id: quote.shape.id.nullish(),
	message: z.string().nullish(),
	payout,
});
