import { isObject, type JsonValue } from './json';

/** One request and what came back, unredacted: it never leaves this process as it is. */
export interface Exchange {
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly sent: JsonValue | undefined;
	readonly status: number;
	readonly headers: ReadonlyMap<string, string>;
	/** Undefined where it is no JSON. */
	readonly body: JsonValue | undefined;
	readonly startedMs: number;
	readonly endedMs: number;
}

/** A success of the service: docs/interface.md#answers. */
export function succeeded({ status, body }: Exchange): boolean {
	return status >= 200 && status < 300 && isObject(body) && body.status !== 'error';
}

/** The message of a refusal; null where there is none. */
export function messageOf({ body }: Exchange): string | null {
	return isObject(body) && typeof body.message === 'string' ? body.message : null;
}
