/** Confirm with Service: an event is held against what GET /transaction says, as the documentation shows it. */
import * as z from 'zod';
import type { JsonObject } from '../../../nodes/core/domain/json';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { copyOf } from '../../harness/engine';
import { CURRENCIES, LINK, received, sent, settled, transaction } from '../../harness/engine/documentedEvents';
import { hurry, N8n, signed, triggerFor, useRows, watchLog, type SetUp } from '../../harness/engine/mavapayTrigger';

let sandbox: Sandbox;
let n8n: N8n;
let lines: string[];
beforeAll(async () => {
	sandbox = await startSandbox();
	n8n = await N8n.start(triggerFor(sandbox));
	await useRows();
});
beforeEach(() => {
	sandbox.reset();
	sandbox.faults.clear();
	lines = watchLog();
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
	await n8n.close();
	await sandbox.close();
});

async function start(options: JsonObject, setUp: SetUp = {}): Promise<void> {
	n8n.use(triggerFor(sandbox, { ...setUp, parameters: { options } as never }));
	await n8n.trigger.activate();
	sandbox.clearRequests();
	lines.length = 0;
}

const confirmed = { confirmWithService: true };
const off = { signatureCheck: 'off' };
const modes = [confirmed, off];

/** What GET /transaction answers from now on. */
function known(...records: JsonObject[]): void {
	sandbox.faults.clear();
	const data = records.length === 1 ? records[0] : records;
	const body =
		records.length === 0 ? { status: 'error', message: 'Transaction not found' } : copyOf({ status: 'ok', data });
	sandbox.faults.add({
		match: { path: '/transaction' },
		fault: { kind: 'status', status: records.length === 0 ? 404 : 200, body: body as never },
	});
}

const deliver = async (event: object, isSigned: boolean) => {
	const delivery = signed(event, sandbox.webhook?.secret);
	return (await n8n.deliver(isSigned ? delivery : { body: delivery.body })).response.statusCode;
};
const reads = () => sandbox.requests.map(({ path }) => path);

describe.each(modes)('%j', (options) => {
	const isSigned = options === confirmed;

	it.each(CURRENCIES)('passes on what the service knows, in %s', async (currency) => {
		await start(options);
		for (const event of [received(currency), sent(currency), settled(currency)]) {
			known(transaction(currency, { type: event.event === 'payment.received' ? 'DEPOSIT' : 'WITHDRAWAL' }));
			expect(await deliver(event, isSigned)).toBe(200);
		}
		expect(n8n.emitted.map(({ event }) => event)).toEqual(['payment.received', 'payment.sent', 'payment_link.settled']);
		expect(n8n.emitted.map(({ verified }) => verified)).toEqual(Array(3).fill(isSigned ? 'signature' : 'service'));
		expect(n8n.emitted.map(({ amount }) => amount)).toEqual(
			Array(3).fill(expect.objectContaining({ minor: '1234567' })),
		);
		expect(reads().filter((path) => path === '/transaction')).toHaveLength(3);
	});

	it('takes a deposit for no settled payment link, by whatever word for its type', async () => {
		await start(options);
		known(transaction('NGN', { type: 'DEPOSIT' }));
		for (const type of ['SETTLEMENT', 'WITHDRAWAL']) {
			expect(await deliver({ event: 'payment_link.settled', data: transaction('NGN', { type }) }, isSigned)).toBe(401);
		}
		expect(n8n.executions).toEqual([]);
		for (const type of ['WITHDRAWAL', 'SETTLEMENT']) {
			known(transaction('NGN', { type }));
			expect(
				await deliver(
					{
						event: 'payment_link.settled',
						data: transaction('NGN', { type: 'SETTLEMENT', id: transaction('NGN').id }),
					},
					isSigned,
				),
			).toBe(200);
		}
	});

	it('refuses what the service does not know', async () => {
		await start(options);
		known();
		expect(await deliver(sent('NGN'), isSigned)).toBe(401);
		expect(await deliver(settled('NGN'), isSigned)).toBe(401);
		expect(n8n.executions).toEqual([]);
	});

	it.each([
		{ amount: 999 },
		{ fees: 1 },
		{ currency: 'BTC' },
		{ status: 'FAILED' },
		{ hash: 'x' },
		{ walletId: 'x' },
		{ ref: 'x' },
	])('refuses what the service knows otherwise: %j', async (change) => {
		await start(options);
		known(transaction('NGN'));
		expect(await deliver(sent('NGN', change), isSigned)).toBe(401);
		expect(await deliver(settled('NGN', change), isSigned)).toBe(401);
		expect(await deliver(sent('NGN'), isSigned)).toBe(200);
		expect(n8n.executions).toHaveLength(1);
	});

	it.each(['SUCCESS', 'FAILED'])(
		'takes a PENDING event for true whose transaction is %s by now, as it came',
		async (status) => {
			await start(options);
			known(transaction('USDT', { status, updatedAt: '2026-08-01T09:00:01.087Z' }));
			expect(await deliver(sent('USDT', { status: 'PENDING', hash: null }), isSigned)).toBe(200);
			expect(await deliver(sent('USDT', { status }), isSigned)).toBe(200);
			expect(n8n.emitted.map((event) => [event.status, event.transactionId])).toEqual([
				['PENDING', transaction('USDT').id],
				[status, transaction('USDT').id],
			]);
		},
	);

	it.each([
		['SUCCESS', 'PENDING'],
		['SUCCESS', 'FAILED'],
		['FAILED', 'SUCCESS'],
		['Pending', 'SUCCESS'],
	])('takes no %s event for true whose transaction is %s', async (said, status) => {
		await start(options);
		known(transaction('NGN', { status }));
		expect(await deliver(sent('NGN', { status: said }), isSigned)).toBe(401);
	});

	it('picks the right one of two transactions that share an ID', async () => {
		await start(options);
		known(transaction('BTC', { type: 'DEPOSIT', amount: 5 }), transaction('BTC'));
		expect(await deliver(sent('BTC'), isSigned)).toBe(200);
		expect(await deliver(received('BTC', { amount: 5 }), isSigned)).toBe(200);
		expect(await deliver(received('BTC', { amount: 6 }), isSigned)).toBe(401);
	});

	it.each([
		['says 500', { kind: 'status', status: 500 }],
		['answers with a page', { kind: 'html' }],
		['closes the connection', { kind: 'dropBefore' }],
		['is silent', { kind: 'hang' }],
		['refuses the key', { kind: 'status', status: 401, message: 'Invalid API key' }],
		['has nothing at that path', { kind: 'html', status: 404 }],
	] as const)('asks for the event again where the service %s', async (_how, fault) => {
		await start(options);
		sandbox.faults.add({ fault });
		const unhurried = fault.kind === 'hang' ? hurry() : () => undefined;
		const statuses = [await deliver(sent('NGN'), isSigned)];
		unhurried();
		known(transaction('NGN'));
		for (let again = 0; again < 2; again++) statuses.push(await deliver(sent('NGN'), isSigned));
		expect(statuses).toEqual([503, 200, 200]);
		expect(n8n.emitted).toHaveLength(1);
	});
});

