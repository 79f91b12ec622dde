/**
 * Every way in which n8n can fail to show the package, made on purpose. For each, docs/how-to/not-shown.md quotes what n8n
 * shows and gives a cure. The cure must work: a payment after it must be in the sandbox's ledger.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chown, cp, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { checkout } from '../../scripts/lib/paths.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { bootN8n } from '../../scripts/n8n/boot.mjs';
import { withoutEditor } from '../../scripts/n8n/environment.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { installTarball, loadedNodeTypes } from '../../scripts/n8n/package.mjs';
import { startQueue } from '../../scripts/n8n/queue.mjs';
import { packageName } from '../../scripts/n8n/workflow.mjs';
import { openEditor } from './editorPage.mjs';
import { eventually } from './eventually.mjs';
import { keepPayment, nodeTypes } from './installedPackage.mjs';
import { npmWith, startRegistry } from './localRegistry.mjs';
import { packedFor } from './tarball.mjs';

/** An n8n version between the oldest and the newest. npm can install it, but not 2.18 to 2.20. */
const BETWEEN = '2.36.0';

/** The path of the list from which the editor knows all nodes. */
const LIST = '/types/nodes.json';

const run = promisify(execFile);
const { page, command } = await readPage();

/** The content of docs/how-to/not-shown.md: the table's rows, the sections by anchor; and install.md's command. */
async function readPage() {
	const text = await readFile(join(checkout, 'docs', 'how-to', 'not-shown.md'), 'utf8');
	const rows = [...text.matchAll(/^\| (.+) \| (.+) \|$/gm)].map(([, see = '', cure = '']) => ({ see, cure }));
	const sections = new Map(
		[...text.matchAll(/^## (.+)\n([^]*?)(?=^## |$(?![^]))/gm)].map(([, title = '', body = '']) => [
			`#${title.toLowerCase().replaceAll(' ', '-')}`,
			body,
		]),
	);
	const install = await readFile(join(checkout, 'docs', 'reference', 'install.md'), 'utf8');
	const [found] = /^npm install .*n8n-nodes-mavapay$/m.exec(install) ?? [];
	assert.ok(rows.length > 6 && found);
	return { page: { rows, sections }, command: found };
}

/**
 * Finds the page's row for a message of n8n, and checks that the row, with the section that it links to, has the cure.
 *
 * @param {string} seen what n8n said @param {RegExp} cure @param {RegExp} [besides] more text that the row must have
 */
