import { ANY_LENGTH, text } from '../../../core/operation/fields';

/** Why these operations must stand where the payouts are. */
const SAME_WORKFLOW = 'References belong to this workflow: use this operation in the workflow that pays';

/** The reference that an operation on the record is about. */
export const reference = text('Reference', {
	description: 'The payout reference as it was given to the payout, such as the invoice number',
	hint: SAME_WORKFLOW,
	placeholder: 'e.g. INV-2026-0412',
	maxLength: ANY_LENGTH,
});

/** Which payment of the reference it is about: the one that a person looked for. */
export const claim = text('Claim', {
	description:
		"The claim of the payment that you looked for in Mavapay, as the error, the column 'payoutClaim', Check or Resolve gives it. Only this payment is settled, and none that was sent since.",
	placeholder: 'e.g. kAAAAAHR4mD3y1Zp0QM',
	maxLength: ANY_LENGTH,
});
