import { networkCause, type NetworkCause } from './networkErrors';
import { passingCause } from './rejections';

/** How a request ended: with a response, with a network fault, or with n8n's refusal to send the request. */
export type HttpResult =
	| {
			/** A response came, from Mavapay or from a proxy. */
			kind: 'response';
			status: number;
			/** Parsed JSON, or the text if the response was not JSON. */
			body: unknown;
			retryAfter?: string;
	  }
	| {
			/** No full response came. */
			kind: 'fault';
			code: string | null;
			/** `connect` only if it is certain that nothing of the request was sent. */
			phase?: 'connect' | 'unknown';
			message: string;
			/** The HTTP status, if it came before the response broke off. */
			httpStatus?: number;
	  }
	| {
			/** n8n refused to send the request (its own protection against calls to internal hosts). */
			kind: 'refusedLocally';
			message: string;
	  };

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Connection faults after which another try can succeed, unlike a bad certificate or a cancelled execution. */
const RETRYABLE_FAULTS: readonly NetworkCause[] = ['dns', 'connectionRefused', 'unreachable', 'reset'];

/**
 * Whether to repeat a read: after HTTP 429, 502, 503 or 504, a connection fault, or a message after which another try
 * can succeed. Not after the time-out of the whole request (ECONNABORTED), which is the longest wait that the user set.
 * For writes, `classify` decides.
 */
export function shouldRetryRead(result: HttpResult): boolean {
	if (result.kind === 'refusedLocally') return false;
	if (result.kind === 'response') return RETRYABLE_STATUSES.has(result.status) || passingCause(result.body) !== null;
	return result.code === 'ETIMEDOUT' || RETRYABLE_FAULTS.includes(networkCause(result.code, result.message));
}

/** Whether Mavapay said that it gets too many requests. */
export function isTooMany(result: HttpResult): boolean {
	return result.kind === 'response' && (result.status === 429 || passingCause(result.body) === 'rateLimited');
}

/** The longest wait before a repeat, in milliseconds. If Mavapay asks for longer, a read fails, and sending stops. */
export const MAX_RETRY_DELAY_MS = 15 * 60_000;

const BASE_DELAY_MS = 500;
const MAX_BACK_OFF_MS = 30_000;

/** The date form that RFC 9110 asks senders of Retry-After to use, such as Sun, 06 Nov 1994 08:49:37 GMT. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Milliseconds to wait after try number `attempt`, from 1 on: half a second, doubled after each try, up to 30 s. Up to
 * half of it is taken off at random, so that parallel items spread out. It is at least what Retry-After asks (seconds
 * or an HTTP date, RFC 9110 10.2.3), even beyond `MAX_RETRY_DELAY_MS`. `random` gives a number from 0 up to 1.
 */
export function retryDelayMs(
	attempt: number,
	retryAfter: string | undefined,
	{ now, random }: { now: () => number; random: () => number },
): number {
	const backOff = BASE_DELAY_MS * 2 ** (Math.max(1, attempt) - 1);
	const jittered = backOff * (0.5 + random() / 2);
	const asked = retryAfterMs(retryAfter?.trim() ?? '', now());
	return Math.round(Math.max(Math.min(MAX_BACK_OFF_MS, jittered), asked));
}

function retryAfterMs(text: string, nowMs: number): number {
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs);
}