it('takes a refusal in a 200, a list for an object, and text for numbers', async () => {
	await start(off);
	known(transaction('NGN', { amount: '1234567', fees: '89.00' }), transaction('KES', { id: 'other' }));
	expect(await deliver(sent('NGN'), false)).toBe(200);
	sandbox.faults.clear();
	sandbox.faults.add({
		match: { path: '/transaction' },
		fault: { kind: 'status', status: 200, body: { status: 'error', message: 'Transaction not found' } },
	});
	expect(await deliver(sent('NGN', { id: 'b' }), false)).toBe(401);
});

describe('with Signature Check Off', () => {
	beforeEach(() => start(off));

	it('a right signature still counts, and a wrong one makes an event unsigned', async () => {
		known(transaction('NGN'));
		expect(await deliver(sent('NGN'), true)).toBe(200);
		known(transaction('NGN', { id: 'b' }));
		expect((await n8n.deliver(signed(sent('NGN', { id: 'b' }), 'wrong'))).response.statusCode).toBe(200);
		expect(n8n.emitted.map(({ verified }) => verified)).toEqual(['signature', 'service']);
	});

	it('nothing but its transaction vouches for the name of an event', async () => {
		known(transaction('NGN', { type: 'DEPOSIT' }));
		for (const event of ['payment.sent', 'payment_link.settled', 'payment.refunded', 'n8n.previousWebhooks']) {
			expect(await deliver({ ...received('NGN'), event }, false)).toBe(401);
		}
		expect(sandbox.requests).toEqual([]);
		expect(await deliver(received('NGN'), false)).toBe(200);
	});

	it('has its name from nowhere where the service tells no type', async () => {
		known(transaction('NGN', { type: undefined }));
		expect(await deliver(sent('NGN'), false)).toBe(401);
	});

	it('needs a transaction, unless the event is signed', async () => {
		const event = { event: 'payment.received', data: { type: 'DEPOSIT', status: 'SUCCESS' } };
		expect([await deliver(event, false), await deliver(event, true)]).toEqual([401, 200]);
	});

	it('believes a payment link its transaction only, not what else it says of itself', async () => {
		known(transaction('NGN'));
		await deliver(settled('NGN'), false);
		expect(n8n.emitted).toMatchObject([{ paymentRef: null, paymentLink: null, verified: 'service', data: LINK }]);
	});

	it('measures Maximum Age by what the service says', async () => {
		await start({ ...off, maximumAge: 10 });
		known(transaction('NGN', { updatedAt: '2026-08-01T09:00:01.000Z' }));
		expect(await deliver(sent('NGN', { updatedAt: new Date().toISOString() }), false)).toBe(401);
		known(transaction('NGN', { updatedAt: new Date().toISOString() }));
		expect(await deliver(sent('NGN', { updatedAt: '2026-08-01T09:00:01.000Z' }), false)).toBe(200);
	});

	it('asks about no more unsigned calls in a minute than its budget allows; signed ones need none', async () => {
		known();
		const statuses = [];
		for (let count = 0; count < 70; count++) statuses.push(await deliver(sent('NGN', { id: `t${count}` }), false));
		expect(statuses).toEqual([...Array(60).fill(401), ...Array(10).fill(503)]);
		expect(reads()).toHaveLength(60);
		known(transaction('NGN'));
		expect(await deliver(sent('NGN'), true)).toBe(200);
		expect(lines.join()).toContain('more than 60 unsigned calls had to be confirmed with Mavapay within a minute');
	});
});

