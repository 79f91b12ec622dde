/** Events on n8n-core's webhook context: real deliveries of the sandbox, signed with what was registered. */
import * as z from 'zod';
import { startSandbox, type EventRequest, type Sandbox } from '../../sandbox';
import { INSTANCE_URL } from './harness';
import { Door, freshWorkflow, hurry, PRODUCTION_URL, triggerFor, watchLog, type SetUp } from './triggerSetup';

let sandbox: Sandbox;
let door: Door;
let lines: string[];
beforeAll(async () => {
	sandbox = await startSandbox();
	door = await Door.open(triggerFor(sandbox));
});
beforeEach(async () => {
	sandbox.reset();
	sandbox.faults.clear();
	lines = watchLog();
	await start();
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
	await door.close();
	await sandbox.close();
});

/** Activates a trigger in a process of its own and puts it behind the door. */
async function start(setUp: SetUp = {}): Promise<void> {
	door.trigger = triggerFor(sandbox, setUp);
	door.results.length = 0;
	await door.trigger.activate();
	sandbox.clearRequests();
	lines.length = 0;
}

const send = async (event: EventRequest = {}) => await sandbox.deliverEvent({ url: door.url, ...event });
const reads = () => sandbox.requests.map(({ path }) => path);

describe('every event', () => {
	const kinds = ['payment.received', 'payment.sent', 'payment_link.settled'] as const;
	const currencies = ['NGN', 'KES', 'ZAR', 'GHS', 'BTC', 'USD', 'USDT'] as const;
	const types = { 'payment.received': 'DEPOSIT', 'payment.sent': 'WITHDRAWAL', 'payment_link.settled': 'SETTLEMENT' };

	it.each(kinds.flatMap((event) => currencies.map((currency) => [event, currency] as const)))(
		'%s in %s comes out with its reference',
		async (event, currency) => {
			await send({ event, currency, amount: '1234567', fees: '89', customerReference: 'order-1', orderId: '43477-4306' });
			const [delivery] = sandbox.deliveries.list;
			const sent = JSON.parse(delivery?.body ?? '{}');
			const [emitted] = door.emitted;
			expect(emitted).toEqual({
				event,
				customerReference: 'order-1',
				customerReferenceFrom: expect.stringMatching(/^data\.[A-Za-z]*etadata\.customerReference$/),
				orderId: event !== 'payment_link.settled' && currency === 'USDT' ? null : '43477-4306',
				transactionId: sent.data.id,
				type: types[event],
				status: 'SUCCESS',
				currency,
				amount: { minor: '1234567', major: currency === 'BTC' ? '0.01234567' : '12345.67' },
				fees: { minor: '89', major: currency === 'BTC' ? '0.00000089' : '0.89' },
				verified: 'body',
				data: sent.data,
			});
			expect(door.statuses).toEqual([200]);
			expect(sandbox.requests).toHaveLength(0);
		},
	);

	it.each([
		[{ referencePlace: 'order' }, 'data.transactionMetadata.order.customerReference'],
		[{ referencePlace: 'quote' }, 'data.transactionMetadata.quote.customerReference'],
		[{ referencePlace: 'top' }, 'data.customerReference'],
		[{ referenceName: 'externalRef' }, 'data.transactionMetadata.externalRef'],
		[{ metadataKey: 'metadata' }, 'data.metadata.customerReference'],
	] as const)('with %j has its reference found', async (where, path) => {
		await send({ customerReference: 'order-1', ...where });
		expect(door.emitted).toMatchObject([{ customerReference: 'order-1', customerReferenceFrom: path }]);
	});

	it('without a reference says null', async () => {
		await send({ referencePlace: 'none' });
		expect(door.emitted).toMatchObject([{ customerReference: null, customerReferenceFrom: null }]);
	});

	it('of an unknown kind comes out under *', async () => {
		await send({ event: 'payment.refunded', customerReference: 'order-1' });
		await send({ body: '{"event":"account.frozen","since":"today"}' });
		expect(door.emitted).toMatchObject([
			{ event: 'payment.refunded', customerReference: 'order-1' },
			{ event: 'account.frozen', transactionId: null, data: { event: 'account.frozen', since: 'today' } },
		]);
	});

	it('that was not chosen is taken and not emitted', async () => {
		await start({ parameters: { events: ['payment.sent'] } });
		await send({ event: 'payment.received' });
		await send({ event: 'payment.refunded' });
		await send({ event: 'payment.sent' });
		expect(door.statuses).toEqual([200, 200, 200]);
		expect(door.emitted).toMatchObject([{ event: 'payment.sent' }]);
	});

	it('that a filter holds back is taken and not emitted', async () => {
		await start({ parameters: { filters: { currency: 'NGN', minimumAmount: '100000', status: ['SUCCESS'] } } });
		for (const amount of ['99999', '100000']) await send({ amount });
		await send({ status: 'FAILED' });
		await send({ currency: 'KES' });
		expect(door.statuses).toEqual([200, 200, 200, 200]);
		expect(door.emitted).toMatchObject([{ amount: { minor: '100000' } }]);
	});
});

