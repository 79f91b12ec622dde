import type { Place } from '../interface/knowledge';
import type { Account } from './account';
import type { Finding, Meaning } from './finding';

/** What a run may do to the account: read it, change it, or spend its money. */
export const LEVELS = ['read', 'write', 'pay'] as const;
export type Level = (typeof LEVELS)[number];

/** A statement or a question about the interface that calls can settle. */
export interface Claim {
	/** Short and stable, because issues and reports quote it. */
	readonly id: string;
	readonly says: string;
	readonly see: Place;
	/** Files of this project that depend on the claim. */
	readonly concerns: readonly string[];
	/** What it means for users if the service differs from the claim. */
	readonly means: Meaning;
	readonly level: Level;
	/** Whether the claim needs a public address that leads to this command. */
	readonly listens?: boolean;
	check(account: Account): Promise<Finding>;
}
