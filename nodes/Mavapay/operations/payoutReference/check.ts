import { recordOperation } from '../../../core/operation/record';
import { reference } from './reference';

export const payoutReferenceCheck = recordOperation({
	operation: 'check',
	name: 'Check',
	action: 'Check a payout reference',
	description:
		"Say whether this workflow's record has the reference as free, paid or unknown. Mavapay itself is not asked, and nothing changes.",
	fields: { reference },
	asTool: true,
	plan: (input) => ({ ok: true, value: { action: 'check', reference: input.reference } }),
});
