import { passingCause } from '../nodes/core/http/rejections';
import { classify, type Classified } from '../nodes/core/http/outcome';
import { isObject, type JsonValue } from './json';

/** One request and its answer, unredacted: never output as it is. */
export interface Exchange {
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly sent: JsonValue | undefined;
	readonly status: number;
	readonly headers: ReadonlyMap<string, string>;
	/** Undefined if it isn't JSON. */
	readonly body: JsonValue | undefined;
	/** Whether the answer is a page for people, such as a proxy or a firewall sends. */
	readonly isPage: boolean;
	readonly startedMs: number;
	readonly endedMs: number;
}

/** A success of the service: docs/reference/interface.md#answers. */
export function succeeded({ status, body }: Exchange): boolean {
	return status >= 200 && status < 300 && isObject(body) && body.status !== 'error';
}

/** The message of a refusal; null if it has none. */
export function messageOf({ body }: Exchange): string | null {
	return isObject(body) && typeof body.message === 'string' ? body.message : null;
}

/** Status and message of an answer, for a sentence. */
export function saidIn(exchange: Exchange): string {
	const message = messageOf(exchange);
	return `answered ${exchange.status}${message === null ? '' : `: "${message}"`}`;
}

/** The outcome that the nodes read in the answer to a request that pays or creates: docs/reference/outcomes.md#outcomes. */
export function outcomeOf({ method, path, query, sent, status, body }: Exchange): Classified {
	return classify(
		{ kind: 'response', status, body },
		{ request: { method, path, query, body: sent }, alsoRefused: [] },
	);
}

const BUSY = /rate limit|too many requests|maintenance/i;

/** Whether the service says, under any status, that it is too busy to answer. */
export function isBusy(exchange: Exchange): boolean {
	if (exchange.status === 429) return true;
	return !succeeded(exchange) && (passingCause(exchange.body) !== null || BUSY.test(messageOf(exchange) ?? ''));
}

/** Whether two requests were refused with the same message, so that the message says nothing about either of them. */
export const isRefusedAlike = (one: Exchange, other: Exchange): boolean =>
	!succeeded(one) && !succeeded(other) && messageOf(one) !== null && messageOf(one) === messageOf(other);

/** Whether a request may move money; if so, the command never repeats it after a failure. */
export const mayPay = (request: Pick<Exchange, 'method' | 'path'>): boolean =>
	spends(request) || (request.method === 'POST' && /^\/simulation(\/|$)/.test(request.path));

/** Whether a request may take money from a wallet. */
export const spends = ({ method, path }: Pick<Exchange, 'method' | 'path'>): boolean =>
	method === 'POST' && /^\/withdraw(\/|$)|\/accept$/.test(path);

/** Why a refusal with 403 says nothing about the interface: the key lacks the permission. */
export const KEY_MAY_NOT = 'this key may not do that (403)';
