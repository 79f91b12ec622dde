/** Listening for a test event: n8n's own order of calls, against the sandbox's one webhook. */
import type { TriggerHarness } from '../../harness/engine';
import { sent, signed } from '../../harness/engine/documentedEvents';
import { freshWorkflow, PRODUCTION_URL, TEST_URL, triggerFor, type SetUp } from '../../harness/engine/mavapayTrigger';
import { N8n, LISTENING, LISTENING_ENDS } from '../../harness/engine/triggerInN8n';
import { derived, lines, sandbox } from '../../harness/engine/startedTrigger';

const allowed = { options: { replaceWhileTesting: true } };
const foreign = { url: 'https://shop.example/hook', secret: 'the shop has this secret' };
const registered = () => sandbox.webhook && { url: sandbox.webhook.url, secret: sandbox.webhook.secret };
const ours = (url = PRODUCTION_URL) => ({ url, secret: derived() });

/** A trigger that can listen for a test event and be active, as in n8n. */
function trigger(setUp: SetUp = {}): TriggerHarness {
	return triggerFor(sandbox, setUp);
}

/** Starts listening with empty static data, as n8n does. */
async function listen(one: TriggerHarness): Promise<void> {
	one.testStaticData = {};
	try {
		await one.activate(LISTENING);
	} catch (error) {
		await one.deactivate(LISTENING_ENDS);
		throw error;
	}
}
const stopListening = (one: TriggerHarness) => one.deactivate(LISTENING_ENDS);

it('registers where no webhook is set, and activation takes over from there', async () => {
	const one = trigger();
	await listen(one);
	expect(registered()).toEqual(ours(TEST_URL));
	await stopListening(one);
	expect(registered()).toEqual(ours(TEST_URL));
	await one.activate();
	expect(registered()).toEqual(ours());
});

it.each([
	['live', () => ours()],
	["another's", () => foreign],
])('stops before a %s webhook, and says what it would replace', async (_whose, holder) => {
	sandbox.setWebhook(holder());
	const one = trigger();
	await expect(listen(one)).rejects.toThrow(`sends its events to ${holder().url}`);
	await expect(listen(one)).rejects.toThrow("'Replace Webhook While Testing'");
	expect(registered()).toEqual(holder());
	expect(sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
});

it('is not allowed to by the setting that is meant for activation', async () => {
	sandbox.setWebhook(foreign);
	await expect(listen(trigger({ parameters: { replaceExisting: true } }))).rejects.toThrow(
		'Replace Webhook While Testing',
	);
});

it.each([
	['live', () => ours()],
	["another's", () => foreign],
])('replaces a %s webhook where that is allowed, and restores it', async (_whose, holder) => {
	sandbox.setWebhook(holder());
	const one = trigger({ parameters: allowed });
	await listen(one);
	expect(registered()).toEqual(ours(TEST_URL));
	expect(JSON.stringify(one.testStaticData)).not.toContain(holder().secret);
	await stopListening(one);
	expect(registered()).toEqual(holder());
	await stopListening(one);
	expect(registered()).toEqual(holder());
});

it('gives it back also where somebody listened again in between', async () => {
	sandbox.setWebhook(foreign);
	const one = trigger({ parameters: allowed });
	await listen(one);
	await listen(one);
	await stopListening(one);
	expect(registered()).toEqual(foreign);
});

it('keeps on trying to give it back, and then says so instead of failing', async () => {
	sandbox.setWebhook(foreign);
	const one = trigger({ parameters: allowed });
	await listen(one);
	sandbox.faults.add({ match: { times: 2 }, fault: { kind: 'status', status: 500 } });
	await stopListening(one);
	expect(registered()).toEqual(foreign);
	await listen(one);
	sandbox.faults.add({ fault: { kind: 'status', status: 500, message: 'Down' } });
	await stopListening(one);
	expect(registered()).toEqual(ours(TEST_URL));
	expect(lines.at(-1)).toContain('https://shop.example/hook could not be restored after listening');
	sandbox.faults.clear();
	await listen(one);
	await stopListening(one);
	expect(registered()).toEqual(foreign);
});

it('leaves the webhook to a workflow that was activated while listening', async () => {
	sandbox.setWebhook(foreign);
	const one = trigger({ parameters: { ...allowed, replaceExisting: true } });
	await listen(one);
	await one.activate();
	expect(registered()).toEqual(ours());
	await stopListening(one);
	expect(registered()).toEqual(ours());
	await one.deactivate();
	expect(registered()).toEqual(foreign);
});

it("does not let an activation while listening replace another's webhook unasked", async () => {
	sandbox.setWebhook(foreign);
	const one = trigger({ parameters: allowed });
	await listen(one);
	await expect(one.activate()).rejects.toThrow(foreign.url);
	await stopListening(one);
	expect(registered()).toEqual(foreign);
});

it('lets a deactivation while listening put back what was there at first', async () => {
	sandbox.setWebhook(foreign);
	const one = trigger({ parameters: { ...allowed, replaceExisting: true } });
	await one.activate();
	await listen(one);
	await one.deactivate();
	expect(registered()).toEqual(foreign);
	await stopListening(one);
	expect(registered()).toEqual(foreign);
});

it('never leaves its test URL as the webhook of a workflow that is activated after a crash', async () => {
	sandbox.setWebhook(foreign);
	const workflowId = freshWorkflow();
	const one = trigger({ parameters: { ...allowed, replaceExisting: true }, workflowId });
	await one.activate();
	await listen(one);
	// n8n crashes here: the static data of listening is lost, the workflow's static data isn't.
	const revived = trigger({ parameters: { replaceExisting: true }, staticData: one.staticData });
	await revived.activate();
	expect(registered()).toEqual(ours());
	await revived.deactivate();
	expect(registered()).toEqual(foreign);
});

it('shows the event it was waiting for, however often it came before', async () => {
	const one = trigger();
	await listen(one);
	const n8n = await N8n.start(one);
	n8n.options = { mode: 'manual', isTest: true };
	for (const secret of [ours().secret, ours().secret, 'wrong']) await n8n.deliver(signed(sent('NGN'), secret));
	expect(n8n.emitted.map(({ customerReference }) => customerReference)).toEqual(['order-1', 'order-1']);
	expect(n8n.statuses).toEqual([200, 200, 401]);
	await n8n.close();
});
