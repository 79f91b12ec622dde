import { DAY_MS } from '../domain/dateTime';
import { isTooMany, MAX_RETRY_DELAY_MS, retryDelayMs, shouldRetryRead, type HttpResult } from '../http/httpResult';
import { classify, type Classified } from '../http/outcome';
import { codeOf, isBlank, isJsonObject, isObject, type Json, type JsonObject } from '../domain/json';
import type { Sent } from '../http/rejections';
import { ItemStopped, refuse } from './failure';
import { readFailure } from './messages';
import { ReadPace } from './readPace';
import { differencesOf, fits, type Schema } from './schema';

/** One request to Mavapay; `path` is relative to the deployment's base URL. */
export interface ServiceRequest extends Sent {
	readonly method: 'GET' | 'POST' | 'PUT';
	/** For a read: the time by which it must end, in milliseconds since 1970. Without it, all attempts are made. */
	readonly until?: number;
}

export function get(path: string, query?: ServiceRequest['query']): ServiceRequest {
	return { method: 'GET', path, ...(query === undefined ? {} : { query }) };
}

/** A request that pays or creates something. */
export function post(path: string, body?: JsonObject): ServiceRequest {
	return { method: 'POST', path, ...(body === undefined ? {} : { body }) };
}

export interface ServiceResponse<T = unknown> {
	/** The `data` member as received; undefined if Mavapay sent none. */
	readonly data: (Json | undefined) & T;
	readonly message: string | null;
	/** The whole body, for responses that keep members next to `data`. */
	readonly body: JsonObject;
}

/** Settings for a request that pays or creates something. */
export interface SendSettings {
	/** Milliseconds until the response counts as lost. */
	readonly timeoutMs: number;
	/** Messages that the workflow's author also counts as rejections: each complete, in the form of `plainMessage`. */
	readonly alsoRefused: readonly string[];
	/** The latest time at which the request may be sent, in milliseconds since 1970; by default any time. */
	readonly until?: number | undefined;
}

/** The end of a request that pays or creates something, with its response if that could be read. */
export interface SendResult {
	readonly classified: Classified;
	readonly httpCode: string | null;
	readonly response: ServiceResponse | null;
	/** The response's Retry-After, as received. */
	readonly retryAfter?: string | undefined;
}

/** Sends one HTTP request once, without repeats or redirects. A `guarded` request continues if the execution is cancelled. */
export type Transport = (
	request: ServiceRequest,
	settings: { timeoutMs: number; guarded: boolean },
) => Promise<HttpResult>;

/** Time and randomness, which tests replace. */
export interface Clock {
	now(): number;
	/** Waits, or returns early when the execution is cancelled. */
	sleep(milliseconds: number): Promise<void>;
	random(): number;
	cancelled(): boolean;
	/** The longest wait before a read is repeated, if nobody can cancel the execution; by default `MAX_RETRY_DELAY_MS`. */
	readonly longestWaitMs?: number;
}

/** Reads from Mavapay. Give a schema if decisions depend on `data`: data that doesn't fit throws ItemStopped. */
export interface Read {
	(request: ServiceRequest): Promise<ServiceResponse>;
	<T>(request: ServiceRequest, schema: Schema<T>): Promise<ServiceResponse<T>>;
}

/** The service for operations that only read. A read throws ItemStopped if it gets no usable response. */
export interface ReadService {
	readonly read: Read;
	/** Sends equal requests once per execution of the node, for all items. */
	readonly readOnce: Read;
	/** Reads data valid for a day (docs/reference/interface.md#bank-codes), or gives a stored response that `suffices`. */
	readKept(request: ServiceRequest, suffices: (response: ServiceResponse) => boolean): Promise<ServiceResponse>;
	/** The stored response for a request, or null. Sends nothing. */
	keptResponse(request: ServiceRequest): ServiceResponse | null;
	readonly clock: Clock;
}

/** The only sender: every request to Mavapay goes through it. */
export interface Service extends ReadService {
	/** Pays or creates something. Never throws. Sends again only if the host was not found or refused the connection. */
	send(request: ServiceRequest, settings: SendSettings): Promise<SendResult>;
	/** The number of reads that may be under way at once, judging by Mavapay's responses so far. */
	readsAtOnce(): number;
}

const READ_TIMEOUT_MS = 30_000;
const READ_ATTEMPTS = 4;
const SEND_ATTEMPTS = 3;

/** The response if the request succeeded, else null. Success: status `ok` or `success`, or `data` without a status. */
export function responseOf(httpResult: HttpResult): ServiceResponse | null {
	if (httpResult.kind !== 'response' || httpResult.status < 200 || httpResult.status > 299) return null;
	const { body } = httpResult;
	if (!isJsonObject(body)) return null;
	const { status, data } = body;
	const succeeded = isBlank(status) ? Object.keys(data ?? {}).length > 0 : ['OK', 'SUCCESS'].includes(codeOf(status));
	if (!succeeded) return null;
	return { body, data, message: typeof body.message === 'string' ? body.message : null };
}

/** Responses, such as bank lists, stored for later executions. The key is the deployment's address with the request. */
export type KeptResponses = Map<string, { readonly response: ServiceResponse; readonly sinceMs: number }>;

