import { byTime, type BookedTransaction } from './bookedTransaction';
import {
	addTo,
	byPayeeAndAmount,
	byReference,
	byReferenceAndAmount,
	fitsAmount,
	mayAppear,
	type Candidates,
	type ExpectedRow,
	type FindCandidates,
} from './candidates';

/**
 * What became of a row, or what a transaction is that no row accounts for; docs/reconcile.md#results.
 *
 * - of rows: `matched`, `amountDiffers`, `pending` (not settled, or not shown yet), `failed` (not paid), `missing`
 * - of transactions: `duplicate` (a further one of a row), `unexpected`, `failed`
 * - of both: `ambiguous`
 */
export const RECONCILIATIONS = [
	'matched',
	'amountDiffers',
	'pending',
	'failed',
	'missing',
	'ambiguous',
	'duplicate',
	'unexpected',
] as const;

export type Reconciliation = (typeof RECONCILIATIONS)[number];

/** A row with its transaction, or one of the two alone. */
export interface Entry {
	readonly reconciliation: Reconciliation;
	readonly row: ExpectedRow | null;
	readonly transaction: BookedTransaction | null;
	readonly matchedBy: 'reference' | 'payee' | null;
	/** Of a row: the transactions it may be. Of a transaction: none. */
	readonly candidates: readonly BookedTransaction[];
	/** Of a transaction: the row it is a duplicate of, or those it may belong to. */
	readonly ofRows: readonly ExpectedRow[];
}

const BLANK = { row: null, transaction: null, matchedBy: null, candidates: [], ofRows: [] } as const;

const isLive = ({ status }: BookedTransaction) => status !== 'FAILED';

/**
 * Finds the transaction of each row, all of one type: by what names it first, then by payee, amount and date. Every
 * row and every transaction is in exactly one entry, and what is not one to one is named `ambiguous` and never
 * guessed. FAILED transactions are looked at last: they paid nothing, so they neither account for a row nor make it
 * ambiguous. Neither the order of the rows nor that of the transactions changes what an entry says.
 *
 * @param shownUntilMs made after it, a transaction may not be shown yet: what could be one is `pending`, not `missing`.
 * Null where all of the period are shown
 * @returns the rows' entries in their order, then those of transactions alone, oldest first
 */
export function reconcile(
	rows: readonly ExpectedRow[],
	transactions: readonly BookedTransaction[],
	shownUntilMs: number | null = null,
): Entry[] {
	const left = new Remaining(rows, [...transactions].sort(byTime));
	matchByReference(left);
	const paidTo = new Links(left.rows, byPayeeAndAmount(left.live));
	for (const row of paidTo.rows) {
		const [transaction, ...others] = paidTo.of(row);
		if (transaction === undefined || others.length > 0 || !paidTo.isExclusive(row)) continue;
		left.add({ ...BLANK, reconciliation: resultOf(row, transaction), row, transaction, matchedBy: 'payee' });
	}
	addAmbiguous(left, byPayeeAndAmount(left.live));
	// Whatever is live and could be of a row has its entry by now, so only failed attempts are left for a row.
	addFailed(left, byReference(left.transactions), 'reference');
	addFailed(left, byPayeeAndAmount(left.transactions), 'payee');
	for (const row of left.rows) {
		const isLate = shownUntilMs !== null && mayAppear(row, shownUntilMs);
		left.add({ ...BLANK, reconciliation: isLate ? 'pending' : 'missing', row });
	}
	for (const transaction of left.transactions)
		left.add({ ...BLANK, reconciliation: isLive(transaction) ? 'unexpected' : 'failed', transaction });
	return left.entriesInOrder();
}

/** The rows and transactions that have no entry yet, and the entries. */
class Remaining {
	/** By row and by transaction. */
	private readonly done = new Map<ExpectedRow | BookedTransaction | null, Entry>();

	constructor(
		private readonly allRows: readonly ExpectedRow[],
		private readonly allTransactions: readonly BookedTransaction[],
	) {}

	get rows(): readonly ExpectedRow[] {
		return this.allRows.filter((one) => !this.done.has(one));
	}

	/** Oldest first. */
	get transactions(): readonly BookedTransaction[] {
		return this.allTransactions.filter((one) => !this.done.has(one));
	}

