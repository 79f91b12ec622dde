/** Documented events on n8n-core's webhook context and in the execution they start. */
import { INSTANCE_URL } from '../../harness/engine';
import { PING, sent, settled, signed, transaction } from '../../harness/engine/documentedEvents';
import { PRODUCTION_URL, triggerFor, type SetUp } from '../../harness/engine/mavapayTrigger';
import { N8n } from '../../harness/engine/triggerInN8n';
import { lines, n8n, sandbox } from '../../harness/engine/startedTrigger';

beforeEach(async () => await start());

/** Activates a trigger of another workflow, and lets n8n receive events for it. */
async function start(setUp: SetUp = {}): Promise<void> {
	n8n.use(triggerFor(sandbox, setUp));
	await n8n.trigger.activate();
	sandbox.clearRequests();
	lines.length = 0;
}

const secret = () => sandbox.webhook?.secret;
const send = async (body: string | object, header?: string) => await n8n.deliver(signed(body, secret(), header));
const statusOf = async (delivery: Parameters<N8n['deliver']>[0]) => (await n8n.deliver(delivery)).response.statusCode;

describe('every documented event comes out whole:', () => {
	it('a settled link as the table of event kinds has it, with everything in data', async () => {
		await send({ event: 'payment_link.settled', data: transaction('NGN', { type: 'SETTLEMENT' }) });
		expect(n8n.emitted).toMatchObject([
			{ type: 'SETTLEMENT', transactionId: transaction('NGN').id, orderId: '43477-4306', paymentRef: null },
		]);
	});

	it('of an unknown kind, under *', async () => {
		await send({ event: 'payment.refunded', data: transaction('NGN') });
		await send('{"event":"account.frozen","since":"today"}');
		expect(n8n.emitted).toMatchObject([
			{ event: 'payment.refunded', customerReference: 'order-1' },
			{ event: 'account.frozen', transactionId: null, data: { event: 'account.frozen', since: 'today' } },
		]);
	});
});

describe('statuses', () => {
	it('of a USDT withdrawal, PENDING without a hash and then SUCCESS under one ID, are two events, each once', async () => {
		const pending = sent('USDT', { status: 'PENDING', hash: null });
		const done = sent('USDT');
		for (const event of [pending, done, pending, done, done]) await send(event);
		expect(n8n.emitted.map(({ status, transactionId }) => [status, transactionId])).toEqual([
			['PENDING', transaction('USDT').id],
			['SUCCESS', transaction('USDT').id],
		]);
		expect(n8n.statuses).toEqual([200, 200, 200, 200, 200]);
	});
});

describe('what is not wanted is taken and starts nothing:', () => {
	it('but no settled link for the word of its type, where another one is wanted', async () => {
		await start({ parameters: { type: ['WITHDRAWAL'] } });
		await send({ event: 'payment_link.settled', data: transaction('NGN', { type: 'SETTLEMENT' }) });
		expect(n8n.emitted).toMatchObject([{ type: 'SETTLEMENT', event: 'payment_link.settled' }]);
	});

	it('but not an amount that can not be read, which passes', async () => {
		await start({ parameters: { currency: 'NGN', minimumAmount: '100000' } });
		await send(sent('NGN', { amount: 'plenty' }));
		expect(n8n.emitted).toMatchObject([{ amount: { minor: null } }]);
	});

	it('what a filter holds back', async () => {
		const filters = { currency: 'NGN', status: ['SUCCESS'], type: ['WITHDRAWAL'], customerReference: 'order-1' };
		await start({ parameters: filters });
		await send(sent('NGN', { status: 'PENDING' }));
		expect([n8n.statuses, n8n.emitted, lines]).toEqual([[200], [], []]);
	});

	it.each([
		['signed', signed(PING, 'of nobody')],
		['unsigned', { body: JSON.stringify(PING) }],
	])('a ping, %s', async (_how, delivery) => {
		const { response } = await n8n.deliver(delivery);
		expect([response.statusCode, response.body]).toEqual([200, 'OK']);
		expect(n8n.executions).toEqual([]);
	});

	it('a ping above 4 kB, as long as it is signed', async () => {
		const large = JSON.stringify({ ...PING, more: 'x'.repeat(4_096) });
		expect([await statusOf(signed(large, secret())), await statusOf({ body: large })]).toEqual([200, 401]);
		expect(n8n.executions).toEqual([]);
	});

	it('the ping that a registration causes, while it is still running', async () => {
		n8n.use(triggerFor(sandbox));
		const activation = n8n.trigger.activate();
		expect(await statusOf({ body: JSON.stringify(PING) })).toBe(200);
		expect(n8n.trigger.staticData).toEqual({});
		await activation;
		expect(n8n.executions).toEqual([]);
	});
});

