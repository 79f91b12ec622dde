import { createHash } from 'node:crypto';

import { textOf, transactionIdOf, type PaymentEvent } from './event';
import { isObject } from '../core/domain/json';

/** Kept in the process, per trigger. */
const MOST_REMEMBERED = 5_000;

/** Kept in n8n's database with the workflow: about 25 kB, written with every event. */
const MOST_STORED = 1_000;

/**
 * What makes two deliveries the same event: name, transaction and status, because one transaction
 * sends an event for each status; without a transaction the bytes of the body. 22 characters.
 */
export function eventKey({ event, data }: PaymentEvent, bytes: Uint8Array): string {
	const transactionId = transactionIdOf(data);
	const status = isObject(data) ? textOf(data.status) : null;
	const hash = createHash('sha256');
	if (transactionId === null) hash.update('body\n').update(bytes);
	else hash.update(JSON.stringify([event, transactionId, status]));
	return hash.digest('base64url').slice(0, 22);
}

/**
 * The events one trigger has seen. n8n gives every delivery a copy of the stored list and keeps the
 * copy that is saved last, so what counts is the set in this process; it absorbs each stored list
 * and is stored in turn, to survive a restart. Bounded: the oldest go first.
 */
export class SeenEvents {
	private readonly keys = new Set<string>();

	/**
	 * The latest keys, to be stored. One and the same array at all times, because n8n writes it down
	 * some time after the delivery: whichever delivery is saved last, this holds the keys of all.
	 */
	readonly latest: string[] = [];

	/** Notes a key in the same step as it looks for it. True when it was not there before. */
	addIfNew(key: string, stored: readonly string[]): boolean {
		for (const known of stored) this.add(known);
		return this.add(key);
	}

	private add(key: string): boolean {
		if (this.keys.has(key)) return false;
		this.keys.add(key);
		const [oldest] = this.keys;
		if (this.keys.size > MOST_REMEMBERED && oldest !== undefined) this.keys.delete(oldest);
		this.latest.push(key);
		if (this.latest.length > MOST_STORED) this.latest.shift();
		return true;
	}
}
