import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { isObject, type JsonValue, type Members } from './json';

/** A call that reached the webhook's address. */
export interface Delivery {
	/** By name in lower case, as Node.js gives them. */
	readonly headers: ReadonlyMap<string, string>;
	readonly rawBody: Buffer;
	readonly body: JsonValue | undefined;
	readonly receivedMs: number;
}

const POLL_MS = 100;

/** Listens on this machine for what reaches the public address. */
export class Receiver {
	readonly deliveries: Delivery[] = [];
	/** HTTP status with which deliveries are answered. */
	status = 200;

	private constructor(
		/** The address that is registered with Mavapay. */
		readonly url: string,
		/** The secret that deliveries are signed with. */
		readonly secret: string,
		private readonly server: Server,
	) {}

	/**
	 * Listens on a port; 0 takes a free one. Rejects where it is taken.
	 *
	 * @param url null: the address on this machine
	 */
	static async listen(url: string | null, port: number, secret: string): Promise<Receiver> {
		const server = createServer();
		await new Promise<void>((resolve, reject) => {
			server.once('error', reject);
			server.listen(port, resolve);
		});
		const address = server.address();
		const own = typeof address === 'object' && address !== null ? address.port : port;
		const receiver = new Receiver(url ?? `http://127.0.0.1:${own}/`, secret, server);
		server.on('request', (request, response) => {
			const parts: Buffer[] = [];
			request.on('data', (part: Buffer) => parts.push(part));
			request.on('end', () => {
				const rawBody = Buffer.concat(parts);
				const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
				receiver.deliveries.push({ headers, rawBody, body: parsed(rawBody), receivedMs: Date.now() });
				response.writeHead(receiver.status).end();
			});
		});
		return receiver;
	}

	/** Deliveries of an event so far. */
	of(event: string): Delivery[] {
		return this.deliveries.filter(({ body }) => isObject(body) && body.event === event);
	}

	/** Deliveries of an event, waiting until there are as many, or the time is over. */
	async eventually(event: string, { least = 1, withinMs = 10_000 } = {}): Promise<Delivery[]> {
		const until = Date.now() + withinMs;
		for (;;) {
			const found = this.of(event);
			if (found.length >= least || Date.now() >= until) return found;
			await pause(POLL_MS);
		}
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

/** The signature as documented: docs/interface.md#signature. */
export function signatureOf({ rawBody }: Delivery, secret: string): string {
	return createHmac('sha256', secret).update(rawBody).digest('hex');
}

/** The transaction in an event's body; empty where there is none. */
export function transactionIn({ body }: Delivery): Members {
	const data = isObject(body) && isObject(body.data) ? body.data : {};
	return isObject(data.transaction) ? data.transaction : data;
}

function parsed(bytes: Buffer): JsonValue | undefined {
	try {
		const value: JsonValue = JSON.parse(bytes.toString('utf8'));
		return value;
	} catch {
		return undefined;
	}
}
