import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTemporary, temporaryFolder } from '../lib/temporary.mjs';
import { bootN8n } from '../n8n/boot.mjs';
import { withoutEditor } from '../n8n/environment.mjs';
import { installTarball } from '../n8n/package.mjs';
import { databaseOf } from './database.mjs';
import { layLine } from './line.mjs';
import { listen, playHosts } from './servers.mjs';
import { startServices } from './services/index.mjs';

/**
 * Starts a real n8n with the package, the sheets, all credentials, and the payment services. A line between n8n and the
 * services makes the accidents (line.mjs).
 *
 * @param {string} tarball the package as users install it
 */
export async function openHouse(tarball) {
	const folder = temporaryFolder('mavapay-crash-test-');
	const userFolder = join(folder, 'user');
	/** @type {Array<() => Promise<unknown>>} */
	const endings = [async () => removeTemporary(folder)];
	const close = async () => {
		for (const end of endings.reverse().splice(0)) await end();
	};
	try {
		await mkdir(userFolder);
		await installTarball(tarball, userFolder);
		const line = layLine();
		const services = await startServices(line);
		endings.push(() => Promise.all(Object.values(services).map(({ stop }) => stop())));
		const hosts = await playHosts(Object.assign({}, ...Object.values(services).map((service) => service.hosts)));
		endings.push(hosts.stop);
		/** @type {Map<string, import('./stage.mjs').Sheet>} */
		const sheets = new Map();
		const sheetServer = await listen(async (request, response) => {
			const sheet = sheets.get(decodeURIComponent((request.url ?? '/').slice(1)));
			const isOpen = sheet !== undefined && sheet.reads > 0;
			if (isOpen) sheet.reads -= 1;
			line.send(response, { status: 200, body: isOpen ? sheet.rows : [] });
		});
		endings.push(sheetServer.stop);
		const n8n = await bootN8n({
			userFolder,
			// The Code node needs n8n's runner.
			env: { ...withoutEditor, ...hosts.env, N8N_RUNNERS_MODE: 'internal' },
		});
		endings.push(n8n.stop);
		const client = n8n.client();
		await client.setUpOwner();
		const credentials = await saveCredentials(client, services);
		const table = await makeTable(client);
		const database = databaseOf(n8n);
		return { n8n, client, database, services, line, credentials, table, sheets, sheetUrl: sheetServer.url, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** @typedef {Awaited<ReturnType<typeof openHouse>>} OpenHouse */

/**
 * @param {import('../n8n/client.mjs').N8nClient} client
 * @param {Record<string, import('./services/service.mjs').Service>} services
 */
async function saveCredentials(client, services) {
	/** @type {Record<string, Record<string, {id: string, name: string}>>} */
	const saved = {};
	for (const [service, { credentials }] of Object.entries(services)) {
		const types = (saved[service] = /** @type {Record<string, {id: string, name: string}>} */ ({}));
		for (const [type, data] of Object.entries(credentials))
			types[type] = await client.createCredential({ name: `${service} ${type}`, type, data });
	}
	return saved;
}

/** The data table in which payments are written down. @param {import('../n8n/client.mjs').N8nClient} client @returns {Promise<string>} its ID */
async function makeTable(client) {
	const { id } = await client.api('POST', '/data-tables', {
		name: 'paid',
		columns: [{ name: 'reference', type: 'string' }],
	});
	return id;
}
