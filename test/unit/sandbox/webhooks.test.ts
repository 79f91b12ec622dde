/** Registration, signed deliveries, retries, redelivery, forgeries, and every kind and currency of event. */
import { createHmac } from 'node:crypto';
import type { EventRequest } from '../../../sandbox/index';
import { sign } from '../../../sandbox/webhooks/signature';
import { problemsOfEvent } from '../../../interface/index';
import { openServer, type Incoming, type LocalServer } from '../../harness/localServer';
import { bankWithdrawal } from '../../harness/sandboxBodies';
import { at, call, listAt } from '../../harness/sandboxClient';
import { sandbox } from '../../harness/startedSandbox';

interface Received {
	headers: Incoming['headers'];
	body: string;
}

const SECRET = 'a secret of the test';
let receiver: LocalServer;
let hook = '';
let received: Received[] = [];
/** The statuses that answer the next deliveries; all later deliveries get 200. */
let answers: number[] = [];
let silent = false;
/** Runs when a delivery arrives, before the delivery is answered. */
let arrival: (() => unknown) | undefined;

beforeAll(async () => {
	receiver = await openServer(({ headers, body }, response) => {
		received.push({ headers, body: body.toString('utf8') });
		void (async () => {
			await arrival?.();
			if (!silent) response.writeHead(answers.shift() ?? 200, { Location: '/elsewhere' }).end('noted');
		})();
	});
	hook = `${receiver.origin}/hook?a=1`;
});
afterAll(async () => await receiver.close());
beforeEach(() => {
	received = [];
	answers = [];
	silent = false;
	arrival = undefined;
	sandbox.setWebhook({ url: hook, secret: SECRET });
});

const hmac = (text: string) => createHmac('sha256', SECRET).update(text).digest('hex');
const event = (index = 0): unknown => JSON.parse(received[index]?.body ?? 'null');

test('one webhook per account: either way of registering replaces what was there', async () => {
	const set = (method: string, path: string, url: string) =>
		call(sandbox, method, path, { body: { url, secret: 's' } });
	const first = await set('POST', '/webhook/register', 'https://one.example/a');
	expect(at(first.body, 'data.url')).toBe('https://one.example/a');
	const { id } = Object(sandbox.webhook);
	await set('PUT', '/webhook', 'https://two.example/b');
	const user = await call(sandbox, 'GET', '/user');
	expect(at(user.body, 'data.account.webhook')).toMatchObject({ id, url: 'https://two.example/b', secret: 's' });
	for (const body of [
		{ url: 'nowhere', secret: 's' },
		{ url: 'ftp://a.example', secret: 's' },
		{ url: hook },
		{ url: hook, secret: '' },
	]) {
		expect((await call(sandbox, 'PUT', '/webhook', { body })).status).toBe(400);
	}
	sandbox.setWebhook(null);
	expect(at((await call(sandbox, 'GET', '/user')).body, 'data.account.webhook')).toBeNull();
});

test('events made up on demand have the shapes that are described', async () => {
	const payments = (['NGN', 'KES', 'BTC', 'USDT', 'ZAR', 'GHS'] as const).flatMap((currency): EventRequest[] => [
		{ event: 'payment.received', currency },
		{ event: 'payment.sent', currency, status: 'FAILED' },
	]);
	for (const request of [...payments, { event: 'payment_link.settled', currency: 'BTC' } as const, { event: 'ping' }]) {
		const { body } = await sandbox.deliverEvent({ customerReference: 'r-7', ...request });
		expect(problemsOfEvent(JSON.parse(body))).toEqual([]);
	}
});

