/*
 * What is said of the service's responses and of the network. What is said of payments is in
 * payout/payoutMessages.ts.
 */
import type { HttpResult } from '../domain/http/httpResult';
import { withoutErrorCodes } from '../domain/http/networkErrors';
import {
	isErrorBody,
	readCause,
	serviceMessage,
	shownMessage,
	type Classified,
	type ServiceCause,
} from '../domain/http/outcome';
import type { Failure } from './failure';

interface Words {
	/** What happened, as a sentence without its full stop: the heading of a read, a sentence about a payment. */
	readonly happened: string;
	/** What to do, where nothing was done. */
	readonly advice: string;
}

const AGAIN_LATER = 'Try again later.';
const DEPLOYMENT = "Check 'Deployment' and 'Base URL' in the credential.";

/** What is said of each cause, for payments and reads alike. */
const WORDS: Record<ServiceCause, Words> = {
	accountNotFound: { happened: "Mavapay doesn't know the account", advice: 'Check the account number and the bank.' },
	amountDiffers: { happened: "The amount doesn't match", advice: 'Use the same amount as the quote or the invoice.' },
	amountTooSmall: {
		happened: 'The amount is too small for Mavapay',
		advice: 'Raise the amount to the minimum of its currency.',
	},
	blockedByN8n: {
		happened: 'n8n blocked the request',
		advice: "Check the address in the credential, and n8n's own rules for hosts.",
	},
	cancelled: { happened: 'The execution was cancelled before Mavapay responded', advice: '' },
	conflict: { happened: 'Mavapay reported a conflict', advice: 'Look in Mavapay whether the same was done before.' },
	connectionRefused: {
		happened: "Nothing accepts connections at Mavapay's address",
		advice: `${DEPLOYMENT} Then try again.`,
	},
	dns: { happened: "Mavapay's host wasn't found", advice: `${DEPLOYMENT} Check your network, then try again.` },
	forbidden: {
		happened: "The API key isn't allowed to do this",
		advice: 'Payouts and changes need a key with the role WRITE.',
	},
	insufficientFunds: {
		happened: "The wallet doesn't hold enough",
		advice: 'Fund the wallet that pays, then run it again.',
	},
	methodNotAllowed: {
		happened: "Mavapay doesn't accept this request",
		advice: "Check the path of 'Base URL' in the credential.",
	},
	nameDiffers: {
		happened: "The account name doesn't match",
		advice: "Use the name exactly as 'Bank: Verify Account' returns it.",
	},
	networkError: { happened: 'The connection to Mavapay broke', advice: AGAIN_LATER },
	notFound: {
		happened: "Mavapay couldn't find it",
		advice: 'Check the ID; it may belong to another account or deployment.',
	},
	quoteExpired: {
		happened: 'The quote is no longer valid',
		advice: 'Create a new quote; it is valid for a few minutes.',
	},
	rateLimited: {
		happened: 'Mavapay received too many requests from this key',
		advice: 'Wait, or process fewer items at once.',
	},
	redirect: { happened: "Mavapay redirected the request, and redirects aren't followed", advice: DEPLOYMENT },
	rejected: { happened: 'Mavapay rejected the request', advice: 'Correct the item, then run it again.' },
	reset: { happened: "The connection closed before Mavapay's response was complete", advice: AGAIN_LATER },
	serverError: { happened: 'Mavapay reported an error of its own', advice: AGAIN_LATER },
	timeout: { happened: "Mavapay didn't respond in time", advice: AGAIN_LATER },
	tls: {
		happened: "Couldn't establish a secure connection to Mavapay",
		advice: `${DEPLOYMENT} The certificate at that address isn't trusted, or it doesn't speak TLS.`,
	},
	tooEarly: { happened: "Mavapay wasn't ready for the request", advice: AGAIN_LATER },
	transactionFailed: { happened: 'The transaction failed', advice: '' },
	unauthorised: {
		happened: "Mavapay doesn't accept the credential",
		advice: "Check the key, and that it belongs to the credential's deployment.",
	},
	unclearMessage: { happened: 'Unexpected response from Mavapay', advice: '' },
	unexpectedStatus: { happened: 'Unexpected response from Mavapay', advice: '' },
	unreachable: { happened: "Mavapay couldn't be reached", advice: 'Check your network, then try again.' },
	unreadable: {
		happened: "Mavapay's response couldn't be read",
		advice: `It may be a web page, or it was cut off. ${DEPLOYMENT}`,
	},
};

/** What to do about a request that certainly had no effect; empty where there is nothing to say. */
export function adviceFor(cause: ServiceCause): string {
	return WORDS[cause].advice;
}

/** Why a request that pays or creates something is not good; one that was accepted may still be unreadable. */
export function causeOf({ cause }: Classified): ServiceCause {
	return cause === 'accepted' ? 'unreadable' : cause;
}

/**
 * How a request that pays or creates something ended, in one or two sentences: in the service's words,
 * or in ours where there are none. Never an error code of the network, which n8n would act on.
 */
export function howItEnded({
	classified,
	httpCode,
}: {
	readonly classified: Classified;
	readonly httpCode: string | null;
}): string {
	const cause = causeOf(classified);
	if (httpCode === null)
		return cause === 'blockedByN8n'
			? `${WORDS[cause].happened}${quoted(classified.message)}.`
			: `${WORDS[cause].happened}.`;
	const ours = cause === 'redirect' || cause === 'unreadable' ? `${WORDS[cause].happened}. ` : '';
	return `${ours}${responded(httpCode, classified.message)}`;
}

function responded(httpCode: string, message: string | null): string {
	return message === null
		? `Mavapay responded with HTTP ${httpCode} and no message.`
		: `Mavapay responded (${httpCode})${quoted(message)}.`;
}

function quoted(message: string | null): string {
	return message === null ? '' : `: "${withoutErrorCodes(message)}"`;
}

/** Why a read got no good response. A read moves no money, so it may be run again. */
export function readFailure(result: HttpResult): Failure {
	const cause = readCause(result);
	const refusedForGood =
		result.kind === 'refusedLocally' ||
		(result.kind === 'response' && isErrorBody(result.body, result.status) && result.status < 429);
	return {
		summary: WORDS[cause].happened,
		description: `${readDetail(result)} ${WORDS[cause].advice}`.trim(),
		cause,
		httpCode: result.kind === 'response' ? String(result.status) : null,
		outcome: null,
		reference: null,
		retryable: !refusedForGood,
		source: 'service',
	};
}

function readDetail(result: HttpResult): string {
	if (result.kind === 'fault') return '';
	if (result.kind === 'refusedLocally') {
		const said = shownMessage(result.message);
		return said === null ? '' : `n8n says${quoted(said)}.`;
	}
	const message = shownMessage(serviceMessage(result.body));
	if (message === null && result.status >= 200 && result.status < 300) return '';
	return responded(String(result.status), message);
}
