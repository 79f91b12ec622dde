import {
	addTo,
	byIdentity,
	byIdentityAndAmount,
	byPayeeAndAmount,
	fitsAmount,
	order,
	type BookedTransaction,
	type Candidates,
	type CandidatesOf,
	type ExpectedRow,
} from './reconciliationCandidates';

export type { BookedTransaction, ExpectedRow } from './reconciliationCandidates';

/**
 * What became of a row, or what a transaction is that no row accounts for; docs/reconcile.md#results.
 *
 * - of rows: `matched`, `amountDiffers`, `pending` (not settled yet), `failed` (not paid), `missing`
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

const ALONE = { row: null, transaction: null, matchedBy: null, candidates: [], ofRows: [] } as const;

const FAILED = 'FAILED';
const SUCCESS = 'SUCCESS';

/** Rows and transactions that may belong together, directly or through others. */
interface Group {
	readonly rows: readonly ExpectedRow[];
	readonly transactions: readonly BookedTransaction[];
}

/**
 * Finds the transaction of each row, all of one type: by what names it first, then by payee, amount and date. Every row and every
 * transaction is in exactly one entry, and what could be several is named `ambiguous` and never guessed. FAILED
 * transactions are looked at last: they paid nothing, so they neither account for a row nor make it ambiguous.
 * Neither the order of the rows nor that of the transactions changes what an entry says.
 *
 * @returns the rows' entries in their order, then those of transactions alone, oldest first
 */
export function reconcile(rows: readonly ExpectedRow[], transactions: readonly BookedTransaction[]): Entry[] {
	const open = new Open(rows, [...transactions].sort(byTime));
	const isLive = ({ status }: BookedTransaction) => status !== FAILED;
	const named = byIdentity(open.transactions.filter(isLive));
	for (const group of groupsOf(open.rows, named)) bindByIdentity(open, group, named);
	const paidTo = byPayeeAndAmount(open.transactions.filter(isLive));
	for (const group of groupsOf(open.rows, paidTo)) bindByPayee(open, group, paidTo);
	// Whatever is live and could be of a row has its entry by now, so of those rows only failed attempts are open.
	bindFailed(open, byIdentity(open.transactions), 'reference');
	bindFailed(open, byPayeeAndAmount(open.transactions), 'payee');
	for (const row of open.rows) open.add({ ...ALONE, reconciliation: 'missing', row });
	for (const transaction of open.transactions) {
		open.add({ ...ALONE, reconciliation: isLive(transaction) ? 'unexpected' : 'failed', transaction });
	}
	return open.inOrder();
}

/** What has no entry yet, and the entries. */
class Open {
	/** By row, or by transaction where it is alone. */
	private readonly entries = new Map<ExpectedRow | BookedTransaction | null, Entry>();
	private readonly done = new Set<ExpectedRow | BookedTransaction | null>();

	constructor(
		private readonly allRows: readonly ExpectedRow[],
		private readonly allTransactions: readonly BookedTransaction[],
	) {}

	private readonly isOpen = (one: ExpectedRow | BookedTransaction) => !this.done.has(one);

	get rows(): readonly ExpectedRow[] {
		return this.allRows.filter(this.isOpen);
	}

	get transactions(): readonly BookedTransaction[] {
		return this.allTransactions.filter(this.isOpen);
	}

	add(entry: Entry): void {
		this.entries.set(entry.row ?? entry.transaction, entry);
		this.done.add(entry.row).add(entry.transaction);
	}

	/** Those of a group that have no entry yet. */
	leftOf({ rows, transactions }: Group): Group {
		return { rows: rows.filter(this.isOpen), transactions: transactions.filter(this.isOpen) };
	}

	/** The rows' entries, then those of transactions alone. */
	inOrder(): Entry[] {
		return [...this.allRows, ...this.allTransactions].flatMap((one) => this.entries.get(one) ?? []);
	}
}

/** Oldest first. */
function byTime(one: BookedTransaction, other: BookedTransaction): number {
	return (one.createdMs ?? 0) - (other.createdMs ?? 0) || order(one.key, other.key);
}

/** The element of a list that has one alone. */
function only<T>(list: readonly T[]): T | undefined {
	return list.length === 1 ? list[0] : undefined;
}

/** A single row has its first transaction, and what else carries its reference is a duplicate. */
function bindByIdentity(open: Open, group: Group, named: CandidatesOf): void {
	const row = only(group.rows);
	if (row !== undefined) return bindOne(open, row, group.transactions);
	// Instalments share a reference: then the amounts say which is which, if they do.
	for (const part of groupsOf(group.rows, byIdentityAndAmount(group.transactions))) {
		const single = only(part.rows);
		if (single !== undefined) bindOne(open, single, part.transactions);
	}
	const left = open.leftOf(group);
	const leftNamed = byIdentity(left.transactions);
	for (const part of groupsOf(left.rows, leftNamed)) addAmbiguous(open, part, leftNamed);
	const ofRows = rowsOf(group.rows, named);
	for (const transaction of open.leftOf(left).transactions) {
		open.add({ ...ALONE, reconciliation: 'duplicate', transaction, ofRows: ofRows(transaction) });
	}
}

