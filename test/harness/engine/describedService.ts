/** A service that knows nothing but the description of its interface: it answers whatever can be drawn from that. */
import { callOf, nameOf, samplesOf, type Call, type Request } from '../../../interface/index';
import { openServer, type LocalServer } from '../localServer';

const BASE = '/api/v1';

export class DescribedService {
	/** What was asked, in order. */
	readonly requests: Request[] = [];
	/** Bodies of answers, in order. */
	readonly answers: unknown[] = [];
	/** By the name of a call: what it answers instead of the first sample of its description. */
	readonly given = new Map<string, unknown>();

	private constructor(private readonly server: LocalServer) {}

	static async open(): Promise<DescribedService> {
		const service: DescribedService = new DescribedService(
			await openServer(({ method, url, body }, response) => {
				const answer = service.answer(method, url, body.toString('utf8'));
				response
					.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
					.end(JSON.stringify(answer ?? { status: 'error', message: 'There is no such call' }));
			}),
		);
		return service;
	}

	/** The base that clients are given. */
	get url(): string {
		return `${this.server.origin}${BASE}`;
	}

	/** Forgets what was asked and answered; what was given stays. */
	clear(): void {
		this.requests.length = 0;
		this.answers.length = 0;
	}

	async close(): Promise<void> {
		await this.server.close();
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
