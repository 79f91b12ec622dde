import type { Exchange } from './exchange';

export type Verdict = 'as documented' | 'differs' | 'not shown';

/** The result of a check, with the exchanges that show it. */
export interface Finding {
	readonly verdict: Verdict;
	/** One sentence, without anything of the account. */
	readonly seen: string;
	readonly exchanges: readonly Exchange[];
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
