import { digestOf } from '../domain/json';
import type { MoneyKind } from '../domain/money';
import { normaliseReference } from '../payees/paymentIdentity';
import { NumberedRow } from './numberedRow';
import { rowKey, StoreFault, type RowStore } from './rows';
import type { SideRow, Withheld } from './sideRows';

/** The key of the row in which an AI tool's claim stores one of its payee's two numbers (`numbersOf`). */
const rowOf = (claim: NumberedRow, place: number) => `${claim.row}:tool:${place}`;

/**
 * The two numbers from 1 to 64 by which a payee's rows are found, from the first two bytes of its digest. One pair of
 * payees in 4,096 has the same numbers: payments to one then wait for payments to the other, which is safe.
 */
const numbersOf = (payee: string) => {
	const bytes = Buffer.from(digestOf([normaliseReference(payee)], 'hex'), 'hex');
	return Array.from(bytes.subarray(0, 2), (byte) => (byte % 64) + 1);
};

/** A payee's first row. Each payment of an AI tool adds a row, and is refused unless the last row is marked `over`. */
function payeeRows(rows: RowStore, money: MoneyKind, numbers: readonly number[]): NumberedRow {
	return new NumberedRow(rows, rowKey('open', money, numbers.join(' ')), 0);
}

/** Whether an AI tool's payment to the payee is open, and the next payment's row. Read-only. Throws StoreFault. */
export async function lookAtPayee(
	rows: RowStore,
	money: MoneyKind,
	payee: string,
): Promise<{ readonly isOpen: boolean; readonly payeeRow: SideRow }> {
	const numbers = numbersOf(payee);
	const first = payeeRows(rows, money, numbers);
	if (!(await first.isClaimed())) return { isOpen: false, payeeRow: new OpenPayeeRow(first, numbers) };
	const newest = await first.newest();
	return { isOpen: !(await newest.has('over')), payeeRow: new OpenPayeeRow(newest.after(1), numbers) };
}

class OpenPayeeRow implements SideRow {
	/** Null if unknown, because n8n's database failed and the row may still be inserted. */
	private isInserted: boolean | null = false;

	constructor(
		private readonly place: NumberedRow,
		private readonly numbers: readonly number[],
	) {}

	/** Stores the payee's numbers with the claim first, so that the row is found when the claim ends, even after a crash. */
	async take(claim: NumberedRow): Promise<Withheld | null> {
		for (const [place, number] of this.numbers.entries()) await claim.rows.insertNumber(rowOf(claim, place), number);
		this.isInserted = null;
		this.isInserted = await this.place.insertOwned(claim.row);
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

/** Marks the payee's newest row as over if this claim owns it. Called before the claim is settled. Throws StoreFault. */
export async function endPayeeOf(claim: NumberedRow, money: MoneyKind): Promise<void> {
	const one = await claim.rows.numberIn(rowOf(claim, 0));
	const other = one === 0 ? 0 : await claim.rows.numberIn(rowOf(claim, 1));
	// This claim has no payee's row: it isn't an AI tool's, or its execution ended before both numbers were stored.
	if (other === 0) return;
	const first = payeeRows(claim.rows, money, [one, other]);
	if (!(await first.isClaimed())) return;
	const newest = await first.newest();
	if (await newest.isOf(claim.row)) await newest.mark('over');
}