test('made-up events are known to GET /transaction; pings are as documented', async () => {
	const known = await sandbox.deliverEvent({ event: 'payment.sent', status: 'FAILED', amount: '5' });
	const found = await call(sandbox, 'GET', `/transaction?id=${known.transactionId}`);
	expect(found.body).toMatchObject({ data: { status: 'FAILED', amount: 5, type: 'WITHDRAWAL' } });
	await sandbox.deliverEvent({ event: 'ping' });
	expect(event(1)).toEqual({
		event: 'ping',
		data: { message: 'This is a test webhook event', timestamp: '2026-01-15T09:00:00.000Z' },
	});
	await sandbox.deliverEvent({ event: 'payout.reversed', data: { any: [1] } });
	expect(event(2)).toEqual({ event: 'payout.reversed', data: { any: [1] } });
	expect(received[2]?.headers['x-mavapay-signature']).toBe(hmac(received[2]?.body ?? ''));
});

describe('a signature', () => {
	const rules = { header: 'X-Mavapay-Signature', encoding: 'hex', prefix: '', signedText: 'body' } as const;

	test("is that of the documentation's own example", () => {
		const body =
			'{"event":"ping","data":{"message":"This is a test webhook event","timestamp":"2021-07-01T12:00:00Z"}}';
		expect(sign(body, 'secret', rules)).toBe('63e4d18230c930f739595fba20972689ce42d2d48e9b57d36146022e51222544');
	});

	test('is made of the last `data` alone, byte for byte, where only that is signed', () => {
		const body = ' { "a" : [{"data":1}], "data" : 1, "data" : { "b": 1.0, "c": "}\\"," } , "z":2}';
		expect(sign(body, SECRET, { ...rules, signedText: 'data' })).toBe(hmac('{ "b": 1.0, "c": "}\\"," }'));
	});
});

test('forged and broken deliveries', async () => {
	const send = async (forge: NonNullable<EventRequest['forge']>): Promise<Received> => {
		received = [];
		await sandbox.deliverEvent({ forge });
		const [only] = received;
		if (!only) throw new Error('Nothing arrived');
		return only;
	};
	const signed = (one: Received) => one.headers['x-mavapay-signature'] === hmac(one.body);
	expect(signed(await send('wrongSecret'))).toBe(false);
	expect((await send('noSignature')).headers['x-mavapay-signature']).toBeUndefined();
	const altered = await send('alteredBody');
	expect([signed(altered), at(JSON.parse(altered.body), 'data.amount')]).toEqual([false, 99_999_999]);
	const notJson = await send('notJson');
	expect([signed(notJson), notJson.body.startsWith('<')]).toEqual([true, true]);
	const large = await send('tooLarge');
	expect([signed(large), large.body.length > 1_048_576]).toEqual([true, true]);
});

test('a refused delivery is tried again with back-off, byte for byte, until it is taken', async () => {
	answers = [500, 302];
	const delivery = await sandbox.deliverEvent();
	expect(delivery).toMatchObject({ state: 'waiting', attempts: [{ status: 500 }] });
	sandbox.clock.advance(4_999);
	expect(received).toHaveLength(1);
	sandbox.clock.advance(1);
	await sandbox.deliveries.idle();
	sandbox.clock.advance(30_000);
	await sandbox.deliveries.idle();
	expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ status: 500 }, { status: 302 }, { status: 200 }] });
	expect(new Set(received.map((one) => one.body)).size).toBe(1);
	sandbox.configure({ retryDelaysMs: [] });
	answers = [500];
	expect(await sandbox.deliverEvent()).toMatchObject({ state: 'failed' });
});

test('a receiver that does not answer in time, or is not there', async () => {
	sandbox.configure({ deliveryTimeoutMs: 40, retryDelaysMs: [] });
	silent = true;
	expect(await sandbox.deliverEvent()).toMatchObject({
		state: 'failed',
		attempts: [{ status: null, error: expect.any(String) }],
	});
	expect(await sandbox.deliverEvent({ headers: { 'not a header': 'x' } })).toMatchObject({ state: 'failed' });
	await sandbox.deliveries.idle();
	sandbox.configure({ deliveryTimeoutMs: 60_000 });
	expect(await sandbox.deliverEvent({ url: 'http://127.0.0.1:1/' })).toMatchObject({
		state: 'failed',
		attempts: [{ error: expect.stringContaining('ECONNREFUSED') }],
	});
});

