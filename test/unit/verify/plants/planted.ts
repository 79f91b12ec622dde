import type { Weight } from '../../../../verify/finding';
import type { Plant } from '../account';

/** What happens, and says nothing about the interface. */
export interface Circumstance extends Plant {
	/** IDs of claims that may be called neither as documented nor, beside another difference, a difference. */
	readonly notShown?: readonly string[];
}

/** A service that differs, and what has to be said of it. */
export interface Planted extends Circumstance {
	/** IDs of claims that all have to differ, each with what its sentence has to say. */
	readonly differs: Readonly<Record<string, RegExp>>;
	/** How much the first of them has to weigh. */
	readonly weight?: Weight;
}

/** Each by what it is called. */
export type Plants<P = Planted> = Readonly<Record<string, P>>;

export type Carry = NonNullable<Plant['carry']>;
