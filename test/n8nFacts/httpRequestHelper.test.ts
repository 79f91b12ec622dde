/**
 * Facts of n8n 2.41: what n8n-core's `httpRequestWithAuthentication` really gives and throws. The connector's one
 * sender is built on these facts; when a newer n8n changes one, this file says which.
 */
import { gzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { SsrfProtectionConfig } from '@n8n/config';
import type { IExecuteFunctions } from 'n8n-workflow';
import { answer, answering, answeringJson, faults, type FaultName } from '../harness/engine/faults';
import { closedPort, startFaultServer, type Fault } from '../harness/engine/faultServer';
import { call, callFault, field, postTo, SHORT_TIMEOUT, toyContext, type Thrown } from '../harness/engine/helperCall';
import { createExecuteContext } from '../harness/engine/executeContext';
import { TOY_CREDENTIAL, TOY_KEY, toyCredential } from '../harness/engine/toyCredential';

function thrownOf(result: { thrown?: Thrown }): Thrown {
	if (!result.thrown) throw new Error('The helper returned where it was expected to throw.');
	return result.thrown;
}

describe('an answer that arrives whole is returned, whatever its status', () => {
	test.each([200, 201, 301, 400, 401, 403, 404, 408, 409, 425, 429, 500, 502, 503, 504])('%d', async (status) => {
		const { returned, requests } = await callFault(answeringJson(status, { status: 'x' }));
		expect(returned).toMatchObject({ statusCode: status, body: { status: 'x' } });
		expect(requests).toHaveLength(1);
	});

	test('with its four fields, header names in lower case, values as text', async () => {
		const { returned } = await callFault(answering(429, '{}', { 'Retry-After': '7', 'X-Request-Id': 'abc' }));
		expect(Object.keys(returned ?? {}).sort()).toEqual(['body', 'headers', 'statusCode', 'statusMessage']);
		expect(returned?.headers).toMatchObject({ 'retry-after': '7', 'x-request-id': 'abc' });
		expect(returned?.headers['Retry-After']).toBeUndefined();
	});

	test('a repeated Retry-After keeps the first value', async () => {
		const head = 'HTTP/1.1 429 Slow\r\nRetry-After: 1\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n';
		const { returned } = await callFault({ onRequest: (socket) => socket.end(head) });
		expect(returned?.headers['retry-after']).toBe('1');
	});

	test('interim answers are passed over', async () => {
		const early = Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'), answer(200, '{}')]);
		const { returned } = await callFault({ onRequest: (socket) => socket.end(early) });
		expect(returned).toMatchObject({ statusCode: 200, body: {} });
	});
});

describe('the body', () => {
	test.each(['{"a":12345678901234567891.10}', '"text"', 'null', '<html>', '{"a":', ''])(
		"%j with encoding 'text' is the text as it came",
		async (text) => {
			const fault = answering(200, text, { 'Content-Type': 'application/json' });
			const { returned } = await callFault(fault, { encoding: 'text' });
			expect(returned?.body).toBe(text);
		},
	);

	test("encoding 'text' drops a byte order mark and replaces broken UTF-8", async () => {
		const marked = await callFault(answering(200, '\ufeff{}'), { encoding: 'text' });
		expect(marked.returned?.body).toBe('{}');
		const latin1 = await callFault(answering(200, Buffer.from([0x22, 0xe9, 0x22])), {
			encoding: 'text',
		});
		expect(latin1.returned?.body).toBe('"\ufffd"');
	});

	test('204 is an empty text', async () => {
		const { returned } = await callFault({
			onRequest: (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'),
		});
		expect(returned).toMatchObject({ statusCode: 204, body: '' });
	});

	test('a whole gzip body is decompressed', async () => {
		const { returned } = await callFault(answering(200, gzipSync('{"a":1}'), { 'Content-Encoding': 'gzip' }));
		expect(returned?.body).toEqual({ a: 1 });
	});

	test.each<FaultName>(['closeInBodyWithoutLength', 'cutGzip'])(
		'%s: the loss goes unnoticed, status 200 with a text that does not parse',
		async (name) => {
			const { returned } = await callFault(faults[name]);
			expect(returned?.statusCode).toBe(200);
			expect(returned?.body).toMatch(/^\{"status"/);
			expect(() => JSON.parse(String(returned?.body))).toThrow(SyntaxError);
		},
	);
});

describe('the request', () => {
	test('a key is sent without its line breaks and far characters, and nobody is told', async () => {
		const server = await startFaultServer(answering(200));
		await call(toyContext('ab\r\nX: 1€c'), postTo(server.url));
		await server.close();
		expect(server.requests[0]?.headers['x-api-key']).toBe('abX: 1c');
	});

	test('the options given are changed: they hold the key afterwards', async () => {
		const server = await startFaultServer(answering(200));
		const options = postTo(server.url);
		await call(toyContext(), options);
		await server.close();
		expect(options.headers).toEqual({ 'X-API-KEY': TOY_KEY });
		expect(options).toHaveProperty('abortSignal');
	});
});

describe('redirects', () => {
	const redirecting = (status: number): Fault => ({
		onRequest: (socket, _request, index) =>
			socket.end(index === 0 ? answer(status, '', { Location: '/elsewhere' }) : answer(200, '{}')),
	});

	test.each([301, 302, 303, 307, 308])('%d is returned, not followed', async (status) => {
		const { returned, requests } = await callFault(redirecting(status));
		expect(returned?.statusCode).toBe(status);
		expect(returned?.headers.location).toBe('/elsewhere');
		expect(requests).toHaveLength(1);
	});
});

describe("a fault is thrown as NodeApiError around the HTTP client's error", () => {
	type Expected = { code: string; status?: number; httpCode?: string; message?: RegExp; root?: string };
	/** `arrives`: the service had the whole request, so a payout may have been made. */
	const inFlight: Array<[FaultName, Expected]> = [
		['resetAfterRequest', { code: 'ECONNRESET', message: /^read ECONNRESET$/, root: 'read' }],
		['closeBeforeHeaders', { code: 'ECONNRESET', message: /^socket hang up$/ }],
		['closeInStatusLine', { code: 'ECONNRESET', message: /^socket hang up$/ }],
		['closeInHeaders', { code: 'ECONNRESET', message: /^socket hang up$/ }],
		['resetInHeaders', { code: 'ECONNRESET', root: 'read' }],
		['resetInBodyWithLength', { code: 'ECONNRESET', root: 'read' }],
		[
			'closeInBodyWithLength',
			{ code: 'ERR_BAD_RESPONSE', status: 200, httpCode: '200', message: /^stream has been aborted$/ },
		],
		[
			'closeInBodyChunked',
			{ code: 'ERR_BAD_RESPONSE', status: 200, httpCode: '200', message: /^stream has been aborted$/ },
		],
		[
			'errorStatusCutInBody',
			{ code: 'ERR_BAD_RESPONSE', status: 500, httpCode: '500', message: /^stream has been aborted$/ },
		],
		['brokenGzip', { code: 'Z_DATA_ERROR', status: 200, httpCode: '200', message: /incorrect header/ }],
		['notHttp', { code: 'HPE_INVALID_CONSTANT', message: /^Parse Error/ }],
		['bodyLongerThanLength', { code: 'HPE_INVALID_CONSTANT', message: /^Parse Error/ }],
		['hugeHeaders', { code: 'HPE_HEADER_OVERFLOW', message: /^Parse Error/ }],
	];

	test.each(inFlight)('%s: the request had arrived', async (name, expected) => {
		const result = await callFault(faults[name]);
		const { error, cause, root } = thrownOf(result);
		expect(result.requests).toHaveLength(1);
		expect(cause).toMatchObject({ code: expected.code, status: expected.status });
		expect(error.httpCode).toBe(expected.httpCode ?? expected.code);
		if (expected.message) expect(cause.message).toMatch(expected.message);
		if (expected.root) expect(root).toMatchObject({ code: expected.code, syscall: expected.root });
		expect(error).not.toHaveProperty('code');
	});

	test.each<FaultName>(['noAnswer', 'holdHeaders', 'holdBody'])(
		'%s past the time-out: ECONNABORTED without a response, though headers may have come',
		async (name) => {
			const result = await callFault(faults[name], { timeout: SHORT_TIMEOUT });
			const { error, cause, root } = thrownOf(result);
			expect(cause).toMatchObject({
				code: 'ECONNABORTED',
				status: undefined,
				message: `timeout of ${SHORT_TIMEOUT}ms exceeded`,
			});
			expect(error.httpCode).toBe('ECONNABORTED');
			expect(root).toBeUndefined();
			expect(result.requests).toHaveLength(1);
		},
	);

	test('the time-out does not bound a body that keeps trickling', async () => {
		const trickle: Fault = {
			onRequest: (socket) => {
				socket.write('HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n');
				let sent = 0;
				const timer = setInterval(() => {
					socket.write(' ');
					sent += 1;
					if (sent === 12) clearInterval(timer);
				}, SHORT_TIMEOUT / 10);
			},
		};
		const { returned } = await callFault(trickle, { timeout: SHORT_TIMEOUT, encoding: 'text' });
		expect(returned?.body).toBe(' '.repeat(12));
	});

	test.each<FaultName>(['resetOnConnect', 'closeOnConnect'])(
		'%s looks like a reset after the request',
		async (name) => {
			const result = await callFault(faults[name]);
			expect(['ECONNRESET', 'EPIPE']).toContain(thrownOf(result).cause.code);
			expect(result.requests).toHaveLength(0);
		},
	);
});

describe('faults before anything is sent', () => {
	test('a closed port: ECONNREFUSED from connect', async () => {
		const port = await closedPort();
		const { error, cause, root } = thrownOf(await call(toyContext(), postTo(`http://127.0.0.1:${port}`)));
		expect(cause.code).toBe('ECONNREFUSED');
		expect(root).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect' });
		expect(error.httpCode).toBe('ECONNREFUSED');
	});

	test('an unknown host: ENOTFOUND or EAI_AGAIN from getaddrinfo', async () => {
		const { cause, root } = thrownOf(await call(toyContext(), postTo('http://service.invalid')));
		expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(cause.code);
		expect(root).toMatchObject({ code: cause.code, syscall: 'getaddrinfo' });
	});

	test('a certificate nobody signed', async () => {
		const result = await callFault(faults.tlsSelfSigned);
		expect(thrownOf(result).cause).toMatchObject({
			code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
			status: undefined,
		});
		expect(result.requests).toHaveLength(0);
	});

	test.each<[FaultName, string, RegExp]>([
		['tlsAnsweredInPlain', 'EPROTO', /wrong version number|packet length too long/],
		['tlsCloseInHandshake', 'ECONNRESET', /before secure TLS connection was established/],
		['tlsResetInHandshake', 'ECONNRESET', /ECONNRESET/],
		['tlsSilent', 'ECONNABORTED', /timeout of/],
	])('%s: %s', async (name, code, message) => {
		const server = await startFaultServer(faults[name]);
		const url = `https://127.0.0.1:${server.port}`;
		const { cause } = thrownOf(await call(toyContext(), postTo(url, { timeout: SHORT_TIMEOUT })));
		await server.close();
		expect(cause.code).toBe(code);
		expect(cause.message).toMatch(message);
		expect(server.requests).toHaveLength(0);
	});

	test('TLS closed after the request: ECONNRESET, as over plain HTTP', async () => {
		const result = await callFault(faults.tlsClosedAfterRequest, {
			skipSslCertificateValidation: true,
		});
		expect(thrownOf(result).cause).toMatchObject({ code: 'ECONNRESET', message: 'socket hang up' });
		expect(result.requests).toHaveLength(1);
	});

	test('an address that is none', async () => {
		const invalid = thrownOf(await call(toyContext(), postTo('no address')));
		expect(invalid.error.httpCode).toBe('ERR_INVALID_URL');
		const ftp = thrownOf(await call(toyContext(), postTo('ftp://127.0.0.1')));
		expect(ftp.error.httpCode).toBe('ERR_BAD_REQUEST');
		expect(ftp.cause).toMatchObject({ message: 'Unsupported protocol ftp:', status: undefined });
	});
});

describe('refusals of n8n itself: no code, no request', () => {
	const refusal = async (run: (url: string) => Promise<{ thrown?: Thrown }>) => {
		const server = await startFaultServer(answering(200));
		try {
			const thrown = thrownOf(await run(server.url));
			expect(server.connections()).toBe(0);
			expect(thrown.error.httpCode).toBeNull();
			expect(thrown.cause).toMatchObject({ code: undefined, status: undefined });
			return thrown;
		} finally {
			await server.close();
		}
	};

	test('the SSRF policy', async () => {
		const policy = Container.get(SsrfProtectionConfig);
		policy.enabled = true;
		try {
			const { cause, error } = await refusal(async (url) => await call(toyContext(), postTo(url)));
			expect(cause.name).toBe('SsrfBlockedIpError');
			expect(error.message).toMatch(/^The request was blocked/);
			expect(error.description).toMatch(/administrator/);
		} finally {
			policy.enabled = false;
		}
	});

	test('the option allowedDomains', async () => {
		const { error } = await refusal(
			async (url) => await call(toyContext(), postTo(url, { allowedDomains: 'api.example.com' })),
		);
		expect(error.message).toMatch(
			/^Domain not allowed: This credential is restricted from accessing 127\.0\.0\.1:\d+\. Only/,
		);
	});

	test.each(['none', 'domains'])(
		"a credential with allowedHttpRequestDomains '%s' is not held to it by this helper",
		async (allowedHttpRequestDomains) => {
			const values = { key: TOY_KEY, allowedHttpRequestDomains, allowedDomains: 'example.com' };
			const context = createExecuteContext({
				credentialTypes: [toyCredential],
				credentials: { [TOY_CREDENTIAL]: values },
			});
			const server = await startFaultServer(answering(200));
			const { returned } = await call(context, postTo(server.url));
			await server.close();
			expect(returned?.statusCode).toBe(200);
		},
	);

	test('authenticate of the credential throws', async () => {
		const broken = { ...toyCredential, authenticate: () => Promise.reject(new Error('No key')) };
		const context = createExecuteContext({
			credentialTypes: [broken],
			credentials: { [TOY_CREDENTIAL]: { key: '' } },
		});
		const { error } = await refusal(async (url) => await call(context, postTo(url)));
		expect(error.message).toBe('No key');
	});
});

describe('secrets', () => {
	test('the key is in error.cause, and not in what n8n stores of the error', async () => {
		const { error } = thrownOf(await callFault(faults.resetAfterRequest));
		expect(field(field(field(error.cause, 'config'), 'headers'), 'X-API-KEY')).toBe(TOY_KEY);
		expect(JSON.stringify(error)).not.toContain(TOY_KEY);
		expect(JSON.stringify({ ...error })).not.toContain(TOY_KEY);
		expect(error.stack).not.toContain(TOY_KEY);
	});
});

describe('cancelling', () => {
	test('the real this: a cancel cuts the request in flight', async () => {
		const server = await startFaultServer(faults.noAnswer);
		const cancel = new AbortController();
		const calling = call(toyContext(TOY_KEY, cancel.signal), postTo(server.url));
		await server.arrived();
		cancel.abort();
		const { error, cause } = thrownOf(await calling);
		await server.close();
		expect(cause).toMatchObject({ code: 'ERR_CANCELED', name: 'CanceledError' });
		expect(error).toMatchObject({ httpCode: 'ERR_CANCELED', message: 'canceled' });
	});

	test('the real this, cancelled before: the same error, and nothing was sent', async () => {
		const server = await startFaultServer(answering(200));
		const context = toyContext(TOY_KEY, AbortSignal.abort());
		const { cause } = thrownOf(await call(context, postTo(server.url)));
		await server.close();
		expect(cause.code).toBe('ERR_CANCELED');
		expect(server.connections()).toBe(0);
	});

	/** The adapter of the sender: everything real, but for the signal. */
	const withSignal = (context: IExecuteFunctions, signal?: AbortSignal): IExecuteFunctions =>
		Object.create(context, { getExecutionCancelSignal: { value: () => signal } });

	test('a this without the cancel signal finishes what it has begun', async () => {
		const cancel = new AbortController();
		const release: { answer?: () => void } = {};
		const server = await startFaultServer({
			onRequest: (socket) => {
				release.answer = () => socket.end(answer(200, '{"paid":true}'));
			},
		});
		const calling = call(withSignal(toyContext(TOY_KEY, cancel.signal)), postTo(server.url));
		await server.arrived();
		cancel.abort();
		release.answer?.();
		const { returned } = await calling;
		await server.close();
		expect(returned?.body).toEqual({ paid: true });
	});

	test("a signal of the caller's own ends the request with the same code", async () => {
		const server = await startFaultServer(faults.noAnswer);
		const deadline = new AbortController();
		const calling = call(withSignal(toyContext(), deadline.signal), postTo(server.url));
		await server.arrived();
		deadline.abort();
		expect(thrownOf(await calling).cause.code).toBe('ERR_CANCELED');
		await server.close();
	});

	test('the least this: getCredentials and getNode', async () => {
		const context = toyContext(TOY_KEY, AbortSignal.abort());
		const least: IExecuteFunctions = Object.create(null, {
			getCredentials: { value: async (type: string) => await context.getCredentials(type, 0) },
			getNode: { value: () => context.getNode() },
			helpers: { value: context.helpers },
		});
		const server = await startFaultServer(answering(200));
		const { returned } = await call(least, postTo(server.url));
		await server.close();
		expect(returned?.statusCode).toBe(200);
		const failed = await startFaultServer(faults.resetAfterRequest);
		expect(thrownOf(await call(least, postTo(failed.url))).cause.code).toBe('ECONNRESET');
		await failed.close();
	});
});
