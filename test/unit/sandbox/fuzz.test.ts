/** Whatever is sent, the sandbox answers with JSON of the service's shape and goes on living. */
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { CONTROL_ROUTES } from '../../../sandbox/control/routes';
import { DEMO_ADDRESSES, startSandbox, type Sandbox } from '../../../sandbox/index';
import { SERVICE_ROUTES } from '../../../sandbox/routes/index';
import { bankWithdrawal, paymentLink, payoutQuote, swapQuote } from '../../harness/sandboxBodies';
import { call } from '../../harness/sandboxClient';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
	sandbox.setWebhook({ url: 'https://nowhere.example', secret: 's' });
});
afterAll(async () => {
	await sandbox.close();
});

/** Of every call, and some of none. */
const SERVICE = [
	...SERVICE_ROUTES.map(({ path }) => path.replace('{quoteId}', 'x')),
	...['/wallet/payout/%zz/accept', '/__proto__', '/%'],
];
const CONTROL = [...CONTROL_ROUTES.map(({ path }) => path.replace(/\{\w+\}/, '-1')), ...['', '/faults/x', '/nothing']];
const VALID: [string, object][] = [
	['/withdraw', bankWithdrawal],
	['/withdraw/btc', { invoice: 'lntbs1', memo: 'm' }],
	[
		'/withdraw/stablecoin',
		{ amount: '1', network: 'trc20', currency: 'USDT', address: DEMO_ADDRESSES.trc20, customerReference: 'c' },
	],
	['/quote', swapQuote],
	['/quote', payoutQuote],
	['/paymentlink', paymentLink],
	['/webhook/register', { url: 'https://a.example', secret: 's' }],
	['/simulation/pay-in', { currency: 'NGN', orderId: '1', amount: 5 }],
	['/collections/stablecoin/generate-address', { label: 'l', currency: 'USDT', network: 'solana' }],
];

const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH');
const anything = fc.oneof(
	fc.jsonValue(),
	fc.string({ unit: 'binary' }),
	fc.constantFrom('__proto__', 'x'.repeat(5_000), 1e300, -0, '9'.repeat(400)),
);
const query = fc.dictionary(
	fc.constantFrom(
		'id',
		'orderId',
		'hash',
		'page',
		'limit',
		'pair',
		'country',
		'currency',
		'paymentMethod',
		'accountNumber',
		'bankCode',
		'__proto__',
		'x',
	),
	fc.string({ unit: 'binary' }),
	{ maxKeys: 3 },
);

const envelope = { status: expect.stringMatching(/^(ok|error)$/) };

test('random requests to the service', async () => {
	await fc.assert(
		fc.asyncProperty(
			method,
			fc.constantFrom(...SERVICE),
			query,
			fc.oneof(
				anything.map((value) => JSON.stringify(value)),
				fc.string(),
			),
			fc.boolean(),
			async (verb, path, parameters, raw, withKey) => {
				const search = new URLSearchParams(parameters).toString();
				const reply = await call(sandbox, verb, `${path}?${search}`, {
					...(verb !== 'GET' && { raw: raw ?? '' }),
					...(!withKey && { key: null }),
				});
				expect(reply.body).toMatchObject(envelope);
				expect(reply.status).not.toBe(500);
			},
		),
	);
});

test('correct bodies with one field changed, removed or added', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...VALID),
			fc.nat(),
			fc.constantFrom('change', 'remove', 'add'),
			anything,
			async ([path, body], pick, how, value) => {
				const keys = Object.keys(body);
				const key = keys[pick % keys.length] ?? '';
				const entries = Object.entries(body).filter(([name]) => how !== 'remove' || name !== key);
				const changed = Object.fromEntries([
					...entries,
					...(how === 'remove' ? [] : [[how === 'add' ? 'extra' : key, value]]),
				]);
				const reply = await call(sandbox, 'POST', path, { body: changed });
				expect(reply.body).toMatchObject(envelope);
				expect([200, 400, 404]).toContain(reply.status);
				if (how === 'add') expect(reply.status).toBe(value === undefined ? 200 : 400);
			},
		),
	);
});

test('random requests to the control surface', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom('GET', 'POST', 'DELETE'),
			fc.constantFrom(...CONTROL),
			anything,
			async (verb, path, value) => {
				const reply = await call(
					sandbox,
					verb,
					sandbox.controlUrl + path,
					verb === 'GET' ? {} : { raw: JSON.stringify(value) ?? '' },
				);
				expect(typeof reply.body).toBe('object');
				expect(reply.status).not.toBe(500);
			},
		),
	);
});

function raw(bytes: Buffer): Promise<string> {
	return new Promise((resolve) => {
		const socket = connect(sandbox.port, '127.0.0.1');
		let answer = '';
		socket.on('data', (part) => (answer += part.toString()));
		socket.on('error', () => resolve(answer));
		socket.on('close', () => resolve(answer));
		socket.end(bytes);
	});
}

test('bytes that are no HTTP get a 400 in the same shape, and half requests nothing', async () => {
	expect(await raw(Buffer.from('NONSENSE\r\n\r\n'))).toMatch(
		/^HTTP\/1\.1 400 .*\{"status":"error","message":"Bad request"\}$/s,
	);
	expect(await raw(Buffer.from('GET http://[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'))).toContain(
		'"status":"error"',
	);
	expect(
		await raw(Buffer.from('POST /api/v1/quote HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n{"half":')),
	).not.toContain(' 200 ');
	await fc.assert(
		fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
			expect(await raw(Buffer.from(bytes))).not.toContain(' 500 ');
		}),
		{ numRuns: 50 },
	);
	expect((await call(sandbox, 'GET', '/wallet')).status).toBe(200);
});

test('a body over 1 MiB is refused', async () => {
	const reply = await call(sandbox, 'POST', '/quote', { raw: JSON.stringify({ amount: '1'.repeat(1_100_000) }) });
	expect(reply).toMatchObject({ status: 413, body: { status: 'error' } });
});
