import { defineRecord } from '../../../core/operation/define';
import { reference } from './payoutReference';

export const payoutReferenceCheck = defineRecord('payoutReference', 'check', {
	action: 'Check payout reference',
	description: 'Check whether this workflow has paid a reference (free, paid or unknown). Changes nothing.',
	fields: { reference: { ...reference, aiMayFill: true } },
	asTool: true,
	plan: ({ reference }) => ({ do: 'check', reference }),
});