	/** Those of them that did not fail. */
	get live(): readonly BookedTransaction[] {
		return this.transactions.filter(isLive);
	}

	add(entry: Entry): void {
		this.done.set(entry.row, entry).set(entry.transaction, entry);
	}

	entriesInOrder(): Entry[] {
		return [...new Set([...this.allRows, ...this.allTransactions].flatMap((one) => this.done.get(one) ?? []))];
	}
}

/** Which rows and transactions may belong together. Thousands of rows that are alike are looked at once. */
class Links {
	/** The rows that have candidates. */
	readonly rows: readonly ExpectedRow[];
	/** The rows that share a list, for each list that a transaction is in. */
	private readonly sharers = new Map<BookedTransaction, Array<readonly ExpectedRow[]>>();

	constructor(
		rows: readonly ExpectedRow[],
		readonly of: FindCandidates,
	) {
		this.rows = rows.filter((row) => of(row).length > 0);
		const alike = new Map<Candidates, ExpectedRow[]>();
		for (const row of this.rows) addTo(alike, of(row), row);
		for (const [list, own] of alike) for (const transaction of list) addTo(this.sharers, transaction, own);
	}

	rowsOf(transaction: BookedTransaction): readonly ExpectedRow[] {
		const [first = [], ...others] = this.sharers.get(transaction) ?? [];
		return others.length === 0 ? first : [first, ...others].flat();
	}

	/** Whether none of a row's candidates is another row's too. */
	isExclusive(row: ExpectedRow): boolean {
		const isAlone = (transaction: BookedTransaction) => {
			const [sharing, ...others] = this.sharers.get(transaction) ?? [];
			return sharing?.length === 1 && others.length === 0;
		};
		return this.of(row).every(isAlone);
	}
}

/** A row that shares its reference with no other has its first transaction; what else carries it is a duplicate. */
function matchByReference(left: Remaining): void {
	const named = new Links(left.rows, byReference(left.live));
	takeExclusive(left, named);
	// Instalments share a reference: then the amounts say which is which, if they do.
	takeExclusive(left, new Links(left.rows, byReferenceAndAmount(left.live)));
	addAmbiguous(left, byReference(left.live));
	for (const transaction of left.live) {
		const ofRows = named.rowsOf(transaction);
		if (ofRows.length > 0) left.add({ ...BLANK, reconciliation: 'duplicate', transaction, ofRows });
	}
}

function takeExclusive(left: Remaining, links: Links): void {
	for (const row of links.rows) {
		if (!links.isExclusive(row)) continue;
		const rank = (one: BookedTransaction) => (one.status === 'SUCCESS' ? 0 : 2) + (fitsAmount(row, one) ? 0 : 1);
		const [transaction, ...further] = [...links.of(row)].sort((a, b) => rank(a) - rank(b) || byTime(a, b));
		if (transaction === undefined) continue;
		left.add({ ...BLANK, reconciliation: resultOf(row, transaction), row, transaction, matchedBy: 'reference' });
		for (const one of further) left.add({ ...BLANK, reconciliation: 'duplicate', transaction: one, ofRows: [row] });
	}
}

/** Of a transaction that has not failed. */
function resultOf(row: ExpectedRow, transaction: BookedTransaction): Reconciliation {
	if (transaction.status !== 'SUCCESS') return 'pending';
	return fitsAmount(row, transaction) ? 'matched' : 'amountDiffers';
}

function addAmbiguous(left: Remaining, find: FindCandidates): void {
	const links = new Links(left.rows, find);
	for (const row of links.rows) left.add({ ...BLANK, reconciliation: 'ambiguous', row, candidates: links.of(row) });
	for (const transaction of left.transactions) {
		const ofRows = links.rowsOf(transaction);
		if (ofRows.length > 0) left.add({ ...BLANK, reconciliation: 'ambiguous', transaction, ofRows });
	}
}

/** A row that only failed attempts are known of has the last one; of several rows nobody can say whose it was. */
function addFailed(left: Remaining, find: FindCandidates, matchedBy: 'reference' | 'payee'): void {
	const links = new Links(left.rows, find);
	for (const row of links.rows) {
		const transaction = links.of(row).at(-1) ?? null;
		if (links.isExclusive(row)) left.add({ ...BLANK, reconciliation: 'failed', row, transaction, matchedBy });
	}
}
