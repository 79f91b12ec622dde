import { digestOf } from '../domain/json';
import type { MoneyKind } from '../domain/money';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import { Generation } from './generation';
import { rowKey, StoreFault, type RowStore } from './rows';
import type { SideRow, Withheld } from './sideRows';

/**
 * The hexadecimal digits of a payee's digest by which its rows are found. Of two payees one in 65,536 shares them, and
 * they wait for one another, which is the safe side.
 */
const DIGITS = 4;

const digitsOf = (payee: string) => digestOf([normaliseReference(payee)], 'hex').slice(0, DIGITS);

/**
 * The payments of AI tools to one payee are a chain of rows. A row can be inserted only once the one before it is over, so
 * only one payment is open at a time.
 */
function payeeRows(rows: RowStore, money: MoneyKind, digits: string): Generation {
	return new Generation(rows, rowKey('open', money, digits), 0);
}

/** Whether a payment of a tool to the payee is open, and the row of the next one. Reads only; throws StoreFault. */
export async function lookAtPayee(
	rows: RowStore,
	money: MoneyKind,
	payee: string,
): Promise<{ readonly isOpen: boolean; readonly payeeRow: SideRow }> {
	const digits = digitsOf(payee);
	const first = payeeRows(rows, money, digits);
	if (!(await first.isClaimed())) return { isOpen: false, payeeRow: new OpenPayeeRow(first, digits) };
	const newest = await first.newest();
	return { isOpen: !(await newest.has('over')), payeeRow: new OpenPayeeRow(newest.after(1), digits) };
}

/** The row of one payment of a tool to its payee. */
class OpenPayeeRow implements SideRow {
	/** Null where nobody knows: n8n's database failed, and the row may still be inserted. */
	private isInserted: boolean | null = false;

	constructor(
		private readonly place: Generation,
		private readonly digits: string,
	) {}

	/** The claim tells its payee first, so that whoever ends the claim finds this row, whatever ended in between. */
	async take(claim: Generation): Promise<Withheld | null> {
		await claim.mark('tool');
		for (const [place, digit] of [...this.digits].entries()) await claim.mark(`tool:${place}:${digit}`);
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
 * Ends the row of a tool's payee that a claim owns, before the claim is settled; nothing happens for other payments.
 * Throws StoreFault.
 */
export async function endPayeeOf(claim: Generation, money: MoneyKind): Promise<void> {
	if (!(await claim.has('tool'))) return;
	let digits = '';
	while (digits.length < DIGITS) {
		const next = await toldBy(claim, digits.length);
		if (next === null) return;
		digits += next;
	}
	const first = payeeRows(claim.store, money, digits);
	if (!(await first.isClaimed())) return;
	const newest = await first.newest();
	if (await newest.isOf(claim)) await newest.mark('over');
}

/** The digit of its payee that a claim tells at a place; null where it ended before it told, and has no row. */
async function toldBy(claim: Generation, place: number): Promise<string | null> {
	const told = await Promise.all(HEXADECIMAL.map(async (digit) => await claim.has(`tool:${place}:${digit}`)));
	return HEXADECIMAL[told.indexOf(true)] ?? null;
}

const HEXADECIMAL = [...'0123456789abcdef'];
