import type { MoneyKind } from '../domain/money';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import { toolPayeesIn } from '../domain/payees/toolReference';
import { Generation } from './generation';
import { rowKey, StoreFault, type RowStore } from './rows';
import type { SideRow, Withheld } from './sideRows';

/**
 * The payments of AI tools to one payee are a chain of rows. A row can be inserted only once the one before it is over, so
 * only one payment is open at a time.
 */
function payeeRows(rows: RowStore, money: MoneyKind, payee: string): Generation {
	return new Generation(rows, rowKey('open', money, payee), 0);
}

/** Whether a payment of a tool to the payee is open, and the row of the next one. Reads only; throws StoreFault. */
export async function lookAtPayee(
	rows: RowStore,
	money: MoneyKind,
	payee: string,
): Promise<{ readonly isOpen: boolean; readonly payeeRow: SideRow }> {
	const first = payeeRows(rows, money, normaliseReference(payee));
	if (!(await first.isClaimed())) return { isOpen: false, payeeRow: new OpenPayeeRow(first) };
	const newest = await first.newest();
	return { isOpen: !(await newest.has('over')), payeeRow: new OpenPayeeRow(newest.after(1)) };
}

/** The row of one payment of a tool to its payee. */
class OpenPayeeRow implements SideRow {
	/** Null where nobody knows: n8n's database failed, and the row may still be inserted. */
	private isInserted: boolean | null = false;

	constructor(private readonly place: Generation) {}

	async take(claim: Generation): Promise<Withheld | null> {
		this.isInserted = null;
		this.isInserted = await this.place.insertFor(claim);
		return this.isInserted ? null : { because: 'payeeOpen' };
	}

	async paid(): Promise<void> {
		await this.place.mark('over');
	}

	async unpaid(): Promise<void> {
		if (this.isInserted === null) throw new StoreFault('it gave no response to an insert');
		if (this.isInserted) await this.place.mark('over');
	}
}

/**
 * Ends the row of a tool's payee that a claim inserted, before the claim is settled; nothing happens for other
 * payments. Throws StoreFault.
 */
export async function endPayeeOf(claim: Generation, money: MoneyKind, referenceKey: string): Promise<void> {
	for (const payee of toolPayeesIn(referenceKey)) {
		const first = payeeRows(claim.store, money, payee);
		if (!(await first.isClaimed())) continue;
		const newest = await first.newest();
		if (await newest.isOf(claim)) await newest.mark('over');
	}
}
