import type { HttpResult } from './httpResult';
import { isObject } from '../json';
import { networkCause, type NetworkCause } from './networkErrors';
import { isDefiniteRejection, leavesDoubt, refusalCause, type RefusalCause } from './definiteRejections';

/**
 * What is known about the money: taken by the service (`accepted`), taken and failed (`failed`),
 * certainly nothing happened (`rejected`), or none of these for sure (`unknown`).
 */
export type Outcome = 'accepted' | 'failed' | 'rejected' | 'unknown';

/** Why a request got no good response. */
export type ServiceCause =
	| NetworkCause
	| RefusalCause
	| 'blockedByN8n'
	| 'conflict'
	| 'forbidden'
	| 'methodNotAllowed'
	| 'notFound'
	| 'rateLimited'
	| 'rejected'
	| 'serverError'
	| 'tooEarly'
	| 'transactionFailed'
	| 'unclearMessage'
	| 'unexpectedStatus';

export interface Classified {
	readonly outcome: Outcome;
	/** Whether the same request may be sent again at once: only where the host was not there at all. */
	readonly retryable: boolean;
	/** What the service, or the network, said, at most 500 characters; null where it said nothing. */
	readonly message: string | null;
	readonly cause: ServiceCause | 'accepted';
}

const MAX_MESSAGE = 500;

/**
 * Statuses that mean "refused" if the body is the service's own and its message leaves no doubt; from
 * a proxy they prove nothing.
 */
const REFUSING_STATUSES: ReadonlyMap<number, ServiceCause> = new Map([
	[200, 'rejected'],
	[400, 'rejected'],
	[403, 'forbidden'],
	[404, 'notFound'],
	[422, 'rejected'],
	[429, 'rateLimited'],
]);

/** Statuses that come before anything is looked at: the key, the path. Any words will do but those of doubt. */
const GATE_STATUSES: ReadonlyMap<number, ServiceCause> = new Map([
	[401, 'unauthorised'],
	[405, 'methodNotAllowed'],
]);

const UNKNOWN_STATUSES: ReadonlyMap<number, ServiceCause> = new Map([
	[408, 'timeout'],
	[409, 'conflict'],
	[425, 'tooEarly'],
]);

/** Faults that come before a request is written, so that nothing can have happened. */
const HARMLESS_FAULTS: ReadonlySet<ServiceCause> = new Set<ServiceCause>(['dns', 'connectionRefused', 'tls']);

/** Faults after which even a payment may be sent again: the host was not there at all. */
const REPEATABLE_FAULTS: ReadonlySet<ServiceCause> = new Set<ServiceCause>(['dns', 'connectionRefused']);

/** Classifies how a request ended that pays or creates something; docs/money.md#outcomes. */
export function classifyPayment(result: HttpResult): Classified {
	if (result.kind === 'response') return classifyResponse(result.status, result.body);
	const message = shownMessage(result.message);
	if (result.kind === 'refusedLocally')
		return { outcome: 'rejected', retryable: false, message, cause: 'blockedByN8n' };
	const cause = networkCause(result.code, result.message);
	// A status line means that the request arrived, whatever broke afterwards.
	const beforeSending = result.httpStatus === undefined && isHarmless(cause, result.phase);
	return {
		outcome: beforeSending ? 'rejected' : 'unknown',
		retryable: beforeSending && REPEATABLE_FAULTS.has(cause),
		message,
		cause,
	};
}

function isHarmless(cause: NetworkCause, phase: 'connect' | 'unknown' | undefined): boolean {
	// "Unreachable" also ends connections that were open: only while connecting is it harmless.
	return HARMLESS_FAULTS.has(cause) || (cause === 'unreachable' && phase === 'connect');
}

function classifyResponse(status: number, body: unknown): Classified {
	const message = shownMessage(serviceMessage(body));
	const verdict = (outcome: Outcome, cause: Classified['cause']): Classified => ({
		outcome,
		retryable: false,
		message,
		cause,
	});
	if (isSuccess(status) && !isErrorBody(body)) return verdict(...successVerdict(body));
	const gate = GATE_STATUSES.get(status);
	const refusing = gate ?? REFUSING_STATUSES.get(status);
	if (refusing !== undefined) {
		if (!isErrorBody(body)) return verdict('unknown', refusing === 'rejected' ? 'unreadable' : refusing);
		const refused = gate === undefined ? isDefiniteRejection(body.message, status === 429) : !leavesDoubt(body.message);
		return refused ? verdict('rejected', refusalOf(refusing, body.message)) : verdict('unknown', 'unclearMessage');
	}
	return verdict('unknown', unexpectedCause(status));
}

/** The words of a refusal tell more than these statuses. */
function refusalOf(byStatus: ServiceCause, message: string): ServiceCause {
	return byStatus === 'rejected' || byStatus === 'notFound' ? (refusalCause(message) ?? byStatus) : byStatus;
}

function unexpectedCause(status: number): ServiceCause {
	if (status >= 300 && status < 400) return 'redirect';
	if (status >= 500 && status < 600) return 'serverError';
	return UNKNOWN_STATUSES.get(status) ?? 'unexpectedStatus';
}

/** Why a read got no good response. It moves no money, so the status is believed. */
export function readCause(result: HttpResult): ServiceCause {
	if (result.kind === 'refusedLocally') return 'blockedByN8n';
	if (result.kind === 'fault') return networkCause(result.code, result.message);
	const { status, body } = result;
	if (isSuccess(status) && !isErrorBody(body)) return 'unreadable';
	const cause =
		GATE_STATUSES.get(status) ??
		REFUSING_STATUSES.get(status) ??
		(isSuccess(status) ? 'rejected' : unexpectedCause(status));
	return isErrorBody(body) ? refusalOf(cause, body.message) : cause;
}

function isSuccess(status: number): boolean {
	return status >= 200 && status < 300;
}

/**
 * A 2xx that is no error. "ok" and "success" both count (docs/interface.md#answers). Without a status word it is
 * taken as accepted only if it holds a record with an id, which is proof enough; any other word, and a
 * body that is not the service's, leave it unknown.
 */
function successVerdict(body: unknown): [Outcome, Classified['cause']] {
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
	return (
		isObject(body) &&
		isWord(body['status'], 'error') &&
		typeof body['message'] === 'string' &&
		body['message'].trim() !== ''
	);
}

/** The text of the service's message, or of its list of messages. */
export function serviceMessage(body: unknown): string {
	if (!isObject(body)) return '';
	const { message } = body;
	const parts: unknown[] = Array.isArray(message) ? message : [message];
	return parts.filter((part) => typeof part === 'string').join('; ');
}

/** A message fit to be shown: no control characters, single blanks, at most 500 characters; null where nothing is left. */
export function shownMessage(text: string): string | null {
	const clean = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
	const shown = Array.from(clean).slice(0, MAX_MESSAGE).join('');
	return shown === '' ? null : shown;
}
