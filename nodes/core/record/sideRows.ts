import type { SeenBudget } from '../domain/budget';
import type { NumberedRow } from './numberedRow';

/** Why a payment that holds its reference may not be sent, according to its other rows. */
export type Withheld =
	/** A similar payment was made on this UTC day (days since 1970), or, for `ever`, the same invoice or quote was paid. */
	| { readonly because: 'repeated'; readonly day: number | 'ever' }
	/** For an AI tool: another payment to this payee is open. */
	| { readonly because: 'payeeOpen' }
	/** Another run under the same approval struck the payment out. */
	| { readonly because: 'leftOut' }
	/** It would exceed a budget of the key. */
	| { readonly because: 'budget'; readonly budget: SeenBudget };

/** The row of a payment among similar ones of its day, as a claim's text names it. */
export interface LikeRow {
	/** Identifies payee, amount and currency: 12 bytes of a digest, in base64url. */
	readonly chain: string;
	readonly day: number;
	readonly number: number;
}

/**
 * A row that a payment needs in addition to its claim. If several payments try to insert it at once, one succeeds. It
 * ends with the payment, and again when the claim is settled, in case it was inserted late. All methods throw StoreFault.
 */
export interface SideRow {
	/** Inserts the row; returns why the payment may not be made, or null. */
	take(claim: NumberedRow, nowMs: number): Promise<Withheld | null>;
	/** Called once Mavapay accepted the payment; if left out, the row stays as it is. */
	paid?(): Promise<void>;
	/**
	 * Called if nothing was paid: certainly, or (`isAuthorsWord`) because the author counts the response as a refusal.
	 * Throws if the row may still appear; then a person has to settle the claim.
	 */
	unpaid(claim: NumberedRow, isAuthorsWord?: boolean): Promise<void>;
	/** For a row among similar payments, once it is inserted. */
	readonly likeRow?: LikeRow | undefined;
}
