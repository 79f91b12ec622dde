/** A service that knows nothing but the description of its interface: it answers whatever can be drawn from that. */
import { createServer, type Server } from 'node:http';
import { callOf, nameOf, samplesOf, type Call, type Request } from '../../../interface/index';

const BASE = '/api/v1';

export class DescribedService {
	/** What was asked, in order. */
	readonly requests: Request[] = [];
	/** Bodies of answers, in order. */
	readonly answers: unknown[] = [];
	/** By the name of a call: what it answers instead of the first sample of its description. */
	readonly given = new Map<string, unknown>();

	private constructor(
		private readonly server: Server,
		/** The base that clients are given. */
		readonly url: string,
	) {}

	static async open(): Promise<DescribedService> {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		if (typeof address !== 'object' || address === null) throw new Error('No port was bound.');
		const service = new DescribedService(server, `http://127.0.0.1:${address.port}${BASE}`);
		server.on('request', (request, response) => {
			const parts: Buffer[] = [];
			request.on('data', (part: Buffer) => parts.push(part));
			request.on('end', () => {
				const answer = service.answer(request.method ?? '', request.url ?? '', Buffer.concat(parts).toString('utf8'));
				const body = JSON.stringify(answer ?? { status: 'error', message: 'There is no such call' });
				response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(body);
			});
		});
		return service;
	}

	/** Forgets what was asked and answered; what was given stays. */
	clear(): void {
		this.requests.length = 0;
		this.answers.length = 0;
	}

	async close(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.server.close(() => resolve());
			this.server.closeAllConnections();
		});
	}

	private answer(method: string, url: string, text: string): unknown {
		const [whole = '', search = ''] = url.split('?');
		const path = whole.slice(BASE.length);
		const query = Object.fromEntries(new URLSearchParams(search));
		const body: unknown = text === '' ? undefined : JSON.parse(text);
		this.requests.push({ method, path, query, body });
		const call = callOf({ method, path });
		const answer = call && (this.given.get(nameOf(call)) ?? firstSample(call));
		this.answers.push(answer);
		return answer;
	}
}

const first = new Map<Call, unknown>();

function firstSample(call: Call): unknown {
	const known = first.get(call) ?? samplesOf(call.answer)[0];
	first.set(call, known);
	return known;
}