function bindOne(open: Open, row: ExpectedRow, transactions: readonly BookedTransaction[]): void {
	const rank = (one: BookedTransaction) => (one.status === SUCCESS ? 0 : 2) + (fitsAmount(row, one) ? 0 : 1);
	const bestFirst = [...transactions].sort((one, other) => rank(one) - rank(other) || byTime(one, other));
	for (const [place, transaction] of bestFirst.entries()) {
		if (place === 0)
			open.add({ ...ALONE, reconciliation: resultOf(row, transaction), row, transaction, matchedBy: 'reference' });
		else open.add({ ...ALONE, reconciliation: 'duplicate', transaction, ofRows: [row] });
	}
}

/** Of a transaction that has not failed. */
function resultOf(row: ExpectedRow, transaction: BookedTransaction): Reconciliation {
	if (transaction.status !== SUCCESS) return 'pending';
	return fitsAmount(row, transaction) ? 'matched' : 'amountDiffers';
}

function bindByPayee(open: Open, group: Group, paidTo: CandidatesOf): void {
	const [row, transaction] = [only(group.rows), only(group.transactions)];
	if (row === undefined || transaction === undefined) return addAmbiguous(open, group, paidTo);
	open.add({ ...ALONE, reconciliation: resultOf(row, transaction), row, transaction, matchedBy: 'payee' });
}

/** A row that nothing but failed attempts are known of has the last one; of several rows nobody can say whose it was. */
function bindFailed(open: Open, candidatesOf: CandidatesOf, matchedBy: 'reference' | 'payee'): void {
	for (const { rows, transactions } of groupsOf(open.rows, candidatesOf)) {
		const row = only(rows);
		if (row !== undefined)
			open.add({ ...ALONE, reconciliation: 'failed', row, transaction: transactions.at(-1) ?? null, matchedBy });
	}
}

function addAmbiguous(open: Open, { rows, transactions }: Group, candidatesOf: CandidatesOf): void {
	for (const row of rows) open.add({ ...ALONE, reconciliation: 'ambiguous', row, candidates: candidatesOf(row) });
	const ofRows = rowsOf(rows, candidatesOf);
	for (const transaction of transactions)
		open.add({ ...ALONE, reconciliation: 'ambiguous', transaction, ofRows: ofRows(transaction) });
}

/** The connected groups of rows and transactions; what has no candidates is in none. Rows that share a list are looked at once. */
function groupsOf(rows: readonly ExpectedRow[], candidatesOf: CandidatesOf): Group[] {
	const lists = listsIn(rows, candidatesOf);
	const listsOf = new Map<BookedTransaction, Candidates[]>();
	for (const list of lists.keys()) for (const transaction of list) addTo(listsOf, transaction, list);
	const done = new Set<Candidates>();
	return [...lists.keys()].flatMap((start) => {
		if (done.has(start)) return [];
		const [group, found] = [new Set([start]), new Set<BookedTransaction>()];
		for (const list of group) {
			done.add(list);
			for (const transaction of list) {
				if (found.has(transaction)) continue;
				found.add(transaction);
				for (const other of listsOf.get(transaction) ?? []) group.add(other);
			}
		}
		return [{ rows: [...group].flatMap((list) => lists.get(list) ?? []), transactions: [...found].sort(byTime) }];
	});
}

/** The rows that have each list of candidates; lists without any are left out. */
function listsIn(rows: readonly ExpectedRow[], candidatesOf: CandidatesOf): Map<Candidates, ExpectedRow[]> {
	const lists = new Map<Candidates, ExpectedRow[]>();
	for (const row of rows) {
		const list = candidatesOf(row);
		if (list.length > 0) addTo(lists, list, row);
	}
	return lists;
}

/** The rows that each transaction is a candidate of. */
function rowsOf(
	rows: readonly ExpectedRow[],
	candidatesOf: CandidatesOf,
): (transaction: BookedTransaction) => readonly ExpectedRow[] {
	const found = new Map<BookedTransaction, Array<readonly ExpectedRow[]>>();
	for (const [list, own] of listsIn(rows, candidatesOf)) for (const transaction of list) addTo(found, transaction, own);
	// Thousands of transactions may share one list of thousands of rows.
	return (transaction) => {
		const lists = found.get(transaction) ?? [];
		return only(lists) ?? lists.flat();
	};
}
