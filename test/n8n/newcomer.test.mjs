/**
 * From an empty workflow to the first accepted payout, as somebody who has just installed the package does it in n8n's
 * editor: counts clicks and keys, and makes the README's moving picture of it, in .cache/screenshots.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildAndPack } from '../../scripts/lib/build.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { bootN8n } from '../../scripts/n8n/boot.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { installTarball } from '../../scripts/n8n/package.mjs';
import { openEditor, screenshots } from './editorPage.mjs';
import { eventually } from './eventually.mjs';
import { firstPayout } from './firstPayout.mjs';
import { Person } from './person.mjs';
import { movingPng } from './smallPng.mjs';

/** @type {Awaited<ReturnType<typeof startSandbox>>} */
let sandbox;
/** @type {import('../../scripts/n8n/boot.mjs').N8n} */
let n8n;
/** @type {import('./editorPage.mjs').Editor} */
let editor;

before(async () => {
	await ensureHarness();
	const userFolder = temporaryFolder('mavapay-newcomer-');
	const { file } = await buildAndPack(temporaryFolder('mavapay-newcomer-'));
	await installTarball(file, userFolder);
	sandbox = await startSandbox({ preferredPort: 4010 });
	n8n = await bootN8n({ userFolder });
	const owner = await n8n.client().setUpOwner();
	editor = await openEditor({ url: n8n.url, owner });
});
after(async () => {
	await editor?.close();
	await n8n?.stop();
	await sandbox?.stop();
});

test('the first payout takes 12 clicks and less than a minute of pointing and typing, as the README says', async () => {
	const person = new Person(editor.page);
	await firstPayout(editor, person, sandbox);
	await writeFile(join(screenshots, 'first-payout.png'), movingPng(person.frames));

	const payouts = (await sandbox.ledger()).filter(({ kind }) => kind === 'payout');
	assert.deepEqual(
		payouts.map(({ amount, destination }) => ({ amount, destination })),
		[{ amount: '250000', destination: '0123456789' }],
	);
	const { clicks, keys, seconds } = person;
	assert.ok(clicks <= 12 && keys <= 60 && seconds <= 60, `${clicks} clicks, ${keys} keys, ${seconds} s`);
	const readme = await readFile(join(checkout, 'README.md'), 'utf8');
	assert.match(readme, new RegExp(`\\b${clicks} clicks and fewer than 60 keys, less than a minute\\b`));
});

test('the output says that it was accepted', () =>
	eventually(async () => assert.match(await editor.output.locator('tbody').innerText(), /outcome:\s*accepted/)));
