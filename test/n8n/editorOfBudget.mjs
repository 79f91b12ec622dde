// A budget of the key as somebody meets it who looks after both credential and workflow: set, used up, read, raised.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { chained, node, packageName } from '../../scripts/n8n/workflow.mjs';
import { eventually } from './eventually.mjs';
import { Person } from './person.mjs';

const at = (/** @type {string} */ id) => `[data-test-id="${id}"]`;

/** @param {import('./editorOfTrigger.mjs').World} world filled in before the first test */
export function editorOfBudget(world) {
	test('a budget is set in the credential, whose test names a line that it cannot read; reached, the node says why; raised, it pays', async (t) => {
		const { editor, instance } = world;
		const { page } = editor;
		const { baseUrl, keys } = instance.sandbox;
		const name = `Budget ${randomUUID().slice(0, 8)}`;
		const data = { deployment: 'custom', baseUrl, authentication: 'apiKey', apiKey: keys.write };
		const mavapayApi = await instance.client.createCredential({ name, type: 'mavapayApi', data });
		const id = await importPayment(instance.client, mavapayApi);
		const payouts = async () => (await instance.sandbox.ledger()).filter(({ kind }) => kind === 'payout');
		const before = (await payouts()).length;
		const person = new Person(page);
		const field = editor.credential.locator(`${at('parameter-input-mostPerDay')} :is(input, textarea)`);
		const write = async (/** @type {string} */ line) => {
			await person.click(field);
			await person.press('ControlOrMeta+A');
			await person.fill(field, line);
			await person.click(editor.credential.locator(at('credential-save-button')));
		};

		await editor.openCredential(mavapayApi.id);
		await editor.credentialSays(/Connection tested successfully/);
		await write('1,000 naira');
		await editor.credentialSays(/'Most per Day' has the line "1,000 naira"/);
		await editor.shoot('budget-unreadable');
		await write('NGN 1000');
		await editor.credentialSays(/Connection tested successfully/);
		await editor.shoot('budget-set');

		await editor.openWorkflow(id, 'Pay');
		const pay = async (/** @type {string} */ reference) => {
			await person.click(editor.input('payoutReference'));
			await person.press('ControlOrMeta+A');
			await person.fill(editor.input('payoutReference'), reference);
			await person.click(editor.panel.locator(at('node-execute-button')));
		};
		const isPaid = (/** @type {string} */ reference) =>
			eventually(async () => {
				const shown = await editor.output.innerText();
				for (const what of [/outcome:?\s*accepted/, new RegExp(reference)]) assert.match(shown, what);
			});
		await pay('B-1');
		await isPaid('B-1');
		await pay('B-2');
		await editor.output
			.locator(at('node-error-message'))
			.getByText('Over the budget: 600.00 NGN to "Adaeze Chioma Okafor"')
			.waitFor();
		await eventually(async () =>
			assert.match(
				await editor.panel.innerText(),
				/of the 1,000\.00 NGN that 'Most per Day' of the key allows, 600\.00 NGN are used and 400\.00 NGN are left\. The budget begins anew on /,
			),
		);
		await editor.shoot('budget-reached');

		await person.click(editor.panel.locator(at('credential-edit-button')));
		await editor.credential.waitFor();
		await write('NGN 5000');
		await editor.credentialSays(/Connection tested successfully/);
		// The first closes the credential and the node's panel, or the credential alone.
		const closes = async () => (await editor.panel.isHidden()) || void (await person.press('Escape'));
		await waitFor('the panel to close', closes, { everyMs: 1_000 });
		await editor.openNode('Pay');
		person.clicks += 2;
		await pay('B-2');
		await isPaid('B-2');
		await editor.shoot('budget-raised');
		assert.equal((await payouts()).length - before, 2);
		t.diagnostic(`${person.clicks} clicks and ${person.keys} keys`);
	});
}

/** A payment of 600 naira to an account of the sandbox. @param {import('../../scripts/n8n/client.mjs').N8nClient} client @param {{id: string, name: string}} mavapayApi */
async function importPayment(client, mavapayApi) {
	const pay = {
		resource: 'withdrawal',
		operation: 'toBankAccount',
		bank: { __rl: true, mode: 'list', value: '000013', cachedResultName: 'Guaranty Trust Bank' },
		accountNumber: '0123456789',
		amount: '60000',
		amountUnit: 'minor',
		payoutReference: '',
		expectedAccountName: 'Adaeze Chioma Okafor',
		options: { allowRepeats: true },
	};
	const { id } = await client.importWorkflow(
		{
			name: `Budget ${mavapayApi.id}`,
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', {}),
				node('Pay', `${packageName}.mavapay`, pay, { position: [260, 0], credentials: { mavapayApi } }),
			],
			connections: chained([['Start', 'Pay']]),
		},
		{ mavapayApi },
	);
	return /** @type {string} */ (id);
}
