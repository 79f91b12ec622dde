import type { HttpResult } from './httpResult';
import { isJsonObject, isObject } from '../domain/json';
import { redactSecrets } from '../domain/redact';
import { visibleText } from '../domain/text';
import { networkCause, type NetworkCause } from './networkErrors';
import {
	MAX_LOOKED_AT,
	passingCause,
	plainMessage,
	rejectionCause,
	type RejectionCause,
	type SentRequest,
} from './rejections';

/**
 * What became of a request: Mavapay accepted it (`accepted`), reported a failed transaction (`failed`), or rejected or
 * never received it (`rejected`). `unknown`: none of these is certain.
 */
export type Outcome = 'accepted' | 'failed' | 'rejected' | 'unknown';

/** Why a request got no usable response. */
export type ServiceCause =
	| NetworkCause
	| RejectionCause
	| 'blockedByN8n'
	| 'conflict'
	| 'notFound'
	| 'serverError'
	| 'tooEarly'
	| 'transactionFailed'
	| 'unclearMessage'
	| 'unexpectedStatus';

export interface Classified {
	readonly outcome: Outcome;
	/** Whether the same request may be sent again at once: only if the host could not be reached at all. */
	readonly retryable: boolean;
	/** Mavapay's message, or the network's, at most 500 characters, or null. */
	readonly message: string | null;
	readonly cause: ServiceCause | 'accepted';
	/** Whether the request counts as rejected only because the author listed the message in `alsoRefused`. */
	readonly isAuthorsWord?: boolean;
}

/** A request that pays or creates something. */
export interface Sent {
	readonly request: SentRequest;
	/** Further messages that the workflow's author counts as rejections: whole messages, in the form of `plainMessage`. */
	readonly alsoRefused: readonly string[];
}

const MAX_MESSAGE = 500;

/** Statuses with which Mavapay can reject a request. Only a known message proves that it did. */
export const REJECTING_STATUSES: ReadonlyMap<number, ServiceCause> = new Map<number, ServiceCause>([
	[200, 'rejected'],
	[400, 'rejected'],
	[401, 'unauthorised'],
	[403, 'forbidden'],
	[404, 'notFound'],
	[405, 'methodNotAllowed'],
	[422, 'rejected'],
	[429, 'rateLimited'],
]);

/** Statuses that have one meaning each, and leave open whether the request was carried out. */
export const UNKNOWN_STATUSES: ReadonlyMap<number, ServiceCause> = new Map([
	[408, 'timeout'],
	[409, 'conflict'],
	[425, 'tooEarly'],
]);

/** Faults that come before a request is written, so that nothing can have happened. */
const HARMLESS_FAULTS: ReadonlySet<ServiceCause> = new Set<ServiceCause>(['dns', 'connectionRefused', 'tls']);

/** Faults after which even a payment may be sent again, because the host was never reached. */
const REPEATABLE_FAULTS: ReadonlySet<ServiceCause> = new Set<ServiceCause>(['dns', 'connectionRefused']);

/** Decides the outcome of a request that pays or creates something; docs/reference/outcomes.md#outcomes. */
export function classify(result: HttpResult, sent: Sent): Classified {
	if (result.kind === 'response') return classifyResponse(result.status, result.body, sent);
	const message = shownMessage(result.message);
	if (result.kind === 'refusedLocally')
		return { outcome: 'rejected', retryable: false, message, cause: 'blockedByN8n' };
	const cause = networkCause(result.code, result.message);
	// "Unreachable" can also end an open connection, so it is harmless only while connecting.
	const isHarmless = HARMLESS_FAULTS.has(cause) || (cause === 'unreachable' && result.phase === 'connect');
	// A status line means that the request arrived, even if the connection broke afterwards.
	const beforeSending = result.httpStatus === undefined && isHarmless;
	return {
		outcome: beforeSending ? 'rejected' : 'unknown',
		retryable: beforeSending && REPEATABLE_FAULTS.has(cause),
		message,
		cause,
	};
}

function classifyResponse(status: number, body: unknown, sent: Sent): Classified {
	const isError = isErrorBody(body, status);
	const [outcome, cause, isAuthorsWord = false] =
		isSuccessStatus(status) && !isError ? successVerdict(body) : errorVerdict(status, isError ? body : null, sent);
	// Other members of the body may describe a payment. They are put before the message, which may be long and cut off.
	const saysMore = outcome === 'unknown' && isJsonObject(body) && tellsMore(body);
	const rest = saysMore ? `${JSON.stringify(redactSecrets({ ...body, message: undefined }))} ` : '';
	return {
		outcome,
		retryable: false,
		message: shownMessage(`${rest}${serviceMessage(body)}`),
		cause,
		...(isAuthorsWord ? { isAuthorsWord } : {}),
	};
}

type OutcomeAndCause = [Outcome, Classified['cause'], isAuthorsWord?: boolean];

