/** The code that sends all requests: what it repeats, how long it waits, and what a good response is. */
import * as z from 'zod/mini';

import type { HttpResult } from '../../../nodes/core/http/httpResult';
import { isObject } from '../../../nodes/core/domain/json';
import { ItemStopped } from '../../../nodes/core/service/failure';
import type { KeptResponses } from '../../../nodes/core/service/service';
import {
	createService,
	dataObjects,
	get,
	post,
	responseOf,
	type ServiceResponse,
	type ServiceRequest,
	type Transport,
} from '../../../nodes/core/service/service';

const OK: HttpResult = { kind: 'response', status: 200, body: { status: 'ok', message: 'done', data: { id: 'a' } } };
const BUSY: HttpResult = { kind: 'response', status: 503, body: 'busy' };
const LIMITED: HttpResult = {
	kind: 'response',
	status: 429,
	body: { status: 'error', message: 'Too many requests' },
	retryAfter: '7',
};
const REFUSED: HttpResult = { kind: 'fault', code: 'ECONNREFUSED', message: 'refused' };
const RESET: HttpResult = { kind: 'fault', code: 'ECONNRESET', message: 'reset' };
const FORBIDDEN: HttpResult = { kind: 'response', status: 403, body: { status: 'error', message: 'no' } };
const GOOD = { data: { id: 'a' }, message: 'done', body: { status: 'ok', message: 'done', data: { id: 'a' } } };

const identified = z.looseObject({ id: z.string() });

const GET: ServiceRequest = { method: 'GET', path: '/wallet' };
const POST: ServiceRequest = { method: 'POST', path: '/withdraw', body: { amount: '1' } };
const PAY = { timeoutMs: 1, alsoRefused: [] };

/** A service whose transport gives these results in order; the last one is repeated. */
function bench(...endings: HttpResult[]) {
	const sent: Array<Parameters<Transport>> = [];
	const waits: number[] = [];
	const clock = {
		stopped: false,
		now: () => 1_000_000,
		random: () => 0.5,
		cancelled: () => clock.stopped,
		sleep: async (milliseconds: number) => {
			waits.push(milliseconds);
		},
	};
	const transport: Transport = async (...call) => {
		sent.push(call);
		const ending = endings[Math.min(sent.length, endings.length) - 1];
		if (ending === undefined) throw new Error('no ending is set');
		return await Promise.resolve(ending);
	};
	return { sent, waits, clock, transport, service: createService(transport, clock) };
}

async function stopped(reading: Promise<unknown>): Promise<ItemStopped> {
	const error: unknown = await reading.then(
		() => null,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ItemStopped)) throw new Error('the read went through');
	return error;
}

describe('reads', () => {
	it('give the good response, after one request of 30 s that a cancelled execution cuts off', async () => {
		const { service, sent, waits } = bench(OK);
		expect(await service.read(GET)).toEqual(GOOD);
		expect(sent).toEqual([[GET, { timeoutMs: 30_000, guarded: false }]]);
		expect(waits).toEqual([]);
	});

	it('hand on what came where the data has the form that is asked for', async () => {
		const { service } = bench(OK);
		const { data } = await service.read(GET, identified);
		expect([data.id, data]).toEqual(['a', GOOD.data]);
		expect((await service.readOnce(GET, identified)).data).toBe(
			OK.kind === 'response' && isObject(OK.body) ? OK.body.data : null,
		);
	});

	it.each(['read', 'readOnce'] as const)(
		'%s stops the item where the data has another form, after one request',
		async (how) => {
			const { service, sent } = bench(OK);
			const { failure } = await stopped(service[how](GET, z.looseObject({ id: z.string(), status: z.string() })));
			expect(failure).toMatchObject({
				outcome: null,
				retryable: false,
				source: 'service',
				cause: 'unreadable',
				description: "So it can't be relied on. Look for a node update, or report the problem.",
			});
			expect(failure.summary).toContain("Mavapay's response has an unexpected format (status)");
			expect(sent).toHaveLength(1);
		},
	);

	it('are sent four times at most, with longer and longer waits', async () => {
		const { service, sent, waits } = bench(BUSY);
		expect((await stopped(service.read(GET))).failure).toMatchObject({
			httpCode: '503',
			outcome: null,
			retryable: true,
		});
		expect(sent).toHaveLength(4);
		expect(waits).toEqual([375, 750, 1500]);
	});

	it('are sent again until a response is good', async () => {
		const { service, sent } = bench(BUSY, RESET, OK);
		expect(await service.read(GET)).toEqual(GOOD);
		expect(sent).toHaveLength(3);
	});

	it('wait as long as Retry-After says', async () => {
		const { service, waits } = bench(LIMITED, OK);
		await service.read(GET);
		expect(waits).toEqual([7000]);
	});

	it.each(['61', '900'])('wait %s seconds where Retry-After asks for that many', async (retryAfter) => {
		const { service, waits } = bench({ ...LIMITED, retryAfter }, OK);
		await service.read(GET);
		expect(waits).toEqual([Number(retryAfter) * 1000]);
	});

	it.each(['901', '9'.repeat(400), 'Fri, 02 Jan 2099 04:04:05 GMT'])(
		'are not sent again where Mavapay asks for more than a run waits, and say so: %s',
		async (retryAfter) => {
			const { service, sent, waits } = bench({ ...LIMITED, retryAfter });
			const { failure } = await stopped(service.read(GET));
			expect(failure).toMatchObject({ cause: 'rateLimited', retryable: true });
			expect(failure.description).toContain(`It asks to wait (Retry-After): "${retryAfter.slice(0, 30)}`);
			expect([sent.length, waits]).toEqual([1, []]);
		},
	);

	it('are not sent again after a response that stays the same, nor once the execution is cancelled', async () => {
		const refused = bench(FORBIDDEN);
		expect((await stopped(refused.service.read(GET))).failure).toMatchObject({ httpCode: '403', retryable: false });
		expect(refused.sent).toHaveLength(1);
		const cancelled = bench(BUSY);
		cancelled.clock.stopped = true;
		await stopped(cancelled.service.read(GET));
		expect([cancelled.sent.length, cancelled.waits]).toEqual([1, []]);
	});
});

