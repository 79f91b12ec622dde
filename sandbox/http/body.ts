import type { IncomingMessage } from 'node:http';

/** Largest request body: 1 MiB. */
export const MOST_BYTES = 1_048_576;

/** Reads a body; null when it is too large. Rejects when the client goes away. */
export function readBody(request: IncomingMessage): Promise<string | null> {
	return new Promise((resolve, reject) => {
		const parts: Buffer[] = [];
		let size = 0;
		request.on('data', (part: Buffer) => {
			size += part.length;
			if (size <= MOST_BYTES) parts.push(part);
		});
		request.on('end', () => resolve(size > MOST_BYTES ? null : Buffer.concat(parts).toString('utf8')));
		request.on('error', reject);
		request.on('close', () => {
			if (!request.complete) reject(new Error('The client went away'));
		});
	});
}

export type ParsedBody = { ok: true; value: unknown } | { ok: false };

/** Parses JSON; an empty text is an absent body. */
export function parseJson(text: string): ParsedBody {
	if (text === '') return { ok: true, value: undefined };
	try {
		return { ok: true, value: JSON.parse(text) };
	} catch (error) {
		if (error instanceof SyntaxError) return { ok: false };
		throw error;
	}
}
