// A package registry on this machine that holds one tarball, for what n8n and npm do by the package's name.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * @param {string} tarball as `npm pack` wrote it @param {{name: string, version: string}} manifest its package.json
 * @returns {Promise<{url: string, close: () => void}>}
 */
export async function startRegistry(tarball, manifest) {
	const packed = await readFile(tarball);
	const integrity = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
	let url = '';
	const server = createServer((request, response) => {
		const path = decodeURIComponent(request.url ?? '/');
		const dist = { tarball: `${url}/${basename(tarball)}`, integrity };
		const version = { ...manifest, dist };
		const all = { name: manifest.name, 'dist-tags': { latest: manifest.version } };
		const answers = new Map([
			[`/${manifest.name}`, { ...all, versions: { [manifest.version]: version } }],
			[`/${manifest.name}/${manifest.version}`, version],
			[`/${manifest.name}/latest`, version],
		]);
		const told = answers.get(path);
		if (told) response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
		else if (path === `/${basename(tarball)}`) response.end(packed);
		else response.writeHead(404).end();
	});
	await new Promise((settle) => server.listen(0, '127.0.0.1', () => settle(undefined)));
	const address = server.address();
	url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
	return { url, close: () => server.closeAllConnections() ?? server.close() };
}

/** A proxy for `http:` addresses that counts what goes through it. @returns {Promise<{url: string, seen: string[], close: () => Promise<void>}>} */
export async function startProxy() {
	/** @type {string[]} */
	const seen = [];
	const server = createServer((request, response) => {
		seen.push(`${request.method} ${new URL(request.url ?? '').pathname}`);
		const chunks = /** @type {Buffer[]} */ ([]);
		request.on('data', (chunk) => chunks.push(chunk));
		request.on('end', async () => {
			const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
			const answer = await fetch(request.url ?? '', {
				method: request.method,
				headers: passedOn(request.headers),
				body,
			});
			response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
			response.end(Buffer.from(await answer.arrayBuffer()));
		});
	});
	await new Promise((settle) => server.listen(0, '127.0.0.1', () => settle(undefined)));
	const address = server.address();
	return {
		url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
		seen,
		close: async () => {
			server.closeAllConnections();
			await new Promise((settle) => server.close(settle));
		},
	};
}

/** Those that are not about the one connection. @param {import('node:http').IncomingHttpHeaders} headers @returns {Record<string, string>} */
const passedOn = (headers) =>
	Object.fromEntries(
		Object.entries(headers)
			.filter(([name]) => !/^(host|connection|proxy-connection|content-length)$/.test(name))
			.map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
	);
