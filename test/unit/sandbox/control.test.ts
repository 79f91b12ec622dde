/** The control surface for other processes, the clock, the quirks, determinism, and the command. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { openapi } from '../../../interface/openapi';
import { FIXED_START, readInvoice, startSandbox, type Sandbox } from '../../../sandbox/index';
import { bankWithdrawal, payoutQuote } from '../../harness/sandboxBodies';
import { at, call, textAt } from '../../harness/sandboxClient';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 'control', quirks: { settleAfterMs: 100 } });
});
afterAll(async () => {
	await sandbox.close();
});
beforeEach(() => {
	sandbox.reset();
});

const control = (method: string, path: string, body?: unknown) =>
	call(sandbox, method, sandbox.controlUrl + path, { key: null, ...(body !== undefined && { body }) });
const withdraw = (more: object = {}) => call(sandbox, 'POST', '/withdraw', { body: { ...bankWithdrawal, ...more } });

test('the ledger over HTTP answers how often and how much', async () => {
	await withdraw();
	await withdraw({ amount: '200' });
	const ledger = (query: string) => control('GET', `/ledger${query}`);
	expect((await ledger('?kind=payout&destination=0123456789')).body).toMatchObject({
		count: 2,
		entries: [
			{
				number: 1,
				kind: 'payout',
				amount: '100000',
				fees: '5000',
				currency: 'NGN',
				destination: '0123456789',
				bankCode: '000013',
				requestNumber: 1,
				status: 'PENDING',
				time: '2026-01-15T09:00:00.000Z',
			},
			{ amount: '200', requestNumber: 2 },
		],
	});
	expect(at((await ledger('?destination=9999999999')).body, 'count')).toBe(0);
	expect((await ledger('?reference=x')).status).toBe(400);
});

test("the service's interface is shown as an OpenAPI document", async () => {
	expect((await control('GET', '/openapi.json')).body).toEqual(openapi());
});

test('the log of requests hides keys over HTTP and keeps them in process', async () => {
	await call(sandbox, 'GET', '/wallet?currency=KES', { headers: { Authorization: 'Bearer abc' } });
	const reply = await control('GET', '/requests?path=/wallet');
	expect(reply.body).toMatchObject({
		count: 1,
		requests: [
			{ method: 'GET', query: { currency: 'KES' }, status: 200, headers: { 'x-api-key': '***', authorization: '***' } },
		],
	});
	expect(JSON.stringify(reply.body)).not.toContain(sandbox.keys.write);
	expect(sandbox.requests[0]?.headers['x-api-key']).toBe(sandbox.keys.write);
	expect(at((await control('GET', '/requests?after=1')).body, 'count')).toBe(0);
	await control('DELETE', '/requests');
	expect(sandbox.requests).toEqual([]);
});

test('the clock: set, advance, freeze, real', async () => {
	const clock = async (body: object) => (await control('POST', '/clock', body)).body;
	expect((await control('GET', '/clock')).body).toMatchObject({ mode: 'fixed', now: FIXED_START });
	expect(await clock({ advance: 1_000 })).toMatchObject({ now: FIXED_START + 1_000 });
	expect(await clock({ set: '2026-02-01T00:00:00Z' })).toMatchObject({ iso: '2026-02-01T00:00:00.000Z' });
	expect(await clock({ set: 5 })).toMatchObject({ now: 5 });
	const before = Date.now();
	const real = await clock({ real: true });
	expect(real).toMatchObject({ mode: 'real' });
	expect(at(real, 'now')).toBeGreaterThanOrEqual(before);
	await clock({ advance: 3_600_000 });
	expect(sandbox.clock.now()).toBeGreaterThanOrEqual(before + 3_600_000);
	expect(await clock({ freeze: true })).toMatchObject({ mode: 'fixed' });
	for (const wrong of [{}, { set: 'soon' }, { set: 9e15 }, { advance: -1 }, { set: 1, advance: 1 }]) {
		expect((await control('POST', '/clock', wrong)).status).toBe(400);
	}
});

test('tasks run in order when the clock reaches them, and by themselves on a real one', async () => {
	const done: string[] = [];
	sandbox.clock.schedule(20, () => done.push('b'));
	sandbox.clock.schedule(10, () => {
		done.push(`a ${sandbox.clock.now() - FIXED_START}`);
		sandbox.clock.schedule(5, () => done.push('inner'));
	});
	sandbox.clock.advance(9);
	expect(done).toEqual([]);
	sandbox.clock.advance(50);
	expect(done).toEqual(['a 10', 'inner', 'b']);
	sandbox.clock.useReal();
	await new Promise<void>((resolve) => sandbox.clock.schedule(1, resolve));
	sandbox.clock.freeze();
	await new Promise<void>((resolve) => sandbox.clock.schedule(0, resolve));
	expect(sandbox.clock.waiting).toBe(0);
});

describe('quirks', () => {
	const quirks = (body: object) => control('POST', '/quirks', body);

	test('what each deployment does not offer', async () => {
		const validate = () =>
			call(sandbox, 'POST', '/quote/validate-kes-identifier', {
				body: { identifier: '247247', identifierType: 'Till' },
			});
		expect((await validate()).status).toBe(200);
		await quirks({ deployment: 'staging' });
		expect((await validate()).status).toBe(400);
		await quirks({ deployment: 'live' });
		const invoice = textAt((await call(sandbox, 'POST', '/quote', { body: payoutQuote })).body, 'data.invoice');
		expect(readInvoice(invoice)?.network).toBe('bc');
	});

	test('are listed, refused when unknown, and gone after a reset except those given at the start', async () => {
		expect((await quirks({ mood: 'bad' })).status).toBe(400);
		await quirks({ settleAfterMs: 7, signature: { encoding: 'base64' } });
		expect((await control('GET', '/quirks')).body).toMatchObject({
			settleAfterMs: 7,
			signature: { encoding: 'base64', header: 'X-Mavapay-Signature' },
		});
		sandbox.reset();
		expect(sandbox.quirks).toMatchObject({ settleAfterMs: 100, signature: { encoding: 'hex' } });
	});
});

test('reset forgets everything but keys and address; the same calls then give the same ids', async () => {
	const story = async () => {
		const made = [(await withdraw()).body, (await call(sandbox, 'POST', '/quote', { body: payoutQuote })).body];
		return JSON.stringify([made, (await call(sandbox, 'GET', '/user')).body]);
	};
	const first = await story();
	const state = (await control('POST', '/reset')).body;
	expect(state).toMatchObject({
		counts: { requests: 0, ledger: 0, quotes: 0 },
		keys: sandbox.keys,
		wallets: { NGN: '500000000' },
	});
	expect(await story()).toBe(first);
	const other = await startSandbox({ seed: 'another', now: FIXED_START });
	expect(other.keys.write).not.toBe(sandbox.keys.write);
	await other.close();
});

test('a taken port is refused, and the log keeps only the newest requests', async () => {
	await expect(startSandbox({ port: sandbox.port })).rejects.toThrow('EADDRINUSE');
	const small = await startSandbox({ mostRequests: 10 });
	for (let index = 0; index < 25; index += 1) await call(small, 'GET', '/wallet');
	expect(small.requests.length).toBeLessThanOrEqual(11);
	expect(small.requests.at(-1)?.number).toBe(25);
	await small.close();
});

test('the command prints address and keys and ends cleanly when told to', async () => {
	const root = join(__dirname, '../../..');
	const child = spawn(process.execPath, [
		require.resolve('tsx/cli'),
		join(root, 'sandbox/main.ts'),
		'--port',
		'0',
		'--seed',
		'command',
	]);
	let printed = '';
	const base = await new Promise<string>((resolve, reject) => {
		child.once('exit', () => reject(new Error(`It ended: ${printed}`)));
		child.stderr.on('data', (part: Buffer) => (printed += part.toString()));
		child.stdout.on('data', (part: Buffer) => {
			printed += part.toString();
			const url = /Base URL\s+(\S+)/.exec(printed)?.[1];
			if (url !== undefined && printed.includes('Ctrl-C')) resolve(url);
		});
	});
	const key = /WRITE key\s+(\S+)/.exec(printed)?.[1] ?? '';
	expect((await fetch(`${base}/wallet`, { headers: { 'X-API-KEY': key } })).status).toBe(200);
	const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
	child.kill('SIGTERM');
	expect(await ended).toBe(0);
});
