import { defineOperation } from '../../../core/operation/define';

export const payoutReferenceHalt = defineOperation({
	effect: 'record',
	resource: 'payoutReference',
	operation: 'halt',
	name: 'Halt',
	action: 'Halt all payouts',
	description:
		'Stop all payouts of this workflow, including those of running executions, until they are resumed. Payouts already sent are not affected.',
	fields: {},
	asTool: false,
	plan: () => ({ action: 'halt', reference: null }),
});
