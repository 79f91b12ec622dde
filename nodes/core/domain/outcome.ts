import type { Ending } from './ending';
import { faultCause, type FaultCause } from './faults';
import { isObject } from './json';
import { isPlainRefusal } from './plainRefusals';

export type { Ending } from './ending';
export { retryDelayMs, shouldRetryRead } from './retry';

/**
 * What is known about the money: taken by the service (`accepted`), taken and failed (`failed`),
 * certainly nothing happened (`rejected`), or none of these for sure (`unknown`).
 */
export type Outcome = 'accepted' | 'failed' | 'rejected' | 'unknown';

export type Cause =
	| FaultCause
	| 'accepted'
	| 'transactionFailed'
	| 'plainRefusal'
	| 'otherMessage'
	| 'unauthorised'
	| 'forbidden'
	| 'notFound'
	| 'notAllowed'
	| 'invalid'
	| 'rateLimited'
	| 'conflict'
	| 'tooEarly'
	| 'serverError'
	| 'otherStatus'
	| 'refusedLocally';

export interface Classified {
	readonly outcome: Outcome;
	/** Whether the same request may be sent again at once, by contract 5.2. */
	readonly retryable: boolean;
	/** The service's own message, or what is known instead; at most 500 characters. */
	readonly message: string;
	readonly cause: Cause;
}

const MAX_MESSAGE = 500;

/** Statuses that mean "refused" if the body is the service's own; from a proxy they prove nothing. */
const REFUSING_STATUSES: ReadonlyMap<number, Cause> = new Map([
	[401, 'unauthorised'],
	[403, 'forbidden'],
	[404, 'notFound'],
	[405, 'notAllowed'],
	[422, 'invalid'],
	[429, 'rateLimited'],
]);

const UNKNOWN_STATUSES: ReadonlyMap<number, Cause> = new Map([
	[408, 'timeout'],
	[409, 'conflict'],
	[425, 'tooEarly'],
]);

/** Faults that come before a request is written, so that nothing can have happened. */
const HARMLESS_FAULTS: ReadonlySet<Cause> = new Set<Cause>(['dns', 'refused', 'tls']);

/** Faults after which even a payment may be sent again: the host was not there at all. */
const REPEATABLE_FAULTS: ReadonlySet<Cause> = new Set<Cause>(['dns', 'refused']);

/** Classifies the end of a request that pays, binds or creates something (contract 5.1). */
export function classifyPayment(ending: Ending): Classified {
	if (ending.kind === 'answer') return classifyAnswer(ending.status, ending.body);
	if (ending.kind === 'refusedLocally') {
		return { outcome: 'rejected', retryable: false, message: messageFor(ending.message), cause: 'refusedLocally' };
	}
	const cause = faultCause(ending.code, ending.message);
	// A status line means that the request arrived, whatever broke afterwards.
	const beforeSending = ending.httpStatus === undefined && isHarmless(cause, ending.phase);
	return {
		outcome: beforeSending ? 'rejected' : 'unknown',
		retryable: beforeSending && REPEATABLE_FAULTS.has(cause),
		message: messageFor(ending.message),
		cause,
	};
}

function isHarmless(cause: Cause, phase: 'connect' | 'unknown' | undefined): boolean {
	// "Unreachable" also ends connections that were open: only while connecting is it harmless.
	return HARMLESS_FAULTS.has(cause) || (cause === 'unreachable' && phase === 'connect');
}

/** What stands for the message of an answer that has none. */
export const noMessage = (status: number | string): string => `The service answered with HTTP ${status} and no message`;

function classifyAnswer(status: number, body: unknown): Classified {
	const message = messageFor(serviceMessage(body), noMessage(status));
	const verdict = (outcome: Outcome, cause: Cause, retryable = false): Classified => ({ outcome, retryable, message, cause });
	const refusing = REFUSING_STATUSES.get(status);
	if (isSuccess(status) && !isErrorBody(body)) return verdict(...successVerdict(body));
	if (status === 200 || status === 400) {
		if (!isErrorBody(body)) return verdict('unknown', 'unreadable');
		return isPlainRefusal(body.message) ? verdict('rejected', 'plainRefusal') : verdict('unknown', 'otherMessage');
	}
	if (refusing !== undefined) {
		return isErrorBody(body) ? verdict('rejected', refusing, status === 429) : verdict('unknown', refusing);
	}
	if (status >= 300 && status < 400) return verdict('unknown', 'redirect');
	if (status >= 500 && status < 600) return verdict('unknown', 'serverError');
	return verdict('unknown', UNKNOWN_STATUSES.get(status) ?? 'otherStatus');
}

function isSuccess(status: number): boolean {
	return status >= 200 && status < 300;
}

/**
 * A 2xx that is no error. "ok" and "success" both count (service-facts 5.7). Without a status word it is
 * taken as accepted only if it holds a record with an id, which is proof enough; any other word, and a
 * body that is not the service's, leave it unknown.
 */
function successVerdict(body: unknown): [Outcome, Cause] {
	if (!isObject(body)) return ['unknown', 'unreadable'];
	const { status, data } = body;
	const said = typeof status === 'string' && /^(ok|success)$/i.test(status.trim());
	const proven = status === undefined && isObject(data) && typeof data['id'] === 'string' && data['id'] !== '';
	if (!said && !proven) return ['unknown', 'unreadable'];
	return isFailedTransaction(data) ? ['failed', 'transactionFailed'] : ['accepted', 'accepted'];
}

/** Transactions come as an object or as a list of them (service-facts 3.1). */
function isFailedTransaction(data: unknown): boolean {
	const records: unknown[] = Array.isArray(data) ? data : [data];
	return records.length > 0 && records.every((record) => isObject(record) && isWord(record['status'], 'failed'));
}

function isWord(value: unknown, word: string): boolean {
	return typeof value === 'string' && value.trim().toLowerCase() === word;
}

/** The service's error body (interface document 7): status "error" and a message. */
export function isErrorBody(body: unknown): body is { status: string; message: string } {
	return isObject(body) && isWord(body['status'], 'error') && typeof body['message'] === 'string' && body['message'].trim() !== '';
}

/** The text of the service's message, or of its list of messages. */
export function serviceMessage(body: unknown): string {
	if (!isObject(body)) return '';
	const { message } = body;
	const parts: unknown[] = Array.isArray(message) ? message : [message];
	return parts.filter((part) => typeof part === 'string').join('; ');
}

/** A message fit to be shown: no control characters, single blanks, at most 500 characters. */
export function messageFor(text: string, otherwise = 'No further details are known'): string {
	const clean = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
	const shown = Array.from(clean).slice(0, MAX_MESSAGE).join('');
	return shown === '' ? otherwise : shown;
}
