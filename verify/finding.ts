import type { Exchange } from './exchange';

export type Verdict = 'as documented' | 'differs' | 'not shown';

/** How much a difference matters to users of the package. */
export const WEIGHTS = ['handled', 'breaks a feature', 'do not pay until this is known'] as const;
export type Weight = (typeof WEIGHTS)[number];

/** The consequence of a difference, for a user. */
export interface Meaning {
	readonly weight: Weight;
	/** One sentence or two: what goes wrong, and what to do today. */
	readonly sentence: string;
}

/** The package reads it either way. */
export const copes = (sentence = 'The package reads either form: nothing to do.'): Meaning => ({
	weight: 'handled',
	sentence,
});

export const losesFunction = (sentence: string): Meaning => ({ weight: 'breaks a feature', sentence });

export const endangersMoney = (sentence: string): Meaning => ({ weight: 'do not pay until this is known', sentence });

/** The result of a check, with the exchanges that show it. */
export interface Finding {
	readonly verdict: Verdict;
	/** One sentence, without anything of the account. */
	readonly seen: string;
	readonly exchanges: readonly Exchange[];
	/** Set where what was seen weighs otherwise than its claim says. */
	readonly means?: Meaning;
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

/** A difference that weighs otherwise than its claim says. */
export const differsMeaning = (means: Meaning, seen: string, ...exchanges: Exchange[]): Finding => ({
	...differs(seen, ...exchanges),
	means,
});

/** Ends a check early: the account, or what happens at the moment, can't show the claim. */
export class NotShown extends Error {
	constructor(
		readonly seen: string,
		readonly exchanges: readonly Exchange[] = [],
	) {
		super(seen);
	}
}
