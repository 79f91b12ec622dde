import { setTimeout as pause } from 'node:timers/promises';
import { succeeded, type Exchange } from './exchange';
import { NotShown } from './finding';
import { listIn, type JsonValue, type Members } from './json';
import type { Receiver } from './receiver';

export interface Credential {
	readonly kind: 'apiKey' | 'bearerToken';
	readonly value: string;
}

interface Call {
	readonly query?: Readonly<Record<string, string>>;
	readonly body?: JsonValue;
	/** `none`: without a credential; `wrong`: with one that is nobody's. */
	readonly access?: 'own' | 'none' | 'wrong';
}

/** Facts about the account that a person gives the command, besides its credential. */
export interface Told {
	/** An account whose holder may be looked up. */
	readonly bankAccount: { readonly bankCode: string; readonly accountNumber: string } | null;
}

const TIMEOUT_MS = 60_000;
/** Pause between two calls to a service that is not on this machine, so that no limit of calls is reached. */
const GAP_MS = 250;
const LONGEST_WAIT_MS = 60_000;
const MOST_TRIES = 3;

/**
 * The account that claims are held against: sends one request at a time, keeps what came back, and asks
 * for the same thing once.
 */
export class Account {
	readonly exchanges: Exchange[] = [];
	private readonly kept = new Map<string, Promise<Exchange>>();
	private last: Promise<unknown> = Promise.resolve();

	constructor(
		readonly baseUrl: URL,
		readonly credential: Credential,
		readonly told: Told,
		readonly receiver: Receiver | null,
		private readonly signal: AbortSignal,
	) {}

	/** The exchange of a GET, which is sent once however often it is asked for. */
	async read(path: string, query: Readonly<Record<string, string>> = {}): Promise<Exchange> {
		return await this.once(JSON.stringify([path, query]), async () => await this.send('GET', path, { query }));
	}

	/** The exchange of a step that several claims look at, made once. */
	async once(step: string, make: () => Promise<Exchange>): Promise<Exchange> {
		const made = this.kept.get(step) ?? make();
		this.kept.set(step, made);
		return await made;
	}

	/** The objects in the `data` of a GET that succeeded. Throws NotShown where it did not, or has none. */
	async listed(path: string, query: Readonly<Record<string, string>> = {}): Promise<Members[]> {
		const exchange = await this.read(path, query);
		const list = succeeded(exchange) ? listIn(exchange.body) : [];
		if (list.length === 0) throw new NotShown(`GET ${path} has no entry in this account`, [exchange]);
		return list;
	}

	/** Sends a request, whatever was asked before. A read is sent again after a 429. */
	async send(method: string, path: string, call: Call = {}): Promise<Exchange> {
		const turn = this.last.then(async () => await this.patiently(method, path, call));
		this.last = turn.catch(() => undefined);
		return await turn;
	}

	/** Waits; rejects when the command is being ended. */
	async wait(ms: number): Promise<void> {
		await pause(ms, undefined, { signal: this.signal });
	}

	private async patiently(method: string, path: string, call: Call): Promise<Exchange> {
		for (let attempt = 1; ; attempt++) {
			if (!this.isOnThisMachine) await this.wait(GAP_MS);
			const exchange = await this.exchange(method, path, call);
			this.exchanges.push(exchange);
			if (exchange.status !== 429 || method !== 'GET' || attempt === MOST_TRIES) return exchange;
			const seconds = Number(exchange.headers.get('retry-after') ?? 10);
			await this.wait(Math.min(LONGEST_WAIT_MS, (Number.isFinite(seconds) ? seconds : 10) * 1_000));
		}
	}

	private get isOnThisMachine(): boolean {
		return isLoopback(this.baseUrl);
	}

	private async exchange(method: string, path: string, { query = {}, body, access = 'own' }: Call): Promise<Exchange> {
		const url = new URL(`${this.baseUrl.href.replace(/\/+$/, '')}${path}`);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
		const startedMs = Date.now();
		const response = await fetch(url, {
			method,
			headers: { ...this.headers(access), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
			body: body === undefined ? null : JSON.stringify(body),
			redirect: 'manual',
			signal: AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT_MS)]),
		});
		const text = await response.text();
		return {
			method,
			path,
			query,
			sent: body,
			status: response.status,
			headers: new Map(response.headers),
			body: parsed(text),
			startedMs,
			endedMs: Date.now(),
		};
	}

	private headers(access: Call['access']): Record<string, string> {
		if (access === 'none') return {};
		const value = access === 'wrong' ? 'this-key-is-nobodys' : this.credential.value;
		return this.credential.kind === 'apiKey' ? { 'X-API-KEY': value } : { Authorization: `Bearer ${value}` };
	}
}

export function isLoopback({ hostname }: URL): boolean {
	return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function parsed(text: string): JsonValue | undefined {
	try {
		const value: JsonValue = JSON.parse(text);
		return value;
	} catch {
		return undefined;
	}
}
