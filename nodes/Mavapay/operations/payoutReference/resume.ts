import { defineRecord } from '../../../core/operation/define';

export const payoutReferenceResume = defineRecord('payoutReference', 'resume', {
	action: 'Resume payouts',
	description: 'Allow payouts of this workflow again. This lifts every halt, whoever made it and for whatever reason.',
	fields: {},
	plan: () => ({ do: 'resume', reference: null }),
});
