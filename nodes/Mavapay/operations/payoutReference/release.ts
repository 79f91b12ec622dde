import { defineOperation } from '../../../core/operation/define';
import { flag } from '../../../core/operation/fields';
import { reference, releasedReference } from './payoutReference';

export const payoutReferenceRelease = defineOperation({
	effect: 'record',
	resource: 'payoutReference',
	operation: 'release',
	name: 'Release',
	action: 'Release a payout reference',
	description:
		'Free a reference of unknown outcome, so that a new run can pay it again. First make sure in Mavapay that it was not paid, and that the execution which sent it has ended.',
	fields: {
		reference,
		releasePaid: flag({
			label: 'Release Paid Reference',
			description: 'Whether to also free a reference that was paid, so that it can be paid a second time',
			default: false,
		}),
	},
	response: releasedReference,
	asTool: false,
	plan: (input) => ({ action: 'release', reference: input.reference, releasePaid: input.releasePaid }),
});
