import { rejectionCause } from '../nodes/core/http/rejections';
import type { MoneyKind } from '../nodes/core/domain/money';
import { moneyOf } from './arguments';
import { isBusy, KEY_MAY_NOT, mayPay, messageOf, spends, succeeded, type Exchange } from './exchange';
import { NotShown } from './finding';
import { listIn, parsed, type JsonValue, type Members } from './json';
import type { Receiver } from './receiver';
import { isInterruption, MACHINE_TIME, takingAtMost, TimedOut, type Time } from './time';
import { overNetwork, type Carrier } from './transport';

export interface Credential {
	readonly kind: 'apiKey' | 'bearerToken';
	readonly value: string;
	/** A key of the same account with the other role, READ or WRITE. */
	readonly other?: string;
}

interface Call {
	readonly query?: Readonly<Record<string, string>>;
	readonly body?: JsonValue;
	/** `none`: without a credential; `wrong`: with a key that belongs to nobody. */
	readonly access?: 'own' | 'other' | 'none' | 'wrong';
}

/** Facts that a person gives the command in addition to the credential. */
export interface Told {
	/** A bank account whose holder's name the run may look up; null if the person gave none. */
	readonly bankAccount: { readonly bankCode: string; readonly accountNumber: string } | null;
	/** A Lightning address that payment links may name; nothing is paid to it. */
	readonly lightningAddress: string;
	/** Whether to make a new payment link and a new deposit address even if an earlier run left them. */
	readonly fresh: boolean;
	/** Asks a person to approve a payment larger than announced at the start; false if the person doesn't approve. */
	readonly agrees: (question: string) => Promise<boolean>;
}

/** Everything outside the account that a run uses; by default, this machine's clock and network. */
export interface Surroundings {
	readonly signal: AbortSignal;
	readonly time?: Time;
	readonly carrier?: Carrier;
	/** Receives a line that says why the run is waiting. */
	readonly said?: (line: string) => void;
	/** Longest wait for an answer to a read, in real milliseconds; a payment gets three times as long. */
	readonly patienceMs?: number;
}

const PATIENCE_MS = 30_000;
/** Pause between two calls to a service other than the sandbox, to stay below its limit of calls. */
const GAP_MS = 250;
const LONGEST_PAUSE_MS = 60_000;
const MOST_TRIES = 3;
const MOST_HANGS = 2;
/** Calls in a row without a usable answer, after which the run sends no more. */
const MOST_FAILURES = 4;
const TELL_EVERY_MS = 10_000;

/**
 * The account that claims are checked against. Keeps every exchange, and sends one request at a time, except in
 * `together`. Throws NotShown with a reason if an exchange says nothing about the interface: no answer, a page instead
 * of JSON, too many calls, a fault of the service, a key without the permission.
 */
export class Account {
	readonly money: MoneyKind;
	readonly exchanges: Exchange[] = [];
	/** Payments without a usable answer, by method and path. */
	readonly uncertain: string[] = [];
	/** Why the run can send no more requests; null as long as it can. */
	ended: string | null = null;
	private readonly kept = new Map<string, Promise<Exchange>>();
	/** Number of time-outs, by method and path. */
	private readonly hung = new Map<string, number>();
	private failures = 0;
	private last: Promise<unknown> = Promise.resolve();
	private readonly time: Time;
	private readonly carrier: Carrier;

	constructor(
		readonly baseUrl: URL,
		readonly credential: Credential,
		readonly told: Told,
		readonly receiver: Receiver | null,
		private readonly around: Surroundings,
	) {
		this.money = moneyOf(baseUrl, credential);
		this.time = around.time ?? MACHINE_TIME;
		this.carrier = around.carrier ?? overNetwork;
	}

	/** The time of the run, in epoch milliseconds. */
	now(): number {
		return this.time.now();
	}

	/** The exchange of a GET; within a run, the same GET is sent only once. */
	async read(path: string, query: Readonly<Record<string, string>> = {}): Promise<Exchange> {
		return await this.once(JSON.stringify([path, query]), async () => await this.send('GET', path, { query }));
	}

	/** The exchange of a step that several claims look at; the step is made only once. */
	async once(step: string, make: () => Promise<Exchange>): Promise<Exchange> {
		const made = this.kept.get(step) ?? make();
		this.kept.set(step, made);
		return await made;
	}

	/** The objects in the `data` of a GET. Throws NotShown if the GET failed, or if there are no objects. */
	async listed(path: string, query: Readonly<Record<string, string>> = {}): Promise<Members[]> {
		const exchange = await this.read(path, query);
		const list = succeeded(exchange) ? listIn(exchange.body) : [];
		if (list.length === 0) throw new NotShown(`GET ${path} has no entry in this account`, [exchange]);
		return list;
	}

