import { digestOf } from '../domain/json';
import type { MoneyKind } from '../domain/money';

/**
 * Rows in n8n's own database, at most one for each key, shared by all executions of a workflow in every process. A row
 * has no value but, where one was inserted with it, a small number. It is inserted and deleted, never changed. It may have
 * an owner, a name inserted with it; `isOf` asks for it.
 */
export interface RowStore {
	/**
	 * Inserts the row of a key, atomically. Of any number of simultaneous calls, in whatever process, at most one gets
	 * `inserted` and the others get `exists`. Throws StoreFault where no response came and the row
	 * can't be looked at, or isn't there: it may still be inserted.
	 *
	 * @param owner inserted with the row: a name that nobody uses for anything else, such as a claim's. It tells
	 * whose the row is if n8n's response is lost. Without an owner that gives `exists`, even if this call inserted it
	 */
	insert(key: string, owner?: string): Promise<Inserted>;
	/**
	 * Inserts the row of a claim as `insert` does, but never asks whose it is: several claims may name one owner, so a row
	 * that is there after n8n's response was lost is `exists`, whoever inserted it. Throws StoreFault as `insert` does.
	 */
	claim(key: string, owner: string): Promise<Inserted>;
	/** Inserts the row of a key as `insert` does, with a small number, 1 or more: n8n keeps that many entries. */
	insertNumber(key: string, number: number, owner?: string): Promise<Inserted>;
	/** The number that the row of a key was inserted with: 1 if without any, 0 if there is no row. Reads only. Throws StoreFault. */
	numberIn(key: string): Promise<number>;
	/** Whether the row of a key, which must exist, was inserted with this owner; it stays as it is. Throws StoreFault. */
	isOf(key: string, owner: string): Promise<boolean>;
	/** Whether the key has a row. Reads only. Throws StoreFault. */
	has(key: string): Promise<boolean>;
	/** Deletes the row of a key, if it exists. Throws StoreFault. */
	remove(key: string): Promise<void>;
}

export type Inserted = 'inserted' | 'exists';

/** The rows as a dry run sees them: those that are there, and those that it would have inserted. Writes nothing. */
export function dryRunOver(rows: Pick<RowStore, 'has'>): Pick<RowStore, 'has' | 'insert'> {
	const own = new Set<string>();
	return {
		has: async (key) => own.has(key) || (await rows.has(key)),
		async insert(key) {
			own.add(key);
			return 'inserted';
		},
	};
}

/** Thrown where rows could not be read or written, or where this n8n does not keep them apart. */
export class StoreFault extends Error {
	/** @param reason a clause that may be shown to the user */
	constructor(readonly reason: string) {
		super(reason);
		this.name = 'StoreFault';
	}
}

/**
 * Tests with two rows, which it deletes again, what payments rest on: rows are kept apart by key, an inserted row is
 * seen, a second insert is told from the first, a row stays its owner's, a number is read back, and `ownKey`, where n8n would file the node's
 * own data, is left alone. Throws StoreFault where n8n behaves otherwise; then nothing is paid.
 *
 * @param keys two keys that are used for nothing else
 */
export async function assertRowsKeptApart(
	store: RowStore,
	keys: readonly [string, string],
	ownKey: string,
): Promise<void> {
	const [one, other] = keys;
	const seen: unknown[] = [];
	const expected: unknown[] = [];
	const note = (expectation: unknown, response: unknown) => {
		expected.push(expectation);
		seen.push(response);
	};
	const ownBefore = await store.has(ownKey);
	try {
		note(false, await store.has(one));
		note('inserted', await store.insertNumber(one, 3));
		note(true, await store.has(one));
		note(3, await store.numberIn(one));
		note(false, await store.has(other));
		note('inserted', await store.insertNumber(other, 2, 'owner'));
		note(2, await store.numberIn(other));
		note('exists', await store.insert(one));
		note('exists', await store.claim(other, 'owner'));
		note('exists', await store.insert(other, 'another owner'));
		note(false, await store.isOf(other, 'another owner'));
		note(true, await store.isOf(other, 'owner'));
		note(ownBefore, await store.has(ownKey));
	} finally {
		await store.remove(one);
		await store.remove(other);
	}
	note(false, await store.has(one));
	note(false, await store.has(other));
	if (seen.some((response, index) => response !== expected[index])) {
		throw new StoreFault('this version of n8n does not keep its rows apart as payments need it');
	}
}

