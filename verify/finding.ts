import type { Exchange } from './exchange';

export type Verdict = 'as documented' | 'differs' | 'not shown';

/** How much a difference matters to users of the package, from least to most. */
export const WEIGHTS = ['handled', 'breaks a feature', 'do not pay until this is known'] as const;
export type Weight = (typeof WEIGHTS)[number];

/** What a difference means for a user. */
export interface Meaning {
	readonly weight: Weight;
	/** One or two sentences: what goes wrong, and what to do today. */
	readonly sentence: string;
}

/** The consequence of a difference that the package handles. */
export const copes = (sentence = 'The package reads either form: nothing to do.'): Meaning => ({
	weight: 'handled',
	sentence,
});

export const losesFunction = (sentence: string): Meaning => ({ weight: 'breaks a feature', sentence });

export const endangersMoney = (sentence: string): Meaning => ({ weight: 'do not pay until this is known', sentence });

/** The result of a check, with the exchanges that show it. */
export interface Finding {
	readonly verdict: Verdict;
	/** One sentence that contains nothing from the account. */
	readonly seen: string;
	readonly exchanges: readonly Exchange[];
	/** Replaces the claim's own consequence; set if what was seen matters more or less than the claim says. */
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

/** `documented` if `holds`, else `differs`. */
export const held = (holds: boolean, seen: string, ...exchanges: Exchange[]): Finding =>
	(holds ? documented : differs)(seen, ...exchanges);

/** A difference with another consequence than its claim states. */
export const differsMeaning = (means: Meaning, seen: string, ...exchanges: Exchange[]): Finding => ({
	...differs(seen, ...exchanges),
	means,
});

/** Ends a check early, because the account, or what is happening now, can't show the claim. */
export class NotShown extends Error {
	constructor(
		readonly seen: string,
		readonly exchanges: readonly Exchange[] = [],
	) {
		super(seen);
	}
}