describe('the reference of an unsigned event', () => {
	const quoteAnswer = z.object({ data: z.object({ id: z.string(), totalAmountInSourceCurrency: z.coerce.number() }) });
	const call = async (path: string, body: object): Promise<unknown> => {
		const headers = { 'X-API-KEY': sandbox.keys.write, 'Content-Type': 'application/json' };
		const answer = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
		return await answer.json();
	};

	/** The event of a quote that was paid. */
	async function payQuote(customerReference?: string): Promise<string> {
		sandbox.setWebhook({ url: 'http://127.0.0.1:9/', secret: 's' });
		sandbox.configure({ retryDelaysMs: [] });
		const created = await call('/quote', {
			amount: '500000',
			sourceCurrency: 'NGNKOBO',
			targetCurrency: 'BTCSAT',
			paymentMethod: 'BANKTRANSFER',
			paymentCurrency: 'NGNKOBO',
			autopayout: false,
			...(customerReference === undefined ? {} : { customerReference }),
		});
		const { id, totalAmountInSourceCurrency: amount } = quoteAnswer.parse(created).data;
		await call('/simulation/pay-in', { currency: 'NGN', quoteId: id, amount });
		await sandbox.deliveries.idle();
		// Before the trigger's registration, which is answered with a ping.
		const { body = '' } = sandbox.deliveries.list.at(-1) ?? {};
		sandbox.setWebhook(null);
		await start(off);
		return body;
	}

	it('is given where the order holds it as well', async () => {
		await n8n.deliver({ body: await payQuote('order-1') });
		expect(n8n.emitted).toMatchObject([{ verified: 'service', customerReference: 'order-1' }]);
		expect(n8n.emitted[0]?.customerReferenceFrom).toMatch(/^data\./);
	});

	it('has the event refused where the order holds another', async () => {
		const body = await payQuote('order-1');
		await n8n.deliver({ body: body.replace('order-1', 'order-of-a-thief') });
		await n8n.deliver({ body });
		expect(n8n.statuses).toEqual([401, 200]);
		expect(n8n.emitted).toMatchObject([{ customerReference: 'order-1' }]);
	});

	it('is taken from the order where the event has none', async () => {
		const body = await payQuote('order-1');
		await n8n.deliver({ body: body.replace('customerReference', 'leftOut') });
		expect(n8n.emitted).toMatchObject([
			{ customerReference: 'order-1', customerReferenceFrom: expect.stringMatching(/^(order|transaction)\./) },
		]);
	});

	it('is not believed where the service holds none', async () => {
		const body = await payQuote();
		await n8n.deliver({ body: body.replace('"customerReference":null', '"customerReference":"order-of-a-thief"') });
		expect(n8n.emitted).toMatchObject([{ customerReference: null, customerReferenceFrom: null }]);
	});

	it('is asked for again where the order cannot be had', async () => {
		known(transaction('BTC', { btcUsdMetadata: { orderId: '43477-4306' } }));
		sandbox.faults.add({ match: { path: '/order' }, fault: { kind: 'status', status: 500 } });
		await start(off);
		expect(await deliver(sent('BTC'), false)).toBe(503);
	});

	const orders = [
		{ orderId: '99999-9999', quotes: [{ customerReference: 'theirs' }] },
		{ id: '43477-4306', quotes: [{ customerReference: 'order-1' }] },
	];

	it.each([
		['theirs', 401, []],
		['order-1', 200, ['order-1']],
	])('%s gets a %i where all orders are answered', async (said, status, emitted) => {
		await start(off);
		known(transaction('BTC', { btcUsdMetadata: { orderId: '43477-4306' } }));
		sandbox.faults.add({
			match: { path: '/order' },
			fault: { kind: 'status', status: 200, body: { status: 'ok', data: orders } },
		});
		expect(
			await deliver(sent('BTC', { btcUsdMetadata: { orderId: '43477-4306', customerReference: said } }), false),
		).toBe(status);
		expect(n8n.emitted.map(({ customerReference }) => customerReference)).toEqual(emitted);
	});

	it.each([
		[401, 'API key not found'],
		[403, 'Account not found'],
	])('is to be sent again where the key is refused: %i %s', async (status, message) => {
		await start(off);
		sandbox.faults.add({ fault: { kind: 'status', status, message } });
		expect(await deliver(sent('NGN'), false)).toBe(503);
	});
});
