/** Servers on this machine, which tests use in place of real ones. */
import { createServer, type ServerResponse } from 'node:http';
import type { Sent } from '../cases/case';

export interface Incoming {
	method: string;
	/** The path and the query, without the host. */
	url: string;
	/** Header names are in lower case. */
	headers: Record<string, string>;
	body: Buffer;
}

export interface LocalServer {
	/** `http://127.0.0.1:<port>`. */
	readonly origin: string;
	/** Ends every connection too. It can be called more than once. */
	close(): Promise<void>;
}

/** Listens on a free port. `take` gets each request once all of it has arrived. */
export async function openServer(take: (request: Incoming, response: ServerResponse) => void): Promise<LocalServer> {
	const server = createServer((request, response) => {
		const { method = '', url = '' } = request;
		const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => take({ method, url, headers, body: Buffer.concat(parts) }, response));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('No port was bound.');
	return {
		origin: `http://127.0.0.1:${address.port}`,
		close: async () =>
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

const BASE = '/api/v1';

export interface LocalService {
	/** The base URL for clients. */
	readonly url: string;
	close(): Promise<void>;
}

/** Answers as Mavapay does: with the result of `answer` as JSON, or with a 404 if the result is undefined. */
export async function openService(answer: (asked: Sent) => unknown): Promise<LocalService> {
	const { origin, close } = await openServer(({ method, url, body }, response) => {
		const [path = '', search = ''] = url.slice(BASE.length).split('?');
		const query = Object.fromEntries(new URLSearchParams(search));
		const given = answer({ method, path, query, body: body.length === 0 ? undefined : JSON.parse(String(body)) });
		response
			.writeHead(given === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
			.end(JSON.stringify(given ?? { status: 'error', message: 'There is no such call' }));
	});
	return { url: `${origin}${BASE}`, close };
}
