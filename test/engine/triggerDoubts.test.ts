/** What the trigger must not believe, lose or tell when the service, or whoever calls, answers oddly. */
import { deriveWebhookSecret } from '../../nodes/core/domain/webhookSecret';
import { startSandbox, type EventRequest, type Sandbox } from '../../sandbox';
import {
	Door,
	freshWorkflow,
	LISTENING,
	LISTENING_ENDS,
	PRODUCTION_URL,
	TEST_URL,
	triggerFor,
	watchLog,
	WEBHOOK_ID,
	type SetUp,
} from './triggerSetup';

let sandbox: Sandbox;
let door: Door;
let lines: string[];
beforeAll(async () => {
	sandbox = await startSandbox();
	door = await Door.open(triggerFor(sandbox));
});
beforeEach(() => {
	sandbox.reset();
	sandbox.faults.clear();
	lines = watchLog();
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
	await door.close();
	await sandbox.close();
});

const foreign = { url: 'https://shop.example/hook', secret: 'the shop has this secret', isActive: true };
const derived = () => deriveWebhookSecret({ apiKey: sandbox.keys.write, webhookId: WEBHOOK_ID });
const refused = (promise: Promise<unknown>): Promise<string> =>
	promise.then(
		() => 'nothing',
		(error: unknown) => (error instanceof Error ? error.message : 'no error'),
	);

async function start(setUp: SetUp = {}): Promise<void> {
	door.trigger = triggerFor(sandbox, setUp);
	door.results.length = 0;
	await door.trigger.activate();
	lines.length = 0;
}
const unsigned = { parameters: { options: { signatureCheck: 'off' } } };
const send = async (event: EventRequest = {}) => await sandbox.deliverEvent({ url: door.url, retry: false, ...event });

describe('a profile that cannot be read', () => {
	it.each([
		[{ status: 'ok' }],
		[{ status: 'ok', data: [] }],
		[{ status: 'ok', data: { webhook: foreign } }],
		[{ status: 'ok', data: { account: { webhook: foreign.url } } }],
	])('%j does not pass for an empty slot', async (body) => {
		sandbox.setWebhook(foreign);
		sandbox.faults.add({ match: { path: '/user' }, fault: { kind: 'status', status: 200, body } });
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		expect(await refused(trigger.activate())).toContain('does not tell whether the account has a webhook');
		expect(sandbox.webhook?.url).toBe(foreign.url);
	});

	it('does not make a deactivation forget what it has to put back', async () => {
		sandbox.setWebhook(foreign);
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await trigger.activate();
		sandbox.faults.add({ match: { path: '/user', nth: 1 }, fault: { kind: 'status', status: 200, body: { status: 'ok' } } });
		await expect(trigger.deactivate()).rejects.toThrow('does not tell');
		await trigger.deactivate();
		expect(sandbox.webhook?.url).toBe(foreign.url);
	});
});

it('a registration that was plainly refused leaves nothing to put back over one that was then made by hand', async () => {
	sandbox.setWebhook(foreign);
	const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
	sandbox.faults.add({ match: { method: 'PUT' }, fault: { kind: 'status', status: 403, message: 'Not for this key' } });
	expect(await refused(trigger.activate())).toContain('Not for this key');
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

	it('are in no message of a deactivation, where they are the earlier webhook\'s', async () => {
		sandbox.setWebhook(foreign);
		const trigger = triggerFor(sandbox, { parameters: { replaceExisting: true } });
		await trigger.activate();
		const fault = { kind: 'status' as const, status: 400, message: `Secret "${foreign.secret}" is too short` };
		sandbox.faults.add({ match: { method: 'PUT' }, fault });
		expect(await refused(trigger.deactivate())).toContain('Secret "********" is too short');
	});

	it('are not in the log', async () => {
		await start(unsigned);
		sandbox.faults.add({ fault: { kind: 'status', status: 401, message: `Bad key ${sandbox.keys.write}` } });
		await send();
		expect(lines).toEqual([expect.stringContaining('Bad key ********')]);
	});
});

describe('the log is not filled', () => {
	it('by bodies that are too large in ever new ways', async () => {
		await start();
		for (let more = 1; more <= 5; more++) await door.take({ body: Buffer.alloc(1_048_576 + more) });
		expect(door.statuses).toEqual([413, 413, 413, 413, 413]);
		expect(lines).toHaveLength(1);
	});

	it('by a service that fails in ever new words', async () => {
		await start(unsigned);
		for (let number = 1; number <= 5; number++) {
			sandbox.faults.clear();
			sandbox.faults.add({ fault: { kind: 'status', status: 500, message: `Request ${number} failed` } });
			await send();
		}
		expect(door.statuses).toEqual([503, 503, 503, 503, 503]);
		expect(lines).toHaveLength(1);
	});

	it('with advice to activate again where only the fingerprint is lost', async () => {
		await start();
		door.trigger.staticData = {};
		await send();
		expect(door.statuses).toEqual([200]);
		expect(lines).toEqual([]);
	});
});

describe('listening', () => {
	const allowed = { options: { takeSlotWhileTesting: true } };

	it.each([
		['the secret was changed', 'changed', true],
		['the service has switched it off', 'secret', false],
	])('gives the slot back also where meanwhile %s and somebody listens again', async (_why, secret, isActive) => {
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
		expect(await refused(trigger.activate(LISTENING))).toContain('did not take');
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

describe('an event that nothing but the service vouches for', () => {
	const orders = [
		{ orderId: '99999-9999', quotes: [{ customerReference: 'theirs' }] },
		{ id: '11111-1111', quotes: [{ customerReference: 'mine' }] },
	];

	it.each([
		['theirs', 401, []],
		['mine', 200, ['mine']],
	])('with the reference %s gets a %i where all orders are answered', async (said, status, emitted) => {
		await start(unsigned);
		sandbox.faults.add({ match: { path: '/order' }, fault: { kind: 'status', status: 200, body: { status: 'ok', data: orders } } });
		const { body } = await send({ url: 'http://127.0.0.1:9/', customerReference: 'mine', orderId: '11111-1111' });
		door.results.length = 0;
		await door.take({ body: body.replace('mine', said) });
		expect(door.statuses).toEqual([status]);
		expect(door.emitted.map(({ customerReference }) => customerReference)).toEqual(emitted);
	});

	it('has its name from nowhere where the service tells no type', async () => {
		await start(unsigned);
		const { body } = await send({ url: 'http://127.0.0.1:9/' });
		const { type, ...record } = JSON.parse(body).data;
		sandbox.faults.add({ match: { path: '/transaction' }, fault: { kind: 'status', status: 200, body: { status: 'ok', data: record } } });
		await door.take({ body: body.replace('payment.received', 'payment.sent').replace(type, 'WITHDRAWAL') });
		expect(door.statuses).toEqual([401]);
		expect(door.emitted).toEqual([]);
	});

	it.each([
		[401, 'API key not found'],
		[403, 'Account not found'],
	])('is to be sent again where the key is refused: %i %s', async (status, message) => {
		await start(unsigned);
		sandbox.faults.add({ fault: { kind: 'status', status, message } });
		await send();
		expect(door.statuses).toEqual([503]);
	});
});
