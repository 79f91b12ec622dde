import { addTo, byIdentity, byPayeeAndAmount, fitsAmount, type BookedTransaction, type Candidates, type Edges, type ExpectedRow } from './reconciliationCandidates';

export type { BookedTransaction, ExpectedRow } from './reconciliationCandidates';

/**
 * What became of a row, or what a transaction is that no row accounts for; docs/reconcile.md#results.
 *
 * - of rows: `matched`, `amountDiffers`, `pending` (not settled yet), `failed` (not paid), `missing`
 * - of transactions: `duplicate` (a further one of a row), `unexpected`, `failed`
 * - of both: `ambiguous`
 */
export const RECONCILIATIONS = ['matched', 'amountDiffers', 'pending', 'failed', 'missing', 'ambiguous', 'duplicate', 'unexpected'] as const;

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
	const named = byIdentity(open.rows, open.transactions.filter(isLive));
	for (const group of groupsOf(open.rows, named)) bindByIdentity(open, group, named);
	const byPayee = byPayeeAndAmount(open.rows, open.transactions.filter(isLive));
	for (const group of groupsOf(open.rows, byPayee)) bindByPayee(open, group, byPayee);
	bindFailed(open, byIdentity(open.rows, open.transactions), 'reference');
	bindFailed(open, byPayeeAndAmount(open.rows, open.transactions), 'payee');
	for (const row of open.rows) open.add({ ...ALONE, reconciliation: 'missing', row });
	for (const transaction of open.transactions) {
		open.add({ ...ALONE, reconciliation: isLive(transaction) ? 'unexpected' : 'failed', transaction });
	}
	return open.inOrder(rows);
}

/** What has no entry yet. */
class Open {
	private readonly entries: Entry[] = [];
	private readonly openRows: Set<ExpectedRow>;
	private readonly openTransactions: Set<BookedTransaction>;

	constructor(rows: readonly ExpectedRow[], transactions: readonly BookedTransaction[]) {
		this.openRows = new Set(rows);
		this.openTransactions = new Set(transactions);
	}

	get rows(): ExpectedRow[] {
		return [...this.openRows];
	}

	get transactions(): BookedTransaction[] {
		return [...this.openTransactions];
	}

	add(entry: Entry): void {
		this.entries.push(entry);
		if (entry.row !== null) this.openRows.delete(entry.row);
		if (entry.transaction !== null) this.openTransactions.delete(entry.transaction);
	}

	/** Those of a group that have no entry yet. */
	leftOf({ rows, transactions }: Group): Group {
		return { rows: rows.filter((one) => this.openRows.has(one)), transactions: transactions.filter((one) => this.openTransactions.has(one)) };
	}

	inOrder(rows: readonly ExpectedRow[]): Entry[] {
		const place = new Map(rows.map((row, index) => [row, index]));
		const ofRows = this.entries.flatMap((entry) => (entry.row === null ? [] : [{ entry, at: place.get(entry.row) ?? 0 }]));
		const alone = this.entries.flatMap((entry) => (entry.row !== null || entry.transaction === null ? [] : [{ entry, transaction: entry.transaction }]));
		ofRows.sort((one, other) => one.at - other.at);
		alone.sort((one, other) => byTime(one.transaction, other.transaction));
		return [...ofRows, ...alone].map(({ entry }) => entry);
	}
}

function byTime(one: BookedTransaction, other: BookedTransaction): number {
	const [first, second] = [one.createdMs ?? 0, other.createdMs ?? 0];
	if (first !== second) return first - second;
	return one.key === other.key ? 0 : one.key < other.key ? -1 : 1;
}

/** A single row has its first transaction, and what else carries its reference is a duplicate. */
function bindByIdentity(open: Open, group: Group, edges: Edges): void {
	const [row, ...others] = group.rows;
	if (row !== undefined && others.length === 0) return bindOne(open, row, group.transactions);
	// Instalments share a reference: then the amounts say which is which, if they do.
	const fitting = restricted(group.rows, edges, fitsAmount);
	for (const part of groupsOf(group.rows, fitting)) {
		const [only, ...more] = part.rows;
		if (only !== undefined && more.length === 0) bindOne(open, only, part.transactions);
	}
	const left = open.leftOf(group);
	const isLeft = new Set(left.transactions);
	const leftEdges = restricted(left.rows, edges, (_, one) => isLeft.has(one));
	for (const part of groupsOf(left.rows, leftEdges)) addAmbiguous(open, part, leftEdges);
	const ofRows = rowsOf(group.rows, edges);
	for (const transaction of open.leftOf(left).transactions) {
		open.add({ ...ALONE, reconciliation: 'duplicate', transaction, ofRows: ofRows(transaction) });
	}
}

