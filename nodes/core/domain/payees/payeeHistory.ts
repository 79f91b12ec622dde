import { normaliseReference } from './paymentIdentity';

/** `new`: never paid. `changed`: this supplier was paid before, and never there. */
export type PayeeHistory = 'new' | 'known' | 'changed';

/** What is done about a payee that is new or changed. */
export type NewPayees = 'allow' | 'refuseChanged' | 'refuseNew';

/** Who is paid, as payees are remembered. */
export interface RecordedPayee {
	/** The same for every payment to it, whatever the operation. */
	readonly destination: string;
	/**
	 * Whether a payment makes it known. A Lightning invoice can't be paid again, so it is new each time; and without
	 * Automatic Payout a swap may leave the money in the caller's own wallet.
	 */
	readonly lasts: boolean;
	/** As it was given, or null; `normaliseSupplier` tells which are the same. */
	readonly supplier: string | null;
}

/** The one form of a supplier's name: as a payout reference, and in lower case. Empty for a text that shows nothing. */
export function normaliseSupplier(name: string): string {
	return normaliseReference(name).toLowerCase();
}

/** Whether a payee is held back. */
export function isHeldBack(history: PayeeHistory, newPayees: NewPayees): boolean {
	if (newPayees === 'allow' || history === 'known') return false;
	return newPayees === 'refuseNew' || history === 'changed';
}
