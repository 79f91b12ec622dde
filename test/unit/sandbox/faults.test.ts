/** Every fault, seen from a client: what arrives, and whether the money moved. */
import { request } from 'node:http';
import type { FaultRule } from '../../../sandbox/index';
import { bankWithdrawal } from '../../harness/sandboxBodies';
import { at, call, listAt } from '../../harness/sandboxClient';
import { sandbox } from '../../harness/startedSandbox';

interface Seen {
	/** Null: the connection ended before an answer. */
	status: number | null;
	text: string;
	code: string | null;
	location: string | undefined;
}

/** One withdrawal over a bare socket client, which hides nothing. */
function withdraw(wait = 10_000): Promise<Seen> {
	return new Promise((resolve) => {
		const seen: Seen = { status: null, text: '', code: null, location: undefined };
		const end = (code: string | null) => resolve({ ...seen, code });
		const headers = { 'X-API-KEY': sandbox.keys.write, 'Content-Type': 'application/json' };
		const sent = request(`${sandbox.url}/withdraw`, { method: 'POST', headers, agent: false }, (answer) => {
			seen.status = answer.statusCode ?? null;
			seen.location = answer.headers.location;
			answer.on('data', (part: Buffer) => (seen.text += part.toString()));
			answer.on('end', () => end(null));
			answer.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
		});
		sent.setTimeout(wait, () => sent.destroy(Object.assign(new Error('waited'), { code: 'WAITED' })));
		sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
		sent.end(JSON.stringify(bankWithdrawal));
	});
}

const paid = () => sandbox.ledger.payouts({ destination: '0123456789' }).length;
const errorText = (message: string) => JSON.stringify({ status: 'error', message });

type Expected = Partial<Seen> & { paid: number };
const CASES: [string, FaultRule['fault'], Expected][] = [
	['dropBefore', { kind: 'dropBefore' }, { status: null, code: 'ECONNRESET', paid: 0 }],
	['dropBefore by reset', { kind: 'dropBefore', reset: true }, { status: null, code: 'ECONNRESET', paid: 0 }],
	['dropAfter', { kind: 'dropAfter' }, { status: null, code: 'ECONNRESET', paid: 1 }],
	['dropAfter by reset', { kind: 'dropAfter', reset: true }, { status: null, code: 'ECONNRESET', paid: 1 }],
	['status', { kind: 'status', status: 503 }, { status: 503, text: errorText('Error 503'), paid: 0 }],
	[
		'status with effect and message',
		{ kind: 'status', status: 500, message: 'Oops', effect: true },
		{ status: 500, text: errorText('Oops'), paid: 1 },
	],
	...[400, 401, 403, 404, 405, 422, 429].map((status): [string, FaultRule['fault'], Expected] => [
		`a refusal by ${status} although it was paid`,
		{ kind: 'status', status, message: 'Insufficient balance', effect: true },
		{ status, text: errorText('Insufficient balance'), paid: 1 },
	]),
	[
		'an error as 200 although it was paid',
		{ kind: 'okStatusError', message: 'No', effect: true },
		{ status: 200, text: errorText('No'), paid: 1 },
	],
	[
		'status with a text body',
		{ kind: 'status', status: 502, body: 'Bad Gateway' },
		{ status: 502, text: 'Bad Gateway', paid: 0 },
	],
	[
		'status with a JSON body',
		{ kind: 'status', status: 409, body: { odd: true } },
		{ status: 409, text: '{"odd":true}', paid: 0 },
	],
	['okStatusError', { kind: 'okStatusError', message: 'No' }, { status: 200, text: errorText('No'), paid: 0 }],
	['html', { kind: 'html' }, { status: 200, text: expect.stringContaining('<html>'), paid: 0 }],
	['empty', { kind: 'empty' }, { status: 200, text: '', code: null, paid: 1 }],
	[
		'brokenJson',
		{ kind: 'brokenJson' },
		{ status: 200, text: expect.stringMatching(/^\{"status":"ok".*[^}]$/), paid: 1 },
	],
	[
		'cutOff',
		{ kind: 'cutOff' },
		{ status: 200, text: expect.stringMatching(/^\{"status":"ok"/), code: 'ECONNRESET', paid: 1 },
	],
	[
		'slowBody',
		{ kind: 'slowBody', ms: 30 },
		{ status: 200, text: expect.stringMatching(/\}\}\}$/), code: null, paid: 1 },
	],
	['redirect', { kind: 'redirect' }, { status: 307, location: '/api/v1/withdraw', paid: 0 }],
	[
		'redirect elsewhere',
		{ kind: 'redirect', status: 302, location: 'http://127.0.0.1:9/x' },
		{ status: 302, location: 'http://127.0.0.1:9/x', paid: 0 },
	],
	['delay before', { kind: 'delay', ms: 5 }, { status: 200, paid: 1 }],
	['delay after', { kind: 'delay', ms: 5, when: 'after' }, { status: 200, paid: 1 }],
];

