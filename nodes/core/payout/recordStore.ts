/**
 * Limit to give n8n's deduplication helper as `maxEntries`. It drops the oldest entries above it in
 * silence, so it stands far above `STOP_AT_ENTRIES`: nothing is ever evicted.
 */
export const STORE_MAX_ENTRIES = 1_000_000;

/** Which of the values given to one `add` were new, and which were there before. */
export interface Added {
	readonly fresh: readonly string[];
	readonly known: readonly string[];
}

/**
 * The store of payout references that all executions of a workflow share: n8n's deduplication data
 * of scope `workflow`. One call is one read-change-write of the whole list, without a lock: of two
 * calls at once in two processes the later write undoes the earlier one, whatever value it was about.
 *
 * The values of one call stand or fall together. The payout record rests on that: an entry and the
 * token of its claim must come from the same write. They are different values of one reference (two
 * equal values in one call would both come back as new).
 */
export interface RecordStore {
	/** Writes the values that are not there yet. Throws when the store gives no full answer. */
	add(values: readonly string[]): Promise<Added>;
	/** Takes the values out; those that are not there are ignored. */
	remove(values: readonly string[]): Promise<void>;
	/** Takes everything out, entries of others included. */
	clear(): Promise<void>;
	/** How many entries there are, those of others included. Changes nothing. */
	count(): Promise<number>;
}
