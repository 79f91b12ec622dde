import type { MoneyKind } from '../domain/money';
import { supplierKey } from '../payees/accountName';
import type { PayeeHistory, RecordedPayee } from '../payees/recordedPayee';
import { dryRunOver, rowKey, type RowStore } from './rows';

export interface SeenPayee {
	readonly history: PayeeHistory;
	/** Whether the payee was paid for other suppliers only, or for this supplier with its name spelt differently. */
	readonly isOfOtherSupplier: boolean;
	/** Records an accepted payment to the payee by inserting the missing rows, usually none. Throws StoreFault. */
	recordPaid(): Promise<void>;
}

/**
 * The payees that a workflow has paid, over all executions: docs/reference/payees.md#new-and-changed-payees. A payee
 * has rows only after Mavapay accepted a payment to it. They are inserted in this order: the workflow paid somebody; the
 * supplier was paid; the destination was paid for some supplier; the supplier was paid at this destination. If n8n
 * stops in between, the payee counts as changed or new, never as known.
 */
export class PaidPayees {
	/** Whether this run made the workflow's first payment. */
	private beganHere = false;

	constructor(
		private readonly money: MoneyKind,
		private readonly rows: Pick<RowStore, 'has' | 'insert'>,
	) {}

	/** The history for a dry run: payees that the run would have paid count as paid, and nothing is written. */
	dryRun(): PaidPayees {
		return new PaidPayees(this.money, dryRunOver(this.rows));
	}

	/** Reads a payee's history: one read if it is known for this supplier, otherwise up to three more. Throws StoreFault. */
	async look({ key: destination, lasts, supplier: given }: RecordedPayee): Promise<SeenPayee> {
		const [payee, supplied] = [this.keyOf('payee', destination), this.keyOf('supplied', destination)];
		if (given === null) {
			const isKnown = (await this.rows.has(payee)) || (await this.rows.has(supplied));
			return this.seenAs(isKnown ? 'known' : 'new', isKnown || !lasts ? [] : [this.keyOf('paid'), payee]);
		}
		const supplier = supplierKey(given);
		const [own, pair] = [this.keyOf('supplier', supplier), this.keyOf('supplier', supplier, destination)];
		if (await this.rows.has(pair)) return this.seenAs('known', []);
		const [isSupplierPaid, isSupplied, isPaid] = await Promise.all(
			[own, supplied, payee].map(async (key) => await this.rows.has(key)),
		);
		const history = isSupplierPaid ? 'changed' : isSupplied || isPaid ? 'known' : 'new';
		const first = history === 'new' ? [this.keyOf('paid')] : [];
		const missing = [...first, ...(isSupplierPaid ? [] : [own]), ...(isSupplied ? [] : [supplied]), pair];
		return this.seenAs(history, lasts ? missing : [], isSupplied);
	}

	/** Whether payments in this kind of money preceded this run; invoices don't count. Read-only. Throws StoreFault. */
	async hadPaid(): Promise<boolean> {
		return !this.beganHere && (await this.rows.has(this.keyOf('paid')));
	}

	private seenAs(history: PayeeHistory, missing: readonly string[], isOfOtherSupplier = false): SeenPayee {
		const recordPaid = async () => {
			for (const key of missing) {
				const inserted = await this.rows.insert(key);
				if (key === this.keyOf('paid')) this.beganHere ||= inserted === 'inserted';
			}
		};
		return { history, isOfOtherSupplier, recordPaid };
	}

	private keyOf(kind: string, ...parts: readonly string[]): string {
		return rowKey(kind, this.money, ...parts);
	}
}
