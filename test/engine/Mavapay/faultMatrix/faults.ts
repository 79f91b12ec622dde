/** Every way in which a payment request can end, produced by the sandbox or by a raw socket server. */
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpResult } from '../../../../nodes/core/http/httpResult';
import type { Fault, Sandbox } from '../../../../sandbox';
import {
	closedPort,
	faults,
	startFaultServer,
	type Fault as WireFault,
	type WireRequest,
} from '../../../harness/engine';
import type { Send } from './fakeTransport';

export interface Interception {
	sandbox: Sandbox;
	send: Send;
	cancel: () => void;
	/** Called when a request reaches a raw server; `passedOn` if that server gave it to the sandbox as well. */
	arrived: (passedOn: boolean) => void;
}

export interface MatrixFault {
	name: string;
	/** The outcome of the request: docs/reference/outcomes.md#outcomes. */
	outcome: 'accepted' | 'rejected' | 'unknown' | 'failed';
	/** Whether the service did what was asked. */
	effect: boolean;
	/** Whether the request may be repeated at once, because it reached no server. */
	repeatable?: true;
	/** Whether an HTTP response came: the same execution then doesn't send the payment again. */
	answered?: true;
	/** Whether the response is a 429: the run then waits before the next item. */
	slows?: true;
	/** How many requests in a row meet the fault if it lasts for one try; 1 if not set. */
	span?: number;
	/** False if no server receives the request. */
	arrives?: false;
	/** Whether the execution is cancelled while the request is on its way. */
	cancels?: true;
	take: (interception: Interception) => Promise<HttpResult>;
}

type Given = Partial<Fault> & Pick<Fault, 'kind'>;
type Outcome = MatrixFault['outcome'];
type More = Partial<Omit<MatrixFault, 'name' | 'outcome' | 'take'>>;

const inService = (name: string, outcome: Outcome, fault: Given, more: More = {}): MatrixFault => ({
	name,
	outcome,
	effect: outcome === 'accepted',
	...(outcome === 'rejected' ? { answered: true } : {}),
	...more,
	take: async ({ sandbox, send }) => {
		const number = sandbox.faults.add({ match: { method: 'POST' }, fault: Object.assign({}, fault) as Fault });
		try {
			return await send(null);
		} finally {
			sandbox.faults.remove(number);
		}
	},
});

/** Makes the node's own time-out expire as soon as `due` resolves, so the test doesn't wait for it. */
async function timedOut(send: () => Promise<HttpResult>, due: () => Promise<void>): Promise<HttpResult> {
	const deadline = new AbortController();
	const spy = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
	const ending = send();
	spy.mockRestore();
	await due();
	deadline.abort(new DOMException('The operation timed out.', 'TimeoutError'));
	return await ending;
}

async function until(happened: () => boolean): Promise<void> {
	while (!happened()) await pause(1);
}

/** The sandbox receives the request and never answers. */
const hanging = (effect: boolean): MatrixFault => {
	const name = `no response in time, with${effect ? '' : 'out'} effect`;
	const quiet = inService(name, 'unknown', { kind: 'hang', effect }, { effect });
	return {
		...quiet,
		take: async (interception) => {
			const before = interception.sandbox.requests.length;
			return await timedOut(
				async () => await quiet.take(interception),
				async () => await until(() => interception.sandbox.requests.length > before),
			);
		},
	};
};

const passOn = async (sandbox: Sandbox, { method, path, headers, body }: WireRequest): Promise<void> => {
	const kept = { 'X-API-KEY': headers['x-api-key'] ?? '', 'Content-Type': headers['content-type'] ?? '' };
	await fetch(new URL(path, sandbox.url), { method, body, headers: kept });
};

/** A raw server in place of the service; with `effect` it first gives the request to the sandbox. */
const onWire = (
	name: string,
	outcome: Outcome,
	fault: WireFault,
	more: More & { late?: boolean; https?: boolean } = {},
): MatrixFault => {
	const { late = false, https = false, ...rest } = more;
	const effect = rest.effect ?? false;
	return {
		name: effect ? `${name}, after the effect` : name,
		outcome,
		effect,
		...rest,
		take: async ({ sandbox, send, arrived }) => {
			const { onRequest, ...wire } = fault;
			const seen = { connected: false, answered: 0 };
			const passedOn: Array<Promise<void>> = [];
			const server = await startFaultServer({
				...wire,
				onConnection: (socket) => {
					seen.connected = true;
					fault.onConnection?.(socket);
				},
				onRequest: (socket, request, index) => {
					arrived(effect);
					const response = () => {
						seen.answered += 1;
						onRequest?.(socket, request, index);
					};
					if (effect) passedOn.push(passOn(sandbox, request).then(response));
					else response();
				},
			});
			const url = `${https ? server.url.replace('http:', 'https:') : server.url}/api/v1`;
			const due = async () => await until(() => (https ? seen.connected : seen.answered > 0));
			try {
				return late ? await timedOut(async () => await send(url), due) : await send(url);
			} finally {
				await Promise.all(passedOn);
				await server.close();
			}
		},
	};
};