describe('a read that is asked for once', () => {
	it('is sent once for all that ask, at once or later', async () => {
		const { service, sent } = bench(OK);
		const answers = await Promise.all([service.readOnce(GET), service.readOnce({ ...GET })]);
		expect([...answers, await service.readOnce(GET)]).toEqual([GOOD, GOOD, GOOD]);
		expect(sent).toHaveLength(1);
	});

	it('is told from others by method, path and query', async () => {
		const { service, sent } = bench(OK);
		const others: ServiceRequest[] = [
			GET,
			{ ...GET, method: 'POST' },
			{ ...GET, path: '/bank' },
			{ ...GET, query: { id: '1' } },
			{ ...GET, query: { id: '2' } },
		];
		for (const request of others) await service.readOnce(request);
		expect(sent).toHaveLength(5);
	});

	it('is sent again after it failed', async () => {
		const { service, sent } = bench(FORBIDDEN, OK);
		await stopped(service.readOnce(GET));
		expect(await service.readOnce(GET)).toEqual(GOOD);
		expect(sent).toHaveLength(2);
	});
});

describe('a read whose response is kept for later executions', () => {
	const HOUR_MS = 3_600_000;
	const list = (...codes: string[]): HttpResult => ({
		kind: 'response',
		status: 200,
		body: { status: 'ok', data: codes },
	});
	const holds = (code: string) => (response: ServiceResponse) =>
		Array.isArray(response.data) && response.data.includes(code);

	/** An execution in the process that keeps `responses`: the number of requests sent, and the data found. */
	async function execution(
		responses: KeptResponses,
		code: string,
		endings: HttpResult[],
		{ baseUrl = 'https://a', nowMs = 0, times = 1 } = {},
	) {
		const { sent, clock, transport } = bench(...endings);
		const service = createService(transport, { ...clock, now: () => nowMs }, { responses, baseUrl });
		let found: ServiceResponse | ItemStopped | null = null;
		for (let time = 0; time < times; time++)
			found = await service.readKept(GET, holds(code)).catch((error: ItemStopped) => error);
		return { asked: sent.length, data: found instanceof ItemStopped ? 'stopped' : found?.data };
	}

	it('is used again by other executions, for 24 hours', async () => {
		const responses: KeptResponses = new Map();
		expect(await execution(responses, 'a', [list('a')], { nowMs: HOUR_MS })).toEqual({ asked: 1, data: ['a'] });
		expect(await execution(responses, 'a', [list('b')], { nowMs: HOUR_MS })).toEqual({ asked: 0, data: ['a'] });
		expect(await execution(responses, 'a', [list('b')], { nowMs: 25 * HOUR_MS - 1 })).toEqual({
			asked: 0,
			data: ['a'],
		});
		expect(await execution(responses, 'a', [list('a', 'b')], { nowMs: 25 * HOUR_MS })).toEqual({
			asked: 1,
			data: ['a', 'b'],
		});
		expect(await execution(responses, 'b', [list()], { nowMs: 48 * HOUR_MS })).toEqual({ asked: 0, data: ['a', 'b'] });
	});

	it('is not used by a clock that was set back', async () => {
		const responses: KeptResponses = new Map();
		await execution(responses, 'a', [list('a')], { nowMs: HOUR_MS });
		expect(await execution(responses, 'a', [list('a')], { nowMs: HOUR_MS - 1 })).toMatchObject({ asked: 1 });
	});

	it('is of one deployment and one request', async () => {
		const responses: KeptResponses = new Map();
		await execution(responses, 'a', [list('a')]);
		expect(await execution(responses, 'a', [list('a', 'b')], { baseUrl: 'https://b' })).toEqual({
			asked: 1,
			data: ['a', 'b'],
		});
		const { sent, clock, transport } = bench(list('a'));
		const service = createService(transport, { ...clock, now: () => 0 }, { responses, baseUrl: 'https://a' });
		await service.readKept({ ...GET, query: { country: 'ZA' } }, holds('a'));
		await service.readKept(GET, holds('a'));
		expect(sent).toHaveLength(1);
	});

	it('is asked for anew where it does not suffice, once in an execution, and replaced where the new one does', async () => {
		const responses: KeptResponses = new Map();
		await execution(responses, 'a', [list('a')]);
		expect(await execution(responses, 'b', [list('a')], { times: 3 })).toEqual({ asked: 1, data: ['a'] });
		expect(await execution(responses, 'b', [list('b')])).toEqual({ asked: 1, data: ['b'] });
		expect(await execution(responses, 'b', [list()])).toEqual({ asked: 0, data: ['b'] });
	});

	it('is not kept where it failed or does not suffice', async () => {
		const responses: KeptResponses = new Map();
		expect(await execution(responses, 'a', [FORBIDDEN])).toEqual({ asked: 1, data: 'stopped' });
		expect(await execution(responses, 'a', [list('b')])).toEqual({ asked: 1, data: ['b'] });
		expect(await execution(responses, 'b', [list('a', 'b')])).toEqual({ asked: 1, data: ['a', 'b'] });
		responses.clear();
		expect(await execution(responses, 'a', [list('a')])).toEqual({ asked: 1, data: ['a'] });
	});

	it('is asked for by each execution where nothing is kept', async () => {
		const { sent, service } = bench(list('a'));
		for (let time = 0; time < 2; time++) expect((await service.readKept(GET, holds('b'))).data).toEqual(['a']);
		expect(sent).toHaveLength(1);
	});
});

