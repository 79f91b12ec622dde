import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { SharedState } from '../state/sharedState';
import { ServiceError, type JsonObject } from '../state/types';
import type { BuiltEvent } from './events';
import { sign } from './signature';

export interface Attempt {
	/** Sandbox clock, epoch ms. */
	time: number;
	/** HTTP status of the receiver, or null when there was no answer. */
	status: number | null;
	error: string | null;
	/** The body of the receiver's answer, cut to 2,000 characters. */
	answer: string;
}

/** `refused`: the URL is not on this machine, so nothing was sent. */
export type DeliveryState = 'sending' | 'waiting' | 'delivered' | 'failed' | 'refused';

export interface Delivery {
	number: number;
	event: string;
	transactionId: string | null;
	url: string;
	body: string;
	headers: Record<string, string>;
	attempts: Attempt[];
	state: DeliveryState;
}

export interface SendOptions {
	/** The URL to send to; by default, the registered one. */
	url?: string | undefined;
	secret?: string | undefined;
	/** False: without a signature. */
	signed?: boolean | undefined;
	/** The body to send instead of the signed one. */
	sentBody?: string | undefined;
	headers?: Record<string, string> | undefined;
	/** Whether a failed delivery is tried again, after the waits in the quirk `retryDelaysMs`; default true. */
	retry?: boolean | undefined;
}

/** Whether a URL leads to this machine: deliveries go nowhere else. */
export function isOnThisMachine(url: string): boolean {
	return URL.canParse(url) && isLoopback(new URL(url));
}

function isLoopback(url: URL): boolean {
	const host = url.hostname.replace(/^\[|\]$/g, '');
	return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Sends events to the registered webhook and keeps a log of the deliveries. */
export class Deliveries {
	readonly list: Delivery[] = [];
	private readonly flights = new Set<Promise<void>>();
	private readonly abort = new AbortController();

	constructor(private readonly state: SharedState) {}

	/** Sends one event; resolves when its first attempt has ended. It doesn't wait for retries. */
	async send(built: BuiltEvent, options: SendOptions = {}): Promise<Delivery> {
		const { webhook, quirks } = this.state;
		const url = options.url ?? webhook?.url;
		if (url === undefined) throw new ServiceError(400, 'No webhook is set');
		const { signature: rules } = quirks;
		const secret = options.secret ?? webhook?.secret ?? '';
		const headers: Record<string, string> = { 'Content-Type': 'application/json' };
		if (options.signed !== false) headers[rules.header] = sign(built.body, secret, rules);
		const delivery: Delivery = {
			number: this.list.length + 1,
			event: built.event,
			transactionId: built.transactionId,
			url,
			body: options.sentBody ?? built.body,
			headers: { ...headers, ...options.headers },
			attempts: [],
			state: 'sending',
		};
		this.list.push(delivery);
		await this.track(this.attempt(delivery, options.retry === false ? [] : quirks.retryDelaysMs));
		return delivery;
	}

	/** Sends a delivery again, byte for byte, as a new entry of the log. */
	async redeliver(number: number): Promise<Delivery> {
		const earlier = this.list[number - 1];
		if (!earlier) throw new ServiceError(404, 'There is no such delivery');
		const again: Delivery = {
			...earlier,
			number: this.list.length + 1,
			attempts: [],
			state: 'sending',
		};
		this.list.push(again);
		await this.track(this.attempt(again, []));
		return again;
	}

	/** Resolves when nothing is being sent; deliveries that wait for their next try do not count. */
	async idle(): Promise<void> {
		while (this.flights.size > 0) await Promise.all(this.flights);
	}

	/** Aborts all deliveries that are being sent. */
	stop(): void {
		this.abort.abort();
	}

	private async track(flight: Promise<void>): Promise<void> {
		this.flights.add(flight);
		await flight;
		this.flights.delete(flight);
	}

	private async attempt(delivery: Delivery, delays: readonly number[]): Promise<void> {
		const time = this.state.clock.now();
		const target = URL.canParse(delivery.url) ? new URL(delivery.url) : null;
		if (!target || !isLoopback(target)) {
			const error = 'The sandbox sends events to this machine only';
			delivery.attempts.push({ time, status: null, error, answer: '' });
			delivery.state = 'refused';
			return;
		}
		delivery.state = 'sending';
		const outcome = await this.post(target, delivery);
		delivery.attempts.push({ time, ...outcome });
		if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) {
			delivery.state = 'delivered';
			return;
		}
		const [delay, ...later] = delays;
		delivery.state = delay === undefined || this.abort.signal.aborted ? 'failed' : 'waiting';
		if (delivery.state === 'waiting' && delay !== undefined) {
			this.state.clock.schedule(delay, () => void this.track(this.attempt(delivery, later)));
		}
	}

	/** One try. Never rejects: what goes wrong is the attempt's error. */
	private async post(target: URL, delivery: Delivery): Promise<Omit<Attempt, 'time'>> {
		try {
			return await this.exchange(target, delivery);
		} catch (error) {
			return { status: null, error: error instanceof Error ? error.message : String(error), answer: '' };
		}
	}

	private exchange(target: URL, delivery: Delivery): Promise<Omit<Attempt, 'time'>> {
		const open = target.protocol === 'https:' ? httpsRequest : httpRequest;
		const signal = AbortSignal.any([this.abort.signal, AbortSignal.timeout(this.state.quirks.deliveryTimeoutMs)]);
		const bytes = Buffer.from(delivery.body);
		return new Promise((resolve) => {
			let status: number | null = null;
			const fail = (error: Error) => resolve({ status, error: error.message, answer: '' });
			const headers = { ...delivery.headers, 'Content-Length': bytes.length };
			const sent = open(target, { method: 'POST', headers, signal, agent: false }, (answer) => {
				status = answer.statusCode ?? null;
				const parts: Buffer[] = [];
				answer.on('data', (part: Buffer) => parts.push(part));
				answer.on('error', fail);
				answer.on('end', () => {
					const text = Buffer.concat(parts).toString('utf8').slice(0, 2_000);
					resolve({ status, error: null, answer: text });
				});
			});
			sent.on('error', fail);
			sent.end(bytes);
		});
	}
}

export function presentDelivery(delivery: Delivery): JsonObject {
	return {
		number: delivery.number,
		event: delivery.event,
		transactionId: delivery.transactionId,
		url: delivery.url,
		state: delivery.state,
		attempts: delivery.attempts.map((one) => ({
			time: new Date(one.time).toISOString(),
			status: one.status,
			error: one.error,
			answer: one.answer,
		})),
		headers: delivery.headers,
		bytes: Buffer.byteLength(delivery.body),
		body: delivery.body.slice(0, 10_000),
	};
}