const elsewhere = (name: string, url: () => Promise<string> | string, more: More): MatrixFault => ({
	name,
	outcome: 'rejected',
	effect: false,
	repeatable: true,
	arrives: false,
	...more,
	take: async ({ send }) => await send(await url()),
});

const nobodyThere = async () => `http://127.0.0.1:${await closedPort()}/api/v1`;

/** The execution is cancelled while the request is in flight; the request itself ends normally. */
const cancelled = (name: string, how: MatrixFault): MatrixFault => ({
	...how,
	name,
	cancels: true,
	take: async (interception) => {
		interception.cancel();
		return await how.take(interception);
	},
});

const status = (code: number, outcome: Outcome, message: string, more: More = {}): MatrixFault =>
	inService(
		`${code} "${message}"${more.effect === true ? ', after the effect' : ''}`,
		outcome,
		{ kind: 'status', status: code, message, effect: more.effect ?? false },
		more,
	);

const AFTER = { effect: true };
const SLOWS = { slows: true } as const;
const QUICK = { 'Retry-After': '0' };

const answers: MatrixFault[] = [
	status(400, 'rejected', 'Insufficient balance in the wallet'),
	status(400, 'unknown', 'Something odd happened', AFTER),
	status(400, 'unknown', 'Something odd happened'),
	status(401, 'rejected', 'Invalid API key provided'),
	status(403, 'rejected', 'Insufficient permissions'),
	status(404, 'unknown', 'Wallet not found'),
	status(405, 'rejected', 'Method not allowed'),
	status(408, 'unknown', 'Request timeout', AFTER),
	status(409, 'unknown', 'Duplicate request'),
	status(422, 'rejected', 'Insufficient wallet funds'),
	status(425, 'unknown', 'Too early'),
	status(429, 'rejected', 'Too many requests', SLOWS),
	inService(
		'429 with Retry-After',
		'rejected',
		{ kind: 'status', status: 429, message: 'Too many requests', headers: QUICK },
		SLOWS,
	),
	status(429, 'unknown', 'Slow down', SLOWS),
	...[400, 401, 403, 404, 405, 422, 429].map((code) =>
		status(code, 'unknown', 'Limit reached: your payout was queued', { ...AFTER, ...(code === 429 ? SLOWS : {}) }),
	),
	// The service's answer is wrong: it took the payment, but gives a plain reason for a refusal.
	...[400, 403, 404, 422].map((code) => status(code, 'rejected', 'Insufficient balance', AFTER)),
	inService(
		'200 with a plain refusal, after the effect',
		'rejected',
		{ kind: 'okStatusError', message: 'Insufficient balance', effect: true },
		AFTER,
	),
	inService('429 of a proxy', 'unknown', { kind: 'html', status: 429 }, SLOWS),
	inService(
		'429 without the error body',
		'unknown',
		{ kind: 'status', status: 429, body: { detail: 'rate' }, headers: QUICK },
		SLOWS,
	),
	...[500, 502, 503, 504].flatMap((code) => [
		status(code, 'unknown', 'Upstream trouble', AFTER),
		status(code, 'unknown', 'Upstream trouble'),
	]),
	inService('200 with a plain refusal', 'rejected', { kind: 'okStatusError', message: 'Insufficient balance' }),
	inService(
		'200 with an ambiguous error',
		'unknown',
		{ kind: 'okStatusError', message: 'Please look again', effect: true },
		AFTER,
	),
	inService('200 with an ambiguous error, without effect', 'unknown', {
		kind: 'okStatusError',
		message: 'Transfer already pending',
	}),
	inService('200 with a FAILED transaction', 'failed', {
		kind: 'status',
		status: 200,
		body: { status: 'ok', data: { id: 'failed-transaction', status: 'FAILED' } },
	}),
	inService(
		'200 with a word of its own',
		'unknown',
		{ kind: 'status', status: 200, body: { status: 'queued' }, effect: true },
		AFTER,
	),
	...[301, 302, 303, 307, 308].map((code) =>
		inService(`redirect ${code}`, 'unknown', { kind: 'redirect', status: code } as Given),
	),
	inService('redirect 307, after the effect', 'unknown', { kind: 'redirect', status: 307, effect: true }, AFTER),
	inService('an HTML page', 'unknown', { kind: 'html' }),
	inService('an HTML page, after the effect', 'unknown', { kind: 'html', effect: true }, AFTER),
	inService('a 403 page of a firewall', 'unknown', { kind: 'html', status: 403 }),
	inService('a 502 page of a gateway', 'unknown', { kind: 'html', status: 502, effect: true }, AFTER),
	inService('broken JSON', 'unknown', { kind: 'brokenJson' }, AFTER),
	inService('an empty response', 'unknown', { kind: 'empty' }, AFTER),
	inService('204 without a body', 'unknown', { kind: 'empty', status: 204 }, AFTER),
	inService('a response cut off', 'unknown', { kind: 'cutOff' }, AFTER),
	inService('a slow body within the time', 'accepted', { kind: 'slowBody', ms: 2 }),
	inService('a delay before', 'accepted', { kind: 'delay', ms: 2 }),
	inService('a delay after the effect', 'accepted', { kind: 'delay', ms: 2, when: 'after' }),
];