/** @param body Mavapay's own error body; null if the response has none */
function errorVerdict(
	status: number,
	body: { message: string } | null,
	{ request, alsoRefused }: Sent,
): OutcomeAndCause {
	const byStatus = REJECTING_STATUSES.get(status);
	if (byStatus === undefined) return ['unknown', unexpectedCause(status)];
	// Without Mavapay's own body nothing is certain, so a status that only means "rejected" isn't shown as the cause.
	if (body === null) return ['unknown', byStatus === 'rejected' ? 'unreadable' : byStatus];
	if (tellsMore(body)) return ['unknown', 'unclearMessage'];
	const { message } = body;
	const inTable = rejectionCause({ status, message }, request);
	if (inTable !== null) return ['rejected', inTable];
	const isAlsoRejection = message.length <= MAX_LOOKED_AT && alsoRefused.includes(plainMessage(message));
	return isAlsoRejection ? ['rejected', byStatus, true] : ['unknown', 'unclearMessage'];
}

/** Members that describe an error or its request. A single word or number in them doesn't suggest a payment. */
const OF_THE_ERROR = /^(status|statusCode|code|errorCode|requestId|traceId|method|path|timestamp)$/;

/** Whether an error body has more than its message and the members that describe the error. The rest may be a payment. */
function tellsMore(body: object): boolean {
	return Object.entries(body).some(([name, value]: [string, unknown]) => {
		if (name === 'message') return false;
		if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
		if (name === 'error' || value === null || value === undefined || value === false) return false;
		const text = String(value).trim();
		return OF_THE_ERROR.test(name) ? /\s/.test(text) : text !== '';
	});
}

function unexpectedCause(status: number): ServiceCause {
	if (status >= 300 && status < 400) return 'redirect';
	if (status >= 500 && status < 600) return 'serverError';
	return UNKNOWN_STATUSES.get(status) ?? 'unexpectedStatus';
}

/** Why a read got no usable response. A read moves no money, so the status is believed. */
export function readCause(result: HttpResult): ServiceCause {
	if (result.kind === 'refusedLocally') return 'blockedByN8n';
	if (result.kind === 'fault') return networkCause(result.code, result.message);
	const { status, body } = result;
	const isError = isErrorBody(body, status);
	if (isSuccessStatus(status) && !isError) return 'unreadable';
	const passing = passingCause(body);
	if (passing !== null) return passing;
	const byStatus = REJECTING_STATUSES.get(status) ?? (isSuccessStatus(status) ? 'rejected' : unexpectedCause(status));
	const inTable =
		isError && REJECTING_STATUSES.has(status) ? rejectionCause({ status, message: body.message }, null) : null;
	return inTable ?? byStatus;
}

function isSuccessStatus(status: number): boolean {
	return status >= 200 && status < 300;
}

/**
 * The verdict on a 2xx response that isn't an error. The status words "ok" and "success" mean accepted
 * (docs/reference/interface.md#answers). Without a status word, only an ID in `data` proves acceptance. Any other
 * status word, or a body that isn't Mavapay's, leaves the outcome unknown.
 */
function successVerdict(body: unknown): OutcomeAndCause {
	if (!isObject(body)) return ['unknown', 'unreadable'];
	const { status, data } = body;
	const said = typeof status === 'string' && /^(ok|success)$/i.test(status.trim());
	const proven = status === undefined && isObject(data) && typeof data['id'] === 'string' && data['id'] !== '';
	if (!said && !proven) return ['unknown', 'unreadable'];
	return isFailedTransaction(data) ? ['failed', 'transactionFailed'] : ['accepted', 'accepted'];
}

/** Whether data is a failed transaction, or a list of failed ones: docs/reference/interface.md#look-up-transactions. */
function isFailedTransaction(data: unknown): boolean {
	const records: unknown[] = Array.isArray(data) ? data : [data];
	return records.length > 0 && records.every((record) => isObject(record) && isWord(record['status'], 'failed'));
}

function isWord(value: unknown, word: string): boolean {
	return typeof value === 'string' && value.trim().toLowerCase() === word;
}

/**
 * Whether a body is Mavapay's error (docs/reference/interface.md#errors): a message with the status "error"; or,
 * without `status` and `data`, a message with `error`, or with a `statusCode` equal to the HTTP status.
 */
export function isErrorBody(body: unknown, httpStatus: number): body is { message: string } {
	if (!isObject(body) || typeof body['message'] !== 'string' || body['message'].trim() === '') return false;
	const { status, statusCode = httpStatus, data, error } = body;
	if (status !== undefined) return isWord(status, 'error');
	const hasError = typeof error === 'string' || 'statusCode' in body;
	return hasError && statusCode === httpStatus && data === undefined;
}

/** The text of Mavapay's message, or of its list of messages. */
export function serviceMessage(body: unknown): string {
	if (!isObject(body)) return '';
	const { message } = body;
	const parts: unknown[] = Array.isArray(message) ? message : [message];
	return parts.filter((part) => typeof part === 'string').join('; ');
}

/**
 * A message for people: on one line, single blanks, no invisible or direction-changing characters, at most 500
 * characters; null if nothing is left. It is cut between words, because half a key would not be masked.
 */
export function shownMessage(text: string): string | null {
	const letters = Array.from(visibleText(text.slice(0, MAX_LOOKED_AT)));
	const isCut = text.length > MAX_LOOKED_AT || letters.length > MAX_MESSAGE;
	const shown = letters.slice(0, MAX_MESSAGE).join('');
	const kept = isCut ? shown.replace(/[^\s"]*$/, '…') : shown;
	return kept === '' ? null : kept;
}
