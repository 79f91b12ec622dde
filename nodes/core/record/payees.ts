import { normaliseSupplier, type PayeeHistory, type RecordedPayee } from '../domain/payees/payeeHistory';
import { dryRunOver, rowKey, type RowStore } from './rows';

/** What the record says of a payee. */
export interface SeenPayee {
	readonly history: PayeeHistory;
	/** A payment to it was accepted: inserts the rows that are missing, mostly none. Throws StoreFault. */
	recordPaid(): Promise<void>;
}

/**
 * The payees that a workflow has paid, over all executions: docs/money.md#new-and-changed-payees. A payee has rows only
 * once a payment to it was accepted. The supplier's own row comes first, that of the supplier at the destination last:
 * cut off in between, a payee counts as changed or new, and never as known.
 */
export class PaidPayees {
	/** @param baseUrl of the deployment, normalised: each has payees of its own */
	constructor(
		private readonly baseUrl: string,
		private readonly rows: Pick<RowStore, 'has' | 'insert'>,
	) {}

	/** The same for a dry run, which remembers whom it would have paid, and records nobody. */
	dryRun(): PaidPayees {
		return new PaidPayees(this.baseUrl, dryRunOver(this.rows));
	}

	/** Reads only. One look for a payee that is known, two more for a supplier's first payment at a destination. Throws StoreFault. */
	async look({ destination, lasts, supplier: given }: RecordedPayee): Promise<SeenPayee> {
		const supplier = given === null ? null : normaliseSupplier(given);
		const payee = this.keyOf('payee', destination);
		const pair = supplier === null ? payee : this.keyOf('supplier', supplier, destination);
		if (await this.rows.has(pair)) return this.seen('known', []);
		if (supplier === null) return this.seen('new', lasts ? [payee] : []);
		const own = this.keyOf('supplier', supplier);
		const [isSupplierPaid, isPaid] = await Promise.all([this.rows.has(own), this.rows.has(payee)]);
		const missing = [...(isSupplierPaid ? [] : [own]), ...(isPaid ? [] : [payee]), pair];
		return this.seen(isSupplierPaid ? 'changed' : isPaid ? 'known' : 'new', lasts ? missing : []);
	}

	private seen(history: PayeeHistory, missing: readonly string[]): SeenPayee {
		const paid = async () => {
			for (const key of missing) await this.rows.insert(key);
		};
		return { history, recordPaid: paid };
	}

	private keyOf(kind: string, ...parts: readonly string[]): string {
		return rowKey(kind, this.baseUrl, ...parts);
	}
}
