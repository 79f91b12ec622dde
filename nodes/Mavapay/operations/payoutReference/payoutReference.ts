import * as z from 'zod/mini';

import { ANY_LENGTH, text } from '../../../core/operation/fields';

/** What the record says of a reference; docs/money.md#references. */
const referenceState = z.enum(['free', 'paid', 'unknown']);

/** For a reference that is not free: its claim, and when it is too early for that to be released. */
const claimed = { claim: z.optional(z.string()), lookAgainAt: z.optional(z.string()) };

export const checkedReference = z.object({ reference: z.string(), state: referenceState, ...claimed });

export const releasedReference = z.object({
	reference: z.string(),
	state: referenceState,
	previousState: referenceState,
	released: z.boolean(),
});

export const markedReference = z.object({
	reference: z.string(),
	state: referenceState,
	previousState: referenceState,
	transactionId: z.nullable(z.string()),
});

/** docs/money.md#resolving-a-reference */
export const resolvedReference = z.object({
	reference: z.string(),
	state: referenceState,
	previousState: referenceState,
	resolution: z.enum(['paid', 'notPaid', 'likelyPaid', 'open']),
	transactionId: z.nullable(z.string()),
	why: z.string(),
	recordChanged: z.boolean(),
	...claimed,
	candidates: z.optional(
		z.array(
			z.object({
				transactionId: z.string(),
				type: z.string(),
				status: z.string(),
				amount: z.nullable(z.object({ minor: z.string(), major: z.nullable(z.string()), currency: z.string() })),
				createdAt: z.nullable(z.string()),
			}),
		),
	),
});

export const haltedPayouts = z.object({ halted: z.boolean(), changed: z.boolean() });

/** Why these operations must stand where the payouts are. */
const SAME_WORKFLOW = 'References belong to this workflow: use this operation in the workflow that pays';

/** The reference that an operation on the record is about. */
export const reference = text({
	label: 'Reference',
	description: 'The payout reference as it was given to the payout, such as the invoice number',
	hint: SAME_WORKFLOW,
	placeholder: 'e.g. INV-2026-0412',
	maxLength: ANY_LENGTH,
});

/** Which payment of the reference it is about: the one that a person looked for. */
export const claim = text({
	label: 'Claim',
	description:
		"The claim of the payment that you looked for in Mavapay, as the error, the column 'payoutClaim', Check or Resolve gives it. Only this payment is settled, and none that was sent since.",
	placeholder: 'e.g. kAAAAAHR4mD3y1Zp0QM',
	maxLength: ANY_LENGTH,
});
