import { ANY_LENGTH, text } from '../../../core/operation/fields';

/** Why these operations must stand where the payouts are. */
export const SAME_WORKFLOW = 'References belong to this workflow: use this operation in the workflow that pays';

/** The reference that an operation on the record is about. */
export const reference = text({
	label: 'Reference',
	description: 'The payout reference as it was given to the payout, such as the invoice number',
	hint: SAME_WORKFLOW,
	placeholder: 'e.g. INV-2026-0412',
	maxLength: ANY_LENGTH,
});
