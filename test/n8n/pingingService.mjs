import { createServer } from 'node:http';

/**
 * Puts a service before the sandbox that pings a webhook's URL during its registration, as Mavapay's documented answer
 * suggests. The service registers the webhook only if the ping is answered with a 200.
 *
 * @param {import('../../scripts/lib/sandbox.mjs').Sandbox} sandbox
 */
export async function pingingService(sandbox) {
	/** @type {Array<{url: string, status: number}>} */
	const pings = [];
	const origin = new URL(sandbox.baseUrl).origin;

	/** @param {string} url */
	async function ping(url) {
		const event = {
			event: 'ping',
			data: { message: 'This is a test webhook event', timestamp: '2026-08-01T09:00:00.000Z' },
		};
		const { status } = await fetch(url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(event),
		});
		pings.push({ url, status });
		return status === 200;
	}

	const server = createServer(async (request, answer) => {
		const parts = [];
		for await (const part of request) parts.push(part);
		const body = Buffer.concat(parts).toString();
		const isRegistration = request.method !== 'GET' && /\/webhook(\/register)?$/.test(request.url ?? '');
		if (isRegistration && !(await ping(JSON.parse(body).url))) {
			answer
				.writeHead(400, { 'Content-Type': 'application/json' })
				.end('{"status":"error","message":"The URL does not answer"}');
			return;
		}
		const headers = { 'X-API-KEY': String(request.headers['x-api-key'] ?? ''), 'Content-Type': 'application/json' };
		const passed = await fetch(`${origin}${request.url}`, {
			method: request.method ?? 'GET',
			headers,
			...(body ? { body } : {}),
		});
		answer.writeHead(passed.status, { 'Content-Type': 'application/json' }).end(await passed.text());
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return {
		baseUrl: `http://127.0.0.1:${port}${new URL(sandbox.baseUrl).pathname}`,
		pings,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
