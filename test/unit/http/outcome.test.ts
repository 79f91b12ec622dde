import type { HttpResult } from '../../../nodes/core/http/httpResult';
import { networkCause } from '../../../nodes/core/http/networkErrors';
import {
	classify as classify,
	isErrorBody,
	readCause,
	serviceMessage,
	shownMessage,
	type Classified,
	type Outcome,
} from '../../../nodes/core/http/outcome';

type Cause = Classified['cause'];

const sent = { request: { method: 'POST', path: '/withdraw', body: { amount: '1' } }, alsoRefused: [] };
const classifyPayment = (result: HttpResult): Classified => classify(result, sent);

const SAYS = (message: unknown) => ({ status: 'error', message });

function response(status: number, body: unknown): HttpResult {
	return { kind: 'response', status, body };
}

function fault(
	code: string | null,
	more: { phase?: 'connect' | 'unknown'; message?: string; httpStatus?: number } = {},
): HttpResult {
	return { kind: 'fault', code, message: `broken by ${code}`, ...more };
}

function verdict(ending: HttpResult): [Outcome, Cause, boolean] {
	const { outcome, cause, retryable } = classifyPayment(ending);
	return [outcome, cause, retryable];
}

describe('answers that mean success', () => {
	it.each<[number, unknown]>([
		[200, { status: 'ok', data: { id: 'a', status: 'PENDING' } }],
		[201, { status: 'success', data: { id: 'a', status: 'SUCCESS' } }],
		[202, { status: 'OK' }],
		[299, { status: ' Success ', message: 'quote is being processed' }],
		[200, { status: 'ok', data: [] }],
		[200, { status: 'ok', data: [{ status: 'FAILED' }, { status: 'SUCCESS' }] }],
		[200, { status: 'ok', data: null }],
		[200, { status: 'ok', data: 'FAILED' }],
		[200, { status: 'ok', data: { status: 7 } }],
		[200, { status: 'ok', data: { id: 'a', status: 'REVERSED' } }],
		[200, { data: { id: 'a', status: 'PENDING' } }],
	])('%i %j is accepted', (status, body) => {
		expect(verdict(response(status, body))).toEqual(['accepted', 'accepted', false]);
	});

	it.each<[unknown]>([
		[{ status: 'ok', data: { id: 'a', status: 'FAILED' } }],
		[{ status: 'success', data: { id: 'a', status: 'failed' } }],
		[{ status: 'ok', data: [{ status: 'FAILED' }] }],
		[{ data: { id: 'a', status: 'FAILED' } }],
	])('200 %j is failed', (body) => {
		expect(verdict(response(200, body))).toEqual(['failed', 'transactionFailed', false]);
	});

	it.each<[number, unknown]>([
		[200, {}],
		[200, { data: {} }],
		[200, { data: { id: '' } }],
		[200, { data: { id: 7 } }],
		[200, { data: [{ id: 'a' }] }],
		[200, { data: null }],
		[200, { status: 'pending', data: { id: 'a' } }],
		[200, { status: 'notok' }],
		[200, { status: 'okay' }],
		[200, { status: true, data: { id: 'a' } }],
		[200, { status: null, data: { id: 'a' } }],
		[200, '<html>sign in</html>'],
		[200, '{"status":"ok"'],
		[200, ''],
		[204, undefined],
		[200, null],
		[200, ['ok']],
		[200, { status: 'error' }],
		[200, { status: 'error', message: '' }],
		[200, { status: 'error', message: ['amount is required'] }],
	])('%i %j is unknown: it can not be read', (status, body) => {
		expect(verdict(response(status, body))).toEqual(['unknown', 'unreadable', false]);
	});
});

