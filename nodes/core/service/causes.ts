import type { ServiceCause } from '../domain/http/outcome';

/** All that is said of one cause, in messages and in docs/reference/errors.md#causes. */
interface Cause {
	/** Heads a read that failed, and a payment that was not sent or not taken: "Not found". Else a payment is "Not sent". */
	readonly lead?: string;
	/** Says what happened, as a sentence without its full stop: heading of a read, and a sentence about a payment. */
	readonly happened?: string;
	/** Sentences on what to do where nothing was done; empty where there is nothing to do. */
	readonly advice?: string;
	/** Tells an AI agent besides when not to call its tool again. */
	readonly agent?: string;
	/**
	 * Set where the input was refused before there was a payment. Without a reference, messages then leave out
	 * "(outcome: ...)".
	 */
	readonly ofInput?: true;
	/** Stands in the documentation where the texts above say too little. It is not bundled. */
	readonly docs?: string;
}

/** A cause that lies with Mavapay or the network has advice and a heading or a sentence. Every other cause has `docs`. */
type Worded = Cause & { readonly advice: string } & ({ readonly lead: string } | { readonly happened: string });
type Documented = Cause & { readonly docs: string };

const AGAIN_LATER = 'Try again later.';
const DEPLOYMENT = "Check 'Deployment' and 'Base URL' in the credential.";
const NOT_AGAIN = "Don't call this tool again for this payment.";
const ASK_FIRST = "Don't call this tool again until a person has looked.";

