import { ANY_LENGTH, text } from '../../../core/operation/fields';

/** The reference that an operation on the record is about. */
export const reference = text({
	label: 'Reference',
	description: 'The payout reference as it was given to the payout, for example the invoice number',
	hint: 'The record belongs to this workflow: use this operation inside the workflow that pays',
	placeholder: 'e.g. INV-2026-0412',
	maxLength: ANY_LENGTH,
});
