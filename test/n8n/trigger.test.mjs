/**
 * The trigger on a real n8n: activation, events of payments made by the action node, redelivery, forgeries, replays in
 * another order, two hundred events at once, a database that refuses executions, a restart, several triggers of one
 * account, listening for a test event, deactivation. n8n's list of executions shows which events were passed on; the
 * sandbox shows which webhook is registered.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { pause, waitFor } from '../../scripts/lib/waiting.mjs';
import { itemsOf, N8nAnswerError, ownConnection } from '../../scripts/n8n/client.mjs';
import { withoutEditor } from '../../scripts/n8n/environment.mjs';
import { pingingService } from './pingingService.mjs';
import { packedFor } from './tarball.mjs';
import { accountWebhook, databaseOf, importTrigger, sentEvent } from './triggerEvents.mjs';

const foreign = { url: 'https://shop.example/hook', secret: 'the shop has this secret' };
const address = '0x52908400098527886E0F7030069857D2E4169EE7';

/** @type {import('../../scripts/demo/instance.mjs').Instance} */
let instance;

before(async () => {
	const tarball = await packedFor('trigger');
	instance = await startInstance({ tarball }, { env: withoutEditor });
});
after(() => instance?.dispose());

/** A workflow that starts with the trigger. @param {object} [parameters] @param {{id: string, name: string}} [credential] */
async function newWorkflow(parameters = {}, credential = instance.credential) {
	const { id, path } = await importTrigger(instance.client, { credential, parameters });
	return {
		id,
		productionUrl: `${instance.n8n.url}/webhook/${path}`,
		testUrl: `${instance.n8n.url}/webhook-test/${path}`,
	};
}

const registered = () => accountWebhook(instance.sandbox);
const registeredUrl = async () => (await registered())?.url;
const setWebhook = (/** @type {object} */ webhook) => instance.sandbox.control('POST', '/webhook', webhook);

/** Waits until `isSo` is true: n8n answers an activation before the trigger's webhook methods have run. @param {string} what @param {() => Promise<boolean>} isSo */
const becomes = (what, isSo) => waitFor(what, isSo, { orElse: () => instance.n8n.logs().slice(-2_000) });

/** Whether n8n knows nothing of an address. @param {string} url */
const isGone = async (url) => (await fetch(url, { method: 'POST', headers: ownConnection })).status === 404;

/** @param {{id: string, productionUrl: string}} workflow */
async function activate({ id, productionUrl }) {
	await instance.client.activate(id);
	await becomes('the webhook to be registered', async () => (await registeredUrl()) === productionUrl);
}

/** @param {{id: string, productionUrl: string}} workflow @param {string} leavingUrl the account's webhook afterwards */
async function deactivate({ id, productionUrl }, leavingUrl) {
	const linesBefore = instance.n8n.logs().length;
	await instance.client.deactivate(id);
	await becomes('the deactivation to end', async () => {
		const said = instance.n8n.logs().slice(linesBefore);
		return (await registeredUrl()) === leavingUrl && /is https?:\S+ again|stays the account/.test(said);
	});
	// n8n removes the webhook's URL only after the trigger has logged the deactivation.
	await becomes('the address to be gone', () => isGone(productionUrl));
}

/**
 * Sends each event once. Without `retry: false`, the sandbox would send refused events again later, even while n8n restarts.
 *
 * @param {object | object[]} events @returns {Promise<any[]>} their deliveries, once each has been answered
 */
async function deliver(events) {
	const once = [events].flat().map((event) => ({ retry: false, ...event }));
	return (await instance.sandbox.control('POST', '/events', once)).deliveries;
}

/** @param {any[]} deliveries */
const statusesOf = (deliveries) => deliveries.map(({ attempts }) => attempts[0].status);

const redeliver = (/** @type {{number: number}} */ { number }) =>
	instance.sandbox.control('POST', `/deliveries/${number}/redeliver`);

/**
 * Delivers each event until n8n accepts it, as the service does. A busy n8n refuses events while it waits for its database.
 *
 * @param {object | object[]} events @returns {Promise<any[]>} the first deliveries
 */
async function deliverUntilTaken(events) {
	const first = await deliver(events);
	for (let open = first; open.length > 0;) {
		const refused = open.filter((delivery) => statusesOf([delivery])[0] !== 200);
		assert.deepEqual(
			statusesOf(refused).filter((status) => !(status >= 500)),
			[],
		);
		open = await Promise.all(refused.map(redeliver));
	}
	return first;
}

/**
 * The number of a workflow's successful executions. An execution may have failed only if n8n's database failed: before the
 * trigger ran (the caller got no 200, and the event came again), or after all nodes had run.
 *
 * @param {string} workflowId
 */
