import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../state/types';

export interface LoggedRequest {
	/** 1, 2, 3, ... in order of arrival; the ledger refers to it. */
	number: number;
	/** Sandbox clock, epoch ms. */
	time: number;
	method: string;
	/** The path below the base, such as /withdraw; the whole path if it isn't below the base. */
	path: string;
	query: Record<string, string>;
	/** As received, keys and tokens included: for in-process use only. */
	headers: IncomingHttpHeaders;
	rawBody: string;
	/** Parsed JSON; undefined if there was no body or it could not be parsed. */
	body: unknown;
	/** HTTP status of the answer; null until the answer is sent, or if the connection was dropped. */
	status: number | null;
	/** Kind of the fault that hit the request; null if none did. */
	fault: string | null;
}

const SECRET_HEADERS = new Set(['x-api-key', 'authorization', 'cookie', 'proxy-authorization']);
const MASK = '***';

/** A logged request as the control surface shows it, without the values of secret headers. */
export function presentRequest(request: LoggedRequest): JsonObject {
	const headers: JsonObject = {};
	for (const [name, value] of Object.entries(request.headers)) {
		if (value === undefined) continue;
		headers[name] = SECRET_HEADERS.has(name) ? MASK : String(value);
	}
	const { number, method, path, query, rawBody, status, fault } = request;
	const time = new Date(request.time).toISOString();
	return { number, time, method, path, query, headers, rawBody, status, fault };
}

/** The newest requests. When there are more than `most` and a tenth, only the newest `most` stay. */
export class RequestLog {
	readonly list: LoggedRequest[] = [];
	private count = 0;

	constructor(private readonly most: number) {}

	add(request: Omit<LoggedRequest, 'number' | 'status' | 'fault'>): LoggedRequest {
		this.count += 1;
		const logged = { ...request, number: this.count, status: null, fault: null };
		this.list.push(logged);
		if (this.list.length > this.most * 1.1) this.list.splice(0, this.list.length - this.most);
		return logged;
	}

	clear(): void {
		this.list.length = 0;
		this.count = 0;
	}
}
