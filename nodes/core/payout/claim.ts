import { tokenEntry, type Entries } from './entries';
import type { CheckedStore, RecordAccess } from './recordAccess';

/** From here on a hint warns that the record fills up; contract 5.4. */
export const WARN_AT_ENTRIES = 16_000;
/** From here on nothing is paid any more; contract 5.4. */
export const STOP_AT_ENTRIES = 20_000;

/** A reference that this execution, and no other, may pay now. */
export interface HeldClaim {
	readonly entries: Entries;
	/** The entry that came into the store in the same write as the reference's own. */
	readonly token: string;
}

export type ClaimResult =
	| { kind: 'claimed'; claim: HeldClaim; entries: number }
	/** The reference is there without its mark. */
	| { kind: 'paid' }
	/** The reference is there with its mark: under way elsewhere, lost, or failed. */
	| { kind: 'unknown' }
	/** Another execution claims at this moment, and this one gave way. */
	| { kind: 'conflict' }
	/** Other writers undid every attempt. */
	| { kind: 'busy' }
	| { kind: 'full'; entries: number };

/** Which of a reference's entries were there before a call that writes all of them. */
interface Seen {
	readonly base: boolean;
	readonly open: boolean;
	readonly token: boolean;
	/** Entries of the whole store before the call. */
	readonly count: number;
}

const ROUNDS = 24;
/** Readings that must find the token: one while nobody else writes, more while others do. */
const READINGS_QUIET = 1;
const READINGS_CONTENDED = 3;

/**
 * Claims a reference by Fischer's timed mutual exclusion. The store is a single register, the whole
 * list, that is read, changed and written back without a lock. So:
 *
 * 1. The reference, its mark and a one-time token go in with ONE call. Two executions that both find
 *    the reference new have each written a list that lacks the other's token: one token is lost.
 *    (Were the token a call of its own, both tokens could land on the same list, and both would pay.)
 * 2. Wait until every write that was based on an earlier list has happened.
 * 3. Write the same three again. All of them known: this claim is the one that lasted. The reference
 *    known but not the token: another claim lasted. The reference new: a writer with business of its
 *    own undid this claim, nobody holds the reference on this list, and the call counts as step 1.
 *
 * Writers with other business can bring a lost list back for a moment, by writing what they had read.
 * That dies out, but not at a fixed time; so as soon as anybody else is seen to write (the number of
 * entries is not the one expected) the token must be found several times, at times left to chance.
 *
 * A reference that is found is left as it was: what the call added is taken out again before this
 * process makes another call. A process that dies in between leaves a paid reference marked, that is
 * unknown: the safe side. One that is found with its mark is looked at once more after the wait,
 * because another execution's look may have put the mark there for a moment.
 */
export async function claimReference(
	access: RecordAccess,
	entries: Entries,
	delayMs: number,
	options: { limit: boolean; onPaid: (token: string) => void },
): Promise<ClaimResult> {
	const newToken = () => tokenEntry(entries, access.tools.newToken());
	let token = newToken();
	let held = false;
	let looked = false;
	let contended = false;
	let expected = 0;
	let readings = 0;
	for (let round = 0; round < ROUNDS; round++) {
		const seen = await look(access, entries, token, options.limit && round === 0);
		if (seen === null) return { kind: 'full', entries: await access.exclusive(async (store) => await store.count()) };
		if (!seen.base) {
			// A mark without its reference was not written by these rules; a token without it means that
			// somebody released the reference at this moment. Both now stand marked: the safe side.
			if (seen.open || seen.token) return { kind: 'unknown' };
			contended ||= held;
			held = true;
			readings = 0;
			expected = seen.count + 3;
		} else if (!held) {
			if (!seen.open) {
				options.onPaid(token);
				return { kind: 'paid' };
			}
			if (looked) return { kind: 'unknown' };
			looked = true;
			token = newToken();
		} else if (!seen.token) {
			if (seen.open) return { kind: 'conflict' };
			options.onPaid(token);
			return { kind: 'paid' };
		} else {
			contended ||= seen.count !== expected || !seen.open;
			readings = seen.open ? readings + 1 : 0;
			if (readings >= (contended ? READINGS_CONTENDED : READINGS_QUIET)) {
				return { kind: 'claimed', claim: { entries, token }, entries: seen.count };
			}
		}
		await access.pause(readings > 0 ? delayMs * (0.3 + 0.7 * access.tools.random()) : delayMs);
	}
	return { kind: 'busy' };
}

async function look(access: RecordAccess, entries: Entries, token: string, limit: boolean): Promise<Seen | null> {
	return await access.exclusive(async (store) => {
		const count = await store.count();
		if (limit && count >= STOP_AT_ENTRIES) return null;
		return { ...(await writeAll(store, entries, token)), count };
	});
}

/**
 * Writes a reference, its mark and a token, and tells what of them was there. Where the reference was
 * there and the token was not, another's entry was met, and it is left as it was.
 */
export async function writeAll(
	store: CheckedStore,
	{ base, open }: Entries,
	token: string,
): Promise<Omit<Seen, 'count'>> {
	const known = await store.add([base, open, token]);
	const seen = { base: known.has(base), open: known.has(open), token: known.has(token) };
	if (seen.base && !seen.token) await store.remove(seen.open ? [token] : [open, token]);
	return seen;
}
