import { randomBytes, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { examples } from '../lib/paths.mjs';
import { startSandbox } from '../lib/sandbox.mjs';
import { removeTemporary, temporaryFolder } from '../lib/temporary.mjs';
import { bootN8n } from '../n8n/boot.mjs';
import { installTarball } from '../n8n/package.mjs';
import { packageName } from '../n8n/workflow.mjs';

/**
 * Starts a sandbox and a real n8n, with the built package loaded, an owner, a credential for the sandbox and the
 * example workflows.
 *
 * @param {{tarball: string, customExtensions?: undefined} | {customExtensions: string, tarball?: undefined}} load the
 *   package as users install it, or a folder of built nodes
 * @param {{n8nPort?: number, sandboxPort?: number, env?: NodeJS.ProcessEnv, line?: import('../n8n/install.mjs').Line}} [options]
 *   ports to take if they are free, and which n8n
 */
export async function startInstance({ tarball, customExtensions }, { n8nPort, sandboxPort, env, line } = {}) {
	const folder = temporaryFolder('mavapay-n8n-');
	const userFolder = join(folder, 'user');
	const filesFolder = join(folder, 'files');
	/** @type {Array<() => Promise<unknown>>} */
	const endings = [async () => removeTemporary(folder)];
	const dispose = async () => {
		for (const end of endings.reverse().splice(0)) await end();
	};
	try {
		await mkdir(userFolder);
		await mkdir(filesFolder);
		if (tarball) await installTarball(tarball, userFolder);
		const sandbox = await startSandbox({ preferredPort: sandboxPort });
		endings.push(sandbox.stop);
		// The longer timeout keeps events from timing out on a slow machine.
		await sandbox.control('POST', '/quirks', { deliveryTimeoutMs: 120_000 });
		// The payees are in Nigeria; n8n's own default is New York.
		const zoned = { GENERIC_TIMEZONE: 'Africa/Lagos', ...env };
		const n8n = await bootN8n({ userFolder, filesFolder, customExtensions, preferredPort: n8nPort, env: zoned, line });
		endings.push(n8n.stop);
		const client = n8n.client();
		const owner = await client.setUpOwner();
		const credential = await client.createCredential({
			name: 'Mavapay (sandbox)',
			type: 'mavapayApi',
			data: { deployment: 'custom', baseUrl: sandbox.baseUrl, authentication: 'apiKey', apiKey: sandbox.keys.write },
		});
		// The forms of the examples ask for a password, which `npm start` prints at its end.
		const ofForms = { user: 'accounts', password: randomBytes(12).toString('base64url') };
		const httpBasicAuth = await client.createCredential({
			name: 'Password of the form',
			type: 'httpBasicAuth',
			data: ofForms,
		});
		const credentials = { mavapayApi: credential, httpBasicAuth };
		const prefix = tarball ? packageName : 'CUSTOM';
		const workflows = await importExamples(client, { credentials, filesFolder, prefix });
		return { sandbox, n8n, client, owner, ofForms, credential, workflows, filesFolder, dispose };
	} catch (error) {
		await dispose();
		throw error;
	}
}

/** @typedef {Awaited<ReturnType<typeof startInstance>>} Instance */

/**
 * @param {import('../n8n/client.mjs').N8nClient} client
 * @param {{credentials: Record<string, {id: string, name: string}>, filesFolder: string, prefix: string}} options
 * @returns {Promise<Record<string, {id: string, name: string}>>} by file name without `.json`
 */
async function importExamples(client, { credentials, filesFolder, prefix }) {
	const files = await readdir(examples);
	for (const file of files.filter((name) => name.endsWith('.csv')))
		await copyFile(join(examples, file), join(filesFolder, file));
	/** @type {Record<string, {id: string, name: string}>} */
	const imported = {};
	for (const file of files.filter((name) => name.endsWith('.json'))) {
		const name = file.slice(0, -'.json'.length);
		imported[name] = await importExample(client, name, {
			credentials,
			prefix,
			texts: filesIn(filesFolder),
		});
	}
	return imported;
}

/**
 * Imports one example as a person would, and does what its sticky note says: chooses credentials, sets addresses.
 *
 * @param {import('../n8n/client.mjs').N8nClient} client
 * @param {string} name its file without `.json`
 * @param {{credentials: Record<string, {id: string, name: string}>, prefix?: string, texts?: Record<string, string>,
 *   change?: (node: import('../n8n/client.mjs').WorkflowNode) => object}} options credentials by type, `texts`: replacements in all
 *   parameters; `change`: other changes to a node
 */
export async function importExample(
	client,
	name,
	{ credentials, prefix = packageName, texts = {}, change = () => ({}) },
) {
	const workflow = JSON.parse(await readFile(join(examples, `${name}.json`), 'utf8'));
	const nodes = workflow.nodes.map((/** @type {any} */ node) => {
		// Like the editor on import, give each trigger a new webhook ID, and use it as the path of a form, too.
		const webhookId = node.type.endsWith('Trigger') ? randomUUID() : node.webhookId;
		const parameters = withTexts({ ...texts, [String(node.webhookId)]: String(webhookId) }, node.parameters);
		return {
			...node,
			type: node.type.replace(`${packageName}.`, `${prefix}.`),
			...(webhookId === undefined ? {} : { webhookId }),
			parameters,
			...change({ ...node, parameters }),
		};
	});
	return client.importWorkflow({ ...workflow, nodes }, credentials);
}

/** Replaces n8n's usual folder for files, which the examples name, with `folder`. @param {string} folder */
export const filesIn = (folder) => ({
	// n8n's file nodes need forward slashes, also on Windows.
	'/home/node/.n8n-files/': `${folder.replaceAll('\\', '/')}/`,
});

/** @param {Record<string, string>} texts @param {object} parameters */
function withTexts(texts, parameters) {
	const text = Object.entries(texts).reduce((all, [from, to]) => all.replaceAll(from, to), JSON.stringify(parameters));
	return JSON.parse(text);
}
