import { recordOperation } from '../../../core/operation/record';
import { haltedPayouts } from '../../../core/service/schemas/payoutReference';

export const payoutReferenceResume = recordOperation({
	operation: 'resume',
	name: 'Resume',
	action: 'Resume payouts',
	description: 'Let payouts of this workflow be sent again after a halt',
	fields: {},
	answer: haltedPayouts,
	asTool: false,
	plan: () => ({ action: 'resume', reference: null }),
});