describe('answers that mean refusal', () => {
	it.each([200, 400])('%i with a plain refusal is rejected', (status) => {
		expect(verdict(response(status, SAYS('Insufficient balance')))).toEqual(['rejected', 'insufficientFunds', false]);
		expect(verdict(response(status, { ...SAYS('Insufficient balance'), status: 'ERROR' }))).toEqual([
			'rejected',
			'insufficientFunds',
			false,
		]);
	});

	it.each([
		{ data: null, code: 7, retryable: false, path: '/withdraw', requestId: ' a-b ', errors: [], data2: {} },
		{ status: undefined, statusCode: 400, error: 'Bad Request' },
	])('with further members that tell nothing is rejected: %j', (more) => {
		expect(verdict(response(400, { ...SAYS('Insufficient balance'), ...more }))[0]).toBe('rejected');
	});

	it.each([
		{ data: { id: 'a', status: 'PENDING' } },
		{ data: [{ id: 'a' }] },
		{ errors: ['Already sent'] },
		{ transaction: { status: 'PENDING' } },
		{ data: 'tx-1' },
		{ data: 7 },
		{ transactionId: '002aaad8-1f8a-4225-9060-e33b4262974a' },
		{ queued: true },
		{ error: { transaction: 'tx-1' } },
		{ detail: 'Payout sent' },
		{ note: 'queued\nfor retry' },
	])('with a member that may tell of a payment is unknown: %j', (more) => {
		for (const status of [200, 400])
			expect(verdict(response(status, { ...SAYS('Insufficient balance'), ...more }))).toEqual([
				'unknown',
				'unclearMessage',
				false,
			]);
	});

	it.each([200, 400])('%i with any other message is unknown', (status) => {
		expect(verdict(response(status, SAYS('Something went wrong')))).toEqual(['unknown', 'unclearMessage', false]);
		expect(verdict(response(status, SAYS('Computer says no')))).toEqual(['unknown', 'unclearMessage', false]);
	});

	it('400 without the error body is unknown', () => {
		for (const body of [
			'Bad Request',
			{},
			null,
			{ message: 'amount is required' },
			{ status: 'ok' },
			{ status: 'fail', message: 'amount is required' },
		]) {
			expect(verdict(response(400, body))).toEqual(['unknown', 'unreadable', false]);
		}
	});

	it('other statuses are not judged by their message', () => {
		expect(verdict(response(201, SAYS('Insufficient balance')))).toEqual(['unknown', 'unexpectedStatus', false]);
		expect(verdict(response(402, SAYS('Insufficient balance')))).toEqual(['unknown', 'unexpectedStatus', false]);
	});

	it.each<[number, Cause, string]>([
		[401, 'unauthorised', 'Unauthorized'],
		[403, 'forbidden', 'Forbidden'],
		[404, 'notFound', 'amount is invalid'],
		[405, 'methodNotAllowed', 'Method not allowed'],
		[422, 'rejected', 'amount is invalid'],
		[429, 'rateLimited', 'Too many requests'],
	])('%i is rejected with a refusal in the error body, else unknown, and never repeated', (status, cause, message) => {
		const inTable = status === 404 ? 'rejected' : cause;
		expect(verdict(response(status, SAYS(message)))).toEqual(['rejected', inTable, false]);
		expect(verdict(response(status, SAYS(`${message}: the payout was already initiated`)))).toEqual([
			'unknown',
			'unclearMessage',
			false,
		]);
		for (const body of ['<html></html>', {}, { status: 'error' }, { message: 'x' }, null, [SAYS('x')]]) {
			// If the body isn't the service's own, a status that only means "rejected" proves nothing.
			expect(verdict(response(status, body))).toEqual(['unknown', cause === 'rejected' ? 'unreadable' : cause, false]);
		}
	});

	it.each([400, 402, 422])(
		'%i with the words of a 429 is unknown: another part may have been too busy after the payment',
		(status) => {
			expect(classifyPayment(response(status, SAYS('Rate limit exceeded')))).toMatchObject({ outcome: 'unknown' });
		},
	);

	it.each([401, 403, 404, 405, 422, 429])('%i with a message that is in no table is unknown', (status) => {
		expect(verdict(response(status, SAYS('anything at all')))).toEqual(['unknown', 'unclearMessage', false]);
	});

	it.each<[number, Cause]>([
		[300, 'redirect'],
		[302, 'redirect'],
		[307, 'redirect'],
		[399, 'redirect'],
		[408, 'timeout'],
		[409, 'conflict'],
		[425, 'tooEarly'],
		[500, 'serverError'],
		[502, 'serverError'],
		[503, 'serverError'],
		[504, 'serverError'],
		[599, 'serverError'],
		[402, 'unexpectedStatus'],
		[410, 'unexpectedStatus'],
		[418, 'unexpectedStatus'],
		[100, 'unexpectedStatus'],
		[199, 'unexpectedStatus'],
		[600, 'unexpectedStatus'],
		[0, 'unexpectedStatus'],
	])('%i is unknown whatever it says', (status, cause) => {
		for (const body of [SAYS('Insufficient balance'), { status: 'ok', data: { id: 'a' } }, 'text', null]) {
			expect(verdict(response(status, body))).toEqual(['unknown', cause, false]);
		}
	});
});

