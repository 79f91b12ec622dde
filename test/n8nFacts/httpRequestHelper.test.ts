/**
 * Facts of n8n 2.41: what n8n-core's `httpRequestWithAuthentication` really returns and throws. The package's only
 * function that sends requests relies on them, so a newer n8n that changes a fact fails here. How requests end, and
 * what each end means for a payment: engine/Mavapay/faultMatrix.
 */
import { gzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { SsrfProtectionConfig } from '@n8n/config';
import { answer, answering, faults, type FaultName } from '../harness/engine/faults';
import { closedPort, startFaultServer } from '../harness/engine/faultServer';
import { call, callFault, postTo, toyContext, type Thrown } from '../harness/engine/helperCall';
import { createExecuteContext } from '../harness/engine/executeContext';
import { TOY_CREDENTIAL, TOY_KEY, toyCredential } from '../harness/engine/toyCredential';

function thrownOf(result: { thrown?: Thrown }): Thrown {
	if (!result.thrown) throw new Error('The helper returned where it was expected to throw.');
	return result.thrown;
}

describe('an answer that arrives whole is returned, whatever its status', () => {
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
	test("encoding 'text' drops a byte order mark and replaces broken UTF-8", async () => {
		const marked = await callFault(answering(200, '\ufeff{}'), { encoding: 'text' });
		expect(marked.returned?.body).toBe('{}');
		const latin1 = await callFault(answering(200, Buffer.from([0x22, 0xe9, 0x22])), {
			encoding: 'text',
		});
		expect(latin1.returned?.body).toBe('"\ufffd"');
	});

	test('a whole gzip body is decompressed', async () => {
		const { returned } = await callFault(answering(200, gzipSync('{"a":1}'), { 'Content-Encoding': 'gzip' }));
		expect(returned?.body).toEqual({ a: 1 });
	});
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

describe("a fault is thrown as NodeApiError around the HTTP client's error:", () => {
	test.each<[FaultName, string, number | undefined]>([
		['errorStatusCutInBody', 'ERR_BAD_RESPONSE', 500],
		['brokenGzip', 'Z_DATA_ERROR', 200],
		['notHttp', 'HPE_INVALID_CONSTANT', undefined],
		['hugeHeaders', 'HPE_HEADER_OVERFLOW', undefined],
	])('%s: %s, with the status that came', async (name, code, status) => {
		const { error, cause } = thrownOf(await callFault(faults[name]));
		expect([cause.code, cause.status, error.httpCode]).toEqual([code, status, String(status ?? code)]);
		expect(error).not.toHaveProperty('code');
	});

	test('at its root is the system call that failed: the connecting one, or a later one', async () => {
		const nobody = thrownOf(await call(toyContext(), postTo(`http://127.0.0.1:${await closedPort()}`)));
		expect(nobody.root).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect' });
		const reset = thrownOf(await callFault(faults.resetAfterRequest));
		expect(reset.root).toMatchObject({ code: 'ECONNRESET', syscall: 'read' });
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

test('cancelled before, nothing is sent', async () => {
	const server = await startFaultServer(answering(200));
	const context = toyContext(TOY_KEY, AbortSignal.abort());
	const { cause } = thrownOf(await call(context, postTo(server.url)));
	await server.close();
	expect(cause.code).toBe('ERR_CANCELED');
	expect(server.connections()).toBe(0);
});
