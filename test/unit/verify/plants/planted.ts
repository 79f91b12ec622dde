import type { Weight } from '../../../../verify/finding';
import type { Plant } from '../account';

/** A service that differs, and what has to be said of it. */
export interface Planted extends Plant {
	readonly name: string;
	/** IDs of claims that all have to differ. */
	readonly named: readonly string[];
	/** What the sentence of the first of them has to say. */
	readonly word?: RegExp;
	/** How much the first of them has to weigh; whatever it does where nothing is said. */
	readonly weight?: Weight;
	/** IDs of claims that may be called neither as documented nor, beside another difference, a difference. */
	readonly notShown?: readonly string[];
	/** Where nothing in the answers may differ, since all of it is documented or a circumstance. */
	readonly mayDiffer?: readonly string[];
}
