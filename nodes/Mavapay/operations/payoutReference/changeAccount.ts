import { defineRecord } from '../../../core/operation/define';

/** Binds the workflow to the account of the credential: docs/reference/references.md#one-account. */
export const payoutReferenceChangeAccount = defineRecord('payoutReference', 'changeAccount', {
	action: 'Change account of payouts',
	description:
		"Let this workflow pay from the Mavapay account of this credential from now on, while payouts are halted. First settle payouts of unknown outcome: 'Resolve' can't settle them afterwards.",
	fields: {},
	plan: () => ({ do: 'changeAccount', reference: null }),
});
