import type { ServerResponse } from 'node:http';
import type { Applied } from '../faults/faults';
import type { Answer } from './routing';

type Breaking = NonNullable<Applied['fault']>;

const HTML = '<!doctype html><html><head><title>Service</title></head><body><h1>Welcome</h1></body></html>';
/** Characters missing at the end of broken JSON. */
const LOST = 8;
const JSON_TYPE = 'application/json; charset=utf-8';

export function pause(ms: number): Promise<void> {
	return new Promise((resolve) => {
		setTimeout(resolve, ms).unref();
	});
}

function write(
	response: ServerResponse,
	status: number,
	body: string,
	type: string,
	headers: Record<string, string> = {},
): number {
	const bytes = Buffer.from(body);
	response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length, ...headers });
	response.end(bytes);
	return status;
}

/** Sends an answer as JSON. */
export function sendAnswer(response: ServerResponse, answer: Answer): number {
	return write(response, answer.status, JSON.stringify(answer.body), JSON_TYPE, answer.headers);
}

function drop(response: ServerResponse, reset: boolean): null {
	const { socket } = response;
	if (reset) socket?.resetAndDestroy();
	else socket?.destroy();
	return null;
}

async function sendInHalves(
	response: ServerResponse,
	answer: Answer,
	between: () => Promise<boolean>,
): Promise<number> {
	const bytes = Buffer.from(JSON.stringify(answer.body));
	const half = Math.ceil(bytes.length / 2);
	response.writeHead(answer.status, { 'Content-Type': JSON_TYPE, 'Content-Length': bytes.length });
	response.write(bytes.subarray(0, half));
	if (await between()) response.end(bytes.subarray(half));
	return answer.status;
}

/** Whether the service still does what was asked, despite this fault. */
export function hasEffect(fault: Breaking): boolean {
	if (fault.kind === 'dropBefore') return false;
	return fault.kind === 'dropAfter' ? true : fault.effect;
}

/**
 * Ends a request as its fault says. `answer` is what the service would have said.
 * Returns the HTTP status that was sent, or null if none was.
 */
export async function sendFault(
	response: ServerResponse,
	fault: Breaking,
	answer: Answer,
	ownPath: string,
): Promise<number | null> {
	switch (fault.kind) {
		case 'hang':
			return null;
		case 'dropBefore':
		case 'dropAfter':
			return drop(response, fault.reset);
		case 'status': {
			const { status, headers, body, message } = fault;
			if (typeof body === 'string') return write(response, status, body, 'text/plain', headers);
			const sent = body ?? { status: 'error', message: message ?? `Error ${status}` };
			return write(response, status, JSON.stringify(sent), JSON_TYPE, headers);
		}
		case 'okStatusError':
			return sendAnswer(response, { status: 200, body: { status: 'error', message: fault.message } });
		case 'brokenJson':
			return write(response, 200, JSON.stringify(answer.body).slice(0, -LOST), JSON_TYPE);
		case 'html':
			return write(response, fault.status, HTML, 'text/html; charset=utf-8');
		case 'empty':
			return write(response, fault.status, '', JSON_TYPE);
		case 'cutOff':
			return await sendInHalves(response, answer, async () => {
				await pause(20);
				drop(response, false);
				return false;
			});
		case 'slowBody':
			return await sendInHalves(response, answer, async () => {
				await pause(fault.ms);
				return !response.destroyed;
			});
		case 'redirect':
			return write(response, fault.status, '', JSON_TYPE, { Location: fault.location ?? ownPath });
	}
}
