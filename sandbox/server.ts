import { ASSUMED } from './assumptions';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerControl } from './control/surface';
import { parseJson, readBody } from './http/body';
import { errorAnswer } from './http/routing';
import { hasEffect, pause, sendAnswer, sendFault } from './http/send';
import { answerService, BASE_PATH } from './http/serviceSurface';
import { sha256Hex } from './state/ids';
import type { World } from './world';

const { value: said } = ASSUMED.messages;

/** Where the control surface starts. */
export const CONTROL_PATH = '/_sandbox';

const BAD_REQUEST = JSON.stringify({ status: 'error', message: 'Bad request' });

interface Target {
	path: string;
	search: string;
	query: Record<string, string>;
}

function targetOf(url: string): Target | null {
	const [path = '', ...rest] = url.split('?');
	if (!path.startsWith('/')) return null;
	const search = rest.join('?');
	return { path, search, query: Object.fromEntries(new URLSearchParams(search)) };
}

function below(path: string, base: string): string | null {
	if (path === base) return '/';
	return path.startsWith(`${base}/`) ? path.slice(base.length) : null;
}

/** The answer time of a request: from `least` to `most` milliseconds, different for each request. */
function latencyOf([least, most]: readonly [number, number], requestNumber: number): number {
	const share = Number.parseInt(sha256Hex(`latency|${requestNumber}`).slice(0, 8), 16) % 1_000;
	return least + Math.round(((most - least) * share) / 1_000);
}

/** Splits an answer time in two: a wait before the request takes effect, and a wait after it. */
const halves = (ms: number): [number, number] => [Math.floor(ms / 2), Math.ceil(ms / 2)];

async function handleService(
	world: World,
	request: IncomingMessage,
	response: ServerResponse,
	target: Target,
	rawBody: string | null,
): Promise<void> {
	const { method = 'GET', headers } = request;
	const servicePath = below(target.path, BASE_PATH);
	const path = servicePath ?? target.path;
	const text = rawBody ?? '';
	const parsed = parseJson(text);
	const logged = world.log.add({
		time: world.clock.now(),
		method,
		path,
		query: target.query,
		headers,
		rawBody: text,
		body: parsed.ok ? parsed.value : undefined,
	});
	const applied = world.faults.apply({ method, path, query: target.query, rawBody: text });
	const { service } = world;
	const answer = async () => {
		if (world.callLimit.isReached(service.quirks.callsPerSecond))
			return { ...errorAnswer(429, said.tooMany), headers: { 'Retry-After': '1' } };
		const [half, rest] = halves(latencyOf(service.quirks.latencyMs, logged.number));
		if (half > 0) await pause(half);
		const given = await handled();
		if (rest > 0) await pause(rest);
		return given;
	};
	const handled = async () =>
		servicePath === null
			? errorAnswer(404, said.unknownPath(method, target.path))
			: await answerService(service, { method, path, query: target.query, headers, rawBody }, logged.number);
	if (applied.delayBefore > 0) await pause(applied.delayBefore);
	if (!applied.fault) {
		const given = await answer();
		if (applied.delayAfter > 0) await pause(applied.delayAfter);
		logged.status = sendAnswer(response, given);
		return;
	}
	logged.fault = applied.fault.kind;
	const given = hasEffect(applied.fault) ? await answer() : errorAnswer(500, 'Nothing happened');
	if (applied.delayAfter > 0) await pause(applied.delayAfter);
	const ownPath = request.url ?? target.path;
	logged.status = await sendFault(response, applied.fault, given, ownPath);
}

async function handle(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const target = targetOf(request.url ?? '');
	const rawBody = await readBody(request);
	if (!target) {
		sendAnswer(response, errorAnswer(400, 'Bad request'));
		return;
	}
	const controlPath = below(target.path, CONTROL_PATH);
	if (controlPath === null) {
		await handleService(world, request, response, target, rawBody);
		return;
	}
	const { method = 'GET' } = request;
	const call = { method, path: controlPath, query: target.query, rawBody };
	sendAnswer(response, await answerControl(world, call));
}

/** The HTTP server over a world. It answers everything and never throws. */
export function createSandboxServer(world: World): Server {
	const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
		handle(world, request, response).catch(() => {
			if (response.destroyed) return;
			if (response.headersSent) response.destroy();
			else sendAnswer(response, errorAnswer(500, said.broken));
		});
	});
	server.on('clientError', (_error, socket) => {
		if (!socket.writable) {
			socket.destroy();
			return;
		}
		socket.end(
			`HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n` +
				`Content-Length: ${BAD_REQUEST.length}\r\n\r\n${BAD_REQUEST}`,
		);
	});
	return server;
}
