import { defineRecord } from '../../../core/operation/define';

export const payoutReferenceResume = defineRecord('payoutReference', 'resume', {
	action: 'Resume payouts',
	description: 'Let payouts of this workflow be sent again after a halt',
	fields: {},
	plan: () => ({ action: 'resume', reference: null }),
});