async function countEnded(workflowId) {
	let ended = 0;
	for (let cursor = ''; ;) {
		const query = new URLSearchParams({ workflowId, limit: '250', ...(cursor ? { cursor } : {}) });
		const page = await instance.client.api('GET', `/executions?${query}`).catch((error) => {
			// With many events at once, n8n sometimes can't reach its database for a moment.
			if (error instanceof N8nAnswerError && error.status === 503) return undefined;
			throw error;
		});
		if (page === undefined) return undefined;
		const statuses = page.data.map((/** @type {any} */ { status }) => status);
		const failed = page.data.filter((/** @type {any} */ { status }) => !['success', 'running', 'new'].includes(status));
		for (const { id } of failed) {
			const { data } = await instance.client.api('GET', `/executions/${id}?includeData=true`);
			const [ran, message] = [Object.keys(data?.resultData?.runData ?? {}), data?.resultData?.error?.message];
			// On a slow machine n8n may wait for its own database for too long once all nodes have run.
			const isUnsaved = ran.includes('After') && /SqliteWriteConnectionMutex/.test(message);
			if (isUnsaved) ended += 1;
			else assert.deepEqual(ran, [], message);
		}
		ended += statuses.filter((/** @type {string} */ status) => status === 'success').length;
		if (!page.nextCursor) return ended;
		cursor = page.nextCursor;
	}
}

/** Waits until the workflow has output `count` events, and checks shortly afterwards that there are no more. @param {string} id @param {number} count */
async function emits(id, count) {
	const passedOn = async () =>
		(await instance.client.executions(id)).flatMap((execution) => itemsOf(execution, 'After'));
	let ended = 0;
	await waitFor(`${count} executions`, async () => (ended = (await countEnded(id)) ?? ended) >= count, {
		orElse: () => `${ended} ended well. n8n's log ends with:\n${instance.n8n.logs().slice(-2_000)}`,
	});
	// Some executions may be of repeated deliveries and output nothing, so wait for the events too.
	await waitFor(`${count} events`, async () => (await passedOn()).length >= count, { everyMs: 1_000 });
	await pause(500);
	const items = await passedOn();
	assert.equal(items.length, count);
	// All items must be events with a transaction. The failure shows any other item.
	const odd = items.filter(({ transactionId }) => typeof transactionId !== 'string');
	assert.deepEqual(odd, []);
	return items;
}

