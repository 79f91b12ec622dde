import { defineRecord } from '../../../core/operation/define';

export const payoutReferenceGetBudget = defineRecord('payoutReference', 'getBudget', {
	action: 'Get budget of key',
	description:
		"What this workflow's payments of today and this month (UTC) come to, and what is left of 'Most per Day' and 'Most per Month' in the credential: choose the one that pays. Changes nothing.",
	fields: {},
	asTool: true,
	plan: () => ({ do: 'getBudget', reference: null }),
});
