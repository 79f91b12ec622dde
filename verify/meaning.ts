import { copes, endangersMoney, losesFunction } from './finding';

/** Consequences that several claims share, in the words of a user. */
export const PASSED_ON = copes(
	'The operation outputs what comes. Look at expressions in your workflows that name the members concerned.',
);

export const MESSAGES = losesFunction(
	"A refusal in other words counts as unknown: the run stops, and the reference stays blocked until you release it. Look in Mavapay's dashboard, then add the message to the option 'Also Refused'.",
);

export const REFUSED_BUT_PAID = endangersMoney(
	'A payment that was refused was made all the same. The package would release its reference, so it would be paid again. Do not pay with this package until Mavapay has explained it.',
);

export const WRONG_UNIT = endangersMoney(
	'An amount means something else than the package takes it for. Do not pay with this package until this is known.',
);

export const FEES_INSIDE = endangersMoney(
	'The fee is taken out of the payment, or what left the wallet leaves it out: a payee may get less than was sent. Do not pay with this package until this is known.',
);

export const BOOKS_OFF = losesFunction(
	"'Wallet: Get Statement' and 'Transaction: Reconcile' would show a difference. Payments aren't touched.",
);

export const NO_EVIDENCE = losesFunction(
	"'Payout Reference: Resolve' can't find out what became of a payment. Look in Mavapay's dashboard before you release or mark a reference.",
);

export const LISTS_SHORT = losesFunction(
	"'Transaction: Get Many', 'Get New', 'Reconcile' and 'Payout Reference: Resolve' may leave transactions out, or stop. Don't rest on what they don't show.",
);

export const EVENTS_REFUSED = losesFunction(
	"The trigger refuses events, or doesn't understand them. Use 'Transaction: Get New' on a schedule in its place.",
);

export const LINKS_DIFFER = losesFunction("Don't use payment links with this package for now.");

export const KENYA_REFUSED = losesFunction('Such a payee in Kenya is refused after the request. Nothing is paid.');
