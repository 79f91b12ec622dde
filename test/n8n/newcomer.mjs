// An n8n with the package as somebody has it who has just installed it: an owner, no credential, no workflow.
import { buildAndPack } from '../../scripts/lib/build.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { bootN8n } from '../../scripts/n8n/boot.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { installTarball } from '../../scripts/n8n/package.mjs';
import { openEditor } from './editorPage.mjs';

/** @typedef {Awaited<ReturnType<typeof startNewcomer>>} Newcomer */

/** n8n with its editor open, and a sandbox beside it. */
export async function startNewcomer() {
	/** @type {Array<() => Promise<unknown>>} */
	const endings = [];
	const dispose = async () => {
		for (const end of endings.reverse().splice(0)) await end();
	};
	try {
		await ensureHarness();
		const userFolder = temporaryFolder('mavapay-newcomer-');
		const { file } = await buildAndPack(temporaryFolder('mavapay-newcomer-'));
		await installTarball(file, userFolder);
		const sandbox = await startSandbox({ preferredPort: 4010 });
		endings.push(sandbox.stop);
		const n8n = await bootN8n({ userFolder });
		endings.push(n8n.stop);
		const owner = await n8n.client().setUpOwner();
		const editor = await openEditor({ url: n8n.url, owner });
		endings.push(() => editor.close());
		return { sandbox, editor, dispose };
	} catch (error) {
		await dispose();
		throw error;
	}
}
