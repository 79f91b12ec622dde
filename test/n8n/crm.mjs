import { createServer } from 'node:http';

export const crmKey = 'the key of the CRM';

/** A CRM that takes what it is told, if the caller has its key. */
export async function startCrm() {
	/** @type {Array<{method: string | undefined, path: string | undefined, key: unknown, body: unknown}>} */
	const calls = [];
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		calls.push({ method: request.method, path: request.url, key: request.headers['x-key'], body: JSON.parse(body) });
		response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
	});
	await new Promise((settle) => server.listen(0, '127.0.0.1', () => settle(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	return {
		url: `http://127.0.0.1:${port}`,
		calls,
		async stop() {
			server.closeAllConnections();
			await new Promise((settle) => server.close(settle));
		},
	};
}
