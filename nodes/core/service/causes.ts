import type { ServiceCause } from '../http/outcome';

/** The wording for one cause of failure; docs/reference/errors.md#causes. */
interface Cause {
	/** The heading of a payment that was not sent or not accepted: "Not found". */
	readonly lead?: string;
	/** How a request ended, as a sentence without a full stop; by default `lead`. Also a failed read's heading. */
	readonly happened?: string;
	/** Sentences of advice after a request that changed nothing; empty if the user needn't do anything. */
	readonly advice?: string;
	/** An additional sentence for AI agents: when not to call the tool again. */
	readonly agent?: string;
	/** The input is refused before a payment exists. Messages then name the outcome only if there is a reference. */
	readonly ofInput?: true;
}

/** A cause at Mavapay or in the network; it always has a heading and advice. */
type Worded = Cause & { readonly lead: string; readonly advice: string };

const AGAIN_LATER = 'Try again later.';
const DEPLOYMENT = "If the operation uses a credential, check its 'Deployment' and 'Base URL'.";
const NOT_AGAIN = "Don't call this tool again for this payment.";
const ASK_FIRST = "Don't call this tool again until a person has looked.";

/** One entry for each cause, in the order of the documentation: before a request; Mavapay and the network; the record. */
const TABLE = {
	invalidInput: { lead: 'Not sent', ofInput: true },
	invalidCredential: { lead: 'Not sent', ofInput: true },
	limitExceeded: {
		lead: 'Refused by a limit',
		agent: "Ask the person who sets the limits, and don't split or repeat the payment to get around them.",
	},
	payeeNotAllowed: {
		lead: 'Payee not allowed',
		agent: "Don't call this tool again for this payee: a person decides who may be paid.",
	},
	keyRule: {
		lead: 'Refused by a rule of the key',
		agent: "Don't call this tool again for this payment: the person who manages the credential decides that.",
	},
	budget: {
		lead: 'Over the budget',
		agent: "Don't call this tool again for this payment until the budget begins again, and don't split it.",
	},
	payeeChanged: { lead: 'Payee changed' },
	payeeNew: { lead: 'New payee' },
	quoteDiffers: { lead: 'Quote not accepted' },
	nameDiffers: {
		lead: "Account name doesn't match",
		advice: "Check the account with the payee, then use the name that 'Bank: Verify Account' returns.",
	},
	nameHasMore: {
		lead: 'Account name needs approval',
		agent: "Don't call this tool again for this payee: a person has to look at both names.",
	},
	accountNotFound: { lead: 'Account not found', advice: 'Check the account number and the bank.' },
	insufficientFunds: {
		lead: 'Insufficient funds',
		advice: "Fund the wallet that pays, then run it again. 'Prepare' says how much is missing.",
	},
	amountTooSmall: { lead: 'Amount too small', advice: 'Raise the amount to the minimum of its currency.' },
	amountDiffers: { lead: "Amount doesn't match", advice: 'Use the same amount as the quote or the invoice.' },
	quoteExpired: { lead: 'Quote no longer valid', advice: 'Create a new quote; it is valid for a few minutes.' },
	rejected: {
		lead: 'Rejected by Mavapay',
		happened: 'Mavapay rejected the request',
		advice: 'Correct the item, then run it again.',
	},
	unclearMessage: { lead: 'Unexpected response', happened: 'Unexpected response from Mavapay', advice: '' },
	transactionFailed: {
		lead: 'Failed',
		happened: 'Mavapay accepted the payment and reported it as failed',
		advice: '',
	},
	unauthorised: {
		lead: 'Credential not accepted',
		advice: "Check the key, and that it belongs to the credential's deployment.",
	},
	forbidden: {
		lead: 'API key not allowed',
		advice: "Choose a credential with a WRITE key: a READ key only reads and runs 'Prepare'.",
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
	},
	rateLimited: { lead: 'Too many requests', advice: 'Wait, or process fewer items at once.' },
	conflict: {
		lead: 'Conflict at Mavapay',
		happened: 'Mavapay reported a conflict',
		advice: 'Check in Mavapay whether this was already done.',
	},
	tooEarly: { lead: 'Mavapay not ready', happened: "Mavapay wasn't ready for the request", advice: AGAIN_LATER },
	serverError: { lead: 'Error at Mavapay', happened: 'Mavapay reported an internal error', advice: AGAIN_LATER },
	unexpectedStatus: { lead: 'Unexpected response', happened: 'Unexpected response from Mavapay', advice: AGAIN_LATER },
	unreadable: {
		lead: 'Unreadable response',
		happened: "Mavapay's response couldn't be read",
		advice: `It may be a web page, or may have been cut off. ${DEPLOYMENT}`,
	},
	redirect: {
		lead: 'Redirected',
		happened: "Mavapay redirected the request, and redirects aren't followed",
		advice: DEPLOYMENT,
	},
	dns: {
		lead: "Mavapay's host not found",
		happened: "Mavapay's host wasn't found",
		advice: `${DEPLOYMENT} Check your network, then try again.`,
	},
	connectionRefused: {
		lead: 'Connection refused',
		happened: "Nothing accepts connections at Mavapay's address",
		advice: `${DEPLOYMENT} Then try again.`,
	},
	unreachable: {
		lead: 'Mavapay not reached',
		happened: "Mavapay couldn't be reached",
		advice: 'Check your network, then try again.',
	},
	tls: {
		lead: 'No secure connection',
		happened: "Couldn't establish a secure connection to Mavapay",
		advice: `${DEPLOYMENT} The certificate at that address isn't trusted, or the server doesn't use TLS.`,
	},
	timeout: { lead: 'No response in time', happened: "Mavapay didn't respond in time", advice: AGAIN_LATER },
	reset: {
		lead: 'Connection closed',
		happened: "The connection closed before Mavapay's response was complete",
		advice: AGAIN_LATER,
	},
	networkError: { lead: 'Connection broken', happened: 'The connection to Mavapay broke', advice: AGAIN_LATER },
	blockedByN8n: {
		lead: 'Blocked by n8n',
		happened: 'n8n blocked the request',
		advice: "Check the address in the credential, and n8n's own rules for hosts.",
	},
	cancelled: {
		lead: 'Execution cancelled',
		happened: 'The execution was cancelled before Mavapay responded',
		advice: '',
	},
	alreadyPaid: { lead: 'Already paid', agent: NOT_AGAIN },
	otherAccount: { lead: 'Another Mavapay account', agent: ASK_FIRST },
	referenceReused: { lead: 'Payout reference already used', agent: NOT_AGAIN },
	paidDifferently: { lead: 'Already paid with other values', agent: NOT_AGAIN },
	repeated: { lead: 'Possible duplicate', agent: NOT_AGAIN },
	shownByWallet: { lead: 'Possible duplicate' },
	notSettled: { lead: 'Earlier payment not settled' },
	claimOver: {},
	lookAgain: {},
	recordUnavailable: { lead: 'Record of payouts unavailable' },
	halted: { lead: 'Payouts halted', agent: ASK_FIRST },
	checkFailed: { lead: 'Not sent because another item was refused' },
	notApproved: { lead: 'Not as approved' },
	leftOut: { lead: 'Left out' },
	approvalEnded: { lead: 'Approval expired', agent: 'A person has to approve it again before it can be paid.' },
	earlierFailed: { lead: "Not sent because an earlier item didn't go through" },
	earlierUnknown: { lead: 'Not sent after an unknown outcome', agent: ASK_FIRST },
	tooManyResults: {},
	unexpectedError: { lead: 'The node stopped unexpectedly', agent: ASK_FIRST },
} satisfies Record<ServiceCause, Worded> & Record<string, Cause>;

/**
 * Why an item failed, as workflows read it in `details.cause`: one of the table's keys. The compiler requires an entry
 * for every cause with which a request to Mavapay can end (`ServiceCause`).
 */
export type FailureCause = keyof typeof TABLE;

export const CAUSES: Readonly<Record<FailureCause, Cause> & Record<ServiceCause, Worded>> = TABLE;

export function isFailureCause(value: unknown): value is FailureCause {
	return typeof value === 'string' && Object.hasOwn(CAUSES, value);
}

/** How a request ended, as a sentence without a full stop: a failed read's heading, or part of a payment's message. */
export function happened(cause: ServiceCause): string {
	const { lead, happened = lead } = CAUSES[cause];
	return happened;
}
