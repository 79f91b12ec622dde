import { defineRecord } from '../../../core/operation/define';
import { flag } from '../../../core/operation/fields';
import { claim, reference } from './payoutReference';

export const payoutReferenceRelease = defineRecord('payoutReference', 'release', {
	action: 'Release payout reference',
	description:
		"Free a reference of unknown outcome, so that a new run can pay it again. Only for what Mavapay calls FAILED, or what its support says wasn't made: what isn't there, or is PENDING, may still be paid. The execution that sent it must have ended.",
	fields: { reference, claim },
	options: {
		releaseEarly: flag('Release Early', {
			description:
				'Whether to also free a reference whose claim was given less than 15 minutes after the request was sent. It may then be paid twice.',
		}),
		releasePaid: flag('Release Paid Reference', {
			description: 'Whether to also free a reference that was paid, so that it can be paid a second time',
		}),
	},
	plan: ({ options, ...input }) => ({ do: 'release', ...input, ...options }),
});
