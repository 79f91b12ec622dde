import { digestOf } from '../domain/digest';

/**
 * Rows in n8n's own database, at most one for each key, shared by all executions of a workflow in every process. A row
 * is inserted and deleted, never changed. It holds no data: that it is there is what it says.
 */
export interface RowStore {
	/**
	 * Inserts the row of a key, atomically. Of any number of simultaneous calls, in whatever process, one gets
	 * `inserted` and the others get `exists`. `unclear` means that the response to this call was lost: the row is there,
	 * inserted by this call or by another. Throws StoreFault where the row was not inserted and is not there.
	 */
	insert(key: string): Promise<Inserted>;
	/** Whether the key has a row. Reads only. Throws StoreFault. */
	has(key: string): Promise<boolean>;
	/** Deletes the row of a key; nothing happens where there is none. Throws StoreFault. */
	remove(key: string): Promise<void>;
}

export type Inserted = 'inserted' | 'exists' | 'unclear';

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
 * seen, a second insert is told from the first, and `ownKey`, where n8n would file the node's own data, is left alone.
 * Throws StoreFault where n8n behaves otherwise; then nothing is paid.
 *
 * @param keys two keys that nobody else uses
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
		note('inserted', await store.insert(one));
		note(true, await store.has(one));
		note(false, await store.has(other));
		note('inserted', await store.insert(other));
		note('exists', await store.insert(one));
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

/** The beginning of every key. */
export const PREFIX = 'mavapay:1:';
/** The key of the halt row. It names no deployment, since a person who stops payments means all of them. */
const HALT = `${PREFIX}halt`;

/** Makes the key of a row from what the row stands for. It is a digest, because n8n's table takes at most 255 characters. */
export function rowKey(...parts: readonly string[]): string {
	return `${PREFIX}${digestOf(parts, 'base64url')}`;
}

/** The stop button of a workflow: while its row is there, no payment of the workflow is sent. */
export class Halt {
	constructor(private readonly rows: RowStore) {}

	/** Throws StoreFault; a halt that can't be read is no permission to pay. */
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