/** The edges of these rows that fulfil a condition. */
function restricted(rows: readonly ExpectedRow[], edges: Edges, fits: (row: ExpectedRow, transaction: BookedTransaction) => boolean): Edges {
	return new Map(rows.map((row) => [row, (edges.get(row) ?? []).filter((one) => fits(row, one))]));
}

function bindOne(open: Open, row: ExpectedRow, transactions: readonly BookedTransaction[]): void {
	const rank = (one: BookedTransaction) => (one.status === SUCCESS ? 0 : 2) + (fitsAmount(row, one) ? 0 : 1);
	const [first, ...further] = [...transactions].sort((one, other) => rank(one) - rank(other) || byTime(one, other));
	if (first === undefined) return;
	open.add({ ...ALONE, reconciliation: resultOf(row, first), row, transaction: first, matchedBy: 'reference' });
	for (const transaction of further) open.add({ ...ALONE, reconciliation: 'duplicate', transaction, ofRows: [row] });
}

function resultOf(row: ExpectedRow, transaction: BookedTransaction): Reconciliation {
	if (transaction.status === FAILED) return 'failed';
	if (transaction.status !== SUCCESS) return 'pending';
	return fitsAmount(row, transaction) ? 'matched' : 'amountDiffers';
}

function bindByPayee(open: Open, { rows, transactions }: Group, edges: Edges): void {
	const [row, ...otherRows] = rows;
	const [transaction, ...otherTransactions] = transactions;
	if (row === undefined || transaction === undefined) return;
	if (otherRows.length + otherTransactions.length > 0) return addAmbiguous(open, { rows, transactions }, edges);
	open.add({ ...ALONE, reconciliation: resultOf(row, transaction), row, transaction, matchedBy: 'payee' });
}

/** A row that nothing but failed attempts are known of has the last one; of several rows nobody can say whose it was. */
function bindFailed(open: Open, edges: Edges, matchedBy: 'reference' | 'payee'): void {
	for (const { rows, transactions } of groupsOf(open.rows, edges)) {
		const [row, ...others] = rows;
		const failed = transactions.filter(({ status }) => status === FAILED);
		const last = failed.at(-1);
		if (row !== undefined && others.length === 0 && last !== undefined) {
			open.add({ ...ALONE, reconciliation: 'failed', row, transaction: last, matchedBy });
		}
	}
}

function addAmbiguous(open: Open, { rows, transactions }: Group, edges: Edges): void {
	for (const row of rows) open.add({ ...ALONE, reconciliation: 'ambiguous', row, candidates: edges.get(row) ?? [] });
	const ofRows = rowsOf(rows, edges);
	for (const transaction of transactions) open.add({ ...ALONE, reconciliation: 'ambiguous', transaction, ofRows: ofRows(transaction) });
}

/** The connected groups of rows and transactions; what has no edge is in none. Rows that share a list are looked at once. */
function groupsOf(rows: readonly ExpectedRow[], edges: Edges): Group[] {
	const lists = listsIn(rows, edges);
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
function listsIn(rows: readonly ExpectedRow[], edges: Edges): Map<Candidates, ExpectedRow[]> {
	const lists = new Map<Candidates, ExpectedRow[]>();
	for (const row of rows) {
		const list = edges.get(row) ?? [];
		if (list.length > 0) addTo(lists, list, row);
	}
	return lists;
}

/** The rows that each transaction is a candidate of. */
function rowsOf(rows: readonly ExpectedRow[], edges: Edges): (transaction: BookedTransaction) => readonly ExpectedRow[] {
	const found = new Map<BookedTransaction, ReadonlyArray<readonly ExpectedRow[]>>();
	for (const [list, own] of listsIn(rows, edges)) {
		for (const transaction of list) found.set(transaction, [...(found.get(transaction) ?? []), own]);
	}
	// Thousands of transactions may share one list of thousands of rows.
	return (transaction) => {
		const [first = [], ...others] = found.get(transaction) ?? [];
		return others.length === 0 ? first : [first, ...others].flat();
	};
}
