import { isTooMany, MAX_RETRY_DELAY_MS, retryDelayMs, shouldRetryRead } from '../../../nodes/core/http/httpResult';

const fault = (code: string | null, message = 'broken') => ({ kind: 'fault', code, message }) as const;

describe('shouldRetryRead', () => {
	it.each([429, 502, 503, 504])('retries %i', (status) => {
		expect(shouldRetryRead({ kind: 'response', status, body: null })).toBe(true);
	});

	it.each([200, 301, 400, 401, 403, 404, 408, 409, 422, 500, 501, 505])('does not retry %i', (status) => {
		expect(shouldRetryRead({ kind: 'response', status, body: null })).toBe(false);
	});

	it.each([
		'ENOTFOUND',
		'EAI_AGAIN',
		'ECONNREFUSED',
		'ECONNRESET',
		'EPIPE',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'ETIMEDOUT',
		'UND_ERR_SOCKET',
	])('retries %s', (code) => {
		expect(shouldRetryRead(fault(code))).toBe(true);
	});

	it.each(['Account verification failed', 'rate limit exceeded.'])('retries "%s", whatever the status', (message) => {
		const error = { status: 'error', message, error: 'Bad Request' };
		for (const status of [200, 400, 500]) expect(shouldRetryRead({ kind: 'response', status, body: error })).toBe(true);
		const longer = { ...error, message: `${message} for good` };
		expect(shouldRetryRead({ kind: 'response', status: 400, body: longer })).toBe(false);
	});

	it('retries a response that broke off', () => {
		expect(shouldRetryRead(fault(null, 'stream has been aborted'))).toBe(true);
	});

	it.each([
		'ECONNABORTED',
		'CERT_HAS_EXPIRED',
		'ERR_CANCELED',
		'ERR_FR_TOO_MANY_REDIRECTS',
		'HPE_INVALID_CONSTANT',
		'EWHATEVER',
		null,
	])('does not retry %s', (code) => {
		expect(shouldRetryRead(fault(code))).toBe(false);
	});

	it("does not retry n8n's own refusal", () => {
		expect(shouldRetryRead({ kind: 'refusedLocally', message: 'blocked' })).toBe(false);
	});
});

describe('retryDelayMs', () => {
	const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);
	const delay = (attempt: number, retryAfter?: string, random = 0) =>
		retryDelayMs(attempt, retryAfter, { random: () => random, now: () => nowMs });

	it.each([
		[1, 0, 250],
		[1, 0.5, 375],
		[1, 0.999, 500],
		[2, 0, 500],
		[3, 0, 1000],
		[3, 0.5, 1500],
		[7, 0, 16000],
		[8, 0, 30000],
		[50, 0.9, 30000],
		[2000, 0, 30000],
		[0, 0, 250],
		[-3, 0, 250],
	])('after try %i with chance %p waits %i ms', (attempt, random, expected) => {
		expect(delay(attempt, undefined, random)).toBe(expected);
	});

	it.each([
		['2', 2000],
		[' 7 ', 7000],
		['30', 30000],
		['31', 31000],
		['3600', 3_600_000],
		['0', 250],
		['Fri, 02 Jan 2026 03:04:15 GMT', 10000],
		['Fri, 02 Jan 2026 03:04:04 GMT', 250],
		['Fri, 02 Jan 2026 04:04:05 GMT', 3_600_000],
		['Fri, 99 Jan 2026 03:04:15 GMT', 250],
		['', 250],
		['soon', 250],
		['1.5', 250],
		['-5', 250],
		['5s', 250],
		['x5', 250],
		['2026-01-02T03:04:15Z', 250],
		['x Fri, 02 Jan 2026 03:04:15 GMT', 250],
		['Fri, 02 Jan 2026 03:04:15 GMT+1', 250],
	])('with Retry-After %p waits %i ms', (retryAfter, expected) => {
		expect(delay(1, retryAfter)).toBe(expected);
	});

	it('waits the longer of both', () => {
		expect(delay(5, '1')).toBe(4000);
		expect(delay(1, '1', 0.5)).toBe(1000);
		expect(MAX_RETRY_DELAY_MS).toBe(900_000);
	});

	it('gives whole milliseconds', () => {
		expect(delay(1, undefined, 0.1234567)).toBe(281);
	});
});

it.each([
	[429, null, true],
	[503, null, false],
	[400, { status: 'error', message: 'rate limit exceeded.' }, true],
	[400, { status: 'error', message: 'Account verification failed' }, false],
])('takes a %i with %j for too many requests: %j', (status, body, tooMany) => {
	expect(isTooMany({ kind: 'response', status, body })).toBe(tooMany);
});

it('takes no fault of the connection for too many requests', () => {
	expect(isTooMany(fault('ECONNRESET'))).toBe(false);
});
