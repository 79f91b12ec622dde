import type { Account, Exchange } from './account';

/** What a claim needs of an account: to be looked at, to be changed, or to spend money. */
export const LEVELS = ['read', 'write', 'pay'] as const;
export type Level = (typeof LEVELS)[number];

export type Verdict = 'as documented' | 'differs' | 'not shown';

/** What a check saw, with the exchanges that show it. */
export interface Finding {
	readonly verdict: Verdict;
	/** One sentence, without anything of the account. */
	readonly seen: string;
	readonly exchanges: readonly Exchange[];
}

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

export const documented = (seen: string, ...exchanges: Exchange[]): Finding => ({
	verdict: 'as documented',
	seen,
	exchanges,
});

export const differs = (seen: string, ...exchanges: Exchange[]): Finding => ({ verdict: 'differs', seen, exchanges });

export const notShown = (seen: string, ...exchanges: Exchange[]): Finding => ({
	verdict: 'not shown',
	seen,
	exchanges,
});

/** `documented` where the condition holds, else `differs`. */
export const held = (holds: boolean, seen: string, ...exchanges: Exchange[]): Finding =>
	(holds ? documented : differs)(seen, ...exchanges);

/** Ends a check early: the account has nothing that would show the claim. */
export class NotShown extends Error {
	constructor(
		readonly seen: string,
		readonly exchanges: readonly Exchange[] = [],
	) {
		super(seen);
	}
}
