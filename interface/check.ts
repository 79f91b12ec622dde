/** Checks requests, answers and events against the description. An empty list means no problems. */
import * as z from 'zod';
import { nameOf, type Call } from './call';
import { calls } from './calls';
import { events, type EventRow } from './events';
import { refusal } from './values';

export interface Request {
	readonly method: string;
	readonly path: string;
	readonly query?: Readonly<Record<string, unknown>> | undefined;
	readonly body?: unknown;
}

const asPattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

/** The call that a request makes; undefined if the description has no such call. */
export function callOf({ method, path }: Pick<Request, 'method' | 'path'>): Call | undefined {
	const fixed = calls.find((call) => call.method === method && call.path === path);
	return fixed ?? calls.find((call) => call.method === method && asPattern(call.path).test(path));
}

function problems(schema: z.ZodType, value: unknown, what: string): string[] {
	const verdict = schema.safeParse(value);
	return verdict.success ? [] : [`${what}: ${z.prettifyError(verdict.error).replaceAll('\n', ' ')}`];
}

/** The problems of a request, found without looking at its answer. */
export function problemsOfRequest(request: Request): string[] {
	const call = callOf(request);
	if (!call) return [`${request.method} ${request.path} is no call of the service`];
	const name = nameOf(call);
	const given = Object.entries(request.query ?? {}).filter(([, value]) => value !== undefined);
	const query = problems(call.query, Object.fromEntries(given), `${name}, query`);
	if (call.body) return [...query, ...problems(call.body, request.body, `${name}, body`)];
	return request.body === undefined ? query : [...query, `${name}: it has no body`];
}

/** The problems of an answer to a call. */
export function problemsOfAnswer(call: Call, status: number, body: unknown): string[] {
	return problems(status === 200 ? call.answer : refusal, body, `${nameOf(call)}, answer ${status}`);
}

const eventHead = z.looseObject({ event: z.string() });
const currencyOf = z.looseObject({
	data: z.looseObject({
		currency: z.string().optional(),
		transaction: z.looseObject({ currency: z.string() }).optional(),
	}),
});

/** The row that describes an event of this name and currency; undefined if there is none. */
export function eventOf(body: unknown): EventRow | undefined {
	const head = eventHead.safeParse(body).data;
	const data = currencyOf.safeParse(body).data?.data;
	const currency = data?.transaction?.currency ?? data?.currency ?? null;
	return events.find((row) => row.event === head?.event && row.currency === currency);
}

/** The problems of an event's body. */
export function problemsOfEvent(body: unknown): string[] {
	const row = eventOf(body);
	if (!row) return ['No row describes this event'];
	return problems(row.body, body, `${row.event} in ${row.currency}`);
}
