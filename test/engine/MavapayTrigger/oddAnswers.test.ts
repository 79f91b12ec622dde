/** What the trigger must not believe, lose or reveal when the service, or a caller, answers oddly. */
import { sent, signed } from '../../harness/engine/documentedEvents';
import { run } from '../../harness/engine/mavapay';
import { freshWorkflow, PRODUCTION_URL, TEST_URL, triggerFor, type SetUp } from '../../harness/engine/mavapayTrigger';
import { LISTENING, LISTENING_ENDS } from '../../harness/engine/triggerInN8n';
import { derived, foreign, lines, n8n, sandbox } from '../../harness/engine/startedTrigger';

const refused = (promise: Promise<unknown>): Promise<string> =>
	promise.then(
		() => 'nothing',
		(error: unknown) => (error instanceof Error ? error.message : 'no error'),
	);

async function start(setUp: SetUp = {}): Promise<void> {
	n8n.use(triggerFor(sandbox, setUp));
	await n8n.trigger.activate();
	lines.length = 0;
}
const confirming = { parameters: { confirmWithMavapay: true } };
let events = 0;
const send = async () => await n8n.deliver(signed(sent('NGN', { id: `event ${++events}` }), sandbox.webhook?.secret));

describe('a profile that cannot be read', () => {
	it('does not pass for an account without webhook', async () => {
		const body = { status: 'ok', data: { webhook: foreign } };
		sandbox.setWebhook(foreign);
		sandbox.faults.add({ match: { path: '/user' }, fault: { kind: 'status', status: 200, body } });
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		expect(await refused(trigger.activate())).toContain("doesn't say whether the account has a webhook");
		expect(sandbox.webhook?.url).toBe(foreign.url);
	});

	it('does not make a deactivation forget what it has to put back', async () => {
		sandbox.setWebhook(foreign);
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await trigger.activate();
		sandbox.faults.add({
			match: { path: '/user', nth: 1 },
			fault: { kind: 'status', status: 200, body: { status: 'ok' } },
		});
		await expect(trigger.deactivate()).rejects.toThrow("doesn't say");
		await trigger.deactivate();
		expect(sandbox.webhook?.url).toBe(foreign.url);
	});
});

it('a registration that was refused leaves nothing to put back over one that was then made by hand', async () => {
	sandbox.setWebhook(foreign);
	const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
	sandbox.faults.add({
		match: { method: 'PUT' },
		fault: { kind: 'status', status: 403, message: 'Insufficient permissions' },
	});
	expect(await refused(trigger.activate())).toContain('Insufficient permissions');
	await trigger.deactivate();
	sandbox.faults.clear();
	sandbox.setWebhook({ url: PRODUCTION_URL, secret: 'pasted', isActive: true });
	const byHand = triggerFor(sandbox, {
		parameters: { registration: 'manual' },
		credential: { webhookSigningSecret: 'pasted' },
		staticData: trigger.staticData,
	});
	await byHand.deactivate();
	expect(sandbox.webhook?.url).toBe(PRODUCTION_URL);
});

describe('secrets that the service repeats', () => {
	it('are in no message of an activation', async () => {
		const message = `Secret ${derived()} is too short for key ${sandbox.keys.write}`;
		sandbox.faults.add({ match: { method: 'POST' }, fault: { kind: 'status', status: 400, message } });
		const shown = await refused(triggerFor(sandbox).activate());
		expect(shown).toContain('Secret ******** is too short for key ********');
		sandbox.faults.clear();
		sandbox.faults.add({ fault: { kind: 'status', status: 403, message } });
		expect(await refused(triggerFor(sandbox).activate())).toContain('Secret ******** is too short for key ********');
	});

	it("are in no message of a deactivation, where they are the earlier webhook's", async () => {
		sandbox.setWebhook(foreign);
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await trigger.activate();
		const fault = { kind: 'status' as const, status: 400, message: `Secret "${foreign.secret}" is too short` };
		sandbox.faults.add({ match: { method: 'PUT' }, fault });
		expect(await refused(trigger.deactivate())).toContain('Secret "********" is too short');
	});

	it('are not in the log', async () => {
		await start(confirming);
		sandbox.faults.add({ fault: { kind: 'status', status: 401, message: `Bad key ${sandbox.keys.write}` } });
		await send();
		expect(lines).toEqual([expect.stringContaining('Bad key ********')]);
	});
});

