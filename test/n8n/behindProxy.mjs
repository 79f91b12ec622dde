// Stand-ins for web services, on this machine. n8n's nodes call fixed addresses, so a proxy leads to the stand-ins.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {{status?: number, body: unknown}} Answer */
/** @typedef {(request: {method: string, path: string, query: URLSearchParams, headers: import('node:http').IncomingHttpHeaders, text: string}) => Answer | Promise<Answer>} Service */

const fixture = (/** @type {string} */ name) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
/** The certificate of all stand-ins, with their host names. n8n trusts it through `NODE_EXTRA_CA_CERTS`. */
const certificate = fixture('services.crt.pem');

/** @param {Request} request */
export async function bodyOf(request) {
	const parts = [];
	for await (const part of request) parts.push(part);
	return Buffer.concat(parts).toString('utf8');
}

/** @param {import('node:http').Server} server @returns {Promise<number>} */
export const listening = (server) =>
	new Promise((settle) =>
		server.listen(0, '127.0.0.1', () => settle(/** @type {import('node:net').AddressInfo} */ (server.address()).port)),
	);

/** @param {import('node:http').Server} server */
export const closed = (server) => {
	server.closeAllConnections();
	return new Promise((settle) => server.close(() => settle(undefined)));
};

/** @param {Record<string, Service>} services by host; the proxy answers 502 for any other host */
export async function startBehindProxy(services) {
	const tls = createTlsServer(
		{ key: await readFile(fixture('services.key.pem')), cert: await readFile(certificate) },
		async (request, response) => {
			const url = new URL(request.url ?? '', `https://${request.headers.host}`);
			const service = services[url.hostname];
			const { status = 200, body } = (await service?.({
				method: request.method ?? '',
				path: url.pathname,
				query: url.searchParams,
				headers: request.headers,
				text: await bodyOf(request),
			})) ?? { status: 404, body: {} };
			const isFile = Buffer.isBuffer(body);
			response
				.writeHead(status, { 'content-type': isFile ? 'application/octet-stream' : 'application/json' })
				.end(isFile ? body : JSON.stringify(body));
		},
	);
	const port = await listening(tls);
	/** The `host:port` of every connection that n8n asked the proxy for. @type {string[]} */
	const asked = [];
	const proxy = createServer();
	proxy.on('connect', (request, socket, head) => {
		const to = request.url ?? '';
		asked.push(to);
		if (!(to.replace(/:\d+$/, '') in services)) {
			socket.end('HTTP/1.1 502 Bad gateway\r\n\r\n');
			return;
		}
		const target = connect(port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			target.write(head);
			target.pipe(socket).pipe(target);
		});
		for (const one of [socket, target]) one.on('error', () => [socket, target].forEach((end) => end.destroy()));
	});
	const proxyPort = await listening(proxy);
	return {
		/** n8n's environment variables: the proxy, and the certificate that n8n trusts. */
		env: {
			HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificate,
		},
		asked,
		/** The hosts that n8n asked for and that have no stand-in here, each once. */
		strangers: () => [...new Set(asked)].filter((to) => !(to.replace(/:\d+$/, '') in services)),
		stop: () => Promise.all([closed(proxy), closed(tls)]),
	};
}