function leadsTo(seen, cure, besides = /^/) {
	const quoted = (/** @type {string} */ see) => [...see.matchAll(/"([^"]+)"/g)].map(([, words = '']) => words);
	const rows = page.rows.filter(({ see }) => quoted(see).some((words) => seen.includes(words)) && besides.test(see));
	assert.ok(rows.length > 0, `The page has no row for: ${seen}`);
	const told = rows.map((row) => {
		const [, anchor = ''] = /\((#[\w-]+)\)/.exec(row.cure) ?? [];
		return `${row.cure}\n${page.sections.get(anchor) ?? ''}`;
	});
	assert.ok(
		told.some((one) => cure.test(one)),
		told.join('\n---\n'),
	);
}

/** @type {string} */
let tarball;
/** @type {Awaited<ReturnType<typeof startSandbox>>} */
let sandbox;
before(async () => {
	tarball = await packedFor('not-shown');
	sandbox = await startSandbox();
});
after(() => sandbox?.stop());

/** Installs the package by the command for installing by hand. @param {string} nodes n8n's folder of nodes @param {string} nodeFolder */
const byHand = (nodes, nodeFolder) =>
	run('sh', ['-ec', command.replace('~/.n8n/nodes', nodes).replace(packageName, tarball)], {
		env: { ...process.env, PATH: `${nodeFolder}:${process.env.PATH}` },
	});

describe('an n8n into which the editor installed it', () => {
	/** n8n's environment variables for its next start. @type {NodeJS.ProcessEnv} */
	const env = {};
	/** @type {Awaited<ReturnType<typeof startRegistry>>} */
	let registry;
	/** @type {import('../../scripts/n8n/boot.mjs').N8n} */
	let n8n;
	/** @type {import('./editorPage.mjs').Editor} */
	let editor;
	/** @type {import('../../scripts/n8n/client.mjs').N8nClient} */
	let client;
	/** @type {Awaited<ReturnType<typeof keepPayment>>} */
	let kept;
	/** The list of nodes that the editor loaded before the package was installed. @type {string} */
	let held;
	/** @type {string} */
	let nodes;
	/** @type {string} */
	let nodeFolder;

	before(async () => {
		const manifest = createRequire(import.meta.url)(join(checkout, 'package.json'));
		({ nodeFolder } = await ensureHarness());
		registry = await startRegistry({ tarball, manifest });
		Object.assign(env, { PATH: await npmWith(registry.url, nodeFolder), HTTPS_PROXY: 'http://127.0.0.1:9' });
		n8n = await bootN8n({ env });
		nodes = join(n8n.userFolder, '.n8n', 'nodes');
		client = n8n.client();
		editor = await openEditor({ url: n8n.url, owner: await client.setUpOwner() });
		const list = await editor.page.request.get(`${n8n.url}${LIST}`);
		// n8n tells browsers not to cache the list, but a proxy between them can still do so.
		assert.match(list.headers()['cache-control'] ?? '', /no-cache/);
		held = await list.text();
		await client.rest('POST', '/community-packages', { name: packageName });
		kept = await keepPayment(client, sandbox);
		assert.equal(await kept.outcome(), 'accepted');
	});
	after(async () => {
		await editor?.close();
		await n8n?.dispose();
		registry?.close();
	});

	test('and whose browser holds the list of nodes from before: it pays and is not shown, until the page is loaded anew', async () => {
		await editor.page.route(`**${LIST}`, (route) => route.fulfill({ body: held, contentType: 'application/json' }));
		await editor.openWorkflow(kept.id, 'Pay');
		await eventually(async () => leadsTo(await editor.panel.innerText(), /Ctrl\+Shift\+R/, /while the workflow runs/));
		await editor.searchNodes('mavapay');
		await editor.page.getByText('No results for "mavapay"').waitFor();
		assert.equal(await kept.outcome(), 'accepted');
		await editor.page.unroute(`**${LIST}`);
		await editor.openWorkflow(kept.id, 'Pay');
		await editor.shows('accountNumber', '0123456789');
	});

	/** Stops n8n, changes something, and starts it again. @param {() => Promise<unknown>} [change] */
	async function restart(change = async () => undefined) {
		await n8n.stop();
		await change();
		await n8n.restart();
	}
	const remove = (/** @type {string} */ folder) => restart(() => rm(folder, { recursive: true }));

	test('and whose folder of it was removed: said in the run, the editor and the log, cured by installing what is missing', async () => {
		await remove(join(nodes, 'node_modules', packageName));
		const seen = await kept.refusal();
		assert.match(seen, /Unrecognized node type/);
		leadsTo(seen, /N8N_REINSTALL_MISSING_PACKAGES=true/);
		await editor.openWorkflow(kept.id, 'Pay');
		await eventually(async () => leadsTo(await editor.panel.innerText(), /N8N_REINSTALL_MISSING_PACKAGES=true/));
		leadsTo(n8n.logs(), /N8N_REINSTALL_MISSING_PACKAGES=true/);
		env.N8N_REINSTALL_MISSING_PACKAGES = 'true';
		await n8n.restart();
		assert.equal(await kept.outcome(), 'accepted');
		delete env.N8N_REINSTALL_MISSING_PACKAGES;
	});

	test('and whose container was made anew without its folder of nodes: installed by hand it is there after a restart', async () => {
		await remove(nodes);
		leadsTo(await kept.refusal(), /image with the package/);
		leadsTo(await kept.refusal(), /Restart n8n: it reads the folder only when it starts/);
		await byHand(nodes, nodeFolder);
		assert.match(await kept.refusal(), /Unrecognized node type/);
		await n8n.restart();
		assert.equal(await kept.outcome(), 'accepted');
	});

	test('and that was told to have no packages: its settings lack the page until that is taken back', async () => {
		const settings = async () => {
			await editor.page.goto(`${n8n.url}/settings/personal`);
			await editor.page.getByText('n8n API').first().waitFor();
			return editor.page.locator('body').innerText();
		};
		assert.match(await settings(), /Community nodes/);
		env.N8N_COMMUNITY_PACKAGES_ENABLED = 'false';
		await n8n.restart();
		assert.doesNotMatch(await settings(), /Community nodes/);
		leadsTo('Community nodes', /remove `N8N_COMMUNITY_PACKAGES_ENABLED=false`/, /^no page/);
		delete env.N8N_COMMUNITY_PACKAGES_ENABLED;
		await n8n.restart();
		assert.match(await settings(), /Community nodes/);
		assert.equal(await kept.outcome(), 'accepted');
	});

	test('and where packages that n8n has not verified are off: it can not be installed until they are on', async () => {
		env.N8N_UNVERIFIED_PACKAGES_ENABLED = 'false';
		await n8n.restart();
		// n8n 2 still loads packages that are already installed.
		assert.equal(await kept.outcome(), 'accepted');
		await client.rest('DELETE', `/community-packages?name=${packageName}`);
		const refused = await client.rest('POST', '/community-packages', { name: packageName }).then(String, String);
		leadsTo(refused, /N8N_UNVERIFIED_PACKAGES_ENABLED=true/);
		env.N8N_UNVERIFIED_PACKAGES_ENABLED = 'true';
		await n8n.restart();
		await client.rest('POST', '/community-packages', { name: packageName });
		assert.equal(await kept.outcome(), 'accepted');
	});

	test('and that has a second copy in its own folder of nodes: two in the panel, and one where that is removed', async () => {
		const custom = join(n8n.userFolder, '.n8n', 'custom');
		await restart(() => byHand(custom, nodeFolder));
		assert.equal((await loadedNodeTypes(n8n, 'CUSTOM')).length, nodeTypes.length);
		await editor.searchNodes('mavapay');
		await eventually(async () => {
			const names = await editor.nodeChoices().allInnerTexts();
			assert.equal(names.filter((name) => name === 'Mavapay').length, 2);
			leadsTo(names.join(), /\.n8n\/custom[^]*Keep one and restart/, /two nodes/);
		});
		const refused = await keepPayment(client, sandbox, 'CUSTOM.mavapay').then(() => '', String);
		leadsTo(refused, /Keep one and restart/, /two nodes/);
		await remove(custom);
		assert.deepEqual(await loadedNodeTypes(n8n, 'CUSTOM'), []);
		assert.equal(await kept.outcome(), 'accepted');
	});
});

test('installed by another user, whose files n8n may not read', async () => {
	const userFolder = temporaryFolder('mavapay-user-');
	await mkdir(join(userFolder, 'tmp'));
	await installTarball(tarball, userFolder);
	const installed = join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
	const { uid, gid } = await ownerOf('daemon');
	const give = async (/** @type {string} */ folder) => {
		for (const name of ['.', ...(await readdir(folder, { recursive: true }))])
			await chown(join(folder, name), uid, gid);
	};
	await give(userFolder);
	await run('chown', ['--recursive', `${process.getuid?.()}`, installed]);
	await run('chmod', ['--recursive', process.getuid?.() === 0 ? 'go-rwx' : 'a-rwx', installed]);
	const n8n = await bootN8n({ userFolder, user: 'daemon', env: withoutEditor });
	try {
		const client = n8n.client();
		await client.setUpOwner();
		const kept = await keepPayment(client, sandbox).catch(String);
		assert.equal(typeof kept, 'string');
		leadsTo(String(kept), /as that user/);
		leadsTo(n8n.logs(), /as that user/);
		await run('chmod', ['--recursive', 'u+rwX', installed]);
		await give(installed);
		await n8n.restart();
		assert.equal(await (await keepPayment(client, sandbox)).outcome(), 'accepted');
	} finally {
		await n8n.stop();
	}
});

/** The IDs of a user; of this process's user unless it is root. @param {string} name @returns {Promise<{uid: number, gid: number}>} */
async function ownerOf(name) {
	if (process.getuid?.() !== 0) return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
	const id = async (/** @type {string} */ flag) => Number((await run('id', [flag, name])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}

test('in queue mode, on a worker without it', async () => {
	const queue = await startQueue({ tarball, workers: 1, webhooks: 0 });
	try {
		const kept = await keepPayment(queue.client, queue.sandbox);
		const [worker] = queue.workers;
		assert.ok(worker);
		const nodes = join(worker.userFolder, '.n8n', 'nodes');
		await worker.stop();
		await rm(nodes, { recursive: true });
		await worker.restart();
		leadsTo(await kept.refusal(), /Each main, worker and webhook process needs the package/, /editor/);
		await cp(join(queue.main.userFolder, '.n8n', 'nodes'), nodes, { recursive: true });
		await worker.restart();
		assert.equal(await kept.outcome(), 'accepted');
	} finally {
		await queue.dispose();
	}
});

test(`by hand on n8n ${BETWEEN}, between the oldest and the newest: not listed among the packages, and it pays`, async () => {
	process.env.N8N_GIVEN = BETWEEN;
	const { nodeFolder, version } = await ensureHarness(console.log, 'given');
	assert.equal(version, BETWEEN);
	const n8n = await bootN8n({ line: 'given', env: withoutEditor });
	try {
		const client = n8n.client();
		await client.setUpOwner();
		leadsTo(String(await keepPayment(client, sandbox).catch(String)), /it reads the folder only when it starts/);
		await byHand(join(n8n.userFolder, '.n8n', 'nodes'), nodeFolder);
		await n8n.restart();
		assert.deepEqual(await client.rest('GET', '/community-packages'), []);
		assert.equal(await (await keepPayment(client, sandbox)).outcome(), 'accepted');
	} finally {
		await n8n.dispose();
		delete process.env.N8N_GIVEN;
	}
});