it.each([true, false])('a ping, signed: %s, is answered and never emitted', async (enabled) => {
	const { attempts } = await send({ event: 'ping', signature: { enabled } });
	expect(attempts).toMatchObject([{ status: 200, answer: 'OK' }]);
	expect(door.emitted).toEqual([]);
});

describe('a delivery that cannot be believed', () => {
	it.each([
		['wrongSecret', 401, 'signature is wrong'],
		['noSignature', 401, 'no signature header'],
		['alteredBody', 401, 'signature is wrong'],
		['notJson', 400, 'is not JSON'],
		['tooLarge', 413, 'bytes'],
	] as const)('%s gets a real %i and leaves its reason in the log', async (forge, status, reason) => {
		await send({ forge, customerReference: 'seen-by-nobody' });
		expect(door.statuses).toEqual([status]);
		expect(door.results[0]?.startsExecution).toBe(false);
		expect(lines).toHaveLength(1);
		expect(lines[0]).toMatch(new RegExp(`^warn Mavapay Trigger: An event was refused \\(${status}\\): .*${reason}`));
		expect(lines[0]).not.toContain('seen-by-nobody');
		expect(lines[0]).not.toContain(sandbox.webhook?.secret);
	});

	it('fills no log', async () => {
		for (let count = 0; count < 20; count++) await send({ forge: 'wrongSecret' });
		expect(lines).toHaveLength(1);
	});

	it('spoils nothing for the true one', async () => {
		await send({ forge: 'wrongSecret', transactionId: undefined, data: { id: 'a', status: 'SUCCESS' } });
		await send({ data: { id: 'a', status: 'SUCCESS' } });
		expect(door.emitted).toMatchObject([{ transactionId: 'a' }]);
	});

	it('is refused by size before its signature is looked at', async () => {
		const body = Buffer.alloc(1_048_577, ' ');
		expect((await door.take({ body })).response.statusCode).toBe(413);
		expect((await door.take({ body: body.subarray(1) })).response.statusCode).toBe(401);
	});
});

describe('signature variants', () => {
	it.each([
		[{}, { encoding: 'base64' as const }, 'body'],
		[{}, { prefix: 'sha256=' }, 'body'],
		[{}, { header: 'X-Webhook-Signature' }, 'body'],
		[{}, { header: 'X-Signature' }, 'body'],
		[{ signatureHeader: 'X-Own' }, { header: 'x-own' }, 'body'],
		[{ signedText: 'data' }, { signedText: 'data' as const }, 'data'],
	])('options %j take an event signed with %j', async (options, signature, verified) => {
		await start({ parameters: { options } });
		await send({ signature });
		expect(door.emitted).toMatchObject([{ verified }]);
	});

	it.each([
		[{ signatureHeader: 'X-Own' }, {}],
		[{ signedText: 'data' }, { signedText: 'body' as const }],
		[{}, { signedText: 'data' as const }],
	])('options %j refuse an event signed with %j', async (options, signature) => {
		await start({ parameters: { options } });
		await send({ signature });
		expect(door.statuses).toEqual([401]);
	});

	it('with the data signed alone the name has to fit it', async () => {
		await start({ parameters: { options: { signedText: 'data' } } });
		const { body, headers } = await send({ event: 'payment.received', signature: { signedText: 'data' } });
		for (const name of ['payment.sent', 'payment_link.settled', 'payment.refunded']) {
			const renamed = body.replace('payment.received', name);
			expect((await door.take({ body: renamed, headers })).response.statusCode).toBe(401);
		}
		expect(door.emitted).toHaveLength(1);
	});
});

