/** The ways in which a service, or the connection to it, can fail, each as a behaviour of `faultServer`. */
import { gzipSync } from 'node:zlib';
import type { Fault } from './faultServer';

/** A whole HTTP/1.1 answer with `Content-Length`; the connection is closed after it. */
export function answer(status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Buffer {
	const bytes = Buffer.from(body);
	const all = { 'Content-Length': String(bytes.length), Connection: 'close', ...headers };
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`), bytes]);
}

/** Answers every request with this response. */
export const answering = (status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Fault => ({
	onRequest: (socket) => socket.end(answer(status, body, headers)),
});

export const answeringJson = (status: number, value: unknown, headers = {}): Fault =>
	answering(status, JSON.stringify(value), { 'Content-Type': 'application/json', ...headers });

/** Writes `text` after each request, then closes the connection, resets it or holds it open, as `end` says. */
const writeThen = (text: string, end: 'close' | 'reset' | 'hold'): Fault => ({
	onRequest: (socket) => {
		socket.write(text, () => {
			if (end === 'close') socket.end();
			/* 20 ms later, so that the written bytes are sent before the reset discards them. */
			if (end === 'reset') setTimeout(() => socket.resetAndDestroy(), 20);
		});
	},
});

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const CUT_LENGTH = `${HEAD}Content-Length: 100\r\n\r\n{"status":"ok","da`;
const CUT_CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n12\r\n{"status":"ok","da\r\n`;

/** Named faults; redirects and plain answers are made with `answering`. */
export const faults = {
	resetOnConnect: { onConnection: (socket) => socket.resetAndDestroy() },
	closeOnConnect: { onConnection: (socket) => socket.end() },
	resetAfterRequest: { onRequest: (socket) => socket.resetAndDestroy() },
	closeBeforeHeaders: { onRequest: (socket) => socket.end() },
	closeInStatusLine: writeThen('HTTP/1.', 'close'),
	closeInHeaders: writeThen('HTTP/1.1 200 OK\r\nContent-Ty', 'close'),
	resetInHeaders: writeThen('HTTP/1.1 200 OK\r\nContent-Ty', 'reset'),
	closeInBodyWithLength: writeThen(CUT_LENGTH, 'close'),
	resetInBodyWithLength: writeThen(CUT_LENGTH, 'reset'),
	closeInBodyChunked: writeThen(CUT_CHUNKED, 'close'),
	/** Without a Content-Length, the body ends with the connection, so the client doesn't notice that it was cut. */
	closeInBodyWithoutLength: writeThen(`${HEAD}\r\n{"status":"ok","da`, 'close'),
	errorStatusCutInBody: writeThen('HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\n{"status":"er', 'close'),
	holdBody: writeThen(CUT_LENGTH, 'hold'),
	holdHeaders: writeThen('HTTP/1.1 200 OK\r\nContent-Ty', 'hold'),
	noAnswer: {},
	notHttp: writeThen('220 smtp.example ESMTP ready\r\n', 'close'),
	hugeHeaders: writeThen(`${HEAD}X-Filler: ${'x'.repeat(40_000)}\r\n\r\n`, 'close'),
	brokenGzip: answering(200, 'this is no gzip', { 'Content-Encoding': 'gzip' }),
	/** The first 20 bytes of a gzip body, with the correct Content-Length for them. */
	cutGzip: answering(200, gzipSync('{"status":"ok","data":[1,2,3,4]}').subarray(0, 20), {
		'Content-Encoding': 'gzip',
		'Content-Type': 'application/json',
	}),
	/** Content-Length shorter than the body. */
	bodyLongerThanLength: writeThen(`${HEAD}Content-Length: 4\r\n\r\n{"status":"ok"}`, 'close'),
	/** Accepts TCP and never answers the TLS hello (used with an https URL). */
	tlsSilent: {},
	/** Resets inside the TLS handshake (used with an https URL). */
	tlsResetInHandshake: { onConnection: (socket) => socket.once('data', () => socket.resetAndDestroy()) },
	/** Closes inside the TLS handshake (used with an https URL). */
	tlsCloseInHandshake: { onConnection: (socket) => socket.once('data', () => socket.end()) },
	/** Answers the TLS hello in plain HTTP, as a web server on the wrong port does. */
	tlsAnsweredInPlain: {
		onConnection: (socket) => socket.once('data', () => socket.end(answer(400, 'Bad request'))),
	},
	tlsSelfSigned: { ...answeringJson(200, { status: 'ok' }), tls: true },
	/** Closes the connection after the request has arrived through TLS. */
	tlsClosedAfterRequest: { onRequest: (socket) => socket.destroy(), tls: true },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
