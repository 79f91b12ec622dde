/** Several triggers of one n8n that hold the account's one webhook after one another, deactivated in any order. */
import { startSandbox, type Sandbox } from '../../../sandbox';
import { Instance } from '../../harness/engine/triggerInstance';
import { watchLog } from '../../harness/engine/mavapayTrigger';

const shop = { url: 'https://shop.example/hook', secret: 'the shop has this secret', isActive: true };

let sandbox: Sandbox;
let instance: Instance;
let lines: string[];
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(async () => {
	sandbox.reset();
	sandbox.faults.clear();
	lines = watchLog();
	instance = await Instance.start(sandbox);
	sandbox.setWebhook(shop);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await instance.close();
});
afterAll(() => sandbox.close());

const webhook = () => sandbox.webhook?.url;
const held = () =>
	sandbox.webhook && { url: sandbox.webhook.url, secret: sandbox.webhook.secret, isActive: sandbox.webhook.isActive };

const orders: Array<[string, ReadonlyArray<readonly ['on' | 'off' | 'restart', number]>]> = [
	[
		'the first one first',
		[
			['on', 0],
			['on', 1],
			['off', 0],
			['off', 1],
		],
	],
	[
		'the last one first',
		[
			['on', 0],
			['on', 1],
			['off', 1],
			['off', 0],
		],
	],
	[
		'three, from the middle',
		[
			['on', 0],
			['on', 1],
			['on', 2],
			['off', 1],
			['off', 0],
			['off', 2],
		],
	],
	[
		'three, in their order',
		[
			['on', 0],
			['on', 1],
			['on', 2],
			['off', 0],
			['off', 1],
			['off', 2],
		],
	],
	[
		'one of them again in between',
		[
			['on', 0],
			['on', 1],
			['off', 0],
			['on', 0],
			['off', 1],
			['off', 0],
		],
	],
	[
		'after a restart between the activations',
		[
			['on', 0],
			['restart', 0],
			['on', 1],
			['off', 0],
			['off', 1],
		],
	],
	[
		'after restarts between all of it',
		[
			['on', 0],
			['restart', 0],
			['on', 1],
			['restart', 0],
			['off', 0],
			['restart', 0],
			['off', 1],
		],
	],
];

it.each(orders)('%s: what stood there before the first is put back, with its secret', async (_how, steps) => {
	for (let count = 0; count < 3; count++) instance.add();
	for (const [step, number] of steps) {
		if (step === 'on') expect(await instance.activate(number)).toBe(true);
		else if (step === 'off') expect(await instance.deactivate(number)).toBe(true);
		else instance.restart();
		// Never the address of a trigger that is no longer active.
		expect([shop.url, ...instance.addresses]).toContain(webhook());
	}
	expect(held()).toEqual(shop);
});

it('gives the webhook back to the trigger that had it, as long as that is active', async () => {
	const [one, other] = [instance.add(), instance.add()];
	await instance.activate(one);
	const before = held();
	await instance.activate(other);
	expect(webhook()).toBe(instance.addressOf(other));
	instance.restart();
	await instance.deactivate(other);
	expect(held()).toEqual(before);
});

it('keeps no secret readable, neither at rest nor on its way between two triggers', async () => {
	const [one, other] = [instance.add(), instance.add({ replaceExisting: true }, { apiKey: sandbox.keys.write })];
	await instance.activate(one);
	await instance.activate(other);
	for (const number of [one, other]) expect(JSON.stringify(instance.staticDataOf(number))).not.toContain(shop.secret);
	expect(instance.staticDataOf(other)).toMatchObject({
		'node:Trigger': { previous: [{ url: instance.addressOf(one) }, { url: shop.url }] },
	});
	expect(lines.join('\n')).not.toContain(shop.secret);
});

it('tells what it replaced to nobody who can not sign', async () => {
	const one = instance.add();
	await instance.activate(one);
	for (const headers of [{}, { 'x-mavapay-signature': '0'.repeat(64) }]) {
		const answer = await fetch(instance.addressOf(one), {
			method: 'POST',
			headers,
			body: '{"event":"n8n.previousWebhooks"}',
		});
		expect([answer.status, await answer.text()]).toEqual([401, '{"message":"The event could not be verified."}']);
	}
});

describe('where n8n can not reach itself', () => {
	it('what this process knows is enough', async () => {
		const [one, other] = [instance.add(), instance.add()];
		instance.reachable = false;
		await instance.activate(one);
		await instance.activate(other);
		await instance.deactivate(one);
		await instance.deactivate(other);
		expect(held()).toEqual(shop);
	});

	it('a trigger that can not be asked what it replaced is not replaced: that would be lost', async () => {
		const [one, other] = [instance.add(), instance.add()];
		await instance.activate(one);
		instance.restart();
		instance.reachable = false;
		expect(await instance.activate(other)).toBe(false);
		expect(webhook()).toBe(instance.addressOf(one));
		await instance.deactivate(one);
		expect(held()).toEqual(shop);
	});

	it('a trigger that is not known to be active is passed over, which is said', async () => {
		const [one, other] = [instance.add(), instance.add()];
		await instance.activate(one);
		await instance.activate(other);
		instance.restart();
		instance.reachable = false;
		await instance.deactivate(other);
		expect(held()).toEqual(shop);
		expect(lines.join('\n')).toContain(
			`${instance.addressOf(one)} was not restored: it didn't answer, so it isn't known to be active.`,
		);
	});
});

it('leaves its own address where what it replaced was a trigger that is gone, and says so', async () => {
	sandbox.setWebhook(null);
	const [one, other] = [instance.add(), instance.add()];
	await instance.activate(one);
	await instance.activate(other);
	await instance.deactivate(one);
	await instance.deactivate(other);
	expect(webhook()).toBe(instance.addressOf(other));
	expect(lines.join('\n')).toContain(
		`${instance.addressOf(one)} was not restored: its workflow is not active any more.`,
	);
	expect(lines.join('\n')).toContain('stays the webhook of the Mavapay account');
});

describe('a listener', () => {
	const listener = { options: { takeSlotWhileTesting: true } };

	it("gives another workflow's webhook back to it", async () => {
		const [live, tried] = [instance.add(), instance.add(listener)];
		await instance.activate(live);
		const before = held();
		await instance.listen(tried);
		expect(webhook()).toBe(instance.addressOf(tried, true));
		await instance.stopListening(tried);
		expect(held()).toEqual(before);
		await instance.deactivate(live);
		expect(held()).toEqual(shop);
	});

	it('puts back what stood there before, where that workflow was deactivated meanwhile', async () => {
		const [live, tried] = [instance.add(), instance.add(listener)];
		await instance.activate(live);
		await instance.listen(tried);
		await instance.deactivate(live);
		await instance.stopListening(tried);
		expect(held()).toEqual(shop);
	});

	it('of a workflow that was activated meanwhile hands on to it, also before another one', async () => {
		const [live, tried] = [instance.add(), instance.add({ replaceExisting: true, ...listener })];
		await instance.activate(live);
		await instance.listen(tried);
		await instance.activate(tried);
		await instance.stopListening(tried);
		expect(webhook()).toBe(instance.addressOf(tried));
		await instance.deactivate(live);
		await instance.deactivate(tried);
		expect(held()).toEqual(shop);
	});
});
