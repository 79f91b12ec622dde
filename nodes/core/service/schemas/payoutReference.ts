import * as z from 'zod/mini';

/** What the record says of a reference; docs/money.md#references. */
const state = z.enum(['free', 'paid', 'unknown']);

export const checkedReference = z.object({ reference: z.string(), state });

export const releasedReference = z.object({
	reference: z.string(),
	state,
	previousState: state,
	released: z.boolean(),
});

export const markedReference = z.object({
	reference: z.string(),
	state,
	previousState: state,
	transactionId: z.nullable(z.string()),
});

export const haltedPayouts = z.object({ halted: z.boolean(), changed: z.boolean() });