test.each(CASES)('%s', async (_name, fault, { paid: times, ...seen }) => {
	sandbox.faults.add({ match: { path: '/withdraw', times: 1 }, fault });
	expect(await withdraw()).toMatchObject(seen);
	expect(paid()).toBe(times);
	expect(sandbox.requests.length).toBe(1);
	expect(await withdraw()).toMatchObject({ status: 200, code: null });
});

test('hang: the client gives up, the money moved or not as asked', async () => {
	sandbox.faults.add({ match: { nth: 1 }, fault: { kind: 'hang' } });
	sandbox.faults.add({ match: { nth: 2 }, fault: { kind: 'hang', effect: false } });
	expect(await withdraw(500)).toMatchObject({ status: null, code: 'WAITED' });
	expect(paid()).toBe(1);
	expect(await withdraw(500)).toMatchObject({ code: 'WAITED' });
	expect(paid()).toBe(1);
	expect(sandbox.requests.map((one) => one.status)).toEqual([null, null]);
});

test('headers of a status fault arrive', async () => {
	sandbox.faults.add({ fault: { kind: 'status', status: 429, headers: { 'Retry-After': '7' } } });
	const reply = await call(sandbox, 'GET', '/wallet');
	expect(reply.headers.get('retry-after')).toBe('7');
});

test('matching by method, path with *, query, body text, nth and times', async () => {
	const status = (code: number, match: FaultRule['match']) =>
		sandbox.faults.add({ match, fault: { kind: 'status', status: code } });
	status(501, { method: 'get', path: '/wallet', query: { currency: 'KES' } });
	status(502, { path: '/bank/*', nth: 2 });
	status(503, { bodyIncludes: '"amount":"777"', times: 2 });
	const get = async (path: string) => (await call(sandbox, 'GET', path)).status;
	const pay = async (amount: string) =>
		(await call(sandbox, 'POST', '/withdraw', { body: { ...bankWithdrawal, amount } })).status;
	expect([await get('/wallet'), await get('/wallet?currency=KES'), await get('/wallet?currency=KES')]).toEqual([
		200, 501, 501,
	]);
	const banks = '/bank/bankcode?country=NG';
	expect([await get(banks), await get(banks), await get(banks)]).toEqual([200, 502, 200]);
	expect([await pay('777'), await pay('778'), await pay('777'), await pay('777')]).toEqual([503, 200, 503, 200]);
	expect(sandbox.faults.list()).toMatchObject([{ number: 1, hits: 2 }]);
	sandbox.faults.clear();
	expect(await get('/wallet?currency=KES')).toBe(200);
});

test('delays add up with one other fault; the first of the others wins', async () => {
	sandbox.faults.add({ fault: { kind: 'delay', ms: 1 } });
	sandbox.faults.add({ fault: { kind: 'status', status: 500 } });
	sandbox.faults.add({ fault: { kind: 'status', status: 501 } });
	expect((await call(sandbox, 'GET', '/wallet')).status).toBe(500);
	expect(sandbox.requests[0]).toMatchObject({ fault: 'status', status: 500 });
});

test('faults over HTTP: add one or many, list, remove, refuse nonsense', async () => {
	const faults = `${sandbox.controlUrl}/faults`;
	const one = { match: { path: '/user' }, fault: { kind: 'dropAfter' } };
	await call(sandbox, 'POST', faults, { body: one });
	const two = await call(sandbox, 'POST', faults, { body: [one, { fault: { kind: 'delay', ms: 1 } }] });
	expect(listAt(two.body, 'faults').map((fault) => at(fault, 'number'))).toEqual([1, 2, 3]);
	await call(sandbox, 'DELETE', `${faults}/2`);
	expect((await call(sandbox, 'DELETE', `${faults}/2`)).status).toBe(404);
	expect(listAt((await call(sandbox, 'GET', faults)).body, 'faults')).toHaveLength(2);
	for (const body of [
		{},
		{ fault: { kind: 'explode' } },
		{ fault: { kind: 'delay' } },
		{ fault: { kind: 'hang', more: 1 } },
	]) {
		expect(await call(sandbox, 'POST', faults, { body })).toMatchObject({ status: 400, body: { status: 'error' } });
	}
	await call(sandbox, 'DELETE', faults);
	expect((await call(sandbox, 'GET', '/user')).status).toBe(200);
});

test('a request that was dropped is in the log, control requests are not', async () => {
	sandbox.faults.add({ match: { times: 1 }, fault: { kind: 'dropAfter' } });
	await withdraw();
	await call(sandbox, 'GET', `${sandbox.controlUrl}/state`);
	expect(sandbox.requests).toMatchObject([
		{
			number: 1,
			method: 'POST',
			path: '/withdraw',
			status: null,
			fault: 'dropAfter',
			rawBody: JSON.stringify(bankWithdrawal),
			body: bankWithdrawal,
		},
	]);
	expect(sandbox.ledger.payouts()[0]?.requestNumber).toBe(1);
});
