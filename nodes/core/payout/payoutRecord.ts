import { claimReference, writeAll, type ClaimResult, type HeldClaim } from './claim';
import { entriesOf, tokenEntry, type Entries } from './entries';
import { RecordAccess, RecordFault, type RecordTools } from './recordAccess';
import { Removals } from './removals';

export type ReferenceState = 'free' | 'paid' | 'unknown';

/** A reference held by this execution until it is settled in one of three ways. */
export interface Claim {
	readonly reference: string;
	/** The service took the payment: the reference stays, without its mark. */
	paid(): Promise<void>;
	/** It is certain that nothing was sent: the reference becomes free. */
	withdraw(): Promise<void>;
	/** Money may have moved: the reference stays with its mark. */
	keep(): Promise<void>;
}

export type Claimed =
	| { kind: 'claimed'; claim: Claim; entries: number }
	| Exclude<ClaimResult, { kind: 'claimed' }>;

const DEFAULT_DELAY_MS = 300;

/**
 * The record of payout references across executions; contract 5.4. One object serves one run of the
 * node. Every method but `finish` throws RecordFault when the store gives no answer to rest on.
 */
export class PayoutRecord {
	private readonly access: RecordAccess;
	private readonly removals: Removals;
	private delayMs = DEFAULT_DELAY_MS;

	/** @param baseUrl of the deployment: the same reference on another one is another payment. */
	constructor(
		private readonly baseUrl: string,
		tools: RecordTools,
	) {
		this.access = new RecordAccess(tools);
		this.removals = new Removals(this.access, () => this.delayMs);
	}

	/** Claims a reference for one payment, to be sent at once and then settled. */
	async claim(reference: string, delayMs: number): Promise<Claimed> {
		this.delayMs = delayMs;
		const result = await this.tryClaim(reference, true);
		if (result.kind !== 'claimed') return result;
		// The wait of this claim was also long enough for most of the earlier removals.
		await this.removals.look();
		return { ...result, claim: this.settling(reference, result.claim) };
	}

	/**
	 * What the record says of a reference. There is no look-up that changes nothing: a free reference
	 * is claimed and withdrawn, so that a payout of it that starts in the same instant is refused.
	 */
	async check(reference: string, delayMs = DEFAULT_DELAY_MS): Promise<ReferenceState> {
		this.delayMs = delayMs;
		const result = await this.tryClaim(reference, false);
		if (result.kind === 'paid') return 'paid';
		if (result.kind !== 'claimed') return 'unknown';
		await this.withdraw(reference, result.claim);
		return 'free';
	}

	/** Frees a reference, and tells what the record said of it before. */
	async release(reference: string): Promise<ReferenceState> {
		const before = await this.check(reference);
		// What the look put right must be done with, or it would put a paid reference back.
		await this.finish();
		if (before !== 'free') {
			const entries = this.entries(reference);
			const witness = tokenEntry(entries, this.access.tools.newToken());
			const remove = [entries.base, entries.open, witness];
			await this.access.exclusive(async (store) => {
				await store.add([witness]);
				await store.remove(remove);
			});
			this.removals.add({ reference, witness, remove, keep: [] });
		}
		const lost = await this.finish();
		if (lost.length > 0) throw new RecordFault('other executions undid the change every time');
		return before;
	}

	/** Empties the store, entries of others included. Gives how many there were. */
	async clear(): Promise<number> {
		return await this.access.exclusive(async (store) => {
			const count = await store.count();
			await store.clear();
			return count;
		});
	}

	/**
	 * To be called at the end of a run: sees to it that no settled reference was lost or changed by
	 * writers in other processes. Never throws; gives the references that stay marked, or may do so.
	 */
	async finish(): Promise<string[]> {
		return await this.removals.finish();
	}

	private entries(reference: string): Entries {
		return entriesOf(this.baseUrl, reference);
	}

	private async tryClaim(reference: string, limit: boolean): Promise<ClaimResult> {
		const entries = this.entries(reference);
		const onPaid = (token: string) =>
			this.removals.add({ reference, witness: token, remove: [entries.open, token], keep: [entries.base] });
		return await claimReference(this.access, entries, this.delayMs, { limit, onPaid });
	}

	private settling(reference: string, held: HeldClaim): Claim {
		const { token, entries: { base, open } } = held;
		return {
			reference,
			paid: async () => await this.settle(reference, token, { remove: [open, token], keep: [base] }),
			keep: async () => await this.settle(reference, token, { remove: [token], keep: [base, open] }),
			withdraw: async () => await this.withdraw(reference, held),
		};
	}

	private async settle(
		reference: string,
		witness: string,
		{ remove, keep }: { remove: string[]; keep: string[] },
	): Promise<void> {
		await this.access.exclusive(async (store) => {
			await store.add(keep);
			await store.remove(remove);
		});
		this.removals.add({ reference, witness, remove, keep });
	}

	private async withdraw(reference: string, { entries, token }: HeldClaim): Promise<void> {
		const remove = [entries.base, entries.open, token];
		const mine = await this.access.exclusive(async (store) => {
			const seen = await writeAll(store, entries, token);
			// Without its token the entry is another's, after a release by hand; writeAll left it as it was.
			if (seen.base && !seen.token) return false;
			await store.remove(remove);
			return true;
		});
		if (mine) this.removals.add({ reference, witness: token, remove, keep: [] });
	}
}
