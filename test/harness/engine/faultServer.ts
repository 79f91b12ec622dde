/**
 * A server on raw TCP (or TLS) that fails in one chosen way, to test how n8n's HTTP helper reports the failure. It
 * speaks just enough HTTP/1.1 to know when a whole request has arrived.
 */
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

export interface WireRequest {
	method: string;
	path: string;
	/** Header names are in lower case. */
	headers: Record<string, string>;
	body: string;
}

/** How the server behaves. Without the two hooks, it accepts connections and never answers. */
export interface Fault {
	/** Called when a connection is made, before anything is read. */
	onConnection?: (socket: Socket) => void;
	/** Called once per request that arrived whole; `index` counts from 0 over all connections. */
	onRequest?: (socket: Socket, request: WireRequest, index: number) => void;
	/** Whether to speak TLS, with the self-signed certificate of `fixtures/`. */
	tls?: boolean;
}

export interface FaultServer {
	/** `http://127.0.0.1:<port>` or `https://…`. */
	url: string;
	port: number;
	/** Requests that arrived whole, in order. */
	requests: WireRequest[];
	/** Connections accepted so far. */
	connections: () => number;
	/** Resolves when the n-th request (counted from 1) has arrived whole. */
	arrived: (count?: number) => Promise<void>;
	/** Ends every open connection and stops listening. */
	close: () => Promise<void>;
}

const fixture = (name: string) => readFileSync(join(__dirname, 'fixtures', name));

/** Takes the first whole request off `buffer`; undefined while it is incomplete. */
function takeRequest(buffer: Buffer): { request: WireRequest; rest: Buffer } | undefined {
	const end = buffer.indexOf('\r\n\r\n');
	if (end === -1) return undefined;
	const [requestLine = '', ...lines] = buffer.subarray(0, end).toString('latin1').split('\r\n');
	const [method = '', path = ''] = requestLine.split(' ');
	const headers: Record<string, string> = {};
	for (const line of lines) {
		const colon = line.indexOf(':');
		headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
	}
	const bodyStart = end + 4;
	const bodyEnd = bodyStart + Number(headers['content-length'] ?? 0);
	if (buffer.length < bodyEnd) return undefined;
	const body = buffer.subarray(bodyStart, bodyEnd).toString('utf8');
	return { request: { method, path, headers, body }, rest: buffer.subarray(bodyEnd) };
}

/** Starts a server on a free loopback port that behaves as `fault` says. */
export async function startFaultServer(fault: Fault): Promise<FaultServer> {
	const requests: WireRequest[] = [];
	const sockets = new Set<Socket>();
	const waiting: Array<{ count: number; resolve: () => void }> = [];
	let connections = 0;

	const serve = (socket: Socket) => {
		let buffer = Buffer.alloc(0);
		socket.on('data', (chunk) => {
			buffer = Buffer.concat([buffer, chunk]);
			for (let taken = takeRequest(buffer); taken !== undefined; taken = takeRequest(buffer)) {
				buffer = Buffer.from(taken.rest);
				requests.push(taken.request);
				fault.onRequest?.(socket, taken.request, requests.length - 1);
				for (const waiter of waiting) if (requests.length >= waiter.count) waiter.resolve();
			}
		});
	};
	const accept = (socket: Socket) => {
		connections += 1;
		sockets.add(socket);
		/* The client's own reset must not end the test process. */
		socket.on('error', () => undefined);
		socket.on('close', () => sockets.delete(socket));
		fault.onConnection?.(socket);
	};

	let server: Server;
	if (fault.tls) {
		const key = fixture('self-signed.key.pem');
		const tlsServer = createTlsServer({ key, cert: fixture('self-signed.crt.pem') }, serve);
		tlsServer.on('tlsClientError', () => undefined);
		tlsServer.on('secureConnection', (socket) => socket.on('error', () => undefined));
		tlsServer.on('connection', accept);
		server = tlsServer;
	} else {
		server = createServer((socket) => {
			accept(socket);
			serve(socket);
		});
	}
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const port = portOf(server.address());

	return {
		url: `${fault.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
		port,
		requests,
		connections: () => connections,
		arrived: async (count = 1) =>
			requests.length >= count ? undefined : await new Promise<void>((resolve) => waiting.push({ count, resolve })),
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

/** A loopback port on which nothing listens (it was free a moment ago). */
export async function closedPort(): Promise<number> {
	const server = await startFaultServer({});
	await server.close();
	return server.port;
}

function portOf(address: AddressInfo | string | null): number {
	if (address === null || typeof address === 'string') throw new Error('No TCP port was bound.');
	return address.port;
}
