// A package registry on this machine, from which n8n and npm install the package by its name.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';

const run = promisify(execFile);

/** @typedef {{name: string, version: string, dist?: {integrity?: string, tarball?: string}, [member: string]: unknown}} Manifest */

/**
 * A registry that npm installs from and publishes to. It accepts each version once, and only if the uploaded bytes have
 * the digest that npm sent with them.
 *
 * @param {{tarball: string, manifest: Manifest}} [first] its first version: the tarball from `npm pack`, and its package.json
 * @returns {Promise<{url: string, add: (next: {tarball: string, manifest: Manifest}) => Promise<number>, close: () => void}>}
 */
export async function startRegistry(first) {
	/** @type {Map<string, {manifest: Manifest, packed: Buffer}>} by file name */
	const held = new Map();
	const hold = (/** @type {Manifest} */ manifest, /** @type {Buffer} */ packed) => {
		const integrity = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
		if (manifest.dist?.integrity !== undefined && manifest.dist.integrity !== integrity) return 400;
		const file = `${manifest.name}-${manifest.version}.tgz`;
		if (held.has(file)) return 409;
		held.set(file, { manifest: { ...manifest, dist: { tarball: `${url}/${file}`, integrity } }, packed });
		return 201;
	};
	let url = '';
	/** @param {string} path @returns {unknown} */
	const told = (path) => {
		const [name, version] = path.slice(1).split('/');
		const own = [...held.values()].filter(({ manifest }) => manifest.name === name).map(({ manifest }) => manifest);
		const latest = own.at(-1)?.version;
		if (version !== undefined) return own.find((one) => one.version === (version === 'latest' ? latest : version));
		if (latest === undefined) return undefined;
		return { name, 'dist-tags': { latest }, versions: Object.fromEntries(own.map((one) => [one.version, one])) };
	};
	const server = createServer(async (request, response) => {
		const path = decodeURIComponent(request.url ?? '/');
		const json = (/** @type {number} */ status, /** @type {unknown} */ body) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (request.method === 'PUT') {
			const chunks = [];
			for await (const chunk of request) chunks.push(chunk);
			const { versions, _attachments } = JSON.parse(Buffer.concat(chunks).toString());
			const [manifest] = /** @type {Manifest[]} */ (Object.values(versions));
			const [attached] = /** @type {Array<{data: string}>} */ (Object.values(_attachments));
			if (!manifest || !attached) return json(400, {});
			return json(hold(manifest, Buffer.from(attached.data, 'base64')), {});
		}
		const file = held.get(path.slice(1));
		if (file) return response.end(file.packed);
		const found = told(path);
		return found === undefined ? json(404, {}) : json(200, found);
	});
	await new Promise((settle) => server.listen(0, '127.0.0.1', () => settle(undefined)));
	const address = server.address();
	url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
	const add = async (/** @type {{tarball: string, manifest: Manifest}} */ { tarball, manifest }) =>
		hold(manifest, await readFile(tarball));
	if (first) await add(first);
	return { url, add, close: () => server.closeAllConnections() ?? server.close() };
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

/** The headers to pass on: all except those about this connection. @param {import('node:http').IncomingHttpHeaders} headers @returns {Record<string, string>} */
const passedOn = (headers) =>
	Object.fromEntries(
		Object.entries(headers)
			.filter(([name]) => !/^(host|connection|proxy-connection|content-length)$/.test(name))
			.map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
	);

/** A PATH with an npm that takes packages from this registry. @param {string} registry @param {string} nodeFolder @returns {Promise<string>} */
export async function npmWith(registry, nodeFolder) {
	const folder = temporaryFolder('mavapay-npm-');
	const { stdout } = await run('sh', ['-c', 'command -v npm']);
	const script = `#!/bin/sh\nunset HTTP_PROXY HTTPS_PROXY\nexec "${stdout.trim()}" "$@" --registry=${registry}\n`;
	await writeFile(join(folder, 'npm'), script, { mode: 0o755 });
	return [folder, nodeFolder, process.env.PATH].join(delimiter);
}
