import { createServer } from 'node:net';

const triedUpwards = 20;

/** @param {number} port 0: any free one @returns {Promise<number | undefined>} the port if it is free */
function tryPort(port) {
	return new Promise((settle) => {
		const server = createServer();
		server.once('error', () => settle(undefined));
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			const address = server.address();
			server.close(() => settle(typeof address === 'object' && address ? address.port : undefined));
		});
	});
}

/**
 * A free port on the loopback: the preferred one, one of the next twenty, or any. Another process may take it
 * before it is used, so the caller must be ready to ask again.
 *
 * @param {number} [preferred] @returns {Promise<number>}
 */
export async function freePort(preferred = 0) {
	for (let port = preferred; preferred > 0 && port <= preferred + triedUpwards; port++) {
		if ((await tryPort(port)) !== undefined) return port;
	}
	const any = await tryPort(0);
	if (any === undefined) throw new Error('No free port could be opened on 127.0.0.1.');
	return any;
}