describe('an active workflow', () => {
	/** @type {Awaited<ReturnType<typeof newWorkflow>>} */
	let workflow;
	let count = 0;

	before(async () => {
		workflow = await newWorkflow();
		await activate(workflow);
	});

	test('starts with the event of a payout that the action node made, and finds its customerReference', async () => {
		const customerReference = `order-${randomUUID()}`;
		const payer = await instance.client.importWorkflow(
			{
				name: 'Pay',
				nodes: [
					{
						id: randomUUID(),
						name: 'Start',
						type: 'n8n-nodes-base.manualTrigger',
						typeVersion: 1,
						position: [0, 0],
						parameters: {},
					},
					{
						id: randomUUID(),
						name: 'Pay',
						type: 'n8n-nodes-mavapay.mavapay',
						typeVersion: 1,
						position: [220, 0],
						parameters: {
							resource: 'withdrawal',
							operation: 'toStablecoin',
							amount: '12.34',
							amountUnit: 'major',
							network: 'erc20',
							address,
							currency: 'USDT',
							customerReference,
						},
						credentials: { mavapayApi: instance.credential },
					},
				],
				connections: { Start: { main: [[{ node: 'Pay', type: 'main', index: 0 }]] } },
			},
			{ mavapayApi: instance.credential },
		);
		const paid = await instance.client.run(payer.id, 'Start');
		assert.equal(paid.status, 'success', paid.data?.resultData?.error?.message);
		await instance.sandbox.settleAll();
		// A payment in USDT has PENDING and SUCCESS under one id: two events (docs/reference/interface.md, "Events").
		const events = await emits(workflow.id, (count += 2));
		assert.deepEqual(events.map(({ status }) => status).sort(), ['PENDING', 'SUCCESS']);
		const event = events.find(({ status }) => status === 'SUCCESS');
		const [{ payout }] = itemsOf(paid, 'Pay');
		assert.equal(payout.outcome, 'accepted');
		assert.deepEqual(
			{ ...event, data: undefined },
			{
				event: 'payment.sent',
				customerReference,
				customerReferenceFrom: 'data.stablecoinTransactionMetadata.customerReference',
				orderId: null,
				transactionId: payout.transactionId,
				type: 'WITHDRAWAL',
				status: 'SUCCESS',
				currency: 'USDT',
				amount: { minor: '1234', major: '12.34' },
				fees: event?.fees,
				verified: 'signature',
				paymentRef: null,
				paymentLink: null,
				data: undefined,
			},
		);
		assert.equal(event?.data.id, payout.transactionId);
	});

	test('starts once for an event that is delivered again, in another order, and many times at once', async () => {
		const events = ['PENDING', 'SUCCESS'].flatMap((status) =>
			[1, 2, 3].map((n) => ({ data: { id: `again-${n}`, status } })),
		);
		const deliveries = await deliverUntilTaken(events);
		count += events.length;
		await emits(workflow.id, count);
		for (const delivery of [...deliveries].reverse()) {
			assert.deepEqual(statusesOf(await Promise.all([1, 2, 3].map(() => redeliver(delivery)))), [200, 200, 200]);
		}
		await emits(workflow.id, count);
	});

	test('starts for no forgery, and answers with a real status', async () => {
		const forged = await deliver(
			['wrongSecret', 'noSignature', 'alteredBody', 'notJson', 'tooLarge'].map((forge) => ({ forge })),
		);
		// n8n itself refuses broken JSON if the content type is JSON: 422.
		assert.deepEqual(statusesOf(forged), [401, 401, 401, 422, 413]);
		const [plain] = await deliver({ forge: 'notJson', headers: { 'Content-Type': 'text/plain' } });
		assert.equal(plain.attempts[0].status, 400);
		await emits(workflow.id, count);
	});

	// If its row can't be written in time, an event is passed on anyway. So only as many come at once as a busy SQLite takes.
	test('starts exactly once for each of 200 events, 50 of them at once, each of them twice', async () => {
		const events = Array.from({ length: 200 }, (_, n) => ({ data: { id: `crowd-${n}`, status: 'SUCCESS' } }));
		for (const from of [0, 50, 100, 150]) {
			const some = events.slice(from, from + 50);
			await deliverUntilTaken([...some, ...some]);
			await emits(workflow.id, (count += some.length));
		}
		const items = await emits(workflow.id, count);
		const ids = items.map(({ transactionId }) => transactionId).filter((id) => id.startsWith('crowd-'));
		assert.equal(new Set(ids).size, 200);
	});

	/** While `during` runs, n8n's database takes no new row into a table. @param {string} table @param {() => Promise<void>} during */
	async function refusing(table, during) {
		const database = await databaseOf(instance.n8n);
		await database(
			`create trigger refuse before insert on ${table} begin select raise(fail, 'attempt to write a readonly database'); end`,
		);
		try {
			await during();
		} finally {
			await database('drop trigger refuse');
		}
	}

	test('loses no event while n8n can not save executions: the caller is told, and delivers it again', async () => {
		const { secret = '' } = (await registered()) ?? {};
		const post = async (/** @type {string} */ id) =>
			(await sentEvent({ url: workflow.productionUrl, secret, id })).status;
		const isRefused = async (/** @type {string} */ id) => assert.ok((await post(id)) >= 500);
		const isTaken = (/** @type {string} */ id) => waitFor(`${id} to be taken`, async () => (await post(id)) === 200);
		await refusing('execution_entity', async () => {
			for (const id of ['lost-1', 'lost-2', 'lost-1']) await isRefused(id);
		});
		for (const id of ['lost-1', 'lost-1']) await isTaken(id);
		await emits(workflow.id, (count += 1));

		await refusing('execution_entity', async () => await isRefused('lost-3'));
		await instance.n8n.restart();
		await instance.client.signIn(instance.owner);
		for (const id of ['lost-2', 'lost-3', 'lost-3']) await isTaken(id);
		const items = await emits(workflow.id, (count += 2));
		const lost = items.map(({ transactionId }) => transactionId).filter((id) => id.startsWith('lost-'));
		assert.deepEqual(lost.sort(), ['lost-1', 'lost-2', 'lost-3']);
	});

	test('passes an event on where only its row can not be written, and says so', async () => {
		const { secret = '' } = (await registered()) ?? {};
		await refusing('processed_data', async () => {
			const { status } = await sentEvent({ url: workflow.productionUrl, secret, id: 'no-row' });
			assert.equal(status, 200);
			await emits(workflow.id, (count += 1));
		});
		assert.match(instance.n8n.logs(), /This event couldn't be recorded in n8n's database/);
	});

	test('is found as it was after a restart: same webhook, nothing registered again, events remembered', async () => {
		const before = await registered();
		const { requests: earlier } = await instance.sandbox.control('GET', '/requests');
		await instance.n8n.restart();
		await instance.client.signIn(instance.owner);
		await deliverUntilTaken(['after-restart', 'crowd-7'].map((id) => ({ data: { id, status: 'SUCCESS' } })));
		await emits(workflow.id, (count += 1));
		assert.deepEqual(await registered(), before);
		const { requests } = await instance.sandbox.control('GET', '/requests');
		const writes = requests.slice(earlier.length).filter((/** @type {any} */ { method }) => method !== 'GET');
		assert.deepEqual(writes, []);
	});

	test('does not lose its webhook to somebody who listens for a test event', async () => {
		await assert.rejects(listen(workflow.id), /Replace Webhook While Testing/);
		assert.equal(await registeredUrl(), workflow.productionUrl);
	});

	test('leaves its registration where no webhook was set before, and starts no more', async () => {
		await deactivate(workflow, workflow.productionUrl);
		const [delivery] = await deliver({ data: { id: 'too-late', status: 'SUCCESS' } });
		assert.equal(delivery.attempts[0].status, 404);
		await emits(workflow.id, count);
	});

	test('has that registration adopted when it is activated again', async () => {
		await instance.client.activate(workflow.id);
		await becomes('events to be taken', async () => statusesOf(await deliver({ event: 'ping' }))[0] === 200);
		await deactivate(workflow, workflow.productionUrl);
	});
});

