import type { Field } from '../../../core/operation/field';
import { readText, rule, text } from '../../../core/operation/fields';
import { ok } from '../../../core/domain/result';

const SAME_WORKFLOW = 'References belong to a workflow, so use this operation in the one that pays';

/** The reference that an operation on the record is about: all that a payment takes, also a text of any length. */
export const reference: Field<string> = {
	...text('Reference', {
		description: 'The payout reference as you gave it to the payment, such as an invoice number',
		hint: SAME_WORKFLOW,
		placeholder: 'e.g. INV-2026-0412',
	}),
	read: rule('Reference', (raw) => {
		const read = readText(raw, Infinity, true);
		return read.ok ? ok(read.value.trim()) : read;
	}),
};

/** The payment that is settled: the one that a person looked for, among all those of the reference. */
export const claim = text('Claim', {
	description:
		"The claim of the payment that you looked for in Mavapay. It is in the error, in the column 'payoutClaim', and in the output of Check and Resolve; Mark Paid also takes Prepare's 'prepared.elsewhere.claim'. Only this payment is settled, and none that was sent since.",
	placeholder: 'e.g. kAAAAAHR4mD3y1Zp0QM',
});
