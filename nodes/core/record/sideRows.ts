import type { SeenBudget } from '../domain/budget';
import type { NumberedRow } from './numberedRow';

/** Why a payment may not be sent although its execution has claimed its reference. */
export type Withheld =
	/** The UTC day (days since 1970) of a similar payment; `ever`: another reference has used this invoice or quote. */
	| { readonly because: 'repeated'; readonly day: number | 'ever' }
	/** For an AI tool: another payment to this payee is open. */
	| { readonly because: 'payeeOpen' }
	/** An approver struck the payment out in another run of the same approval. */
	| { readonly because: 'leftOut' }
	/** The payment would exceed a budget of the API key. */
	| { readonly because: 'budget'; readonly budget: SeenBudget };

/** A payment's row among the similar payments of its day, as a claim's text names the row. */
export interface LikeRow {
	/** Identifies payee, amount and currency: 12 bytes of a digest, in base64url. */
	readonly chain: string;
	readonly day: number;
	readonly number: number;
}

/**
 * A row that a payment needs in addition to its claim. If several payments try to insert it at once, one succeeds. The
 * row is ended with the payment, and again when the claim is settled, in case the row was inserted late. All methods
 * throw StoreFault.
 */
export interface SideRow {
	/** Inserts the row. Returns why the payment may not be made; null if it may. */
	take(claim: NumberedRow, nowMs: number): Promise<Withheld | null>;
	/** Called once Mavapay accepted the payment. Without this method, the row stays as it is. */
	paid?(): Promise<void>;
	/**
	 * Called if nothing was paid: certainly, or (`isAuthorsWord`) because the author counts the response as a refusal.
	 * Throws if the row may still appear; then a person has to settle the claim.
	 */
	unpaid(claim: NumberedRow, isAuthorsWord?: boolean): Promise<void>;
	/** The row's name in a claim's text. Only for a row among similar payments, once it is inserted. */
	readonly likeRow?: LikeRow | undefined;
}
