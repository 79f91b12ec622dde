import type { SeenBudget } from '../domain/budget';
import type { NumberedRow } from './numberedRow';

/** Why a payment that holds its reference may not leave, as its other rows say. */
export type Withheld =
	/** A payment alike was made on this UTC day (days since 1970), or the same invoice or quote ever, under another reference. */
	| { readonly because: 'repeated'; readonly day: number | 'ever' }
	/** As an AI tool: a payment to this payee is open. */
	| { readonly because: 'payeeOpen' }
	/** Another run struck it out under the same approval. */
	| { readonly because: 'leftOut' }
	/** It would go over a budget of the key. */
	| { readonly because: 'budget'; readonly budget: SeenBudget };

/** The row of a payment in the chain of its day, as a claim text carries it. */
export interface LikeRow {
	/** Names payee, amount and currency: 12 bytes of a digest, in base64url. */
	readonly chain: string;
	readonly day: number;
	readonly number: number;
}

/**
 * A payment's row in addition to its reference's. If several payments try for it at once, one gets it. It is marked over at
 * the payment's end, and again when its claim is settled, if it came late. All methods throw StoreFault.
 */
export interface SideRow {
	/** Inserts the row; says why where the payment may not be made. */
	take(claim: NumberedRow, nowMs: number): Promise<Withheld | null>;
	/** Mavapay accepted the payment. Without it the row stays as it is. */
	paid?(): Promise<void>;
	/**
	 * The payment was certainly not made, or only the author says so. Throws if the row may still appear; then a person
	 * settles the claim.
	 */
	unpaid(claim: NumberedRow, isAuthorsWord?: boolean): Promise<void>;
	/** Of a row among payments alike, once it is there. */
	readonly likeRow?: LikeRow | undefined;
}
