import { digestOf } from '../domain/json';
import type { MoneyKind } from '../domain/money';
import { normaliseReference } from '../payees/paymentIdentity';
import { NumberedRow } from './numberedRow';
import { rowKey, StoreFault, type RowStore } from './rows';
import type { SideRow, Withheld } from './sideRows';

/** The row in which a claim stores one of its payee's two numbers. */
const rowOf = (claim: NumberedRow, place: number) => `${claim.row}:tool:${place}`;

/**
 * The two numbers from 1 to 64 by which a payee's rows are found: six bits of each of two bytes of its digest. One in
 * 4,096 pairs of payees has the same numbers, and these wait for each other, which is safe.
 */
const numbersOf = (payee: string) => {
	const bytes = Buffer.from(digestOf([normaliseReference(payee)], 'hex'), 'hex');
	return Array.from(bytes.subarray(0, 2), (byte) => (byte % 64) + 1);
};

/** The rows of AI tools' payments to a payee: each needs the one before to be over, so only one payment is open. */
function payeeRows(rows: RowStore, money: MoneyKind, numbers: readonly number[]): NumberedRow {
	return new NumberedRow(rows, rowKey('open', money, numbers.join(' ')), 0);
}

/** Looks whether a tool's payment to the payee is open, and gives the row of the next one. Reads only; throws StoreFault. */
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

/** The row of one tool payment to its payee. */
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

/** Ends the row of a tool's payee that a claim owns, if any, before the claim is settled. Throws StoreFault. */
export async function endPayeeOf(claim: NumberedRow, money: MoneyKind): Promise<void> {
	const one = await claim.rows.numberIn(rowOf(claim, 0));
	const other = one === 0 ? 0 : await claim.rows.numberIn(rowOf(claim, 1));
	// The claim isn't a tool's, or its execution ended before it stored both numbers; then it has no row.
	if (other === 0) return;
	const first = payeeRows(claim.rows, money, [one, other]);
	if (!(await first.isClaimed())) return;
	const newest = await first.newest();
	if (await newest.isOf(claim.row)) await newest.mark('over');
}
