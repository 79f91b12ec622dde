/** The panel of the trigger and the credential in n8n's editor; editor.test.mjs starts n8n and the browser. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { node, packageName } from '../../scripts/n8n/workflow.mjs';
import { eventually } from './eventually.mjs';

/** @typedef {{ instance: import('../../scripts/demo/instance.mjs').Instance, editor: import('./editorPage.mjs').Editor }} World */

/** @param {World} world filled in before the first test */
export function editorOfTrigger(world) {
	async function importTrigger() {
		const credentials = { mavapayApi: world.instance.credential };
		const webhookId = randomUUID();
		const trigger = node('Mavapay Trigger', `${packageName}.mavapayTrigger`, {}, { credentials, webhookId });
		const { id } = await world.instance.client.importWorkflow(
			{ name: 'Events', nodes: [trigger], connections: {} },
			credentials,
		);
		return { id, path: `${webhookId}/webhook` };
	}

	describe('the panel of the trigger', () => {
		/** @type {Awaited<ReturnType<typeof importTrigger>>} */
		let trigger;
		before(async () => {
			trigger = await importTrigger();
			await world.editor.openWorkflow(trigger.id);
		});

		test('says on the canvas what it triggers on', async () => {
			await world.editor
				.node('Mavapay Trigger')
				.getByText(/Any Event/)
				.first()
				.waitFor();
		});

		test('explains the one webhook of the account, and shows both addresses', async () => {
			await world.editor.openNode('Mavapay Trigger');
			await world.editor.panel.getByText('Receive payment events from Mavapay').waitFor();
			await world.editor.panel.getByText('When will this node trigger my flow?').click();
			await world.editor.panel.getByText("A test replaces the account's only webhook for up to two minutes.").waitFor();
			await world.editor.panel.getByText('Webhook URLs').click();
			await world.editor.panel.getByText(`${world.instance.n8n.url}/webhook-test/${trigger.path}`).waitFor();
			await world.editor.shoot('trigger');
			await world.editor.panel.getByText('Production URL', { exact: true }).click();
			await world.editor.panel.getByText(`${world.instance.n8n.url}/webhook/${trigger.path}`).waitFor();
			for (const name of ['currency', 'status', 'type', 'customerReference', 'minimumAmount'])
				await world.editor.parameter(name).waitFor();
			assert.equal(await world.editor.parameter('customerReferenceMatch').count(), 0);
			for (const name of ['confirmWithMavapay', 'maximumAge']) await world.editor.parameter(name).waitFor();
			await world.editor.offers(['Allow Repeated Events', 'Replace Webhook While Testing'], 0);
		});

		test('says what to do when the webhook is set by hand', async () => {
			await world.editor.choose('registration', 'Manual');
			await world.editor.panel
				.getByText("set the production URL from 'Webhook URLs' and the credential's 'Webhook Signing Secret'")
				.waitFor();
			await eventually(async () => assert.equal(await world.editor.parameter('replaceExisting').count(), 0));
			await world.editor.shoot('trigger-manual');
			await world.editor.choose('registration', 'Automatic');
			await world.editor.parameter('replaceExisting').waitFor();
		});

		test('listens for a test event, and shows it', async () => {
			await world.instance.sandbox.control('POST', '/webhook', { clear: true });
			await world.editor.executeStep();
			await world.editor.panel.getByText('Listening for test event').waitFor();
			await world.editor.shoot('trigger-listening');
			const { deliveries } = await world.instance.sandbox.control('POST', '/events', {
				customerReference: 'order-editor-7',
				amount: '123456',
				currency: 'NGN',
			});
			assert.equal(deliveries[0].attempts[0].status, 200);
			await world.editor.output.getByText('order-editor-7').first().waitFor();
			await world.editor.shoot('trigger-event');
			await eventually(async () =>
				assert.match(
					await world.editor.output.locator('tbody').innerText(),
					/payment\.received[\s\S]*major:\s*1234\.56[\s\S]*order-editor-7/,
				),
			);
		});

		test("does not listen over somebody else's webhook, and says whose", async () => {
			await world.instance.sandbox.control('POST', '/webhook', {
				url: 'https://shop.example/hook',
				secret: 'the shop has this secret',
			});
			// While the trigger still listens, a click on its button would only stop listening.
			await world.editor.panel.getByText('Listening for test event').waitFor({ state: 'hidden' });
			await world.editor.executeStep();
			const told = world.editor.page.getByText(/sends its events to https:\/\/shop\.example\/hook/).first();
			await told.waitFor();
			await world.editor.shoot('trigger-refused');
			await eventually(async () =>
				assert.match(
					await told.innerText(),
					/Nothing was changed\. Turn on the option 'Replace Webhook While Testing'/,
				),
			);
			assert.ok(!(await world.editor.readable()).includes('the shop has this secret'));
		});
	});
}

