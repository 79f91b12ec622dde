import * as fc from 'fast-check';
import { shouldRetryRead, type HttpResult } from '../../nodes/core/http/httpResult';
import { classify as classify, type Outcome } from '../../nodes/core/http/outcome';
import { plainMessage, REJECTIONS } from '../../nodes/core/http/rejections';

const request = { method: 'POST', path: '/withdraw', body: { amount: '1', network: 'trc20' } };
const classifyPayment = (result: HttpResult) => classify(result, { request, alsoRefused: [] });

const message = fc.oneof(
	fc.string(),
	fc.constantFrom('Insufficient balance', 'Already processed', 'stream has been aborted', 'wrong version number'),
);
const body = fc.oneof(
	fc.anything(),
	fc.record(
		{
			status: fc.constantFrom('error', 'ok', 'success', 'ERROR', 'pending', 7),
			message: fc.oneof(message, fc.anything()),
		},
		{ requiredKeys: [] },
	),
	fc.record({
		status: fc.constantFrom('ok', 'success'),
		data: fc.oneof(
			fc.anything(),
			fc.record({ id: fc.uuid(), status: fc.constantFrom('SUCCESS', 'PENDING', 'FAILED') }),
		),
	}),
);
const response: fc.Arbitrary<HttpResult> = fc.record({
	kind: fc.constant('response' as const),
	status: fc.integer({ min: 100, max: 599 }),
	body,
});
const code = fc.constantFrom(
	'ENOTFOUND',
	'EAI_AGAIN',
	'ECONNREFUSED',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ETIMEDOUT',
	'ECONNABORTED',
	'ECONNRESET',
	'EPIPE',
	'EPROTO',
	'CERT_HAS_EXPIRED',
	'ERR_BAD_RESPONSE',
	'EOTHER',
	null,
);
const phase = fc.constantFrom('connect' as const, 'unknown' as const);
const fault: fc.Arbitrary<HttpResult> = fc.oneof(
	fc.record({ kind: fc.constant('fault' as const), code, message }),
	fc.record({ kind: fc.constant('fault' as const), code, message, phase }),
	fc.record({
		kind: fc.constant('fault' as const),
		code,
		message,
		phase,
		httpStatus: fc.integer({ min: 100, max: 599 }),
	}),
);
const ending = fc.oneof(response, fault, fc.record({ kind: fc.constant('refusedLocally' as const), message }));

test('every ending is classified, with a short clean message', () => {
	fc.assert(
		fc.property(ending, (end) => {
			const classified = classifyPayment(end);
			expect(['accepted', 'failed', 'rejected', 'unknown']).toContain(classified.outcome);
			expect(classified.message ?? 'none').toMatch(/\S/);
			expect(classified.message ?? '').not.toMatch(/\p{Cc}/u);
			expect(Array.from(classified.message ?? '').length).toBeLessThanOrEqual(500);
		}),
	);
});

test('without the words of the service nothing is accepted, failed or rejected', () => {
	const foreign = fc.oneof(
		fc.string(),
		fc.constant(null),
		fc.constant(undefined),
		fc.array(fc.anything()),
		fc.record({ message }),
		fc.record({ message, statusCode: fc.integer({ min: 600 }), error: fc.string() }),
		fc.record({ status: fc.constantFrom('fail', 'bad', '', 200) }),
	);
	fc.assert(
		fc.property(foreign, fc.integer({ min: 100, max: 599 }), (content, status) => {
			expect(classifyPayment({ kind: 'response', status, body: content }).outcome).toBe('unknown');
		}),
	);
});

test('a message counts as a refusal only if the whole of it is in the table', () => {
	const words = fc.constantFrom(
		...REJECTIONS.flatMap(({ message: inTable }) => inTable.split(' ')),
		'paid',
		'payout',
		'.',
	);
	const sentence = fc.oneof(
		fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' ')),
		fc.tuple(fc.constantFrom(...REJECTIONS), words).map(([refusal, word]) => `${refusal.message} ${word}`),
		fc.constantFrom(...REJECTIONS).map((refusal) => refusal.message),
	);
	const status = fc.constantFrom(200, 400, 401, 403, 404, 405, 422, 429);
	const outcomeOf = (code: number, said: string, alsoRefused: string[] = []): Outcome =>
		classify({ kind: 'response', status: code, body: { status: 'error', message: said } }, { request, alsoRefused })
			.outcome;
	const known = new Set(REJECTIONS.map(({ message: inTable }) => inTable));
	// Messages that start like this are known too, with various words after the start.
	const isOpen = (plain: string) => /^(amount|network|insufficient) /.test(plain);
	fc.assert(
		fc.property(status, sentence, (code, said) => {
			const plain = plainMessage(said);
			fc.pre(plain !== '');
			if (!known.has(plain) && !isOpen(plain)) expect(outcomeOf(code, said)).toBe('unknown');
			expect(outcomeOf(code, said, [plain])).toBe('rejected');
		}),
	);
});

test('a server error, a redirect, a conflict and a time-out are unknown, whatever they say', () => {
	const status = fc.oneof(
		fc.integer({ min: 300, max: 399 }),
		fc.integer({ min: 500, max: 599 }),
		fc.constantFrom(408, 409, 425),
	);
	fc.assert(
		fc.property(status, body, (code5xx, content) => {
			expect(classifyPayment({ kind: 'response', status: code5xx, body: content }).outcome).toBe('unknown');
		}),
	);
});

test('a fault is never accepted, and after a status line always unknown', () => {
	fc.assert(
		fc.property(fault, (end) => {
			const { outcome } = classifyPayment(end);
			const answered = end.kind === 'fault' && end.httpStatus !== undefined;
			expect(answered ? ['unknown'] : ['rejected', 'unknown']).toContain(outcome);
		}),
	);
});

test('whether a read is sent again never depends on what a body says', () => {
	fc.assert(
		fc.property(fc.integer({ min: 100, max: 599 }), body, (status, content) => {
			expect(shouldRetryRead({ kind: 'response', status, body: content })).toBe([429, 502, 503, 504].includes(status));
		}),
	);
});