describe('secrets', () => {
	it('both the present and the previous one are taken', async () => {
		await start({ credential: { webhookSigningSecret: 'new', previousWebhookSigningSecret: 'old' } });
		for (const secret of ['new', 'old', 'older']) await send({ secret });
		expect(door.statuses).toEqual([200, 200, 401]);
	});

	it('a new API key is met by asking for the registered secret, once a minute', async () => {
		const staticData = door.trigger.staticData;
		door.trigger = triggerFor(sandbox, { staticData, credential: { apiKey: sandbox.keys.read } });
		for (let count = 0; count < 3; count++) await send();
		await send({ forge: 'wrongSecret' });
		expect(door.statuses).toEqual([200, 200, 200, 401]);
		expect(door.emitted).toHaveLength(3);
		expect(reads()).toEqual(['/user']);
		expect(lines[0]).toContain('Activate the workflow again');
	});

	it('the registered secret of another URL is not ours', async () => {
		const staticData = door.trigger.staticData;
		sandbox.setWebhook({ url: `${INSTANCE_URL}webhook/other/webhook`, secret: 'theirs' });
		door.trigger = triggerFor(sandbox, { staticData, credential: { apiKey: sandbox.keys.read } });
		await send({ secret: 'theirs' });
		expect(door.statuses).toEqual([401]);
	});

	it('while it cannot be asked the event is to be sent again', async () => {
		const staticData = door.trigger.staticData;
		sandbox.faults.add({ match: { path: '/user' }, fault: { kind: 'status', status: 500 } });
		door.trigger = triggerFor(sandbox, { staticData, credential: { apiKey: sandbox.keys.read } });
		await send({ retry: false });
		expect(door.statuses).toEqual([503]);
		expect(door.emitted).toEqual([]);
	});

	it('without any, every event is refused', async () => {
		door.trigger = triggerFor(sandbox, { credential: { apiKey: '' } });
		await send({ secret: '' });
		await send({ signature: { enabled: false } });
		expect(door.statuses).toEqual([401, 401]);
	});
});

describe('duplicates', () => {
	const same: EventRequest = { data: { id: 'a', status: 'SUCCESS', currency: 'NGN', amount: 1 } };

	it('are emitted once, however often and in whatever form they come', async () => {
		await send(same);
		await sandbox.deliveries.redeliver(1);
		await send({ data: { ...same.data, updatedAt: 'later' } });
		expect(door.statuses).toEqual([200, 200, 200]);
		expect(door.emitted).toHaveLength(1);
	});

	it('are emitted once where they come at the same time', async () => {
		await Promise.all(Array.from({ length: 50 }, () => send(same)));
		expect(door.statuses).toEqual(Array.from({ length: 50 }, () => 200));
		expect(door.emitted).toHaveLength(1);
	});

	it('of 200 events sent at once, each twice, leave 200', async () => {
		const events = Array.from({ length: 200 }, (_, index) => ({ data: { id: `t${index}`, status: 'SUCCESS' } }));
		await Promise.all([...events, ...events].map(send));
		const ids = door.emitted.map(({ transactionId }) => transactionId);
		expect(ids).toHaveLength(200);
		expect(new Set(ids).size).toBe(200);
	});

	it('are known after a restart', async () => {
		await send(same);
		const { staticData } = door.trigger;
		expect(JSON.stringify(staticData).length).toBeLessThan(1_000);
		door.trigger = triggerFor(sandbox, { staticData, workflowId: freshWorkflow() });
		await send(same);
		expect(door.emitted).toHaveLength(1);
	});

	it('are not another status of the same transaction', async () => {
		for (const status of ['PENDING', 'SUCCESS', 'PENDING']) await send({ data: { id: 'a', status } });
		expect(door.emitted.map(({ status }) => status)).toEqual(['PENDING', 'SUCCESS']);
	});

	it('are emitted where that is wanted', async () => {
		await start({ parameters: { options: { deduplicate: false } } });
		await send(same);
		await send(same);
		expect(door.emitted).toHaveLength(2);
	});
});

