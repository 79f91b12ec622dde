import { recordOperation } from '../../../core/operation/record';
import { checkedReference } from '../../../core/service/schemas/payoutReference';
import { reference } from './reference';

export const payoutReferenceCheck = recordOperation({
	operation: 'check',
	name: 'Check',
	action: 'Check a payout reference',
	description:
		"Say whether this workflow's record has the reference as free, paid or unknown. Mavapay itself is not asked, and nothing changes.",
	fields: { reference: { ...reference, aiMayFill: true } },
	answer: checkedReference,
	asTool: true,
	plan: (input) => ({ ok: true, value: { action: 'check', reference: input.reference } }),
});
