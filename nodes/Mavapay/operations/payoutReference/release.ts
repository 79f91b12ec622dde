import { recordOperation } from '../../../core/operation/record';
import { releasedReference } from '../../../core/service/schemas/payoutReference';
import { reference } from './reference';

export const payoutReferenceRelease = recordOperation({
	operation: 'release',
	name: 'Release',
	action: 'Release a payout reference',
	description:
		'Free a reference, so that a new run of this workflow can pay it again. Make sure in Mavapay first that it was not paid.',
	fields: { reference },
	answer: releasedReference,
	asTool: false,
	plan: (input) => ({ ok: true, value: { action: 'release', reference: input.reference } }),
});