/** Listens for a test event from the editor's side. @param {string} id */
async function listen(id) {
	return await instance.client.rest('POST', `/workflows/${id}/run`, {
		triggerToStartFrom: { name: 'Mavapay Trigger' },
	});
}

test('the example writes each payment event to its file as one line that no spreadsheet can misread', async () => {
	await setWebhook({ clear: true });
	const { id } = instance.workflows['payment-events'] ?? { id: '' };
	await instance.client.activate(id);
	await becomes('the webhook to be registered', async () => Boolean(await registeredUrl()));
	await deliverUntilTaken([
		{
			event: 'payment.received',
			currency: 'NGN',
			amount: '123456',
			customerReference: 'order "7"',
			orderId: '43477-4306',
		},
		{ event: 'payment.sent', currency: 'BTC', amount: '1000', customerReference: '=HYPERLINK("https://x.example")' },
	]);
	// Executions without an item are left out: n8n can have started one for an event that it refused at first.
	const written = async () =>
		(await instance.client.executions(id)).filter((execution) => itemsOf(execution, 'Mavapay Trigger').length > 0);
	await waitFor(
		'two executions',
		async () => (await written()).filter(({ status }) => status === 'success').length >= 2,
	);
	const [head, ...lines] = (await readFile(join(instance.filesFolder, 'payment-events.csv'), 'utf8'))
		.trim()
		.split('\n');
	assert.equal(
		head,
		'"receivedAt","event","status","customerReference","amount","currency","fees","transactionId","orderId"',
	);
	const received = lines.find((line) => line.includes('payment.received')) ?? '';
	assert.match(
		received,
		/^"20[^"]+","payment\.received","SUCCESS","order ""7""","1234\.56","NGN","0\.00","[0-9a-f-]{36}","43477-4306"$/,
	);
	const sent = lines.find((line) => line.includes('payment.sent')) ?? '';
	assert.match(sent, /"'=HYPERLINK\(""https:\/\/x\.example""\)","0\.00001000","BTC"/);
	assert.equal(lines.length, 2);
	await instance.client.deactivate(id);
});

test('the ping that a registration causes is answered while the registration waits for it, and starts nothing', async () => {
	const service = await pingingService(instance.sandbox);
	try {
		await setWebhook({ clear: true });
		const data = {
			deployment: 'custom',
			baseUrl: service.baseUrl,
			authentication: 'apiKey',
			apiKey: instance.sandbox.keys.write,
		};
		const credential = await instance.client.createCredential({ name: 'Pinging', type: 'mavapayApi', data });
		const workflow = await newWorkflow({ options: { replaceWhileTesting: true } }, credential);
		await activate(workflow);
		assert.equal((await listen(workflow.id)).waitingForWebhook, true);
		assert.deepEqual(service.pings, [
			{ url: workflow.productionUrl, status: 200 },
			{ url: workflow.testUrl, status: 200 },
		]);
		await instance.client.rest('DELETE', `/test-webhook/${workflow.id}`);
		await becomes('the webhook to be restored', async () => (await registeredUrl()) === workflow.productionUrl);
		assert.equal((await instance.client.executions(workflow.id)).length, 0);
		await deactivate(workflow, workflow.productionUrl);
	} finally {
		await service.stop();
	}
});

describe("an account with somebody else's webhook", () => {
	test('is replaced for a test listener where that is allowed, and restored after its event', async () => {
		await setWebhook(foreign);
		const workflow = await newWorkflow({ options: { replaceWhileTesting: true } });
		assert.equal((await listen(workflow.id)).waitingForWebhook, true);
		assert.equal(await registeredUrl(), workflow.testUrl);
		const [forged] = await deliver({ forge: 'wrongSecret' });
		assert.equal(forged.attempts[0].status, 401);
		const [delivery] = await deliver({ customerReference: 'seen-in-the-editor' });
		assert.equal(delivery.attempts[0].status, 200);
		await becomes('the webhook to be restored', async () => (await registeredUrl()) === foreign.url);
		assert.deepEqual(await registered(), foreign);
	});
});