describe('requests that pay', () => {
	it('are sent with their own time-out, and outlive a cancelled execution', async () => {
		const { service, sent } = bench(OK);
		expect(await service.send(POST, { timeoutMs: 61_000, alsoRefused: [] })).toEqual({
			classified: { outcome: 'accepted', cause: 'accepted', retryable: false, message: 'done' },
			httpCode: '200',
			response: GOOD,
		});
		expect(sent).toEqual([[POST, { timeoutMs: 61_000, guarded: true }]]);
	});

	it('are sent three times at most, where nothing can have happened', async () => {
		const { service, sent, waits } = bench(REFUSED);
		expect(await service.send(POST, PAY)).toMatchObject({
			classified: { outcome: 'rejected', cause: 'connectionRefused' },
			httpCode: null,
			response: null,
		});
		expect(sent).toHaveLength(3);
		expect(waits).toEqual([375, 750]);
	});

	it('hand on what a 429 says of the wait, and are not sent again', async () => {
		const { service, sent, waits } = bench(LIMITED, OK);
		const ending = await service.send(POST, PAY);
		expect([ending.classified.outcome, ending.classified.retryable, ending.retryAfter]).toEqual([
			'rejected',
			false,
			'7',
		]);
		expect([sent.length, waits]).toEqual([1, []]);
	});

	it.each([
		['a lost response', RESET],
		['a busy service', BUSY],
		['a refusal', FORBIDDEN],
	])('are sent once after %s', async (_, ending) => {
		const { service, sent } = bench(ending, OK);
		expect((await service.send(POST, PAY)).classified.outcome).not.toBe('accepted');
		expect(sent).toHaveLength(1);
	});

	it('are not sent again once the execution is cancelled', async () => {
		const { service, sent, clock } = bench(REFUSED, OK);
		clock.stopped = true;
		expect((await service.send(POST, PAY)).classified.outcome).toBe('rejected');
		expect(sent).toHaveLength(1);
	});

	it.each([
		[375, 2],
		[374, 1],
	])('are sent again until %i ms from now at the latest: %i times', async (ms, times) => {
		const { service, sent, clock } = bench(REFUSED, OK);
		let nowMs = clock.now();
		const until = nowMs + ms;
		clock.now = () => nowMs;
		clock.sleep = async (wait) => void (nowMs += wait);
		const ending = await service.send(POST, { ...PAY, until });
		expect([sent.length, ending.classified.outcome]).toEqual([times, times === 2 ? 'accepted' : 'rejected']);
	});

	it('are not sent again when it is cancelled in the wait after a refused connection', async () => {
		const { service, sent, clock } = bench(REFUSED, OK);
		clock.sleep = async () => {
			clock.stopped = true;
			await Promise.resolve();
		};
		expect((await service.send(POST, PAY)).classified.outcome).toBe('rejected');
		expect(sent).toHaveLength(1);
	});
});

