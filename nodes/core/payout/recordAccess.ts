import { messageFor } from '../domain/outcome';
import { fail, ok, type Result } from '../domain/result';
import { withoutFaultCodes } from './faultCodes';
import type { RecordStore } from './recordStore';
import { queued } from './storeQueue';

/** The store of payout references gave no answer that money can rest on. */
export class RecordFault extends Error {
	constructor(readonly reason: string) {
		super(reason);
		this.name = 'RecordFault';
	}
}

/** What the record needs from its surroundings; tests bring their own time and chance. */
export interface RecordTools {
	readonly store: RecordStore;
	/** The same for all executions that share the store, and for no others. */
	readonly storeKey: string;
	/** Milliseconds since 1970. */
	now(): number;
	/** Waits in full: a wait cut short by a cancelled execution would let two payouts through. */
	wait(milliseconds: number): Promise<void>;
	/** From 0 up to, but without, 1. */
	random(): number;
	/** A text that no other call ever gets. */
	newToken(): string;
}

/** The store's calls, with answers checked. */
export interface CheckedStore {
	/** Writes the values and tells which of them were there before. */
	add(values: readonly string[]): Promise<ReadonlySet<string>>;
	remove(values: readonly string[]): Promise<void>;
	clear(): Promise<void>;
	count(): Promise<number>;
}

/** How many times the slowest call seen the wait between a claim and its reading back is at least. */
const SLOWEST_CALLS = 4;
const MOST_WAITS = 50;

/** The one way to the store: one call at a time within the process, answers checked, calls timed. */
export class RecordAccess {
	private slowestMs = 0;

	constructor(readonly tools: RecordTools) {}

	/** Several calls between which no other call of this process comes. */
	async exclusive<T>(work: (store: CheckedStore) => Promise<T>): Promise<T> {
		return await queued(this.tools.storeKey, async () => await work(this.checked));
	}

	/** Waits in full, and longer where the store turned out to be slow; contract 5.4. */
	async pause(milliseconds: number): Promise<void> {
		const { now, wait } = this.tools;
		const until = now() + Math.max(milliseconds, SLOWEST_CALLS * this.slowestMs);
		for (let waits = 0; now() < until; waits++) {
			if (waits === MOST_WAITS) throw new RecordFault('the wait between two calls was cut short');
			await wait(until - now());
		}
	}

	private readonly checked: CheckedStore = {
		add: async (values) => {
			const { fresh, known } = await this.timed(async () => await this.tools.store.add(values));
			const answered = new Set([...fresh, ...known]);
			const complete = fresh.length + known.length === values.length && values.every((value) => answered.has(value));
			if (!complete || answered.size !== values.length) {
				throw new RecordFault('its answer was empty or not complete');
			}
			return new Set(known);
		},
		remove: async (values) => await this.timed(async () => await this.tools.store.remove(values)),
		clear: async () => await this.timed(async () => await this.tools.store.clear()),
		count: async () => {
			const count = await this.timed(async () => await this.tools.store.count());
			if (!Number.isSafeInteger(count) || count < 0) throw new RecordFault('it gave no number of entries');
			return count;
		},
	};

	private async timed<T>(call: () => Promise<T>): Promise<T> {
		const from = this.tools.now();
		const result = await attempt(call);
		this.slowestMs = Math.max(this.slowestMs, this.tools.now() - from);
		if (!result.ok) throw new RecordFault(result.reason);
		return result.value;
	}
}

async function attempt<T>(call: () => Promise<T>): Promise<Result<T>> {
	try {
		return ok(await call());
	} catch (error) {
		return fail(reasonOf(error));
	}
}

function reasonOf(error: unknown): string {
	if (error instanceof RecordFault) return error.reason;
	const said = error instanceof Error ? error.message : '';
	return messageFor(withoutFaultCodes(said), 'it failed without saying why');
}