	/** Sends a request even if it was sent before. A failed read is repeated if that can help, a payment never. */
	async send(method: string, path: string, call: Call = {}): Promise<Exchange> {
		const turn = this.last.then(async () => await this.patiently(method, path, call));
		this.last = turn.catch(() => undefined);
		return await turn;
	}

	/**
	 * Sends several reads at the same time and repeats none of them. An exchange is undefined if no answer came.
	 * A failure here doesn't count towards ending the run, because the service may still answer reads sent one by one.
	 */
	async together(path: string, queries: ReadonlyArray<Call['query']>): Promise<Array<Exchange | undefined>> {
		const turn = this.last.then(async () => {
			if (this.ended !== null) throw new NotShown(this.ended);
			const { failures } = this;
			const all = await Promise.allSettled(
				queries.map(async (query = {}) => await this.exchange('GET', path, { query })),
			);
			[this.failures, this.ended] = [failures, null];
			this.hung.delete(`GET ${path}`);
			const broken = all.find((one) => one.status === 'rejected' && isInterruption(one.reason));
			if (broken !== undefined) throw new DOMException('The command is being ended', 'AbortError');
			return all.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
		});
		this.last = turn.catch(() => undefined);
		const exchanges = await turn;
		this.exchanges.push(...exchanges.filter((one) => one !== undefined));
		const limited = exchanges.find((one) => one?.status === 429);
		if (limited !== undefined) await this.pauseFor(limited);
		return exchanges;
	}

	/** Waits; rejects when the command is being ended. */
	async wait(ms: number): Promise<void> {
		await this.time.pause(ms, this.around.signal);
	}

	/**
	 * Calls `look` until it finds something or the time is up; every ten seconds, reports why it is waiting.
	 *
	 * @returns null if nothing was found in time
	 */
	async until<T>(
		what: string,
		{ withinMs, everyMs = 500 }: { withinMs: number; everyMs?: number },
		look: () => Promise<T | null>,
	): Promise<T | null> {
		const from = this.now();
		let toldMs = from;
		for (;;) {
			const seen = await look();
			if (seen !== null) return seen;
			if (this.now() - from >= withinMs) return null;
			await this.wait(everyMs);
			if (this.now() - toldMs < TELL_EVERY_MS) continue;
			toldMs = this.now();
			const [gone, all] = [toldMs - from, withinMs].map((ms) => Math.round(ms / 1_000));
			this.around.said?.(`         ... waiting for ${what}: ${gone} s of ${all} s at most`);
		}
	}

	private async patiently(method: string, path: string, call: Call): Promise<Exchange> {
		const again = method === 'GET' || !mayPay({ method, path });
		for (let attempt = 1; ; attempt++) {
			if (this.ended !== null) throw new NotShown(this.ended);
			if ((this.hung.get(`${method} ${path}`) ?? 0) >= MOST_HANGS)
				throw new NotShown(`${method} ${shownPath(path)} gave no answer ${MOST_HANGS} times, so it wasn't asked again`);
			if (this.money !== 'sandbox') await this.wait(GAP_MS);
			const exchange = await this.exchange(method, path, call);
			this.exchanges.push(exchange);
			if (isBusy(exchange) && again && attempt < MOST_TRIES) {
				await this.pauseFor(exchange);
				continue;
			}
			if (method === 'GET' && attempt === 1 && mayPass(exchange, call)) {
				await this.wait(2_000);
				continue;
			}
			await this.assertTelling(exchange, call.access ?? 'own');
			return exchange;
		}
	}

	private async pauseFor({ headers }: Exchange): Promise<void> {
		const seconds = Number(headers.get('retry-after') ?? 10);
		const ms = Math.min(LONGEST_PAUSE_MS, (Number.isFinite(seconds) ? seconds : 10) * 1_000);
		this.around.said?.(`         ... Mavapay limits the number of calls: waiting for ${Math.ceil(ms / 1_000)} s`);
		await this.wait(ms);
	}

