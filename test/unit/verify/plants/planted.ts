import type { Plant } from '../account';

/** A service that differs, and what has to be said of it. */
export interface Planted extends Plant {
	readonly name: string;
	/** IDs of claims that all have to differ. */
	readonly named: readonly string[];
	/** What the sentence of the first of them has to say. */
	readonly word?: RegExp;
	/** Where nothing in the answers may differ, since all of it is documented or a circumstance. */
	readonly mayDiffer?: readonly string[];
}
