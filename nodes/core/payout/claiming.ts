import type { LookUpKey } from '../operation/operation';
import type { PayoutRecord, Claim as RecordClaim } from './record';

/* Stands in for the record's own claims until they are there. */

export interface Claim {
	readonly generation: number;
	sent(): Promise<{ readonly go: true; readonly until: number } | { readonly go: false }>;
	answered(): Promise<void>;
	paid(transactionId: string | null): Promise<void>;
	refused(): Promise<void>;
	text(): string;
}

export type Claimed =
	| { readonly kind: 'claimed'; readonly claim: Claim }
	| { readonly kind: 'paid' | 'unknown'; readonly sameIdentity: boolean };

export async function claimReference(
	record: PayoutRecord,
	reference: string,
	identity: string,
	lookUpKeys: readonly LookUpKey[],
	now: () => number,
): Promise<Claimed> {
	const claimed = await record.claim(reference, identity, lookUpKeys);
	return claimed.kind === 'claimed' ? { kind: 'claimed', claim: claimOf(claimed.claim, now) } : claimed;
}

function claimOf(claim: RecordClaim, now: () => number): Claim {
	return {
		generation: claim.generation,
		sent: async () => ({ go: true, until: now() + 60_000 }),
		answered: async () => undefined,
		paid: async (transactionId) => await claim.paid(transactionId),
		refused: async () => await claim.withdraw(),
		text: () => `${claim.generation}`,
	};
}
