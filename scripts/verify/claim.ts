import type { Account } from './account';
import type { Finding } from './finding';

/** What a claim needs of an account: to be looked at, to be changed, or to spend money. */
export const LEVELS = ['read', 'write', 'pay'] as const;
export type Level = (typeof LEVELS)[number];

/** A statement of docs/interface.md that calls can settle. */
export interface Claim {
	/** Short and stable, for issues and reports. */
	readonly id: string;
	readonly says: string;
	readonly see: `docs/interface.md#${string}`;
	/** Our files that rest on it. */
	readonly concerns: readonly string[];
	readonly level: Level;
	/** Needs a public address that leads to this command. */
	readonly listens?: boolean;
	check(account: Account): Promise<Finding>;
}