describe('a delivery that cannot be believed', () => {
	const forged = {
		'a wrong secret': [() => signed(sent('NGN'), 'wrong'), 401, 'signature is wrong'],
		'no signature': [() => ({ body: JSON.stringify(sent('NGN')) }), 401, 'no signature header'],
		'a changed body': [
			() => ({ ...signed(sent('NGN'), secret()), body: JSON.stringify(sent('NGN', { amount: 1 })) }),
			401,
			'signature is wrong',
		],
		'no JSON': [() => signed('<event/>', secret()), 400, 'is not JSON'],
		'a huge body': [() => signed('x'.repeat(1_048_577), secret()), 413, 'bytes'],
	} as const;

	it.each(Object.keys(forged) as (keyof typeof forged)[])(
		'for %s gets a real status and leaves its reason in the log',
		async (how) => {
			const [delivery, status, reason] = forged[how];
			expect(await statusOf(delivery())).toBe(status);
			expect(n8n.executions).toEqual([]);
			expect(lines).toHaveLength(1);
			expect(lines[0]).toMatch(new RegExp(`^warn Mavapay Trigger: An event was refused \\(${status}\\): .*${reason}`));
			expect(lines[0]).not.toMatch(/order-1/);
			expect(lines[0]).not.toContain(secret());
		},
	);

	it('has the names of its headers in the log, not what they say, and the way without webhooks', async () => {
		const headers = { 'X-Mavapay-Hmac': 'value-1', 'content-type': 'application/json', authorization: 'value-2' };
		await n8n.deliver({ body: JSON.stringify(sent('NGN')), headers });
		expect(lines).toEqual([
			expect.stringMatching(
				/\(401\): it has no signature header\. Its headers were: .*x-mavapay-hmac.*authorization.*\. To receive events without webhooks, use 'Transaction: Get New'\.$/i,
			),
		]);
		expect(lines.join()).not.toMatch(/value-|application/);
	});

	it('has no more than two thousand characters of them there', async () => {
		const headers = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`h${n}-${'x'.repeat(5_000)}`, 'v']));
		await n8n.deliver({ body: JSON.stringify(sent('NGN')), headers });
		expect(lines[0]).toMatch(/ h0-x+\. To receive events/);
		expect(lines[0]?.length).toBeLessThan(3_000);
	});

	it('fills no log', async () => {
		for (let count = 0; count < 20; count++) await n8n.deliver(signed(sent('NGN'), 'wrong'));
		expect(lines).toHaveLength(1);
	});

	it('spoils nothing for the true one', async () => {
		await n8n.deliver(signed(sent('NGN'), 'wrong'));
		await send(sent('NGN'));
		expect(n8n.emitted).toHaveLength(1);
	});

	it('costs no more than its HMAC: neither is it read nor written anew', async () => {
		const decoded = jest.spyOn(TextDecoder.prototype, 'decode');
		const body = `{"event":"payment.sent","data":[${'1e22,'.repeat(200_000)}1]}`;
		expect(await statusOf({ body })).toBe(401);
		expect(await statusOf(signed(body, 'wrong'))).toBe(401);
		expect(await statusOf(signed(body.slice(0, 4_097), 'wrong'))).toBe(401);
		// Only the last body is below 64 kB, so only that one is decoded.
		expect(decoded).toHaveBeenCalledTimes(1);
	});

	it('is refused by size before its signature is looked at', async () => {
		const body = Buffer.alloc(1_048_577, ' ');
		expect(await statusOf({ body })).toBe(413);
		expect(await statusOf({ body: body.subarray(1) })).toBe(401);
	});
});

describe('signatures', () => {
	const header = (value: string) => ({ 'x-mavapay-signature': value });

	it.each([
		['under the other name', (hex: string) => ({ 'X-Webhook-Signature': hex })],
		[
			'under both names, of which one fits',
			(hex: string) => ({ 'X-Webhook-Signature': hex, ...header('0'.repeat(64)) }),
		],
	])('are taken %s', async (_how, headers) => {
		const { body, headers: usual = {} } = signed(sent('NGN'), secret());
		await n8n.deliver({ body, headers: headers(usual['x-mavapay-signature'] ?? '') });
		expect(n8n.emitted).toMatchObject([{ verified: 'signature' }]);
	});
});