const drops: MatrixFault[] = [
	...[false, true].flatMap((reset) => {
		const how = reset ? 'reset' : 'closed';
		return [
			inService(`the connection ${how} before the effect`, 'unknown', { kind: 'dropBefore', reset }),
			inService(`the connection ${how} after the effect`, 'unknown', { kind: 'dropAfter', reset }, AFTER),
		];
	}),
	hanging(true),
	hanging(false),
];

const wire: MatrixFault[] = [
	elsewhere('nothing listens', nobodyThere, { span: 3 }),
	elsewhere('nothing listens twice, then a response', nobodyThere, { span: 2 }),
	elsewhere('an unknown host', () => 'http://service.invalid/api/v1', { span: 3 }),
	onWire('a reset on connecting', 'unknown', faults.resetOnConnect, { arrives: false }),
	onWire('a close on connecting', 'unknown', faults.closeOnConnect, { arrives: false }),
	onWire('a certificate nobody signed', 'rejected', faults.tlsSelfSigned, { arrives: false }),
	onWire('plain HTTP where TLS was due', 'rejected', faults.tlsAnsweredInPlain, { arrives: false, https: true }),
	onWire('a reset in the TLS handshake', 'unknown', faults.tlsResetInHandshake, { arrives: false, https: true }),
	onWire('a close in the TLS handshake', 'unknown', faults.tlsCloseInHandshake, { arrives: false, https: true }),
	onWire('a silent TLS handshake', 'unknown', faults.tlsSilent, { arrives: false, https: true, late: true }),
	onWire('a reset after the request', 'unknown', faults.resetAfterRequest, AFTER),
	onWire('a close before the headers', 'unknown', faults.closeBeforeHeaders, AFTER),
	onWire('a close in the status line', 'unknown', faults.closeInStatusLine),
	onWire('a close in the headers', 'unknown', faults.closeInHeaders, AFTER),
	onWire('a reset in the headers', 'unknown', faults.resetInHeaders),
	onWire('a close in the body', 'unknown', faults.closeInBodyWithLength, AFTER),
	onWire('a reset in the body', 'unknown', faults.resetInBodyWithLength, AFTER),
	onWire('a close in a chunk', 'unknown', faults.closeInBodyChunked),
	onWire('a cut body without a length', 'unknown', faults.closeInBodyWithoutLength, AFTER),
	onWire('a cut body with status 500', 'unknown', faults.errorStatusCutInBody),
	onWire('no response in time', 'unknown', faults.noAnswer, { effect: true, late: true }),
	onWire('headers held back', 'unknown', faults.holdHeaders, { effect: true, late: true }),
	onWire('a body held back', 'unknown', faults.holdBody, { effect: true, late: true }),
	onWire('something that is no HTTP', 'unknown', faults.notHttp),
	onWire('headers too large', 'unknown', faults.hugeHeaders, AFTER),
	onWire('a broken gzip', 'unknown', faults.brokenGzip, AFTER),
	onWire('a gzip cut off', 'unknown', faults.cutGzip),
	onWire('a body longer than its length', 'unknown', faults.bodyLongerThanLength),
];

const cancels: MatrixFault[] = [
	cancelled('cancelled in flight, accepted all the same', inService('', 'accepted', { kind: 'delay', ms: 2 })),
	cancelled('cancelled in flight, refused', status(403, 'rejected', 'Forbidden')),
	cancelled('cancelled in flight, response lost', inService('', 'unknown', { kind: 'dropAfter' }, AFTER)),
	cancelled('cancelled in flight, 429', status(429, 'rejected', 'Too many requests', SLOWS)),
];

export const MATRIX_FAULTS: readonly MatrixFault[] = [...answers, ...drops, ...wire, ...cancels];

export function faultNamed(name: string): MatrixFault {
	const found = MATRIX_FAULTS.find((fault) => fault.name === name);
	if (found === undefined) throw new Error(`No fault is called '${name}'.`);
	return found;
}
