/**
 * From an empty workflow to the first accepted payout, as somebody who has just installed the package does it in n8n's
 * editor: counts clicks and keys, and makes the README's moving picture of it.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkout } from '../../scripts/lib/paths.mjs';
import { eventually } from './eventually.mjs';
import { firstPayout } from './firstPayout.mjs';
import { markPaid, payAnother, resolve } from './frightened.mjs';
import { startNewcomer } from './newcomer.mjs';
import { Person } from './person.mjs';
import { keepPicture } from './pictures.mjs';
import { movingPng } from './smallPng.mjs';

/** @type {import('./newcomer.mjs').Newcomer} */
let world;
before(async () => {
	world = await startNewcomer();
});
after(() => world?.dispose());

test('the first payout takes 14 clicks and less than a minute of pointing and typing, as the README says', async () => {
	const { editor, sandbox } = world;
	const person = new Person(editor.page);
	await firstPayout(editor, person, sandbox);
	const all = await editor.panel.locator('[data-test-id="parameter-item"] label').allInnerTexts();
	const labels = all.map((text) => text.trim().split('\n')[0] ?? '').filter((label) => label !== '');
	// The last frame also comes first, because programs that don't play the picture show its first frame.
	const frames = [...person.frames.slice(-1), ...person.frames];
	await keepPicture('first-payout', movingPng(frames), labels.slice(0, labels.indexOf('Options') + 1));

	const payouts = (await sandbox.ledger()).filter(({ kind }) => kind === 'payout');
	assert.deepEqual(
		payouts.map(({ amount, destination }) => ({ amount, destination })),
		[{ amount: '250000', destination: '0123456789' }],
	);
	const { clicks, keys, seconds } = person;
	assert.ok(clicks <= 14 && keys <= 60 && seconds <= 60, `${clicks} clicks, ${keys} keys, ${seconds} s`);
	const readme = await readFile(join(checkout, 'README.md'), 'utf8');
	assert.match(readme, new RegExp(`\\b${clicks} clicks and fewer than 60 keys, less than a minute\\b`));
});

test('the output says that it was accepted', () =>
	eventually(async () => assert.match(await world.editor.output.locator('tbody').innerText(), /outcome:\s*accepted/)));

test('a payment that got no answer is found, settled and not made again by the steps that its error names, with 27 clicks', async () => {
	const { editor, sandbox } = world;
	const person = new Person(editor.page);
	const payment = { reference: 'INV-2', accountNumber: '0123456789', amount: '2700' };
	await sandbox.control('POST', '/faults', {
		match: { method: 'POST', path: '/withdraw' },
		fault: { kind: 'dropAfter' },
	});
	await payAnother(editor, person, payment);
	await editor.output.getByText(/^May have been paid: 2,700\.00 NGN/).waitFor();
	await sandbox.control('DELETE', '/faults');
	await sandbox.settleAll();

	const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
	await resolve(editor, person, { ...payment, day });
	const heads = (await editor.output.locator('th').allInnerTexts()).map((text) => text.trim());
	const cells = await editor.output.locator('tbody tr').first().locator('td').allInnerTexts();
	const cell = (/** @type {string} */ head) => String(cells[heads.indexOf(head)]).trim();
	assert.deepEqual(heads.slice(0, 4), ['reference', 'state', 'resolution', 'why']);
	assert.equal(cell('resolution'), 'likelyPaid');
	await editor.shoot('found-again');
	await markPaid(editor, person, { claim: cell('claim'), transactionId: cell('transactionId') });
	await editor.output.getByRole('cell', { name: 'paid', exact: true }).waitFor();

	await person.click(editor.panel.locator('[data-test-id="ndv-close-button"]'));
	await editor.openNode('Withdraw to bank account');
	await person.click(editor.panel.locator('[data-test-id="node-execute-button"]'));
	await editor.output.getByText(/^Already paid: 2,700\.00 NGN/).waitFor();
	const payouts = (await sandbox.ledger()).filter(({ kind, amount }) => kind === 'payout' && amount === '270000');
	assert.equal(payouts.length, 1);
	// `clicks` doesn't count the double click that opens the node that paid: 2 more clicks.
	assert.ok(person.clicks + 2 <= 27, `${person.clicks + 2} clicks`);
});
