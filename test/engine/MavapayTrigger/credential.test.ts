/** Deliveries share a reading of the credential for a second; none is accepted or refused wrongly for it. */
import { TestCredentialsHelper } from '../../harness/engine/credentials';
import { sent, signed } from '../../harness/engine/documentedEvents';
import { freshWorkflow, triggerFor, type SetUp } from '../../harness/engine/mavapayTrigger';
import { n8n, sandbox } from '../../harness/engine/startedTrigger';

const [OLD, NEW] = ['the old secret', 'the new secret'];

let workflowId: string;
let nowMs: number;
let readings: jest.SpyInstance;
let events = 0;
beforeEach(() => {
	workflowId = freshWorkflow();
	nowMs = 100_000;
	jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
	readings = jest.spyOn(TestCredentialsHelper.prototype, 'getDecrypted');
	use(OLD);
});

/** From now on the credential holds this secret. Nothing is registered, so Mavapay is not asked about another one. */
function use(webhookSigningSecret: string, setUp: SetUp = {}): void {
	const parameters = { registration: 'manual' };
	n8n.use(triggerFor(sandbox, { workflowId, parameters, credential: { webhookSigningSecret }, ...setUp }));
}

async function deliver(secret: string, headers: Record<string, string> = {}): Promise<number> {
	const delivery = signed(sent('NGN', { id: `event ${++events}` }), secret);
	const { response } = await n8n.deliver({ ...delivery, headers: { ...delivery.headers, ...headers } });
	return response.statusCode;
}

it('many events at once and within a second cause one reading', async () => {
	const statuses = await Promise.all(Array.from({ length: 20 }, async () => await deliver(OLD)));
	nowMs += 1_000;
	expect([...statuses, await deliver(OLD)]).toEqual(Array.from({ length: 21 }, () => 200));
	expect(readings).toHaveBeenCalledTimes(1);
	nowMs += 1;
	await deliver(OLD);
	expect(readings).toHaveBeenCalledTimes(2);
});

it('a new secret counts at once', async () => {
	expect(await deliver(OLD)).toBe(200);
	nowMs += 1;
	use(NEW);
	expect([await deliver(NEW), await deliver(NEW)]).toEqual([200, 200]);
	expect(await deliver(OLD)).toBe(401);
});

it('a secret that was replaced is accepted for a second at most, however often it comes', async () => {
	expect(await deliver(OLD)).toBe(200);
	use(NEW);
	for (let passed = 0; passed < 1_000; passed += 250) {
		nowMs += 250;
		expect(await deliver(OLD)).toBe(200);
	}
	nowMs += 1;
	expect(await deliver(OLD)).toBe(401);
});

it('a forged event is held against a reading of its own time', async () => {
	// The log, which hides the credential's secrets, reads it for its first line within a minute.
	await deliver('a guess');
	readings.mockClear();
	for (let count = 1; count <= 3; count++) {
		nowMs += 1;
		expect(await deliver('a guess')).toBe(401);
		expect(readings).toHaveBeenCalledTimes(count);
	}
});

it('another credential of the node is read, within the second too', async () => {
	await deliver(OLD);
	use(NEW, { node: { credentials: { mavapayApi: { id: 'another', name: 'Another' } } } });
	expect(await deliver(OLD)).toBe(401);
	expect(await deliver(NEW)).toBe(200);
});

it('another workflow has readings of its own', async () => {
	await deliver(OLD);
	use(NEW, { workflowId: freshWorkflow() });
	expect(await deliver(OLD)).toBe(401);
});

it('where it can not be read nothing is accepted, and the next event tries again', async () => {
	readings.mockRejectedValueOnce(new Error('the database is away'));
	expect(await deliver(OLD)).toBe(500);
	nowMs += 1;
	expect(await deliver(OLD)).toBe(200);
	expect(n8n.executions).toHaveLength(1);
});

it('where a shared reading failed an event reads for itself', async () => {
	let fail: (error: Error) => void = () => undefined;
	readings.mockImplementationOnce(async () => await new Promise((_, reject) => (fail = reject)));
	const first = deliver(OLD);
	await new Promise((resolve) => setImmediate(resolve));
	nowMs += 1;
	const second = deliver(OLD);
	await new Promise((resolve) => setImmediate(resolve));
	fail(new Error('the database is away'));
	expect([await first, await second]).toEqual([500, 200]);
});
