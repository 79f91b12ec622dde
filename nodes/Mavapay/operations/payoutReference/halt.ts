import { defineRecord } from '../../../core/operation/define';

export const payoutReferenceHalt = defineRecord('payoutReference', 'halt', {
	action: 'Halt all payouts',
	description:
		'Stop all payouts of this workflow, including those of running executions, until they are resumed. Payouts already sent are not affected.',
	fields: {},
	plan: () => ({ do: 'halt', reference: null }),
});
