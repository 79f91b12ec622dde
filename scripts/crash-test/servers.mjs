import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

/** @typedef {import('./services/service.mjs').Handler} Handler */

const certificateFile = (/** @type {string} */ name) =>
	fileURLToPath(new URL(`./certificate/standIns.${name}.pem`, import.meta.url));

/** @param {import('node:http').IncomingMessage} request @returns {Promise<string>} its body */
export async function textOf(request) {
	const parts = [];
	for await (const part of request) parts.push(part);
	return Buffer.concat(parts).toString('utf8');
}

/** If the handler throws, answers the request with the error, so that the error shows in n8n. @param {Handler} handle @returns {(...given: Parameters<Handler>) => void} */
const answering = (handle) => (request, response) => {
	void handle(request, response).catch((error) => {
		if (!response.headersSent) response.writeHead(500);
		response.end(String(error?.stack ?? error));
	});
};

/** @param {import('node:http').Server} server */
async function opened(server) {
	await new Promise((settle) => server.listen(0, '127.0.0.1', () => settle(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	const stop = async () => {
		server.closeAllConnections();
		await new Promise((settle) => server.close(settle));
	};
	return { port, stop };
}

/** A server on the loopback. @param {Handler} handle */
export async function listen(handle) {
	const { port, stop } = await opened(createServer(answering(handle)));
	return { url: `http://127.0.0.1:${port}`, stop };
}

/**
 * Simulates internet hosts on this machine. n8n gets a proxy that leads every host here, and a certificate to trust.
 * Any host that isn't simulated is refused, so that nothing leaves this machine.
 *
 * @param {Record<string, Handler>} hosts
 */
export async function playHosts(hosts) {
	const keys = { key: await readFile(certificateFile('key')), cert: await readFile(certificateFile('crt')) };
	const played = await opened(
		createTlsServer(
			keys,
			answering(async (request, response) => {
				const handle = hosts[request.headers.host ?? ''];
				if (!handle) throw new Error(`Nobody plays ${request.headers.host}.`);
				await handle(request, response);
			}),
		),
	);
	const proxy = createServer((_, response) => void response.writeHead(403).end());
	proxy.on('connect', (request, socket, head) => {
		if (!hosts[(request.url ?? '').replace(/:443$/, '')]) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		const target = connect(played.port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			target.write(head);
			target.pipe(socket).pipe(target);
		});
		for (const one of [socket, target])
			for (const event of ['error', 'close']) one.on(event, () => [socket, target].forEach((end) => end.destroy()));
	});
	const { port, stop } = await opened(proxy);
	return {
		/** The environment for n8n: the proxy, and the certificate to trust. */
		env: {
			HTTPS_PROXY: `http://127.0.0.1:${port}`,
			HTTP_PROXY: `http://127.0.0.1:${port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile('crt'),
		},
		async stop() {
			await stop();
			await played.stop();
		},
	};
}
