/** Several triggers in one n8n with one account: one has the webhook, and the others don't take it away. */
import { Instance } from '../../harness/engine/triggerInstance';
import { foreign, lines, sandbox } from '../../harness/engine/startedTrigger';

let instance: Instance;
beforeEach(async () => {
	instance = await Instance.start(sandbox);
	sandbox.setWebhook(foreign);
});
afterEach(async () => await instance.close());

const webhook = () => sandbox.webhook?.url;
const held = () =>
	sandbox.webhook && { url: sandbox.webhook.url, secret: sandbox.webhook.secret, isActive: sandbox.webhook.isActive };

describe('a trigger whose workflow is active', () => {
	it.each([true, false])('is not replaced, with Replace Existing Webhook %s', async (replaceExisting) => {
		const [one, other] = [instance.add(), instance.add({ replaceExisting })];
		await instance.activate(one);
		expect(await instance.activate(other)).toBe(false);
		expect(instance.refusal).toContain(`sends its events to ${instance.addressOf(one)}`);
		expect(instance.refusal).toContain('Deactivate that workflow first');
		expect(webhook()).toBe(instance.addressOf(one));
		await instance.deactivate(one);
		expect(held()).toEqual(foreign);
	});

	it('is not replaced either where n8n can not reach its own address', async () => {
		const [one, other] = [instance.add(), instance.add()];
		await instance.activate(one);
		instance.restart();
		instance.reachable = false;
		expect(await instance.activate(other)).toBe(false);
		expect(webhook()).toBe(instance.addressOf(one));
		await instance.deactivate(one);
		expect(held()).toEqual(foreign);
	});

	it('is asked once, and starts nothing by it', async () => {
		const [one, other] = [instance.add(), instance.add()];
		await instance.activate(one);
		instance.calls.length = 0;
		await instance.activate(other);
		// n8n tries five times to activate the other trigger. Each time, that trigger calls the address of the first one.
		expect(instance.calls).toEqual(Array(5).fill({ number: one, startsExecution: false, status: 200 }));
	});
});

describe('the address of a trigger that is gone', () => {
	it.each([true, false])(
		'is replaced, with Replace Existing Webhook %s, and never put back',
		async (replaceExisting) => {
			sandbox.setWebhook(null);
			const [one, other] = [instance.add(), instance.add({ replaceExisting })];
			await instance.activate(one);
			await instance.deactivate(one);
			expect(webhook()).toBe(instance.addressOf(one));
			expect(await instance.activate(other)).toBe(true);
			expect(webhook()).toBe(instance.addressOf(other));
			await instance.deactivate(other);
			expect(webhook()).toBe(instance.addressOf(other));
			expect(lines.join('\n')).toContain("stays the account's webhook");
			expect(await instance.activate(one)).toBe(true);
		},
	);
});

describe('a listener', () => {
	const listener = { options: { replaceWhileTesting: true } };

	it("gives another workflow's webhook back to it", async () => {
		const [live, tried] = [instance.add(), instance.add(listener)];
		await instance.activate(live);
		const before = held();
		await instance.listen(tried);
		expect(webhook()).toBe(instance.addressOf(tried, true));
		await instance.stopListening(tried);
		expect(held()).toEqual(before);
		await instance.deactivate(live);
		expect(held()).toEqual(foreign);
	});

	it('does not replace it unasked, be it active or not', async () => {
		const [live, tried] = [instance.add(), instance.add({ replaceExisting: true })];
		await instance.activate(live);
		await expect(instance.listen(tried)).rejects.toThrow("'Replace Webhook While Testing'");
		sandbox.setWebhook({ url: instance.addressOf(tried).replace('2222', '3333'), secret: 'gone' });
		await expect(instance.listen(tried)).rejects.toThrow("'Replace Webhook While Testing'");
	});

	it('does not put back the address of a trigger that is gone', async () => {
		sandbox.setWebhook(null);
		const [gone, tried] = [instance.add(), instance.add(listener)];
		await instance.activate(gone);
		await instance.deactivate(gone);
		await instance.listen(tried);
		await instance.stopListening(tried);
		expect(webhook()).toBe(instance.addressOf(tried, true));
	});

	it('leaves to a workflow that was deactivated meanwhile what it has to put back', async () => {
		const [live, tried] = [instance.add(), instance.add(listener)];
		await instance.activate(live);
		await instance.listen(tried);
		await instance.deactivate(live);
		await instance.stopListening(tried);
		await instance.activate(live);
		await instance.deactivate(live);
		expect(held()).toEqual(foreign);
	});
});
