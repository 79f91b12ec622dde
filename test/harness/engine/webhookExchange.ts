/** One HTTP exchange as n8n's web server hands it to `webhook()`. */
import { EventEmitter } from 'node:events';

export interface Delivery {
	body: Buffer | string;
	headers?: Record<string, string>;
	query?: Record<string, string>;
	method?: string;
}

/** The parts of an express request that n8n and its nodes use. `rawBody` holds the bytes. */
export function webhookRequest({ body, headers = {}, query = {}, method = 'POST' }: Delivery) {
	const rawBody = Buffer.from(body);
	const lowerCase = Object.fromEntries(
		Object.entries({ 'content-type': 'application/json', ...headers }).map(([name, value]) => [
			name.toLowerCase(),
			value,
		]),
	);
	return {
		method,
		headers: lowerCase,
		rawHeaders: Object.entries(lowerCase).flat(),
		query,
		params: {},
		rawBody,
		body: parseBody(rawBody, lowerCase['content-type'] ?? ''),
		contentType: lowerCase['content-type'],
		encoding: 'utf-8',
		ip: '127.0.0.1',
		header: (name: string) => lowerCase[name.toLowerCase()],
		get: (name: string) => lowerCase[name.toLowerCase()],
	};
}

/** Parses a JSON body as n8n does before the node runs. Other bodies stay text. */
function parseBody(rawBody: Buffer, contentType: string): unknown {
	const text = rawBody.toString('utf8');
	if (!contentType.includes('json')) return text;
	if (text === '') return {};
	try {
		return JSON.parse(text);
	} catch {
		/* n8n responds with 422 here. Tests with raw bytes still check how the node itself handles the body. */
		return text;
	}
}

/** Keeps what a node writes to the response, and emits `finish` and `close` as Node's response does. */
export class CapturedResponse extends EventEmitter {
	statusCode = 200;
	headers: Record<string, string> = {};
	body: unknown;
	headersSent = false;
	writableEnded = false;
	destroyed = false;

	status(code: number): this {
		this.statusCode = code;
		return this;
	}

	setHeader(name: string, value: number | string): this {
		this.headers[name.toLowerCase()] = String(value);
		return this;
	}

	set(name: string, value: number | string): this {
		return this.setHeader(name, value);
	}

	header(name: string, value: number | string): this {
		return this.setHeader(name, value);
	}

	type(value: string): this {
		return this.setHeader('content-type', value);
	}

	writeHead(code: number, headers: Record<string, string> = {}): this {
		this.statusCode = code;
		for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
		this.headersSent = true;
		return this;
	}

	json(body: unknown): this {
		return this.type('application/json').end(body);
	}

	send(body?: unknown): this {
		return this.end(body);
	}

	end(body?: unknown): this {
		if (body !== undefined) this.body = body;
		this.headersSent = true;
		this.writableEnded = true;
		// A response to a caller that has closed the connection is never sent.
		if (!this.destroyed) this.emit('finish');
		return this.hangUp();
	}

	/** Closes the connection: after the response, or before it if the caller stops waiting. */
	hangUp(): this {
		if (this.destroyed) return this;
		this.destroyed = true;
		this.emit('close');
		return this;
	}
}
