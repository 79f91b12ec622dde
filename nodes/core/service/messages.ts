/*
 * What is said of the service's responses and of the network. What is said of payments is in
 * payout/messages.ts.
 */
import { shouldRetryRead, type HttpResult } from '../domain/http/httpResult';
import { withoutErrorCodes } from '../domain/http/networkErrors';
import {
	isErrorBody,
	readCause,
	serviceMessage,
	shownMessage,
	type Classified,
	type ServiceCause,
} from '../domain/http/outcome';
import { refuse, type Failure } from './failure';

const AGAIN_LATER = 'Try again later.';
const DEPLOYMENT = "Check 'Deployment' and 'Base URL' in the credential.";

/**
 * What is said of each cause: what happened, as a sentence without its full stop (the heading of a read, a sentence
 * about a payment), and what to do where nothing was done.
 */
const WORDS: Record<ServiceCause, readonly [happened: string, advice: string]> = {
	accountNotFound: ["Mavapay doesn't know the account", 'Check the account number and the bank.'],
	amountDiffers: ["The amount doesn't match", 'Use the same amount as the quote or the invoice.'],
	amountTooSmall: ['The amount is too small for Mavapay', 'Raise the amount to the minimum of its currency.'],
	blockedByN8n: ['n8n blocked the request', "Check the address in the credential, and n8n's own rules for hosts."],
	cancelled: ['The execution was cancelled before Mavapay responded', ''],
	conflict: ['Mavapay reported a conflict', 'Look in Mavapay whether the same was done before.'],
	connectionRefused: ["Nothing accepts connections at Mavapay's address", `${DEPLOYMENT} Then try again.`],
	dns: ["Mavapay's host wasn't found", `${DEPLOYMENT} Check your network, then try again.`],
	forbidden: [
		"The API key isn't allowed to do this",
		'Payouts and changes need a WRITE key: choose a credential that has one.',
	],
	insufficientFunds: ["The wallet doesn't hold enough", 'Fund the wallet that pays, then run it again.'],
	methodNotAllowed: ["Mavapay doesn't accept this request", "Check the path of 'Base URL' in the credential."],
	nameDiffers: ["The account name doesn't match", "Use the name exactly as 'Bank: Verify Account' returns it."],
	networkError: ['The connection to Mavapay broke', AGAIN_LATER],
	notFound: ["Mavapay couldn't find it", 'Check the ID; it may belong to another account or deployment.'],
	quoteExpired: ['The quote is no longer valid', 'Create a new quote; it is valid for a few minutes.'],
	rateLimited: ['Mavapay received too many requests from this key', 'Wait, or process fewer items at once.'],
	redirect: ["Mavapay redirected the request, and redirects aren't followed", DEPLOYMENT],
	rejected: ['Mavapay rejected the request', 'Correct the item, then run it again.'],
	reset: ["The connection closed before Mavapay's response was complete", AGAIN_LATER],
	serverError: ['Mavapay reported an error of its own', AGAIN_LATER],
	timeout: ["Mavapay didn't respond in time", AGAIN_LATER],
	tls: [
		"Couldn't establish a secure connection to Mavapay",
		`${DEPLOYMENT} The certificate at that address isn't trusted, or it doesn't speak TLS.`,
	],
	tooEarly: ["Mavapay wasn't ready for the request", AGAIN_LATER],
	transactionFailed: ['The transaction failed', ''],
	unauthorised: [
		"Mavapay doesn't accept the credential",
		"Check the key, and that it belongs to the credential's deployment.",
	],
	unclearMessage: ['Unexpected response from Mavapay', ''],
	unexpectedStatus: ['Unexpected response from Mavapay', ''],
	unreachable: ["Mavapay couldn't be reached", 'Check your network, then try again.'],
	unreadable: ["Mavapay's response couldn't be read", `It may be a web page, or it was cut off. ${DEPLOYMENT}`],
};

/** What to do about a request that certainly had no effect; empty where there is nothing to say. */
export function adviceFor(cause: ServiceCause): string {
	return WORDS[cause][1];
}

/** Why a request that pays or creates something is not good; one that was accepted may still be unreadable. */
export function causeOf({ cause }: Classified): ServiceCause {
	return cause === 'accepted' ? 'unreadable' : cause;
}

/**
 * How a request that pays or creates something ended, in one or two sentences: in the service's words,
 * or in ours where there are none. Never an error code of the network, which n8n would act on.
 */
export function howItEnded(ended: { readonly classified: Classified; readonly httpCode: string | null }): string {
	const { classified, httpCode } = ended;
	const cause = causeOf(classified);
	const [happened] = WORDS[cause];
	if (httpCode === null) return `${happened}${cause === 'blockedByN8n' ? inQuotes(classified.message) : ''}.`;
	const ours = cause === 'redirect' || cause === 'unreadable' ? `${happened}. ` : '';
	return `${ours}${responded(httpCode, classified.message)}`;
}

function responded(httpCode: string, message: string | null): string {
	return message === null
		? `Mavapay responded with HTTP ${httpCode} and no message.`
		: `Mavapay responded (${httpCode})${inQuotes(message)}.`;
}

function inQuotes(message: string | null): string {
	return message === null ? '' : `: "${withoutErrorCodes(message)}"`;
}

/** Why a read got no good response. A read moves no money, so it may be run again. */
export function readFailure(result: HttpResult): Failure {
	const cause = readCause(result);
	const refusedForGood =
		result.kind === 'refusedLocally' ||
		(result.kind === 'response' && isErrorBody(result.body, result.status) && result.status < 429);
	const [happened, advice] = WORDS[cause];
	return refuse(happened, `${readDetail(result)} ${advice}`.trim(), {
		cause,
		httpCode: result.kind === 'response' ? String(result.status) : null,
		outcome: null,
		retryable: !refusedForGood || shouldRetryRead(result),
		source: 'service',
	}).failure;
}

function readDetail(result: HttpResult): string {
	if (result.kind === 'fault') return '';
	if (result.kind === 'refusedLocally') {
		const said = shownMessage(result.message);
		return said === null ? '' : `n8n says${inQuotes(said)}.`;
	}
	const message = shownMessage(serviceMessage(result.body));
	if (message === null && result.status >= 200 && result.status < 300) return '';
	return responded(String(result.status), message);
}
