import { defineRecord } from '../../../core/operation/define';
import { flag, optionalText } from '../../../core/operation/fields';
import { claim, reference } from './payoutReference';

export const payoutReferenceRelease = defineRecord('payoutReference', 'release', {
	action: 'Release payout reference',
	description:
		"Free a reference of unknown outcome, so that a new run can pay it again. Only for what Mavapay calls FAILED, or what its support says wasn't made: what isn't there, or is PENDING, may still be paid. The execution that sent it must have ended.",
	fields: {
		reference,
		claim,
		transactionId: optionalText('Transaction ID', {
			description:
				"The payment's own transaction, if Mavapay calls it FAILED: only then do 'Most per Day' and 'Most per Month' of the key get its amount back. The node looks it up.",
			placeholder: 'e.g. 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
		}),
	},
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