describe('Maximum Age', () => {
	const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
	const old = { parameters: { maximumAge: 10 } };

	it('refuses what was last updated before, as a replay, and what does not say when', async () => {
		await start(old);
		await send(sent('NGN', { updatedAt: minutesAgo(11) }));
		await send(settled('NGN', { updatedAt: minutesAgo(11) }));
		for (const updatedAt of [undefined, 'yesterday']) await send(sent('NGN', { updatedAt }));
		await send(sent('NGN', { updatedAt: minutesAgo(9) }));
		await send(settled('NGN', { updatedAt: minutesAgo(9) }));
		expect(n8n.statuses).toEqual([401, 401, 401, 401, 200, 200]);
		expect(n8n.emitted).toHaveLength(2);
		expect(lines).toEqual([expect.stringContaining("it is older than 'Maximum Age' allows")]);
	});
});

describe('secrets', () => {
	it('both the present and the previous one are taken', async () => {
		await start({ credential: { webhookSigningSecret: 'new', previousWebhookSigningSecret: 'old' } });
		const statuses = [];
		for (const one of ['new', 'old', 'older']) statuses.push(await statusOf(signed(sent('NGN', { id: one }), one)));
		expect(statuses).toEqual([200, 200, 401]);
	});

	/** A trigger of this workflow with another API key, for which Mavapay doesn't have the derived secret yet. */
	const otherKey = () =>
		triggerFor(sandbox, { staticData: n8n.trigger.staticData, credential: { apiKey: sandbox.keys.read } });

	it('a new API key is met by asking for the registered secret, once a minute', async () => {
		n8n.use(otherKey());
		for (const id of ['a', 'b', 'c']) await send(sent('NGN', { id }));
		await n8n.deliver(signed(sent('NGN'), 'wrong'));
		expect(n8n.statuses).toEqual([200, 200, 200, 401]);
		expect(n8n.emitted).toHaveLength(3);
		expect(sandbox.requests.map(({ path }) => path)).toEqual(['/user']);
		expect(lines[0]).toContain('Activate the workflow again');
	});

	it('the registered secret of another URL is not ours', async () => {
		sandbox.setWebhook({ url: `${INSTANCE_URL}webhook/other/webhook`, secret: 'theirs' });
		n8n.use(otherKey());
		expect(await statusOf(signed(sent('NGN'), 'theirs'))).toBe(401);
	});

	it('while it cannot be read the event is to be sent again', async () => {
		sandbox.faults.add({ match: { path: '/user' }, fault: { kind: 'status', status: 500 } });
		n8n.use(otherKey());
		await send(sent('NGN'));
		expect(n8n.statuses).toEqual([503]);
		expect(n8n.executions).toEqual([]);
	});

	it('nothing that is kept of an activation makes a wrong signature anything else', async () => {
		sandbox.faults.add({ match: { path: '/user' }, fault: { kind: 'status', status: 500 } });
		n8n.use(triggerFor(sandbox, { staticData: {} }));
		expect(await statusOf(signed(sent('NGN'), 'wrong'))).toBe(401);
		expect(n8n.executions).toEqual([]);
	});

	it('without any, every event is refused', async () => {
		n8n.use(triggerFor(sandbox, { credential: { apiKey: '' } }));
		expect([await statusOf(signed(sent('NGN'), '')), await statusOf({ body: JSON.stringify(sent('NGN')) })]).toEqual([
			401, 401,
		]);
	});
});

describe('nothing is thrown', () => {
	it.each([
		['settings that cannot be used', { parameters: { events: [] } }, 503],
		[
			'a credential that cannot be used',
			{
				parameters: { confirmWithMavapay: true },
				credential: { deployment: 'nowhere', webhookSigningSecret: 'the secret' },
			},
			500,
		],
	])('by %s', async (_what, setUp, status) => {
		n8n.use(triggerFor(sandbox, setUp));
		await n8n.deliver(signed(sent('NGN'), 'the secret'));
		expect(n8n.results).toMatchObject([{ thrown: undefined, startsExecution: false }]);
		expect(n8n.statuses).toEqual([status]);
	});

	it('by a request without a body', async () => {
		const { returned, response } = await n8n.deliver({ body: '', headers: { 'content-type': 'multipart/form-data' } });
		expect(returned).toEqual({ noWebhookResponse: true });
		expect(response.statusCode).toBe(401);
	});

	it('by JSON nested deeper than it can be written', async () => {
		const deep = `{"event":"payment.sent","data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
		expect(await statusOf(signed(deep, 'wrong'))).toBe(401);
	});
});

it('an event the sandbox sends by itself is registered, signed and verified with one and the same secret', async () => {
	expect(sandbox.webhook?.url).toBe(PRODUCTION_URL);
	await sandbox.deliverEvent({ url: n8n.url, event: 'payment.sent', customerReference: 'order-1' });
	expect(n8n.emitted).toMatchObject([{ customerReference: 'order-1', verified: 'signature' }]);
});
