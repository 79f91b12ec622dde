import { defineOperation } from '../../../core/operation/define';

export const payoutReferenceResume = defineOperation({
	effect: 'record',
	resource: 'payoutReference',
	operation: 'resume',
	name: 'Resume',
	action: 'Resume payouts',
	description: 'Let payouts of this workflow be sent again after a halt',
	fields: {},
	asTool: false,
	plan: () => ({ action: 'resume', reference: null }),
});
