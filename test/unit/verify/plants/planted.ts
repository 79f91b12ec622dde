import type { Weight } from '../../../../verify/finding';
import type { Plant } from '../account';

/** A change that says nothing about the interface, so no difference may be reported. */
export interface Circumstance extends Plant {
	/** IDs of claims that must be `not shown`; for a changed service, IDs of claims that must not be `differs`. */
	readonly notShown?: readonly string[];
}

/** A changed service, and the differences that the command has to report. */
export interface Planted extends Circumstance {
	/** By ID of each claim that has to be reported as different, a pattern for the reported sentence. */
	readonly differs: Readonly<Record<string, RegExp>>;
	/** The weight that the first difference must have. */
	readonly weight?: Weight;
}

export type Plants<P = Planted> = Readonly<Record<string, P>>;

export type Carry = NonNullable<Plant['carry']>;