	/** Throws NotShown if an exchange says nothing about the interface. */
	private async assertTelling(exchange: Exchange, access: Call['access']): Promise<void> {
		const { method, path, status, isPage } = exchange;
		const name = `${method} ${shownPath(path)}`;
		if (isPage) throw this.failed(`${name}: a page for people came (${status}), perhaps from a proxy`, exchange);
		if (status >= 500 && !isKnownRefusal(exchange)) throw this.failed(`${name}: Mavapay answered ${status}`, exchange);
		this.failures = 0;
		// The refusal of a payment doesn't throw here, because the wallet is watched for a loss afterwards.
		if (!spends(exchange)) {
			if (isBusy(exchange) && (status === 429 || !mayPay(exchange)))
				throw new NotShown(`Mavapay is busy, or limits the number of calls (${status})`, [exchange]);
			if (status === 403 && access === 'own') throw new NotShown(KEY_MAY_NOT, [exchange]);
		}
		if (status !== 401 || access !== 'own') return;
		const wallets = path === '/wallet' ? exchange : await this.exchange('GET', '/wallet', {});
		if (wallets.status === 401) this.ended = "the key isn't accepted any more (401)";
		if (this.ended !== null || (this.credential.kind === 'bearerToken' && !spends(exchange)))
			throw new NotShown(this.ended ?? 'this call takes no bearer token (401)', [exchange]);
	}

	/** Counts a failure; several in a row end the run. */
	private failed(why: string, ...exchanges: Exchange[]): NotShown {
		this.failures += 1;
		if (this.failures >= MOST_FAILURES)
			this.ended = `Mavapay gave no usable answer ${MOST_FAILURES} times in a row, so nothing more was asked; at last: ${why}`;
		const [lost] = exchanges;
		const paying = lost !== undefined && mayPay(lost);
		if (paying) this.uncertain.push(`${lost.method} ${shownPath(lost.path)}`);
		return new NotShown(paying ? `${why}; whether it paid isn't known` : why, exchanges);
	}

	private async exchange(method: string, path: string, call: Call): Promise<Exchange> {
		const { query = {}, body, access = 'own' } = call;
		const url = new URL(`${this.baseUrl.href.replace(/\/+$/, '')}${path}`);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
		const headers = { ...this.headers(access), ...(body !== undefined && { 'Content-Type': 'application/json' }) };
		const startedMs = this.now();
		const request = { method, url, headers, body: body === undefined ? null : JSON.stringify(body) };
		const patienceMs = (this.around.patienceMs ?? PATIENCE_MS) * (mayPay({ method, path }) ? 3 : 1);
		try {
			const { signal } = this.around;
			const came = await takingAtMost(patienceMs, signal, async (ending) => await this.carrier(request, ending));
			return {
				...{ method, path, query, sent: body, startedMs, endedMs: this.now() },
				...{ status: came.status, headers: came.headers },
				body: parsed(came.text),
				isPage: /^\s*</.test(came.text),
			};
		} catch (error) {
			if (isInterruption(error)) throw error;
			throw this.unanswered(method, path, error, patienceMs);
		}
	}

	private unanswered(method: string, path: string, error: unknown, patienceMs: number): NotShown {
		const name = `${method} ${shownPath(path)}`;
		const key = `${method} ${path}`;
		if (error instanceof TimedOut) this.hung.set(key, (this.hung.get(key) ?? 0) + 1);
		if (mayPay({ method, path })) this.uncertain.push(name);
		const unknown = mayPay({ method, path }) ? ": whether it paid isn't known" : '';
		return this.failed(
			error instanceof TimedOut
				? `${name} gave no answer within ${Math.round(patienceMs / 1_000)} s${unknown}`
				: `the answer to ${name} didn't come, or broke off${unknown}`,
		);
	}

	private headers(access: Call['access']): Record<string, string> {
		if (access === 'none') return {};
		const { kind, value: own, other } = this.credential;
		if (access === 'other' && other !== undefined) return { 'X-API-KEY': other };
		const value = access === 'wrong' ? 'this-key-is-nobodys' : own;
		return kind === 'apiKey' ? { 'X-API-KEY': value } : { Authorization: `Bearer ${value}` };
	}
}

/** Whether a repeated read could get a different answer: after a fault, an answer that isn't JSON, or a refused key. */
const mayPass = ({ status, body }: Exchange, { access = 'own' }: Call): boolean =>
	status >= 500 || body === undefined || (status === 401 && access === 'own');

/** A path with `{id}` in place of the ID. */
const shownPath = (path: string): string => path.replace(/[0-9a-f-]{36}/gi, '{id}');

/** Whether the answer is a known refusal, although its status says that the service failed. */
function isKnownRefusal(exchange: Exchange): boolean {
	const message = messageOf(exchange);
	const { method, path, query, sent: body } = exchange;
	return message !== null && rejectionCause({ message, status: 400 }, { method, path, query, body }) !== null;
}
