/** A request as it is sent. */
export interface Outgoing {
	readonly method: string;
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | null;
}

/** A whole response. */
export interface Incoming {
	readonly status: number;
	readonly headers: ReadonlyMap<string, string>;
	readonly text: string;
}

/** Sends a request and returns the response. Rejects if no response comes, or when the signal aborts. */
export type Carrier = (request: Outgoing, signal: AbortSignal) => Promise<Incoming>;

/** Sends a request over the network, and follows no redirect. */
export const overNetwork: Carrier = async ({ method, url, headers, body }, signal) => {
	const response = await fetch(url, { method, headers: { ...headers }, body, redirect: 'manual', signal });
	return { status: response.status, headers: new Map(response.headers), text: await response.text() };
};
