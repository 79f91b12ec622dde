import { digestOf } from '../domain/digest';

/**
 * Rows in n8n's own database, one for each key, shared by all executions of a workflow in every
 * process. A row is only inserted and deleted, never changed, and holds nothing but that it is there.
 */
export interface RowStore {
	/**
	 * Inserts the row of a key, atomically: of any number of simultaneous calls, in whatever process,
	 * one gets `inserted`, and `exists` says that another did. `unclear` where the response to this very call
	 * was lost: the row is there, and may be its own or another's. Throws StoreFault where the row was not
	 * inserted and is not there.
	 */
	insert(key: string): Promise<Inserted>;
	/** Whether the key has a row. Reads only. Throws StoreFault. */
	has(key: string): Promise<boolean>;
	/** Deletes the row of a key; nothing happens where there is none. Throws StoreFault. */
	remove(key: string): Promise<void>;
}

export type Inserted = 'inserted' | 'exists' | 'unclear';

/** What a dry run would insert, on top of the rows that are there: seen by the same dry run alone. */
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

/** The rows could not be read or written, or this n8n does not keep them apart. */
export class StoreFault extends Error {
	/** @param reason a part of a sentence, fit to be shown */
	constructor(readonly reason: string) {
		super(reason);
		this.name = 'StoreFault';
	}
}

/**
 * Tries the store with two keys that nobody else has, and deletes them again: rows are kept apart by
 * key, an inserted row is seen, the second insert is told from the first, and `ownKey`, under which
 * n8n would file the node's own data, stays empty. Payments rest on all of it, so where an n8n behaves
 * otherwise this throws StoreFault, and nothing is paid.
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

const PREFIX = 'mavapay:1:';
/** For every deployment: a person who stops a run does not mean one address. */
const HALT = `${PREFIX}halt`;

/** The key of a row from what it stands for: a digest, because n8n's table takes keys of at most 255 characters. */
export function rowKey(...parts: readonly string[]): string {
	return `${PREFIX}${digestOf(parts, 'base64url')}`;
}

/** The stop button of a workflow: while its row is there, no payment of the workflow is sent. */
export class Halt {
	constructor(private readonly rows: RowStore) {}

	/** Throws StoreFault: a halt that cannot be read is no permission to pay. */
	async isSet(): Promise<boolean> {
		return await this.rows.has(HALT);
	}

	/** Gives whether it had been set before. Throws StoreFault. */
	async set(): Promise<boolean> {
		return (await this.rows.insert(HALT)) !== 'inserted';
	}

	/** Gives whether it had been set. Throws StoreFault. */
	async lift(): Promise<boolean> {
		const wasSet = await this.rows.has(HALT);
		await this.rows.remove(HALT);
		return wasSet;
	}
}