describe('faults', () => {
	it.each<[string, Cause, boolean]>([
		['ENOTFOUND', 'dns', true],
		['EAI_AGAIN', 'dns', true],
		['ECONNREFUSED', 'connectionRefused', true],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', false],
		['SELF_SIGNED_CERT_IN_CHAIN', 'tls', false],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', false],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls', false],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', false],
		['CERT_HAS_EXPIRED', 'tls', false],
		['CERT_NOT_YET_VALID', 'tls', false],
		['CERT_REVOKED', 'tls', false],
		['CERT_SIGNATURE_FAILURE', 'tls', false],
		['HOSTNAME_MISMATCH', 'tls', false],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', false],
		['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'tls', false],
		['ERR_SSL_UNSUPPORTED_PROTOCOL', 'tls', false],
		['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls', false],
	])('%s comes before a request is written: rejected', (code, cause, retryable) => {
		for (const more of [{}, { phase: 'connect' as const }, { phase: 'unknown' as const }]) {
			expect(verdict(fault(code, more))).toEqual(['rejected', cause, retryable]);
		}
	});

	it.each(['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED', 'EHOSTUNREACH'])(
		'%s after a status line is unknown',
		(code) => {
			expect(verdict(fault(code, { httpStatus: 200, phase: 'connect' })).slice(0, 1)).toEqual(['unknown']);
			expect(classifyPayment(fault(code, { httpStatus: 200 })).retryable).toBe(false);
		},
	);

	it.each(['EHOSTUNREACH', 'ENETUNREACH'])('%s is rejected while connecting only, and never repeated', (code) => {
		expect(verdict(fault(code, { phase: 'connect' }))).toEqual(['rejected', 'unreachable', false]);
		expect(verdict(fault(code, { phase: 'unknown' }))).toEqual(['unknown', 'unreachable', false]);
		expect(verdict(fault(code))).toEqual(['unknown', 'unreachable', false]);
	});

	it.each<[string | null, Cause, string?]>([
		['ETIMEDOUT', 'timeout'],
		['ECONNABORTED', 'timeout'],
		['ESOCKETTIMEDOUT', 'timeout'],
		['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
		['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
		['UND_ERR_BODY_TIMEOUT', 'timeout'],
		['ECONNRESET', 'reset'],
		['ECONNRESET', 'reset', 'Client network socket disconnected before secure TLS connection was established'],
		['EPIPE', 'reset'],
		['ERR_STREAM_PREMATURE_CLOSE', 'reset'],
		['UND_ERR_SOCKET', 'reset'],
		['ERR_CANCELED', 'cancelled'],
		['ABORT_ERR', 'cancelled'],
		['ERR_FR_TOO_MANY_REDIRECTS', 'redirect'],
		['HPE_INVALID_CONSTANT', 'unreadable'],
		['EPROTO', 'networkError', 'write EPROTO bad record mac'],
		['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'networkError'],
		['XHPE_', 'networkError'],
		['ERR_BAD_RESPONSE', 'reset', 'stream has been aborted'],
		['ERR_BAD_RESPONSE', 'networkError', 'maxContentLength exceeded'],
		['EWHATEVER', 'networkError'],
		['EWHATEVER', 'networkError', 'wrong version number'],
		['', 'networkError'],
		[null, 'networkError'],
		[null, 'reset', 'stream has been aborted'],
		[null, 'reset', 'socket hang up'],
		[null, 'reset', 'Premature close'],
		[null, 'timeout', 'timeout of 60000ms exceeded'],
		[null, 'timeout', 'The connection timed out'],
		[null, 'timeout', 'Time-out'],
		[null, 'networkError', 'getaddrinfo ENOTFOUND host'],
		[null, 'networkError', 'wrong version number'],
	])('%s is unknown (%s)', (code, cause, message = 'broken') => {
		for (const phase of ['connect', 'unknown'] as const) {
			expect(verdict(fault(code, { phase, message }))).toEqual(['unknown', cause, false]);
		}
	});

	it.each([
		'write EPROTO 0A00010B:SSL routines::wrong version number',
		'SSLV3 ALERT HANDSHAKE FAILURE',
		'unsupported protocol',
		'no protocols available',
		'tlsv1 alert protocol version',
		'tlsv1 unrecognized name',
	])('EPROTO in the handshake (%s) is rejected', (message) => {
		expect(verdict(fault('EPROTO', { message }))).toEqual(['rejected', 'tls', false]);
	});

	it('takes codes as they are written, not names of Object.prototype', () => {
		expect(networkCause('constructor', '')).toBe('networkError');
		expect(networkCause('econnrefused', '')).toBe('networkError');
	});

	it("n8n's own refusal is rejected, and not repeated", () => {
		expect(classifyPayment({ kind: 'refusedLocally', message: 'blocked by policy' })).toEqual({
			outcome: 'rejected',
			cause: 'blockedByN8n',
			retryable: false,
			message: 'blocked by policy',
		});
	});
});

describe('why a read got nothing', () => {
	it.each<[HttpResult, Cause]>([
		[response(200, '<html></html>'), 'unreadable'],
		[response(204, null), 'unreadable'],
		[response(201, SAYS('no')), 'rejected'],
		[response(400, 'Bad Request'), 'rejected'],
		[response(404, '<html></html>'), 'notFound'],
		[response(405, SAYS('no')), 'methodNotAllowed'],
		[response(302, null), 'redirect'],
		[response(409, SAYS('no')), 'conflict'],
		[response(408, null), 'timeout'],
		[response(425, null), 'tooEarly'],
		[response(503, SAYS('Account not found')), 'serverError'],
		[response(418, null), 'unexpectedStatus'],
		[fault('ECONNRESET'), 'reset'],
		[{ kind: 'refusedLocally', message: 'no' }, 'blockedByN8n'],
	])('a read: %j is %s', (result, cause) => {
		expect(readCause(result)).toBe(cause);
	});
});

describe('messages', () => {
	it("is the service's own, cleaned and cut", () => {
		expect(classifyPayment(response(400, SAYS('  Amount\u0000 is\n\n required\u009f '))).message).toBe(
			'Amount is required',
		);
		expect(classifyPayment(response(500, SAYS('four '.repeat(101)))).message).toBe(`${'four '.repeat(100)}…`);
		expect(classifyPayment(response(500, SAYS('🙂 '.repeat(251)))).message).toBe(`${'🙂 '.repeat(250)}…`);
		expect(classifyPayment(response(200, { status: 'ok', message: 'Quote is being processed' })).message).toBe(
			'Quote is being processed',
		);
	});

	it('is null where nothing was said', () => {
		for (const body of ['<html></html>', {}, null, SAYS(7), SAYS('\u0000 '), SAYS([])]) {
			expect(classifyPayment(response(502, body)).message).toBeNull();
		}
		expect(classifyPayment({ kind: 'fault', code: null, message: ' ' }).message).toBeNull();
	});

	it('joins a list of messages', () => {
		expect(serviceMessage({ message: ['a', 7, 'b'] })).toBe('a; b');
		expect(serviceMessage({ message: 'a' })).toBe('a');
		expect(serviceMessage(['a'])).toBe('');
		expect(serviceMessage('a')).toBe('');
	});

	it('keeps a message of exactly 500 characters', () => {
		expect(shownMessage('y'.repeat(500))).toBe('y'.repeat(500));
	});

	it('cuts a longer one between words, so that no half of a key is left', () => {
		const before = 'x'.repeat(490);
		for (const [text, shown] of [
			[`${before} a-long-key-that-is-cut`, `${before} …`],
			[`${before} "a-long-key-that-is-cut"`, `${before} "…`],
			[`${before} ok then`, `${before} ok then`],
			['y'.repeat(501), '…'],
		] as const)
			expect(shownMessage(text)).toBe(shown);
	});

	it('shows of what may be a payment no member that is named like a secret', () => {
		const body = { status: 'weird', data: { id: 't-1', secret: 'quo"te' } };
		expect(classifyPayment(response(500, body)).message).toBe(
			'{"status":"weird","data":{"id":"t-1","secret":"********"}}',
		);
	});

	it('shows no characters that turn text round, or that nobody sees', () => {
		expect(shownMessage('Paid \u202eXRT\u2066 to\u200b Ada\u2069')).toBe('Paid XRT to Ada');
		expect(classifyPayment(response(500, SAYS('Not \u202edaap'))).message).toBe('Not daap');
		expect(shownMessage('\u202e\u200f')).toBeNull();
	});

	it('looks at no more than 2,000 characters', () => {
		expect(shownMessage(`${' '.repeat(1997)}a xy`)).toBe('a …');
		expect(shownMessage(`${' '.repeat(2000)}x`)).toBe('…');
	});

	it.each<[unknown, boolean]>([
		[SAYS('x'), true],
		[{ status: 'Error', message: 'x' }, true],
		[{ status: ' error ', message: 'x' }, true],
		[{ ...SAYS('x'), data: null }, true],
		[{ statusCode: 400, message: 'x', error: 'Bad Request' }, true],
		[{ statusCode: 400, message: 'x' }, true],
		[{ message: 'x', error: 'Bad Request' }, true],
		[SAYS('  '), false],
		[SAYS(null), false],
		[{ message: 'x' }, false],
		[{ message: 'x', error: true }, false],
		[{ message: ['x'], error: 'Bad Request' }, false],
		[{ statusCode: 504, message: 'x', error: 'Gateway Timeout' }, false],
		[{ statusCode: '400', message: 'x' }, false],
		[{ error: 'Bad Request', message: 'x', data: { id: 'a' } }, false],
		[{ status: 'ok', error: 'Bad Request', message: 'x' }, false],
		[{ status: 'errors', message: 'x' }, false],
		['error', false],
		[null, false],
	])('%j is the error body: %p', (body, expected) => {
		expect(isErrorBody(body, 400)).toBe(expected);
	});

	it('a refusal without a status is one', () => {
		const body = { statusCode: 401, message: 'Unauthorized' };
		expect(verdict(response(401, body))).toEqual(['rejected', 'unauthorised', false]);
		expect(verdict(response(403, body))).toEqual(['unknown', 'forbidden', false]);
	});
});
