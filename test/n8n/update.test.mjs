/**
 * A new user's first hour and first update: the package is found and installed by its name, pays in the editor, and is
 * updated to a version made for this test. The saved workflow keeps working with the node version it was saved with.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkout } from '../../scripts/lib/paths.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { bootN8n } from '../../scripts/n8n/boot.mjs';
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { openEditor } from './editorPage.mjs';
import { eventually } from './eventually.mjs';
import { firstPayout } from './firstPayout.mjs';
import { installByName } from './installByName.mjs';
import { keepPayment, payment, savePayments } from './installedPackage.mjs';
import { npmWith, startRegistry } from './localRegistry.mjs';
import { packNextVersion, renamed } from './nextVersion.mjs';
import { Person } from './person.mjs';
import { packedFor } from './tarball.mjs';

const at = (/** @type {string} */ id) => `[data-test-id="${id}"]`;

/** @type {string} */
let tarball;
/** @type {Awaited<ReturnType<typeof packNextVersion>>} */
let next;
/** @type {Awaited<ReturnType<typeof startRegistry>>} */
let registry;
/** @type {Awaited<ReturnType<typeof startSandbox>>} */
let sandbox;
/** @type {import('../../scripts/n8n/boot.mjs').N8n} */
let n8n;
/** @type {import('../../scripts/n8n/client.mjs').N8nClient} */
let client;
/** @type {import('./editorPage.mjs').Editor} */
let editor;
/** The ID of the workflow of the first payout. */
let stored = '';
/** @type {Awaited<ReturnType<typeof keepPayment>>} */
let kept;

before(async () => {
	tarball = await packedFor('update');
	next = await packNextVersion(tarball);
	const manifest = createRequire(import.meta.url)(join(checkout, 'package.json'));
	registry = await startRegistry({ tarball, manifest });
	sandbox = await startSandbox();
	const { nodeFolder } = await ensureHarness();
	n8n = await bootN8n({ env: { PATH: await npmWith(registry.url, nodeFolder), HTTPS_PROXY: 'http://127.0.0.1:9' } });
	client = n8n.client();
	editor = await openEditor({ url: n8n.url, owner: await client.setUpOwner() });
});
after(async () => {
	await editor?.close();
	await n8n?.dispose();
	await sandbox?.stop();
	registry?.close();
});

const paidReferences = async () =>
	(await sandbox.ledger()).filter(({ kind }) => kind === 'payout').map((entry) => entry.customerReference);

test('installed by its name it is found, and pays', async () => {
	const person = new Person(editor.page);
	await installByName(editor, person);
	await firstPayout(editor, person, sandbox);
	await eventually(async () => assert.match(editor.page.url(), /\/workflow\/(?!new)\w+/));
	const [, id = ''] = /\/workflow\/(\w+)/.exec(editor.page.url()) ?? [];
	stored = id;
	kept = await keepPayment(client, sandbox);
	assert.equal(await kept.outcome(), 'accepted');
	assert.equal((await paidReferences()).length, 2);
});

test('the editor offers the next version, and takes it', async () => {
	assert.equal(await registry.add(next), 201);
	await editor.page.goto(`${editor.url}/settings/community-nodes`);
	const card = editor.page.locator(at('community-package-card'));
	await card
		.getByText(/update/i)
		.first()
		.click();
	await editor.page
		.locator('[role=dialog]')
		.getByRole('button', { name: /update/i })
		.last()
		.click();
	await eventually(async () => {
		const [installed] = await client.rest('GET', '/community-packages');
		assert.equal(installed.installedVersion, next.manifest.version);
	});
});

test('what was stored before shows its fields, pays nothing twice, and pays what is new', async () => {
	await editor.openWorkflow(stored, 'Withdraw to bank account');
	await editor.shows(renamed.from, 'INV-1');
	assert.equal(await editor.panel.getByText(renamed.label).count(), 0);
	const before = await paidReferences();
	await editor.executeStep();
	await editor.output.getByText(/^Already paid/).waitFor();
	assert.deepEqual(await paidReferences(), before);
	assert.equal(await kept.outcome(), 'accepted');
	assert.equal((await paidReferences()).length, before.length + 1);
});

test('a new node of version 1.1 pays beside one that was stored as 1, under one record', async () => {
	const { payoutReference, ...rest } = payment('INV-V-2');
	const { id } = await savePayments(client, sandbox, [
		{ name: 'Old', parameters: payment('INV-V-1') },
		{ name: 'New', parameters: { ...rest, [renamed.to]: payoutReference }, typeVersion: 1.1 },
	]);
	const run = async () => {
		const execution = await client.run(id, 'Start');
		return ['Old', 'New'].map((name) => itemsOf(execution, name)[0]);
	};
	assert.deepEqual(
		(await run()).map(({ payout }) => [payout.outcome, payout.reference]),
		[
			['accepted', 'INV-V-1'],
			['accepted', 'INV-V-2'],
		],
	);
	const paid = await paidReferences();
	assert.deepEqual(
		(await run()).map(({ details }) => details.cause),
		['alreadyPaid', 'alreadyPaid'],
	);
	assert.deepEqual(await paidReferences(), paid);
});