/** One entry for each cause, in the order of the documentation: before a request, of Mavapay and the network, of the record. */
const TABLE = {
	invalidInput: { ofInput: true, docs: "A field's value can't be used, or an agent filled in what a person must type" },
	invalidCredential: { ofInput: true, docs: "The credential's address or key can't be used" },
	limitExceeded: {
		lead: 'Limit exceeded',
		agent: "A person sets the limits: ask one, and don't split or repeat the payment to get around them.",
		docs: "More than *Maximum Amount*, *Maximum Total* or *Payments per Day*, or it can't be compared with them",
	},
	payeeNotAllowed: {
		lead: 'Payee not allowed',
		agent: "Don't call this tool again for this payee: a person decides who may be paid.",
		docs: "An AI agent's payee is not one of *Allowed Payees*",
	},
	keyRule: {
		lead: 'Refused by a rule of the key',
		agent: "Don't call this tool again for this payment: whoever manages the credential decides that.",
		docs: "[Rules of the key](key-rules.md) in the credential refuse it, or one of them can't be read",
	},
	payeeChanged: {
		lead: 'Payee changed',
		docs: '*New Payees* refuses it: this supplier was [paid before, but never there](payees.md#new-and-changed-payees)',
	},
	payeeNew: { lead: 'New payee', docs: '*New Payees* refuses it: this workflow never paid this payee' },
	quoteDiffers: { lead: 'Quote not accepted', docs: "A quote wasn't as requested, or worse than your limits" },
	nameDiffers: {
		lead: "Account name doesn't match",
		advice: "Use the name exactly as 'Bank: Verify Account' returns it.",
	},
	accountNotFound: { lead: 'Account not found', advice: 'Check the account number and the bank.' },
	insufficientFunds: { lead: 'Insufficient funds', advice: 'Fund the wallet that pays, then run it again.' },
	amountTooSmall: { lead: 'Amount too small', advice: 'Raise the amount to the minimum of its currency.' },
	amountDiffers: { lead: "Amount doesn't match", advice: 'Use the same amount as the quote or the invoice.' },
	quoteExpired: { lead: 'Quote no longer valid', advice: 'Create a new quote; it is valid for a few minutes.' },
	rejected: {
		lead: 'Rejected by Mavapay',
		happened: 'Mavapay rejected the request',
		advice: 'Correct the item, then run it again.',
		docs: 'Mavapay rejected it for another reason, which the message quotes',
	},
	unclearMessage: {
		happened: 'Unexpected response from Mavapay',
		advice: '',
		docs: "Mavapay's message isn't one that [counts as a refusal](interface.md#refusals), so it may have been done",
	},
	transactionFailed: { happened: 'Mavapay accepted the payment and reported it as failed', advice: '' },
	unauthorised: {
		lead: 'Credential not accepted',
		advice: "Check the key, and that it belongs to the credential's deployment.",
	},
	forbidden: {
		lead: 'API key not allowed',
		advice: 'Payouts and changes need a WRITE key: choose a credential that has one.',
	},
	notFound: {
		lead: 'Not found',
		happened: "Mavapay couldn't find it",
		advice: 'Check the ID; it may belong to another account or deployment.',
	},
	methodNotAllowed: {
		lead: 'Rejected by Mavapay',
		happened: "Mavapay doesn't accept this request",
		advice: "Check the path of 'Base URL' in the credential.",
		docs: 'The path in *Base URL* is wrong',
	},
	rateLimited: { lead: 'Too many requests', advice: 'Wait, or process fewer items at once.' },
	conflict: { happened: 'Mavapay reported a conflict', advice: 'Look in Mavapay whether the same was done before.' },
	tooEarly: { happened: "Mavapay wasn't ready for the request", advice: AGAIN_LATER },
	serverError: {
		happened: 'Mavapay reported an error of its own',
		advice: AGAIN_LATER,
		docs: 'Mavapay reported an error of its own (HTTP 500 to 599), or a name enquiry failed for the time being',
	},
	unexpectedStatus: { happened: 'Unexpected response from Mavapay', advice: '', docs: 'Any other HTTP status' },
	unreadable: {
		happened: "Mavapay's response couldn't be read",
		advice: `It may be a web page, or it was cut off. ${DEPLOYMENT}`,
		docs: "The response isn't Mavapay's, breaks off, or has an unexpected format",
	},
	redirect: { happened: "Mavapay redirected the request, and redirects aren't followed", advice: DEPLOYMENT },
	dns: { happened: "Mavapay's host wasn't found", advice: `${DEPLOYMENT} Check your network, then try again.` },
	connectionRefused: {
		happened: "Nothing accepts connections at Mavapay's address",
		advice: `${DEPLOYMENT} Then try again.`,
	},
	unreachable: { happened: "Mavapay couldn't be reached", advice: 'Check your network, then try again.' },
	tls: {
		happened: "Couldn't establish a secure connection to Mavapay",
		advice: `${DEPLOYMENT} The certificate at that address isn't trusted, or it doesn't speak TLS.`,
	},
	timeout: { happened: "Mavapay didn't respond in time", advice: AGAIN_LATER },
	reset: { happened: "The connection closed before Mavapay's response was complete", advice: AGAIN_LATER },
	networkError: { happened: 'The connection to Mavapay broke', advice: AGAIN_LATER },
	blockedByN8n: {
		happened: 'n8n blocked the request',
		advice: "Check the address in the credential, and n8n's own rules for hosts.",
	},
	cancelled: { happened: 'The execution was cancelled before Mavapay responded', advice: '' },
	alreadyPaid: { lead: 'Already paid', agent: NOT_AGAIN, docs: 'This workflow paid this payout reference before' },
	referenceReused: {
		lead: 'Payout reference already used',
		agent: NOT_AGAIN,
		docs: 'This workflow paid this payout reference before, as another payment',
	},
	paidDifferently: {
		lead: 'Already paid with other values',
		agent: NOT_AGAIN,
		docs: 'This execution paid the item before, with other values',
	},
	repeated: {
		lead: 'Paid already, as it seems',
		agent: NOT_AGAIN,
		docs: 'Like another payment of these days: the same payee and amount under [another payout reference](references.md#the-same-payment-under-another-reference)',
	},
	notSettled: { docs: 'An earlier payment of this reference or payee is not settled yet' },
	claimOver: { docs: 'The payment that the claim stands for was settled before' },
	lookAgain: { docs: 'The claim was given too early, or more than a day ago, to release it' },
	recordUnavailable: { docs: "The record of payout references, of events passed on, or of an execution can't be used" },
	halted: { lead: 'Payouts halted', agent: ASK_FIRST, docs: 'Payouts of this workflow are halted' },
	checkFailed: { docs: 'A check of another item failed, so nothing was sent (*On Error: Stop*)' },
	notApproved: {
		lead: 'Not as approved',
		docs: "The run is not exactly what 'Approval Digest' stands for, so nothing was sent",
	},
	approvalEnded: {
		lead: 'Approval ended',
		agent: 'A person has to approve it anew before it can be paid.',
		docs: "What 'Approval Digest' stands for was prepared more than five days ago, or later than now, so nothing was sent",
	},
	earlierFailed: { docs: "An item before it didn't go through (*On Error: Stop*)" },
	earlierUnknown: { agent: ASK_FIRST, docs: 'An earlier payment is unknown, and *On Unknown Outcome* is Stop' },
	tooManyResults: { docs: 'More than one read can hold' },
	unexpectedError: { agent: ASK_FIRST, docs: 'A bug in this node; please report it' },
} satisfies Record<ServiceCause, Worded> & Record<string, Worded | Documented>;

/**
 * Why an item can fail, as workflows find it in `details.cause`: a closed list, which is the table's. Causes of the
 * service and the network are named where its responses are read, and the compiler asks for their rows.
 */
export type FailureCause = keyof typeof TABLE;

export const CAUSES: Readonly<Record<FailureCause, Cause> & Record<ServiceCause, Worded>> = TABLE;

export function isFailureCause(value: unknown): value is FailureCause {
	return typeof value === 'string' && Object.hasOwn(CAUSES, value);
}

/** Says how a request went: the heading of a read, or a sentence about a payment, without its full stop. */
export function happened(cause: ServiceCause): string {
	const row = TABLE[cause];
	return 'happened' in row ? row.happened : row.lead;
}
