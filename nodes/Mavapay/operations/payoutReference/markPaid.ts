import { defineRecord } from '../../../core/operation/define';
import { optionalText } from '../../../core/operation/fields';
import { claim, reference } from './payoutReference';

export const payoutReferenceMarkPaid = defineRecord('payoutReference', 'markPaid', {
	action: 'Mark payout reference as paid',
	description:
		'Settle a reference as paid, once you have found its payment in Mavapay and know that it is this bill. The execution that sent it must have ended.',
	fields: {
		reference,
		claim,
		transactionId: optionalText('Transaction ID', {
			description:
				"The transaction that paid it, if known. The node looks it up, and compares time and amount. It can settle only one reference. For Prepare's list, map 'prepared.elsewhere.transactionId', after a person was asked of each row: is it this bill? Keep only those that are.",
			placeholder: 'e.g. 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
		}),
	},
	plan: (input) => ({ do: 'markPaid', ...input }),
});
