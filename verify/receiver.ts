import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';

import { counted } from '../nodes/core/domain/result';
import { isObject, parsed, type JsonValue, type Members } from './json';

/** Name of the step that registers this command's webhook. */
export const REGISTRATION = 'registering this address';

/** A call that reached the webhook's address. */
export interface Delivery {
	/** Keys are in lower case, as in Node.js. */
	readonly headers: ReadonlyMap<string, string>;
	readonly rawBody: Buffer;
	readonly body: JsonValue | undefined;
	readonly receivedMs: number;
}

/** A server on this machine that receives the calls to the public address. */
export class Receiver {
	readonly deliveries: Delivery[] = [];
	/** HTTP status of the answers to deliveries. */
	status = 200;

	private constructor(
		/** The address that is registered with Mavapay. */
		readonly url: string,
		/** The secret that signs deliveries. */
		readonly secret: string,
		/** The port on this machine. */
		readonly port: number,
		private readonly server: Server,
	) {}

	/**
	 * Listens on a port; 0 picks a free one. Rejects if the port is taken.
	 *
	 * @param url null: the address on this machine
	 * @param now epoch milliseconds of the run's clock
	 */
	static async listen(
		url: string | null,
		port: number,
		secret: string,
		now: () => number = () => Date.now(),
	): Promise<Receiver> {
		const server = createServer();
		await new Promise<void>((resolve, reject) => {
			server.once('error', reject);
			server.listen(port, resolve);
		});
		const address = server.address();
		const own = typeof address === 'object' && address !== null ? address.port : port;
		const receiver = new Receiver(url ?? `http://127.0.0.1:${own}/`, secret, own, server);
		server.on('request', (request, response) => {
			const parts: Buffer[] = [];
			request.on('data', (part: Buffer) => parts.push(part));
			request.on('end', () => {
				const rawBody = Buffer.concat(parts);
				const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
				receiver.deliveries.push({ headers, rawBody, body: parsed(rawBody.toString('utf8')), receivedMs: now() });
				response.writeHead(receiver.status).end();
			});
		});
		return receiver;
	}

	/** Deliveries of an event so far. */
	of(event: string): Delivery[] {
		return this.deliveries.filter(({ body }) => isObject(body) && body.event === event);
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

/** The signatures of both texts that may be signed: the body as it came, and its `JSON.stringify` form, as documented. */
function signatures({ rawBody, body }: Delivery, secret: string): Buffer[] {
	const texts = [rawBody, Buffer.from(JSON.stringify(body ?? null))];
	return texts.map((text) => createHmac('sha256', secret).update(text).digest());
}

/** Names of headers that may hold a signature: docs/reference/interface.md#signature. */
const NAMES = ['x-mavapay-signature', 'x-webhook-signature'];

/** Whether a delivery is signed as documented, in either header: docs/reference/interface.md#signature. */
export function isSigned(delivery: Delivery, secret: string): boolean {
	const expected = signatures(delivery, secret).map((digest) => digest.toString('hex'));
	return NAMES.some((name) => expected.some((hex) => delivery.headers.get(name) === hex));
}

/** How a delivery that isn't signed as documented is signed, in words. */
export function signedHow(delivery: Delivery, secret: string): string {
	const [digest = Buffer.of()] = signatures(delivery, secret);
	const hex = digest.toString('hex');
	const forms = { 'upper case': hex.toUpperCase(), 'lower case': hex, base64: digest.toString('base64') };
	for (const [name, value] of delivery.headers)
		for (const [form, text] of Object.entries(forms))
			if (value.includes(text)) return `${name} holds it in ${form}${value === text ? '' : ', and more'}`;
	const like = [...delivery.headers].filter(([name]) => /sign|hmac/.test(name));
	if (like.length === 0) return 'no header holds a signature';
	const ofData = isObject(delivery.body) ? Buffer.from(JSON.stringify(delivery.body.data ?? null)) : Buffer.of();
	const overData = createHmac('sha256', secret).update(ofData).digest('hex');
	if (like.some(([, value]) => value === overData)) return 'only `data` is signed';
	return `no header holds it: ${like.map(([name, value]) => `${name} has ${counted(value.length, 'character')}`).join(', ')}`;
}

/** The transaction in an event's body; otherwise empty. */
export function transactionIn({ body }: Delivery): Members {
	const data = isObject(body) && isObject(body.data) ? body.data : {};
	return isObject(data.transaction) ? data.transaction : data;
}
