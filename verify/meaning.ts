import { copes, endangersMoney, losesFunction } from './finding';

/* Consequences for users that several claims share. */
export const PASSED_ON = copes(
	'The operation outputs the answer as it is. Check expressions in your workflows that use these members.',
);

export const MESSAGES = losesFunction(
	"A refusal in other words counts as unknown: the run stops, and the reference stays blocked until you release it. Check Mavapay's dashboard, then add the message to the option 'Also Refused'.",
);

export const REFUSED_BUT_PAID = endangersMoney(
	'A refused payment was made after all. The package would release its reference, so it would be paid again. Do not pay with this package until Mavapay has explained it.',
);

export const WRONG_UNIT = endangersMoney(
	'An amount has another unit than the package expects. Do not pay with this package until this is known.',
);

export const FEES_INSIDE = endangersMoney(
	'The fee comes out of the payment, or was not taken from the wallet, so a payee may get less than was sent. Do not pay with this package until this is known.',
);

export const BOOKS_OFF = losesFunction(
	"'Wallet: Get Statement' and 'Transaction: Reconcile' would show a difference. Payments aren't affected.",
);

export const NO_EVIDENCE = losesFunction(
	"'Payout Reference: Resolve' can't find out if a payment was made. Check Mavapay's dashboard before you release or mark a reference.",
);

export const LISTS_SHORT = losesFunction(
	"'Transaction: Get Many', 'Get New', 'Reconcile' and 'Payout Reference: Resolve' may leave out transactions, or stop. Don't conclude that a transaction doesn't exist because they don't show it.",
);

export const EVENTS_REFUSED = losesFunction(
	"The trigger refuses events, or can't read them. Use 'Transaction: Get New' on a schedule instead.",
);

export const LINKS_DIFFER = losesFunction("Don't use payment links with this package for now.");

export const KENYA_REFUSED = losesFunction('Mavapay refuses such a payee in Kenya, and nothing is paid.');
