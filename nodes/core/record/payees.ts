import type { MoneyKind } from '../domain/money';
import { normaliseSupplier, type PayeeHistory, type RecordedPayee } from '../domain/payees/payeeHistory';
import { dryRunOver, rowKey, type RowStore } from './rows';

/** A payee with its history, as it was read before the payment. */
export interface SeenPayee {
	readonly history: PayeeHistory;
	/** Records that Mavapay accepted a payment to it: inserts the rows that are missing, mostly none. Throws StoreFault. */
	recordPaid(): Promise<void>;
}

/**
 * The payees that a workflow has paid, over all executions: docs/reference/payees.md#new-and-changed-payees. A payee
 * has rows only once Mavapay accepted a payment to it. The supplier's row is inserted first, the row of that supplier
 * at this destination last. If n8n ends in between, the payee counts as changed or new, never as known.
 */
export class PaidPayees {
	/** @param money each kind has payees of its own */
	constructor(
		private readonly money: MoneyKind,
		private readonly rows: Pick<RowStore, 'has' | 'insert'>,
	) {}

	/** The payees as a dry run sees them: those that it would have paid count as paid, and nothing is written. */
	dryRun(): PaidPayees {
		return new PaidPayees(this.money, dryRunOver(this.rows));
	}

	/**
	 * Reads the history of a payee: one read where it is known, two more where a supplier was not yet paid there.
	 * Throws StoreFault.
	 */
	async look({ destination, lasts, supplier: given }: RecordedPayee): Promise<SeenPayee> {
		const supplier = given === null ? null : normaliseSupplier(given);
		const payee = this.keyOf('payee', destination);
		const pair = supplier === null ? payee : this.keyOf('supplier', supplier, destination);
		if (await this.rows.has(pair)) return this.seenAs('known', []);
		if (supplier === null) return this.seenAs('new', lasts ? [payee, this.keyOf('paid')] : []);
		const own = this.keyOf('supplier', supplier);
		const [isSupplierPaid, isPaid] = await Promise.all([this.rows.has(own), this.rows.has(payee)]);
		const missing = [...(isSupplierPaid ? [] : [own]), ...(isPaid ? [] : [payee]), pair];
		const isFirst = !isSupplierPaid && !isPaid;
		return this.seenAs(
			isSupplierPaid ? 'changed' : isPaid ? 'known' : 'new',
			lasts ? [...missing, ...(isFirst ? [this.keyOf('paid')] : [])] : [],
		);
	}

	/** Whether the workflow ever paid somebody with this kind of money, as far as payees last. Reads only; throws StoreFault. */
	async hasPaid(): Promise<boolean> {
		return await this.rows.has(this.keyOf('paid'));
	}

	private seenAs(history: PayeeHistory, missing: readonly string[]): SeenPayee {
		const recordPaid = async () => {
			for (const key of missing) await this.rows.insert(key);
		};
		return { history, recordPaid };
	}

	private keyOf(kind: string, ...parts: readonly string[]): string {
		return rowKey(kind, this.money, ...parts);
	}
}
