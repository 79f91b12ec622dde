import { digestOf } from '../domain/json';
import type { MoneyKind } from '../domain/money';

/**
 * Rows in n8n's own database, at most one for each key, shared by all executions of a workflow in every process. A row
 * is inserted or deleted, never changed. It can be inserted with two values: an owner, which `isOf` compares, and a
 * small number.
 */
export interface RowStore {
	/**
	 * Inserts the row of a key atomically. Of any number of simultaneous calls in any process, at most one gets
	 * `inserted`; the others get `exists`. Throws StoreFault if no response came and the row can't be read or isn't
	 * there: it may still be inserted.
	 *
	 * @param owner a name that no other caller uses, such as a claim's row. If n8n's response is lost, it shows who
	 * inserted the row. Without an owner, the result is then `exists`, even if this call inserted the row
	 */
	insert(key: string, owner?: string): Promise<Inserted>;
	/**
	 * Inserts the row of a claim like `insert`, but never compares the owner, since several claims can have the same one.
	 * If n8n's response is lost and the row exists, the result is `exists`, even if this call inserted it. Throws
	 * StoreFault like `insert`.
	 */
	claim(key: string, owner: string): Promise<Inserted>;
	/** Inserts a row like `insert`, with a number of 1 or more: a small one, since n8n stores that many entries. */
	insertNumber(key: string, number: number, owner?: string): Promise<Inserted>;
	/** The number with which a row was inserted: 1 if none was given, 0 if no row exists. Read-only. Throws StoreFault. */
	numberIn(key: string): Promise<number>;
	/** Whether the key's row, which must exist, was inserted with this owner. Read-only. Throws StoreFault. */
	isOf(key: string, owner: string): Promise<boolean>;
	/** Whether the key has a row. Read-only. Throws StoreFault. */
	has(key: string): Promise<boolean>;
	/** Deletes the row of a key, if it exists. Throws StoreFault. */
	remove(key: string): Promise<void>;
}

export type Inserted = 'inserted' | 'exists';

/** Rows for a dry run: existing rows, and rows that the run would have inserted. Writes nothing. */
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

/** Thrown if rows can't be read or written, or if this version of n8n doesn't keep a separate row for each key. */
export class StoreFault extends Error {
	/** @param reason a clause that can be shown to the user */
	constructor(readonly reason: string) {
		super(reason);
		this.name = 'StoreFault';
	}
}

/**
 * Tests the facts about n8n that payments depend on, with two rows that it deletes again: rows are separate for each
 * key, an inserted row is seen, a second insert fails, a row keeps its owner, a number is read back, and `ownKey`, the
 * key of the node's own data in n8n, isn't touched. Throws StoreFault if n8n behaves differently; nothing is paid then.
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
		throw new StoreFault('this version of n8n mixes up the rows of the record');
	}
}

export const PREFIX = 'mavapay:1:';
/** The key of the halt row, one for all kinds of money: a person who halts payments means all of them. */
const HALT = `${PREFIX}halt`;

/** Makes a row's key from its parts. It is a digest, because n8n's table allows at most 255 characters. */
export function rowKey(...parts: readonly string[]): string {
	return `${PREFIX}${digestOf(parts, 'base64url')}`;
}

/** The key of the row of a transaction, or of an accepted quote. */
export const transactionKey = (money: MoneyKind, id: string) => rowKey('transaction', money, id.toLowerCase());

/** The halt of a workflow: while its row is there, no payment of the workflow is sent. */
export class Halt {
	constructor(private readonly rows: RowStore) {}

	/** Whether payments are halted. Throws StoreFault: without an answer, nothing may be paid. */
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

/** Payments that an approver struck out. No run under the same approval (`digest`) pays them. */
export class StruckPayments {
	constructor(
		private readonly money: MoneyKind,
		private readonly rows: RowStore,
	) {}

	/**
	 * Records struck-out payments. Throws StoreFault; nothing may be sent then.
	 *
	 * @param references in the form in which the record compares references
	 */
	async strike(digest: string, references: Iterable<string>): Promise<void> {
		// The row with an empty reference comes first. A run that doesn't find it knows that no payment was struck out.
		for (const reference of ['', ...references]) await this.rows.insert(this.keyOf(digest, reference));
	}

	/** The references that were struck out, among the given ones. Read-only. Throws StoreFault. */
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
 * Counts the payments that AI tools of a workflow make on a day, over all executions:
 * docs/reference/agents.md#what-bounds-a-day. A day has as many numbered places as a person allows. Only the execution
 * that inserts a place's row may send, however many processes try at once.
 */
export class PaymentDays {
	constructor(
		private readonly money: MoneyKind,
		private readonly rows: RowStore,
	) {}

	/**
	 * Takes the first free place of a day (YYYY-MM-DD); null if there is none. Returns a function that frees the place, to
	 * be called once certainly nothing was paid. Both functions throw StoreFault; the place can then stay taken.
	 */
	async take(day: string, most: number): Promise<(() => Promise<void>) | null> {
		for (let number = 1; number <= most; number++) {
			const key = this.keyOf(day, number);
			if (await this.rows.has(key)) continue;
			if ((await this.rows.insert(key)) === 'inserted') return async () => await this.rows.remove(key);
		}
		return null;
	}

	/** Whether a day has a place left. Read-only. Throws StoreFault. */
	async hasPlace(day: string, most: number): Promise<boolean> {
		for (let number = 1; number <= most; number++) if (!(await this.rows.has(this.keyOf(day, number)))) return true;
		return false;
	}

	private keyOf(day: string, number: number): string {
		return rowKey('day', this.money, day, String(number));
	}
}
