import { defineRecord } from '../../../core/operation/define';

export const payoutReferenceResume = defineRecord('payoutReference', 'resume', {
	action: 'Resume payouts',
	description: 'Allow payouts of this workflow again after a halt',
	fields: {},
	plan: () => ({ do: 'resume', reference: null }),
});
