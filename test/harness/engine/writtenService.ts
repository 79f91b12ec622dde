/** A service that answers the requests of one case as it is written down, and nothing else. */
import { createServer, type Server } from 'node:http';
import { requestsOf, type Sent, type WrittenCase } from '../../cases/case';

const BASE = '/api/v1';

export class WrittenService {
	/** What was asked, in order. */
	readonly requests: Sent[] = [];

	private constructor(
		private readonly server: Server,
		/** The base that clients are given. */
		readonly url: string,
	) {}

	static async open(one: WrittenCase): Promise<WrittenService> {
		const { made, replies } = one.written;
		const open = requestsOf(one, made).map((request, place) => ({ request, reply: replies[place] }));
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		if (typeof address !== 'object' || address === null) throw new Error('No port was bound.');
		const service = new WrittenService(server, `http://127.0.0.1:${address.port}${BASE}`);
		server.on('request', (request, response) => {
			const parts: Buffer[] = [];
			request.on('data', (part: Buffer) => parts.push(part));
			request.on('end', () => {
				const [path = '', search = ''] = (request.url ?? '').slice(BASE.length).split('?');
				const text = Buffer.concat(parts).toString('utf8');
				const { method = '' } = request;
				service.requests.push({
					method,
					path,
					query: Object.fromEntries(new URLSearchParams(search)),
					body: text === '' ? undefined : JSON.parse(text),
				});
				// Two reads may be under way at once.
				const place = open.findIndex((due) => due.request.method === method && due.request.path === path);
				const [due] = place === -1 ? [] : open.splice(place, 1);
				const body = due?.reply?.body ?? { status: 'error', message: 'Nothing is written down for this request' };
				response
					.writeHead(due === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
					.end(JSON.stringify(body));
			});
		});
		return service;
	}

	async close(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.server.close(() => resolve());
			this.server.closeAllConnections();
		});
	}
}
