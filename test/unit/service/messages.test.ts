/** What people are told about the service's responses and network errors, for payments and for reads. */
import type { HttpResult } from '../../../nodes/core/http/httpResult';
import { classify, type ServiceCause } from '../../../nodes/core/http/outcome';
import { wholeText } from '../../../nodes/core/service/failure';
import { CAUSES } from '../../../nodes/core/service/causes';
import { howItEnded, readFailure } from '../../../nodes/core/service/messages';

const response = (status: number, body: unknown): HttpResult => ({ kind: 'response', status, body });
const says = (status: number, message: unknown) => response(status, { status: 'error', message });
const fault = (code: string | null, message = 'broken'): HttpResult => ({ kind: 'fault', code, message });
const blocked: HttpResult = { kind: 'refusedLocally', message: 'blocked by EPERM' };

const FAULTS: ReadonlyArray<[string, string]> = [
	['ENOTFOUND', "Mavapay's host wasn't found"],
	['ECONNREFUSED', "Nothing accepts connections at Mavapay's address"],
	['EHOSTUNREACH', "Mavapay couldn't be reached"],
	['CERT_HAS_EXPIRED', "Couldn't establish a secure connection to Mavapay"],
	['ETIMEDOUT', "Mavapay didn't respond in time"],
	['ECONNRESET', "The connection closed before Mavapay's response was complete"],
	['ERR_CANCELED', 'The execution was cancelled before Mavapay responded'],
	['ERR_FR_TOO_MANY_REDIRECTS', "Mavapay redirected the request, and redirects aren't followed"],
	['HPE_INVALID_CONSTANT', "Mavapay's response couldn't be read"],
	['EWHATEVER', 'The connection to Mavapay broke'],
];

describe('how a payment ended', () => {
	const how = (result: HttpResult) =>
		howItEnded({
			classified: classify(result, { request: { method: 'POST', path: '/withdraw' }, alsoRefused: [] }),
			httpCode: result.kind === 'response' ? String(result.status) : null,
		});

	it.each(FAULTS)('%s has the same words as for a read', (code, words) => {
		expect(how(fault(code, `connect ${code}`))).toBe(`${words}.`);
		expect(readFailure(fault(code, `connect ${code}`)).summary).toBe(words);
	});

	it.each<[string, HttpResult, string]>([
		['words of the service', says(400, 'Computer says no'), 'Mavapay responded (400): "Computer says no".'],
		['no words', response(500, null), 'Mavapay responded with HTTP 500 and no message.'],
		[
			'an ID beside a refusal',
			response(400, { status: 'error', message: 'Insufficient balance', transactionId: 'tx-1' }),
			'Mavapay responded (400): "{"status":"error","transactionId":"tx-1"} Insufficient balance".',
		],
		[
			'an ID beside a message without end',
			response(400, { status: 'error', message: 'x '.repeat(300), data: { id: 'tx-1' } }),
			`Mavapay responded (400): "{"status":"error","data":{"id":"tx-1"}} ${'x '.repeat(230)}…".`,
		],
		[
			'secrets beside it',
			response(200, { status: 'queued', data: { secret: 'a"b', url: 'u' } }),
			`Mavapay's response couldn't be read. Mavapay responded (200): "{"status":"queued","data":{"secret":"********","url":"u"}}".`,
		],
		[
			'a transaction under another word',
			response(200, { status: 'queued', data: { id: 'tx-1' } }),
			`Mavapay's response couldn't be read. Mavapay responded (200): "{"status":"queued","data":{"id":"tx-1"}}".`,
		],
		['error codes', says(502, 'read ECONNRESET'), 'Mavapay responded (502): "read network error".'],
		[
			'a redirect',
			response(302, null),
			"Mavapay redirected the request, and redirects aren't followed. Mavapay responded with HTTP 302 and no message.",
		],
		[
			'a redirect with words',
			says(302, 'moved'),
			'Mavapay redirected the request, and redirects aren\'t followed. Mavapay responded (302): "moved".',
		],
		[
			'a web page',
			response(200, '<html>'),
			"Mavapay's response couldn't be read. Mavapay responded with HTTP 200 and no message.",
		],
		["n8n's own rules", blocked, 'n8n blocked the request: "blocked by network error".'],
		["n8n's own rules without words", { kind: 'refusedLocally', message: ' ' }, 'n8n blocked the request.'],
	])('in %s', (_, result, text) => {
		expect(how(result)).toBe(text);
	});
});

describe('why a read got nothing', () => {
	it.each<[HttpResult, ServiceCause, string]>([
		[
			says(404, 'No such order'),
			'notFound',
			'Mavapay couldn\'t find it. Mavapay responded (404): "No such order". Check the ID; it may belong to another account or deployment.',
		],
		[
			says(200, 'Invalid ID'),
			'rejected',
			'Mavapay rejected the request. Mavapay responded (200): "Invalid ID". Correct the item, then run it again.',
		],
		[
			response(503, 'down'),
			'serverError',
			'Mavapay reported an internal error. Mavapay responded with HTTP 503 and no message. Try again later.',
		],
		[
			response(418, null),
			'unexpectedStatus',
			'Unexpected response from Mavapay. Mavapay responded with HTTP 418 and no message. Try again later.',
		],
		[
			response(200, '<html>'),
			'unreadable',
			"Mavapay's response couldn't be read. It may be a web page, or may have been cut off. If the operation uses a credential, check its 'Deployment' and 'Base URL'.",
		],
		[fault('ETIMEDOUT'), 'timeout', "Mavapay didn't respond in time. Try again later."],
		[fault('ERR_CANCELED'), 'cancelled', 'The execution was cancelled before Mavapay responded.'],
		[
			blocked,
			'blockedByN8n',
			'n8n blocked the request. n8n says: "blocked by network error". Check the address in the credential, and n8n\'s own rules for hosts.',
		],
		[
			{ kind: 'refusedLocally', message: '' },
			'blockedByN8n',
			"n8n blocked the request. Check the address in the credential, and n8n's own rules for hosts.",
		],
	])('%j', (result, cause, text) => {
		const failure = readFailure(result);
		expect(wholeText(failure)).toBe(text);
		expect(failure).toMatchObject({ cause, outcome: null, reference: null, source: 'service' });
		expect(failure.httpCode).toBe(result.kind === 'response' ? String(result.status) : null);
	});

	it.each<[HttpResult, boolean]>([
		[says(404, 'no'), false],
		[says(200, 'no'), false],
		[says(428, 'no'), false],
		[says(429, 'no'), true],
		[says(500, 'no'), true],
		[response(404, '<html>'), true],
		[fault('CERT_HAS_EXPIRED'), true],
		[blocked, false],
	])('%j may be run again: %s', (result, retryable) => {
		expect(readFailure(result).retryable).toBe(retryable);
	});
});

it('has no advice to say something is missing where the service did not say so, since events are judged by it', () => {
	for (const cause of ['notFound', 'accountNotFound', 'dns'] as const)
		expect(CAUSES[cause].advice).not.toMatch(/not found/i);
});
