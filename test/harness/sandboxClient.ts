import type { Sandbox } from '../../sandbox/index';
import { callOf, problemsOfAnswer, problemsOfRequest } from '../../interface/index';

export interface Reply {
	status: number;
	/** The parsed JSON, or the text if it isn't JSON. */
	body: unknown;
}

interface CallOptions {
	body?: unknown;
	/** The API key, by default the WRITE key; null sends none. */
	key?: string | null;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Sends one request with the WRITE key, to a path of the sandbox or to a full URL. */
export async function call(sandbox: Sandbox, method: string, path: string, options: CallOptions = {}): Promise<Reply> {
	const key = options.key === undefined ? sandbox.keys.write : options.key;
	const body = options.body === undefined ? undefined : JSON.stringify(options.body);
	const response = await fetch(path.startsWith('http') ? path : sandbox.url + path, {
		method,
		redirect: 'manual',
		headers: {
			...(key !== null && { 'X-API-KEY': key }),
			...(body !== undefined && { 'Content-Type': 'application/json' }),
		},
		...(body !== undefined && { body }),
	});
	return { status: response.status, body: parse(await response.text()) };
}

/**
 * Sends one request to the sandbox and checks it against the interface description: the response always, and the
 * request if it was accepted, because the sandbox must accept nothing that isn't described.
 */
export async function described(
	sandbox: Sandbox,
	method: string,
	path: string,
	options: CallOptions = {},
): Promise<Reply> {
	const reply = await call(sandbox, method, path, options);
	const [bare = '', search = ''] = path.split('?');
	const asked = { method, path: bare, query: Object.fromEntries(new URLSearchParams(search)), body: options.body };
	const row = callOf(asked);
	if (!row) throw new Error(`The description has no ${method} ${bare}`);
	expect(problemsOfAnswer(row, reply.status, reply.body)).toEqual([]);
	if (reply.status === 200) expect(problemsOfRequest(asked)).toEqual([]);
	return reply;
}

/** The value at a dotted path (`data.0.id`), or undefined. */
export function at(value: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((inner, part) => {
		if (typeof inner !== 'object' || inner === null) return undefined;
		return new Map<string, unknown>(Object.entries(inner)).get(part);
	}, value);
}

/** The text at a dotted path; throws if there is none. */
export function textAt(value: unknown, path: string): string {
	const found = at(value, path);
	if (typeof found !== 'string') throw new Error(`There is no text at ${path}`);
	return found;
}

/** The list at a dotted path; throws if there is none. */
export function listAt(value: unknown, path: string): unknown[] {
	const found = at(value, path);
	if (!Array.isArray(found)) throw new Error(`There is no list at ${path}`);
	return found;
}
