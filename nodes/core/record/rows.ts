import { digestOf } from '../domain/digest';

/**
 * Rows in n8n's own database, at most one for each key, shared by all executions of a workflow in every process. A row
 * has no value: that it exists is the information. It is inserted and deleted, never changed. It may have an owner, a
 * name inserted with it; `isOf` asks for it.
 */
export interface RowStore {
	/**
	 * Inserts the row of a key, atomically. Of any number of simultaneous calls, in whatever process, one gets
	 * `inserted` and the others get `exists`. `unclear` means that the response to this call was lost: the row is
	 * there, inserted by this call or by another. Throws StoreFault where the row was not inserted and is not there.
	 *
	 * @param owner inserted with the row; then the response is never `unclear`, where owners are kept: a row of this
	 * owner was inserted, now or before. So it is a name that nobody uses for anything else, such as that of a claim
	 */
	insert(key: string, owner?: string): Promise<Inserted>;
	/**
	 * Whether the row of a key, which has to be there, was inserted with this owner. Null where it has none, since this
	 * n8n doesn't keep owners. The row stays as it is, though n8n may write it back. Throws StoreFault.
	 */
	isOf(key: string, owner: string): Promise<boolean | null>;
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

/**
 * Tests with a row, which it deletes again, whether its owner is kept. Where it isn't, a payment may be held back by
 * its own row once n8n was killed in the instant after it, and nothing is paid that wouldn't be otherwise. Null where
 * the trial failed, so that it isn't known. Throws StoreFault where the row can't be deleted.
 *
 * @param key one that nobody else uses
 */
export async function keepsOwners(store: RowStore, key: string): Promise<boolean | null> {
	try {
		const first = [await store.insert(key, 'one'), await store.insert(key, 'other')];
		const owned = [await store.isOf(key, 'one'), await store.isOf(key, 'other'), await store.isOf(key, 'one')];
		return [...first, ...owned, await store.has(key)].join() === 'inserted,exists,true,false,true,true';
	} catch {
		return null;
	} finally {
		await store.remove(key);
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
