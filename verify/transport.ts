/** A request as it leaves. */
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

/** Takes a request to the service and brings the response. Rejects where none comes, and when the signal is given. */
export type Carrier = (request: Outgoing, signal: AbortSignal) => Promise<Incoming>;

/** Over the network, without following a redirect. */
export const overNetwork: Carrier = async ({ method, url, headers, body }, signal) => {
	const response = await fetch(url, { method, headers: { ...headers }, body, redirect: 'manual', signal });
	return { status: response.status, headers: new Map(response.headers), text: await response.text() };
};