describe('a good response', () => {
	const response = (status: number, body: unknown): HttpResult => ({ kind: 'response', status, body });

	it.each<[string, HttpResult, unknown]>([
		['ok', response(200, { status: 'OK', data: 1 }), { data: 1, message: null, body: { status: 'OK', data: 1 } }],
		[
			'success',
			response(299, { status: 'Success', message: 'm' }),
			{ data: undefined, message: 'm', body: { status: 'Success', message: 'm' } },
		],
		[
			'a word with blanks, as payments take it',
			response(200, { status: ' Success ', data: 1 }),
			{ data: 1, message: null, body: { status: ' Success ', data: 1 } },
		],
		[
			'data beside a blank word',
			response(200, { status: ' ', data: 'x' }),
			{ data: 'x', message: null, body: { status: ' ', data: 'x' } },
		],
		['data without a word', response(201, { data: [{}] }), { data: [{}], message: null, body: { data: [{}] } }],
		[
			'a message that is no text',
			response(200, { status: 'ok', message: 7 }),
			{ data: undefined, message: null, body: { status: 'ok', message: 7 } },
		],
	])('%s', (_, ending, expected) => {
		expect(responseOf(ending)).toEqual(expected);
	});

	it.each<[string, HttpResult]>([
		['a fault', { kind: 'fault', code: null, message: '' }],
		["n8n's refusal", { kind: 'refusedLocally', message: '' }],
		['a status below 200', response(199, { status: 'ok' })],
		['a status from 300 on', response(300, { status: 'ok' })],
		['an error', response(200, { status: 'error', data: {} })],
		['another word', response(200, { status: 'pending', data: {} })],
		['neither word nor data', response(200, { message: 'hello' })],
		['a status that is no word, whatever is beside it', response(200, { status: false, data: { code: 'E1' } })],
		['a status that is a number', response(200, { status: 500, data: [{ reason: 'It failed' }] })],
		['no word beside nothing', response(200, { status: false, message: 'It failed', data: null })],
		['no word beside an empty list', response(200, { success: false, data: [] })],
		['no word beside a number', response(200, { statusCode: 500, message: 'It failed', data: 0 })],
		['text', response(200, 'ok')],
		['a list', response(200, [{ status: 'ok' }])],
		['what is not JSON', response(200, { status: 'ok', data: new Map(), more: () => 1 })],
	])('is not %s', (_, ending) => {
		expect(responseOf(ending)).toBeNull();
	});
});

describe('objects in data', () => {
	it('are the one object, or those of a list', () => {
		expect(dataObjects({ id: 'a' })).toEqual([{ id: 'a' }]);
		expect(dataObjects([{ id: 'a' }, 1, null, [], 'x', { id: 'b' }])).toEqual([{ id: 'a' }, { id: 'b' }]);
		for (const data of [undefined, null, 1, 'x', true]) expect(dataObjects(data)).toEqual([]);
	});
});

it('requests hold a query or a body only where there is one', () => {
	expect([get('/wallet'), get('/order', { id: 'a' })]).toEqual([
		{ method: 'GET', path: '/wallet' },
		{ method: 'GET', path: '/order', query: { id: 'a' } },
	]);
	expect([post('/webhook/test'), post('/withdraw', { amount: 1 })]).toEqual([
		{ method: 'POST', path: '/webhook/test' },
		{ method: 'POST', path: '/withdraw', body: { amount: 1 } },
	]);
	expect(Object.keys(get('/wallet'))).toEqual(['method', 'path']);
	expect(Object.keys(post('/webhook/test'))).toEqual(['method', 'path']);
});
