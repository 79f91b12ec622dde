import * as z from 'zod';

/** What the record says of a reference; contract 5.5. */
const state = z.enum(['free', 'paid', 'unknown']);

export const checkedReference = z.object({ reference: z.string(), state });

export const releasedReference = z.object({
	reference: z.string(),
	state,
	previousState: state,
	released: z.boolean(),
});

export const clearedRecord = z.object({ cleared: z.boolean(), entries: z.number() });