export function checkedRead(raw: (request: ServiceRequest) => Promise<ServiceResponse>): Read {
	async function read(request: ServiceRequest): Promise<ServiceResponse>;
	async function read<T>(request: ServiceRequest, schema: Schema<T>): Promise<ServiceResponse<T>>;
	async function read<T>(request: ServiceRequest, schema?: Schema<T>): Promise<ServiceResponse | ServiceResponse<T>> {
		const response = await raw(request);
		if (schema === undefined) return response;
		const { data } = response;
		if (!fits(data, schema))
			throw refuse(
				`Mavapay's response has an unexpected format (${differencesOf(data, schema).join(', ')})`,
				"So it can't be relied on. Look for a node update, or report the problem.",
				{ cause: 'unreadable', outcome: null, source: 'service' },
			);
		return { ...response, data };
	}
	return read;
}

/** Asks once for each key and stores the answers in `known`. A failed request isn't stored. */
export async function oncePerKey<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
	const earlier = known.get(key);
	if (earlier !== undefined) return await earlier;
	const asked = ask();
	known.set(key, asked);
	asked.catch(() => known.delete(key));
	return await asked;
}

/** Makes the service. `kept` stores responses for later executions; without it, none are stored for them. */
export function createService(
	transport: Transport,
	clock: Clock,
	kept: { readonly responses: KeptResponses; readonly baseUrl: string } = { responses: new Map(), baseUrl: '' },
): Service {
	const asked = new Map<string, Promise<ServiceResponse>>();
	const pace = new ReadPace();
	const ask = pacedRead(transport, clock, pace);

	const askOnce = (request: ServiceRequest) => oncePerKey(asked, requestKey(request), () => ask(request));

	const keptKey = (request: ServiceRequest) => `${kept.baseUrl} ${requestKey(request)}`;

	const keptResponse = (request: ServiceRequest): ServiceResponse | null => {
		const known = kept.responses.get(keptKey(request));
		const ageMs = clock.now() - (known?.sinceMs ?? 0);
		// If the clock was set back, the age is not known.
		return known !== undefined && ageMs >= 0 && ageMs < DAY_MS ? known.response : null;
	};

	const readKept = async (
		request: ServiceRequest,
		suffices: (response: ServiceResponse) => boolean,
	): Promise<ServiceResponse> => {
		const known = keptResponse(request);
		if (known !== null && suffices(known)) return known;
		const response = await askOnce(request);
		if (suffices(response)) kept.responses.set(keptKey(request), { response, sinceMs: clock.now() });
		return response;
	};

	const send: Service['send'] = async (request, { timeoutMs, alsoRefused, until = Infinity }) => {
		for (let attempt = 1; ; attempt++) {
			const httpResult = await transport(request, { timeoutMs, guarded: true });
			const classified = classify(httpResult, { request, alsoRefused });
			const again = attempt < SEND_ATTEMPTS && classified.retryable && !clock.cancelled();
			if (again) await clock.sleep(delayMs(attempt, httpResult, clock));
			// Nothing is sent after the wait if the execution was cancelled meanwhile, or the wait took too long.
			if (!again || clock.cancelled() || clock.now() > until) {
				const { status = null, retryAfter } = httpResult.kind === 'response' ? httpResult : {};
				const httpCode = status === null ? null : String(status);
				return { classified, httpCode, response: responseOf(httpResult), retryAfter };
			}
		}
	};

	return {
		read: checkedRead(ask),
		readOnce: checkedRead(askOnce),
		readKept,
		keptResponse,
		send,
		clock,
		readsAtOnce: () => pace.most,
	};
}

/** Makes the function that reads as fast as Mavapay allows, and repeats a read after a temporary fault. */
function pacedRead(
	transport: Transport,
	clock: Clock,
	pace: ReadPace,
): (request: ServiceRequest) => Promise<ServiceResponse> {
	return async (request) => {
		const leftMs = () => (request.until ?? Infinity) - clock.now();
		for (let attempt = 1; ;) {
			const turn = await pace.enter();
			try {
				const timeoutMs = Math.max(1, Math.min(READ_TIMEOUT_MS, leftMs()));
				const httpResult = await transport(request, { timeoutMs, guarded: false });
				const response = responseOf(httpResult);
				if (response !== null) {
					pace.succeeded();
					return response;
				}
				const isSlower = isTooMany(httpResult) && pace.slowDown(turn);
				const waitMs = delayMs(attempt, httpResult, clock);
				const isTooLong = waitMs > Math.min(clock.longestWaitMs ?? MAX_RETRY_DELAY_MS, leftMs());
				const isLast = isTooLong || (attempt === READ_ATTEMPTS && !isSlower);
				if (isLast || clock.cancelled() || !shouldRetryRead(httpResult)) throw new ItemStopped(readFailure(httpResult));
				// While it waits, the request still counts as under way.
				await clock.sleep(waitMs);
				if (!isSlower) attempt++;
			} finally {
				pace.leave();
			}
		}
	};
}

function delayMs(attempt: number, httpResult: HttpResult, clock: Clock): number {
	return retryDelayMs(attempt, httpResult.kind === 'response' ? httpResult.retryAfter : undefined, clock);
}

function requestKey({ method, path, query }: ServiceRequest): string {
	return JSON.stringify([method, path, query]);
}

/** The objects in a `data` member: a list's elements, or the single object. Anything else is left out. */
export function dataObjects(data: Json | undefined): JsonObject[] {
	return (Array.isArray(data) ? data : [data]).filter((entry) => isObject(entry));
}
