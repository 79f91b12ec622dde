import type { Amount } from '../money';

/** The history of a payee. `new`: never paid. `changed`: this supplier was paid before, and never there. */
export type PayeeHistory = 'new' | 'known' | 'changed';

/** The choice of 'New Payees': which payees are refused. */
export type NewPayees = 'allow' | 'refuseChanged' | 'refuseNew';

/** A payee as the record keeps it. */
export interface RecordedPayee {
	/** One line for each payee, whatever the operation and the way there: by it a payee is known. */
	readonly key: string;
	/** The key without an account's bank (`payeeNameOf`): by it payments are alike, and an AI tool's payment is open. */
	readonly name: string;
	/**
	 * How much it gets, in its currency. Null where no payment can repeat it: to an invoice, or of an amount that isn't
	 * known before.
	 */
	readonly gets: Amount | null;
	/**
	 * Whether a payment makes it known. A Lightning invoice can't be paid again, so it is new each time; and without
	 * Automatic Payout a swap may leave the money in the account's own wallet.
	 */
	readonly lasts: boolean;
	/** The supplier as it was given, or null; `supplierKey` tells which are the same. */
	readonly supplier: string | null;
}

/**
 * Whether a payment to a payee of this history is refused.
 *
 * @param isOfOtherSupplier whether it is known under other suppliers alone, so that a supplier's new account looks known
 */
export function isHeldBack(history: PayeeHistory, isOfOtherSupplier: boolean, newPayees: NewPayees): boolean {
	if (newPayees === 'allow') return false;
	if (history === 'known') return isOfOtherSupplier;
	return newPayees === 'refuseNew' || history === 'changed';
}

/** Said of the first list of real money, of a workflow that is new or was moved or copied without its record. */
export const FIRST_LIVE =
	"This workflow's record shows no payment of real money yet. If the workflow was moved, copied or restored, look in Mavapay whether these payouts were paid before.";
