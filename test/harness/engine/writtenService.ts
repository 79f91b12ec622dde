/** A service that answers the requests of one case as it is written down, and nothing else. */
import { requestsOf, type Sent, type WrittenCase } from '../../cases/case';
import { openServer, type LocalServer } from '../localServer';

const BASE = '/api/v1';

/** The wallet's list beside a payment. */
const NOTHING_LISTED = JSON.stringify({ status: 'ok', count: 0, nextPage: false, data: [] });

export class WrittenService {
	/** What was asked, in order. */
	readonly requests: Sent[] = [];

	private constructor(private readonly server: LocalServer) {}

	static async open(one: WrittenCase): Promise<WrittenService> {
		const { made, replies } = one.written;
		const open = requestsOf(one, made).map((request, place) => ({ request, reply: replies[place] }));
		const service: WrittenService = new WrittenService(
			await openServer(({ method, url, body }, response) => {
				const [path = '', search = ''] = url.slice(BASE.length).split('?');
				const query = Object.fromEntries(new URLSearchParams(search));
				// Two reads may be under way at once.
				const place = open.findIndex((due) => due.request.method === method && due.request.path === path);
				if (place === -1 && path === '/transactions') return void response.end(NOTHING_LISTED);
				service.requests.push({ method, path, query, body: body.length === 0 ? undefined : JSON.parse(String(body)) });
				const [due] = place === -1 ? [] : open.splice(place, 1);
				response
					.writeHead(due === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
					.end(
						JSON.stringify(
							due?.reply?.body ?? { status: 'error', message: 'Nothing is written down for this request' },
						),
					);
			}),
		);
		return service;
	}

	/** The base that clients are given. */
	get url(): string {
		return `${this.server.origin}${BASE}`;
	}

	async close(): Promise<void> {
		await this.server.close();
	}
}