test('nothing leaves the machine, and nothing is sent to an inactive or absent webhook', async () => {
	for (const url of ['https://hooks.example/a', 'http://10.0.0.1/', 'http://127.0.0.1.example/', 'not a url']) {
		expect(await sandbox.deliverEvent({ url })).toMatchObject({ state: 'refused', attempts: [{ status: null }] });
	}
	sandbox.setWebhook({ url: hook, secret: SECRET, isActive: false });
	await call(sandbox, 'POST', '/withdraw', { body: bankWithdrawal });
	sandbox.clock.advance(2_000);
	sandbox.setWebhook(null);
	await expect(sandbox.deliverEvent()).rejects.toThrow('No webhook is set');
	expect(received).toEqual([]);
});

describe('the ping of a registration', () => {
	const set = async (method = 'PUT', path = '/webhook', url = hook) =>
		await call(sandbox, method, path, { body: { url, secret: 'the new secret' } });

	test('a registration waits for it, and stands although it was refused or not answered', async () => {
		silent = true;
		sandbox.configure({ deliveryTimeoutMs: 500 });
		expect((await set()).status).toBe(200);
		silent = false;
		sandbox.configure({ deliveryTimeoutMs: 60_000 });
		answers = [500];
		expect((await set()).status).toBe(200);
		expect(sandbox.webhook).toMatchObject({ url: hook, secret: 'the new secret' });
		sandbox.clock.advance(1_000_000);
		await sandbox.deliveries.idle();
		expect(received).toHaveLength(2);
	});

	test('can be switched off, and goes nowhere but to this machine', async () => {
		expect((await set('PUT', '/webhook', 'https://hooks.example/a')).status).toBe(200);
		sandbox.configure({ pingOnRegister: false });
		expect(at((await set()).body, 'data.event.event')).toBe('ping');
		expect([received, sandbox.deliveries.list]).toEqual([[], []]);
	});

	test('may register again, and requests meanwhile are answered', async () => {
		arrival = async () => {
			arrival = undefined;
			expect((await set('PUT', '/webhook', 'https://hooks.example/a')).status).toBe(200);
		};
		expect((await set()).status).toBe(200);
		expect(sandbox.webhook?.url).toBe('https://hooks.example/a');
		await call(sandbox, 'POST', '/withdraw', { body: bankWithdrawal });
		expect(sandbox.ledger.entries[0]?.requestNumber).toBe(3);
	});
});

test('over HTTP: many events at once, the log, redelivery', async () => {
	const control = (method: string, path: string, body?: unknown) =>
		call(sandbox, method, sandbox.controlUrl + path, body === undefined ? {} : { body });
	const many = Array.from({ length: 50 }, (_each, index) => ({ customerReference: `r${index}` }));
	const sent = await control('POST', '/events', many);
	expect(listAt(sent.body, 'deliveries')).toHaveLength(50);
	const references = received.map((_one, index) => at(event(index), 'data.transactionMetadata.customerReference'));
	expect(new Set(references).size).toBe(50);
	const again = await control('POST', '/deliveries/3/redeliver');
	expect(again.body).toMatchObject({ number: 51, state: 'delivered' });
	expect(received[50]?.body).toBe(sandbox.deliveries.list[2]?.body);
	expect(listAt((await control('GET', '/deliveries')).body, 'deliveries')).toHaveLength(51);
	expect((await control('POST', '/deliveries/99/redeliver')).status).toBe(404);
	expect((await control('POST', '/events', { event: 'x', forge: 'magic' })).status).toBe(400);
	expect((await control('POST', '/events', { transactionId: 'none' })).status).toBe(404);
});
