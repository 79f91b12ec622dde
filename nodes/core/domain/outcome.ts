import type { Ending } from './ending';
import { faultCause, type FaultCause } from './faults';
import { isObject } from './json';
import { isPlainRefusal, leavesDoubt } from './plainRefusals';

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
	/** Whether the same request may be sent again at once: only where the host was not there at all. */
	readonly retryable: boolean;
	/** The service's own message, or what is known instead; at most 500 characters. */
	readonly message: string;
	readonly cause: Cause;
}

const MAX_MESSAGE = 500;

/**
 * Statuses that mean "refused" if the body is the service's own and its message leaves no doubt; from
 * a proxy they prove nothing.
 */
const REFUSING_STATUSES: ReadonlyMap<number, Cause> = new Map([
	[200, 'plainRefusal'],
	[400, 'plainRefusal'],
	[403, 'forbidden'],
	[404, 'notFound'],
	[422, 'invalid'],
	[429, 'rateLimited'],
]);

/** Statuses that come before anything is looked at: the key, the path. Any words will do but those of doubt. */
const GATE_STATUSES: ReadonlyMap<number, Cause> = new Map([
	[401, 'unauthorised'],
	[405, 'notAllowed'],
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

/** Classifies the end of a request that pays or creates something; docs/money.md#outcomes. */
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
	const verdict = (outcome: Outcome, cause: Cause): Classified => ({ outcome, retryable: false, message, cause });
	if (isSuccess(status) && !isErrorBody(body)) return verdict(...successVerdict(body));
	const gate = GATE_STATUSES.get(status);
	const refusing = gate ?? REFUSING_STATUSES.get(status);
	if (refusing !== undefined) {
		if (!isErrorBody(body)) return verdict('unknown', refusing === 'plainRefusal' ? 'unreadable' : refusing);
		const refused = gate === undefined ? isPlainRefusal(body.message, status === 429) : !leavesDoubt(body.message);
		return refused ? verdict('rejected', refusing) : verdict('unknown', 'otherMessage');
	}
	if (status >= 300 && status < 400) return verdict('unknown', 'redirect');
	if (status >= 500 && status < 600) return verdict('unknown', 'serverError');
	return verdict('unknown', UNKNOWN_STATUSES.get(status) ?? 'otherStatus');
}

function isSuccess(status: number): boolean {
	return status >= 200 && status < 300;
}

/**
 * A 2xx that is no error. "ok" and "success" both count (docs/interface.md#answers). Without a status word it is
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

/** Transactions come as an object or as a list of them (docs/interface.md#look-up-transactions). */
function isFailedTransaction(data: unknown): boolean {
	const records: unknown[] = Array.isArray(data) ? data : [data];
	return records.length > 0 && records.every((record) => isObject(record) && isWord(record['status'], 'failed'));
}

function isWord(value: unknown, word: string): boolean {
	return typeof value === 'string' && value.trim().toLowerCase() === word;
}

/** The service's error body (docs/interface.md#errors): status "error" and a message. */
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