describe('the log is not filled', () => {
	it('by bodies that are too large in ever new ways', async () => {
		await start();
		for (let more = 1; more <= 5; more++) await n8n.deliver({ body: Buffer.alloc(1_048_576 + more) });
		expect(n8n.statuses).toEqual([413, 413, 413, 413, 413]);
		expect(lines).toHaveLength(1);
	});

	it('by a service that fails in ever new words', async () => {
		await start(confirming);
		for (let number = 1; number <= 5; number++) {
			sandbox.faults.clear();
			sandbox.faults.add({ fault: { kind: 'status', status: 500, message: `Request ${number} failed` } });
			await send();
		}
		expect(n8n.statuses).toEqual([503, 503, 503, 503, 503]);
		expect(lines).toHaveLength(1);
	});

	it('with advice to activate again where only the fingerprint is lost', async () => {
		await start();
		n8n.trigger.staticData = {};
		await send();
		expect(n8n.statuses).toEqual([200]);
		expect(lines).toEqual([]);
	});
});

describe('listening', () => {
	const allowed = { options: { replaceWhileTesting: true } };

	it.each([
		['the secret was changed', 'changed', true],
		['the service has switched it off', 'secret', false],
	])('restores the webhook also where meanwhile %s and somebody listens again', async (_why, secret, isActive) => {
		sandbox.setWebhook(foreign);
		const workflowId = freshWorkflow();
		const setUp = { parameters: allowed, workflowId };
		await triggerFor(sandbox, { ...setUp, credential: { webhookSigningSecret: 'secret' } }).activate(LISTENING);
		sandbox.setWebhook({ url: TEST_URL, secret: 'secret', isActive });
		const again = triggerFor(sandbox, { ...setUp, credential: { webhookSigningSecret: secret } });
		expect(await again.activate(LISTENING)).toBe(true);
		await again.deactivate(LISTENING_ENDS);
		expect(sandbox.webhook?.url).toBe(foreign.url);
	});

	it('that failed brings nothing back that was removed since', async () => {
		sandbox.setWebhook(foreign);
		const trigger = triggerFor(sandbox, { parameters: allowed });
		sandbox.faults.add({ match: { method: 'PUT' }, fault: { kind: 'status', status: 403, message: 'No' } });
		expect(await refused(trigger.activate(LISTENING))).toMatch(/didn't accept the account's webhook.*with a WRITE key/);
		await trigger.deactivate(LISTENING_ENDS);
		sandbox.faults.clear();
		sandbox.setWebhook(null);
		for (const created of [true, false]) {
			trigger.testStaticData = {};
			expect(await trigger.activate(LISTENING)).toBe(created);
		}
		await trigger.deactivate(LISTENING_ENDS);
		expect(sandbox.webhook?.url).toBe(TEST_URL);
	});

	it('that was refused neither ends nor disparages the live registration', async () => {
		sandbox.setWebhook(foreign);
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await trigger.activate();
		lines.length = 0;
		expect(await refused(trigger.activate(LISTENING))).toContain("'Replace Webhook While Testing'");
		await trigger.deactivate(LISTENING_ENDS);
		expect(sandbox.webhook?.url).toBe(PRODUCTION_URL);
		expect(lines).toEqual([]);
	});
});

describe('the answer to a registration, which repeats the secret,', () => {
	const echoing = (secret: string) => {
		const event = {
			event: 'ping',
			data: { message: 'This is a test webhook event', timestamp: '2026-08-01T09:00:00.000Z' },
		};
		const body = { status: 'ok', data: { url: PRODUCTION_URL, secret, event } };
		for (const method of ['POST', 'PUT']) {
			sandbox.faults.add({ match: { method }, fault: { kind: 'status', status: 200, body, effect: true } });
		}
	};

	it('leaves it neither in the log nor in what the trigger keeps', async () => {
		echoing(derived());
		const trigger = triggerFor(sandbox);
		await trigger.activate();
		expect(sandbox.webhook?.secret).toBe(derived());
		expect([...lines, JSON.stringify(trigger.staticData)].join()).not.toContain(derived());
	});

	it.each(['POST', 'PUT'])('leaves it nowhere in an execution of Webhook: Set (%s)', async (method) => {
		const secret = 'whsec repeated in clear';
		sandbox.setWebhook(method === 'PUT' ? foreign : null);
		echoing(secret);
		const set = {
			resource: 'webhook',
			operation: 'set',
			url: 'https://example.com/hook',
			secret: '={{ "whsec repeated" + " in clear" }}',
		};
		const { success, execution } = await run(sandbox, set);
		expect(success).toMatchObject([{ json: { url: PRODUCTION_URL, secret: '********', event: { event: 'ping' } } }]);
		expect(sandbox.requests.some(({ rawBody }) => rawBody.includes(secret))).toBe(true);
		expect(JSON.stringify(execution.data)).not.toContain(secret);
	});
});