describe('confirmation by the service', () => {
	const modes = [{ signatureCheck: 'off' }, { signatureCheck: 'whenPresent' }, { confirmWithService: true }];
	const unsigned: EventRequest = { signature: { enabled: false }, retry: false };

	it.each(modes)('%j emits what the service knows', async (options) => {
		await start({ parameters: { options } });
		await send({ currency: 'BTC', event: 'payment.sent' });
		await send({ event: 'payment_link.settled' });
		expect(door.statuses).toEqual([200, 200]);
		expect(door.emitted).toHaveLength(2);
		expect(reads()).toEqual(expect.arrayContaining(['/transaction', '/transaction']));
	});

	it.each(modes)('%j refuses what the service does not know, or knows otherwise', async (options) => {
		await start({ parameters: { options } });
		await send({ known: false });
		const { body } = await send();
		expect(door.statuses).toEqual([401, 200]);
		door.results.length = 0;
		const { data } = JSON.parse(body);
		const changes = [{ amount: 999 }, { fees: 1 }, { currency: 'BTC' }, { status: 'FAILED' }, { hash: 'x' }, { walletId: 'x' }];
		for (const change of changes) {
			await send({ data: { ...data, ...change }, signature: { enabled: options.signatureCheck === undefined } });
		}
		expect(door.statuses).toEqual(changes.map(() => 401));
		expect(door.emitted).toEqual([]);
	});

	it('says what vouches for an event', async () => {
		await start({ parameters: { options: { signatureCheck: 'whenPresent' } } });
		await send();
		await send(unsigned);
		expect(door.emitted.map(({ verified }) => verified)).toEqual(['body', 'service']);
	});

	it('does not make up for a wrong signature', async () => {
		await start({ parameters: { options: { signatureCheck: 'whenPresent' } } });
		await send({ secret: 'wrong' });
		expect(door.statuses).toEqual([401]);
		expect(sandbox.requests).toHaveLength(0);
	});

	it('of an unsigned event covers its name', async () => {
		await start({ parameters: { options: { signatureCheck: 'off' } } });
		const { body } = await send(unsigned);
		for (const name of ['payment.sent', 'payment.refunded']) {
			expect((await door.take({ body: body.replace('payment.received', name) })).response.statusCode).toBe(401);
		}
	});

	it('needs a transaction unless the event is signed', async () => {
		await start({ parameters: { options: { signatureCheck: 'whenPresent' } } });
		const noId = { data: { type: 'DEPOSIT', status: 'SUCCESS' } };
		await send({ ...unsigned, ...noId });
		await send(noId);
		expect(door.statuses).toEqual([401, 200]);
	});

	it.each([
		['says 500', { kind: 'status', status: 500 }],
		['answers with a page', { kind: 'html' }],
		['closes the connection', { kind: 'dropBefore' }],
		['is silent', { kind: 'hang' }],
		['refuses the key', { kind: 'status', status: 401, message: 'Invalid API key' }],
		['has nothing at that path', { kind: 'html', status: 404 }],
	] as const)('is asked for again where the service %s', async (_how, fault) => {
		await start({ parameters: { options: { confirmWithService: true } } });
		sandbox.configure({ deliveryTimeoutMs: 1_000_000 });
		sandbox.faults.add({ fault });
		const unhurried = fault.kind === 'hang' ? hurry() : () => undefined;
		const { number } = await send({ retry: false });
		unhurried();
		sandbox.faults.clear();
		await sandbox.deliveries.redeliver(number);
		await sandbox.deliveries.redeliver(number);
		expect(door.statuses).toEqual([503, 200, 200]);
		expect(door.emitted).toHaveLength(1);
	});

	it('takes a refusal in a 200, a list for an object, and text for numbers', async () => {
		await start({ parameters: { options: { signatureCheck: 'off' } } });
		sandbox.configure({ errorsAs200: true, transactionShape: 'list', numbersAsText: 'all', statusWord: 'success' });
		await send(unsigned);
		await send({ ...unsigned, known: false });
		expect(door.statuses).toEqual([200, 401]);
	});

	describe('of an unsigned event, its reference:', () => {
		const quoteAnswer = z.object({ data: z.object({ id: z.string(), totalAmountInSourceCurrency: z.number() }) });
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
			sandbox.setWebhook(null);
			await start({ parameters: { options: { signatureCheck: 'off' } } });
			return sandbox.deliveries.list.at(-1)?.body ?? '';
		}

		it('is given where the order holds it as well', async () => {
			const body = await payQuote('order-1');
			await door.take({ body });
			expect(door.emitted).toMatchObject([{ verified: 'service', customerReference: 'order-1' }]);
			expect(door.emitted[0]?.customerReferenceFrom).toMatch(/^data\./);
		});

		it('has the event refused where the order holds another', async () => {
			const body = await payQuote('order-1');
			await door.take({ body: body.replace('order-1', 'order-of-a-thief') });
			await door.take({ body });
			expect(door.statuses).toEqual([401, 200]);
			expect(door.emitted).toMatchObject([{ customerReference: 'order-1' }]);
		});

		it('is taken from the order where the event has none', async () => {
			const body = await payQuote('order-1');
			await door.take({ body: body.replace('customerReference', 'leftOut') });
			expect(door.emitted).toMatchObject([
				{ customerReference: 'order-1', customerReferenceFrom: 'order.quotes[0].customerReference' },
			]);
		});

		it('is not believed where the service holds none', async () => {
			const body = await payQuote();
			await door.take({ body: body.replace('"customerReference":null', '"customerReference":"order-of-a-thief"') });
			expect(door.emitted).toMatchObject([{ customerReference: null, customerReferenceFrom: null }]);
		});

		it('is asked for again where the order cannot be had', async () => {
			const body = await payQuote('order-1');
			sandbox.faults.add({ match: { path: '/order' }, fault: { kind: 'status', status: 500 } });
			await door.take({ body });
			sandbox.faults.clear();
			await door.take({ body });
			expect(door.statuses).toEqual([503, 200]);
		});
	});
});

describe('nothing is thrown', () => {
	it.each([
		['settings that cannot be used', { parameters: { events: [] } }, 503],
		['a credential that cannot be used', { parameters: { options: { signatureCheck: 'off' } }, credential: { deployment: 'nowhere' } }, 500],
	])('by %s', async (_what, setUp, status) => {
		door.trigger = triggerFor(sandbox, setUp);
		await send({ retry: false });
		expect(door.results).toMatchObject([{ thrown: undefined, startsExecution: false }]);
		expect(door.statuses).toEqual([status]);
	});

	it('by a request without a body', async () => {
		const { returned, response } = await door.take({ body: '', headers: { 'content-type': 'multipart/form-data' } });
		expect(returned).toEqual({ noWebhookResponse: true });
		expect(response.statusCode).toBe(401);
	});
});

it('registered and verified with one and the same secret', async () => {
	expect(sandbox.webhook?.url).toBe(PRODUCTION_URL);
	await send({ event: 'payment.sent', customerReference: 'order-1' });
	expect(door.emitted).toMatchObject([{ customerReference: 'order-1', verified: 'body' }]);
});
