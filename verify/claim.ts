import type { Place } from '../interface/knowledge';
import type { Account } from './account';
import type { Finding, Meaning } from './finding';

/** How far a claim goes with an account: it is looked at, changed, or made to spend money. */
export const LEVELS = ['read', 'write', 'pay'] as const;
export type Level = (typeof LEVELS)[number];

/** A statement about the interface, or a question, that calls can settle. */
export interface Claim {
	/** Short and stable, for issues and reports. */
	readonly id: string;
	readonly says: string;
	readonly see: Place;
	/** Files of this project that rest on the claim. */
	readonly concerns: readonly string[];
	/** The consequence where it differs. */
	readonly means: Meaning;
	readonly level: Level;
	/** Set where the claim needs a public address that leads to this command. */
	readonly listens?: boolean;
	check(account: Account): Promise<Finding>;
}
