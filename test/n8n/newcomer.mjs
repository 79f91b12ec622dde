// The n8n of a new user who has just installed the package: an owner, no credentials, no workflows.
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { bootN8n } from '../../scripts/n8n/boot.mjs';
import { installTarball } from '../../scripts/n8n/package.mjs';
import { openEditor } from './editorPage.mjs';
import { packedFor } from './tarball.mjs';

/** @typedef {Awaited<ReturnType<typeof startNewcomer>>} Newcomer */

/**
 * Starts n8n with its editor open, and a sandbox.
 *
 * @param {{username: string, password: string}} [httpCredentials] with which the browser opens n8n's forms
 */
export async function startNewcomer(httpCredentials) {
	/** @type {Array<() => Promise<unknown>>} */
	const endings = [];
	const dispose = async () => {
		for (const end of endings.reverse().splice(0)) await end();
	};
	try {
		const userFolder = temporaryFolder('mavapay-newcomer-');
		const tarball = await packedFor('newcomer');
		await installTarball(tarball, userFolder);
		const sandbox = await startSandbox({ preferredPort: 4010 });
		endings.push(sandbox.stop);
		const n8n = await bootN8n({ userFolder });
		endings.push(n8n.stop);
		const client = n8n.client();
		const owner = await client.setUpOwner();
		const editor = await openEditor({ url: n8n.url, owner }, httpCredentials);
		endings.push(() => editor.close());
		return { client, sandbox, editor, dispose };
	} catch (error) {
		await dispose();
		throw error;
	}
}
