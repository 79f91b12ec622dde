import { isBlank } from '../../../core/domain/json';
import { ok } from '../../../core/domain/result';
import { cutLine } from '../../../core/domain/text';
import { defineRecord } from '../../../core/operation/define';
import type { Field } from '../../../core/operation/field';
import { flag, optionalText, readText, rule, text } from '../../../core/operation/fields';

/** A payout reference to look up in the record of payouts. Any text is accepted, so that every payment can be found. */
export const reference: Field<string> = {
	...text('Reference', {
		description: 'The payout reference that you gave the payment, such as an invoice number',
		hint: 'Each workflow has its own references: use this operation in the one that pays',
		placeholder: 'e.g. INV-2026-0412',
	}),
	read: rule('Reference', (raw) => {
		const read = readText(raw, Infinity, true);
		return read.ok ? ok(read.value.trim()) : read;
	}),
};

/** A claim's text, which identifies one payment: here, the payment that a person looked up and now settles. */
const claim = text('Claim', {
	description:
		"Identifies the payment that you looked up in Mavapay, so that no later payment is settled. The claim is in the error, in the column 'payoutClaim', and in the output of Check and Resolve; Mark Paid also takes Prepare's 'prepared.elsewhere.claim'.",
	placeholder: 'e.g. k0m30531680c5d0e1f9a7b32',
});

/** Makes the workflow pay only from the credential's account from now on: docs/reference/outcomes.md#one-account. */
export const payoutReferenceChangeAccount = defineRecord('payoutReference', 'changeAccount', {
	action: 'Change account of payouts',
	description:
		"Make this workflow pay from this credential's Mavapay account from now on. First halt payouts, and settle those of unknown outcome: 'Resolve' can't settle them afterwards.",
	fields: {},
	plan: () => ({ do: 'changeAccount', reference: null }),
});

export const payoutReferenceCheck = defineRecord('payoutReference', 'check', {
	action: 'Check payout reference',
	description: 'Check whether this workflow has paid a reference (free, paid or unknown). Changes nothing.',
	fields: { reference: { ...reference, aiMayFill: true } },
	asTool: true,
	plan: ({ reference }) => ({ do: 'check', reference }),
});

export const payoutReferenceGetBudget = defineRecord('payoutReference', 'getBudget', {
	action: 'Get budget of key',
	description:
		"Get the total of this workflow's payments today and this month (UTC), and what is left of 'Most per Day' and 'Most per Month' in the credential. Choose the credential that pays. Changes nothing.",
	fields: {},
	asTool: true,
	plan: () => ({ do: 'getBudget', reference: null }),
});

const reason = {
	...optionalText('Reason', { description: "Who halts payouts and why, for the output and n8n's log" }),
	// A reason that is too long is cut, not refused, so that nothing prevents a halt.
	read: (raw: unknown) => ok(isBlank(raw) ? undefined : cutLine(String(raw))),
};

export const payoutReferenceHalt = defineRecord('payoutReference', 'halt', {
	action: 'Halt all payouts',
	description:
		'Stop all payouts of this workflow, including those of running executions, until they are resumed. Payouts already sent are not affected.',
	fields: { reason },
	plan: ({ reason: given }) => ({ do: 'halt', reference: null, reason: given }),
});

export const payoutReferenceMarkPaid = defineRecord('payoutReference', 'markPaid', {
	action: 'Mark payout reference as paid',
	description:
		'Mark a reference as paid, once you have found its payment in Mavapay and know that it paid this bill. The execution that sent it must have ended.',
	fields: {
		reference,
		claim,
		transactionId: optionalText('Transaction ID', {
			description:
				"The transaction that paid the bill, if known. The node looks it up and compares time and amount, unless 'Prepare' already did. A transaction settles only one reference. To settle payments that Prepare found, have a person keep only the rows whose transaction paid that row's bill, then map 'prepared.elsewhere.transactionId'.",
			placeholder: 'e.g. 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
		}),
	},
	plan: (input) => ({ do: 'markPaid', ...input }),
});

export const payoutReferenceRelease = defineRecord('payoutReference', 'release', {
	action: 'Release payout reference',
	description:
		"Free a reference of unknown outcome, so that a new run can pay it. Only if Mavapay shows the payment as FAILED, or Mavapay's support says that it wasn't made: a payment that is missing or PENDING may still go through. The execution that sent it must have ended.",
	fields: {
		reference,
		claim,
		transactionId: optionalText('Transaction ID', {
			description:
				"The payment's own transaction, if Mavapay shows it as FAILED. The node looks it up. Without it, the amount still counts in 'Most per Day' and 'Most per Month' of the key.",
			placeholder: 'e.g. 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
		}),
	},
	options: {
		releaseEarly: flag('Release Early', {
			description:
				'Whether to accept a claim issued less than 15 minutes after the request was sent. The bill may then be paid twice.',
		}),
		releasePaid: flag('Release Paid Reference', {
			description: 'Whether to also free a reference that was paid, so that it can be paid a second time',
		}),
	},
	plan: ({ options, ...input }) => ({ do: 'release', ...input, ...options }),
});

export const payoutReferenceResume = defineRecord('payoutReference', 'resume', {
	action: 'Resume payouts',
	description: "Allow payouts of this workflow again. This lifts every halt, including other people's.",
	fields: {},
	plan: () => ({ do: 'resume', reference: null }),
});