/** @param {World} world filled in before the first test */
export function editorOfCredential(world) {
	describe('the credential', () => {
		const wrongKey = `wrong-${'k'.repeat(24)}`;
		/** Answers every request with a web page. */
		const website = createServer((_, response) =>
			response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
		);
		before(() => new Promise((settle) => website.listen(0, '127.0.0.1', () => settle(undefined))));
		after(() => website.close());

		/** @param {object} data what differs from a good credential */
		function create(data) {
			const { baseUrl, keys } = world.instance.sandbox;
			const good = { deployment: 'custom', baseUrl, authentication: 'apiKey', apiKey: keys.write };
			return world.instance.client.createCredential({
				name: `Account ${randomUUID().slice(0, 8)}`,
				type: 'mavapayApi',
				data: { ...good, ...data },
			});
		}

		test('is found good, without showing the key', async () => {
			await world.editor.openCredential(world.instance.credential.id);
			await world.editor.credentialSays(/Connection tested successfully/);
			await world.editor.shoot('credential-good');
			assert.ok(!(await world.editor.page.content()).includes(world.instance.sandbox.keys.write));
			assert.ok(!(await world.editor.readable()).includes(world.instance.sandbox.keys.write));
		});

		test('with a wrong key typed in says so, without showing the key', async () => {
			const { id } = await create({});
			await world.editor.openCredential(id);
			await world.editor.credentialSays(/Connection tested successfully/);
			await world.editor.saveCredential({ apiKey: wrongKey });
			await world.editor.credentialSays(
				/Mavapay doesn't accept this key\. Check that it is complete and belongs to the chosen deployment\./,
			);
			await world.editor.shoot('credential-wrong-key');
			assert.ok(!(await world.editor.readable()).includes(wrongKey));
			assert.equal(
				await world.editor.credential.locator('[data-test-id=parameter-input-apiKey] input').getAttribute('type'),
				'password',
			);
		});

		for (const { name, data, says } of [
			{
				name: 'an address that answers with a web page',
				data: () => ({
					baseUrl: `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (website.address()).port}/api/v1`,
				}),
				says: /The response isn't from Mavapay's API: it may be a web page\. Check 'Deployment' and 'Base URL'\./,
			},
			{
				name: 'an address without its path',
				data: () => ({ baseUrl: new URL(world.instance.sandbox.baseUrl).origin }),
				says: /'Base URL' must be a full URL with the API's path/,
			},
			{
				name: 'an address whose path is wrong',
				data: () => ({ baseUrl: new URL('/api/v9', world.instance.sandbox.baseUrl).href }),
				says: /There is no Mavapay API at this address\. Check 'Deployment', and the path of 'Base URL', which usually ends in \/api\/v1\./,
			},
		]) {
			test(`with ${name} says so`, async () => {
				const { id } = await create(data());
				await world.editor.openCredential(id);
				await world.editor.credentialSays(says);
				await world.editor.shoot(`credential-${name.replaceAll(' ', '-')}`);
				assert.ok(!(await world.editor.readable()).includes(world.instance.sandbox.keys.write));
			});
		}
	});
}