export const PREFIX = 'mavapay:1:';
/** The key of the halt row. It names no deployment, since a person who stops payments means all of them. */
const HALT = `${PREFIX}halt`;

/** Makes the key of a row from what the row stands for. It is a digest, because n8n's table takes at most 255 characters. */
export function rowKey(...parts: readonly string[]): string {
	return `${PREFIX}${digestOf(parts, 'base64url')}`;
}

/** The key of the row of a transaction, or of an accepted quote. */
export const transactionKey = (money: MoneyKind, id: string) => rowKey('transaction', money, id.toLowerCase());

/** The halt of a workflow: while its row is there, no payment of the workflow is sent. */
export class Halt {
	constructor(private readonly rows: RowStore) {}

	/** Throws StoreFault: without an answer nothing may be paid. */
	async isSet(): Promise<boolean> {
		return await this.rows.has(HALT);
	}

	/** Sets the halt; true if it was set already. Throws StoreFault. */
	async set(): Promise<boolean> {
		return (await this.rows.insert(HALT)) !== 'inserted';
	}

	/** Lifts the halt; true if it was set. Throws StoreFault. */
	async lift(): Promise<boolean> {
		const wasSet = await this.rows.has(HALT);
		await this.rows.remove(HALT);
		return wasSet;
	}
}

/** The payments that an approver struck out: no run pays them under the digest of that approval. */
export class StruckPayments {
	/** @param money each kind has rows of its own */
	constructor(
		private readonly money: MoneyKind,
		private readonly rows: RowStore,
	) {}

	/** Throws StoreFault; nothing may be sent then. @param references as the record compares them */
	async strike(digest: string, references: Iterable<string>): Promise<void> {
		// The list's own row comes first, so that who finds none looks no further.
		for (const reference of ['', ...references]) await this.rows.insert(this.keyOf(digest, reference));
	}

	/** The references among these that a run struck out. Reads only. Throws StoreFault. */
	async among(digest: string, references: Iterable<string>): Promise<string[]> {
		if (!(await this.rows.has(this.keyOf(digest, '')))) return [];
		const struck: string[] = [];
		for (const reference of references) if (await this.rows.has(this.keyOf(digest, reference))) struck.push(reference);
		return struck;
	}

	private keyOf(digest: string, reference: string): string {
		return rowKey('struck', this.money, digest, reference);
	}
}

/**
 * Counts the payments that the AI tools of a workflow make on a day, over all executions:
 * docs/reference/agents.md#what-bounds-a-day. A day has numbered places, as many as a person allows. Only the execution
 * that inserts the row of a place may send, so no more are sent, however many processes try at once. Reading first
 * saves inserts.
 */
export class PaymentDays {
	constructor(
		private readonly money: MoneyKind,
		private readonly rows: RowStore,
	) {}

	/**
	 * Takes the first free place of a day (YYYY-MM-DD), which stays taken; null where all are. Returns what frees the
	 * place, once it is certain that nothing was paid. Both throw StoreFault; the day then has one place less.
	 */
	async take(day: string, most: number): Promise<(() => Promise<void>) | null> {
		for (let number = 1; number <= most; number++) {
			const key = this.keyOf(day, number);
			if (await this.rows.has(key)) continue;
			if ((await this.rows.insert(key)) === 'inserted') return async () => await this.rows.remove(key);
		}
		return null;
	}

	/** Whether a day has a place left. Reads only. Throws StoreFault. */
	async hasPlace(day: string, most: number): Promise<boolean> {
		for (let number = 1; number <= most; number++) if (!(await this.rows.has(this.keyOf(day, number)))) return true;
		return false;
	}

	private keyOf(day: string, number: number): string {
		return rowKey('day', this.money, day, String(number));
	}
}
