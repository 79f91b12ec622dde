import { addTo } from '../domain/json';
import { byTime, type BookedTransaction } from './bookedTransaction';
import {
	byPayeeAndAmount,
	byReference,
	byReferenceAndAmount,
	fitsAmount,
	mayAppear,
	type Candidates,
	type ExpectedPayment,
	type FindCandidates,
} from './candidates';

/**
 * The result for a row, or for a transaction without a row; docs/reference/reconcile.md#results.
 *
 * - for a row: `matched`, `amountDiffers`, `pending` (not settled, or not shown yet), `failed` (not paid), `missing`
 * - for a transaction: `duplicate` (its row already has another transaction), `unexpected`, `failed`
 * - for both: `ambiguous`
 */
export type Reconciliation = keyof typeof RECONCILIATIONS;

/** Each result in words, in the order of the summary, which counts the results. */
export const RECONCILIATIONS = {
	matched: 'matched',
	amountDiffers: 'with another amount',
	duplicate: 'duplicate: perhaps paid twice',
	ambiguous: 'ambiguous: several may belong together',
	missing: 'missing',
	failed: 'failed',
	pending: 'not settled, or not shown yet',
	unexpected: 'unexpected: fits no item',
};

/** A row with its transaction, a row without one, or a transaction without a row. */
export interface Entry {
	readonly reconciliation: Reconciliation;
	readonly row: ExpectedPayment | null;
	readonly transaction: BookedTransaction | null;
	readonly matchedBy: 'reference' | 'payee' | null;
	/** For an ambiguous row: its possible transactions. */
	readonly candidates: readonly BookedTransaction[];
	/** For a duplicate: the rows that already have a transaction. For an ambiguous transaction: its possible rows. */
	readonly ofRows: readonly ExpectedPayment[];
}

const BLANK = { row: null, transaction: null, matchedBy: null, candidates: [], ofRows: [] } as const;

const isLive = ({ status }: BookedTransaction) => status !== 'FAILED';

/**
 * Matches rows with transactions of one type: first by reference, then by payee, amount and date. Every row and every
 * transaction is in exactly one entry. Nothing is guessed: anything that can't be matched one to one is `ambiguous`,
 * except in a group of equal rows and equal transactions, where the assignment makes no difference. FAILED transactions
 * come last: they paid nothing, so they neither settle a row nor make it ambiguous. The order of rows and transactions
 * doesn't affect the entries.
 *
 * @param shownUntilMs transactions made later may not be shown yet: a row that could have one is `pending`, not
 * `missing`. Null if the whole period is shown
 * @returns the rows' entries, in the order of the rows, then one entry for each transaction without a row, oldest first
 */
export function reconcile(
	rows: readonly ExpectedPayment[],
	transactions: readonly BookedTransaction[],
	shownUntilMs: number | null = null,
): Entry[] {
	const left = new Remaining(rows, [...transactions].sort(byTime));
	matchByReference(left);
	takeExclusive(left, new Links(left.rows, byPayeeAndAmount(left.live)), 'payee');
	addAmbiguous(left, byPayeeAndAmount(left.live));
	// All transactions that could belong to a row have an entry by now, except failed ones.
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

/** The rows and transactions that have no entry yet, and the entries made so far. */
class Remaining {
	private readonly done = new Map<ExpectedPayment | BookedTransaction | null, Entry>();

	constructor(
		private readonly allRows: readonly ExpectedPayment[],
		private readonly allTransactions: readonly BookedTransaction[],
	) {}

	get rows(): readonly ExpectedPayment[] {
		return this.allRows.filter((one) => !this.done.has(one));
	}

	/** Oldest first. */
	get transactions(): readonly BookedTransaction[] {
		return this.allTransactions.filter((one) => !this.done.has(one));
	}

	/** The remaining transactions that did not fail. */
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

/** Rows with their candidate transactions. Rows with the same candidates are one group. */
class Links {
	readonly groups = new Map<Candidates, ExpectedPayment[]>();
	/** The groups of rows that each transaction may belong to. */
	private readonly sharers = new Map<BookedTransaction, Array<readonly ExpectedPayment[]>>();

	constructor(rows: readonly ExpectedPayment[], find: FindCandidates) {
		for (const row of rows) addTo(this.groups, find(row), row);
		for (const [list, own] of this.groups) for (const transaction of list) addTo(this.sharers, transaction, own);
	}

	rowsOf(transaction: BookedTransaction): readonly ExpectedPayment[] {
		const [first = [], ...others] = this.sharers.get(transaction) ?? [];
		return others.length === 0 ? first : [first, ...others].flat();
	}

	/** The groups that share no candidate with another group. */
	get exclusive() {
		return [...this.groups].filter(([list]) => list.every((one) => this.sharers.get(one)?.length === 1));
	}
}

/** Matches each row that is the only one with its reference; further transactions with that reference are duplicates. */
function matchByReference(left: Remaining): void {
	const named = new Links(left.rows, byReference(left.live));
	takeExclusive(left, named, 'reference');
	// Instalments share a reference, so they are matched by amount where possible.
	takeExclusive(left, new Links(left.rows, byReferenceAndAmount(left.live)), 'reference');
	addAmbiguous(left, byReference(left.live));
	for (const transaction of left.live) {
		const ofRows = named.rowsOf(transaction);
		if (ofRows.length > 0) left.add({ ...BLANK, reconciliation: 'duplicate', transaction, ofRows });
	}
}

/**
 * Matches rows whose transactions can't belong to other rows: a single row that is matched by reference, or a group of
 * equal rows with equal transactions. Further transactions of these rows are duplicates.
 */
function takeExclusive(left: Remaining, links: Links, matchedBy: 'reference' | 'payee'): void {
	for (const [candidates, group] of links.exclusive) {
		const isNamed = matchedBy === 'reference' && group.length === 1;
		if (!isNamed && !(areAlike(group.map(factsOfRow)) && areAlike(candidates.map(factsOfTransaction)))) continue;
		const rows = [...group].sort((a, b) => a.index - b.index);
		const [first] = rows;
		if (first === undefined) continue;
		const rank = (one: BookedTransaction) => (one.status === 'SUCCESS' ? 0 : 2) + (fitsAmount(first, one) ? 0 : 1);
		for (const [place, transaction] of [...candidates].sort((a, b) => rank(a) - rank(b) || byTime(a, b)).entries()) {
			const row = rows[place];
			if (row === undefined) left.add({ ...BLANK, reconciliation: 'duplicate', transaction, ofRows: rows });
			else left.add({ ...BLANK, reconciliation: resultOf(row, transaction), row, transaction, matchedBy });
		}
	}
}

const areAlike = (facts: readonly string[]) => new Set(facts).size === 1;

const factsOfRow = ({ minor, tolerance, ...row }: ExpectedPayment) =>
	JSON.stringify({ ...row, index: null, minor: String(minor), tolerance: String(tolerance) });

const factsOfTransaction = ({ payees, minor }: BookedTransaction) => JSON.stringify([payees, String(minor)]);

function resultOf(row: ExpectedPayment, transaction: BookedTransaction): Reconciliation {
	if (transaction.status !== 'SUCCESS') return 'pending';
	return fitsAmount(row, transaction) ? 'matched' : 'amountDiffers';
}

function addAmbiguous(left: Remaining, find: FindCandidates): void {
	const links = new Links(left.rows, find);
	for (const [candidates, rows] of links.groups)
		if (candidates.length > 0)
			for (const row of rows) left.add({ ...BLANK, reconciliation: 'ambiguous', row, candidates });
	for (const transaction of left.transactions) {
		const ofRows = links.rowsOf(transaction);
		if (ofRows.length > 0) left.add({ ...BLANK, reconciliation: 'ambiguous', transaction, ofRows });
	}
}

/** If all transactions of a row failed and fit no other row, matches the row with the last of these transactions. */
function addFailed(left: Remaining, find: FindCandidates, matchedBy: 'reference' | 'payee'): void {
	const links = new Links(left.rows, find);
	for (const [candidates, [row = null, ...others]] of links.exclusive) {
		const transaction = candidates.at(-1) ?? null;
		if (transaction !== null && others.length === 0)
			left.add({ ...BLANK, reconciliation: 'failed', row, transaction, matchedBy });
	}
}

/** The sums of one currency: expected by the rows, and listed by Mavapay. */
export type CurrencySums = Readonly<ReturnType<typeof sumsIn>>;

export function sumsOf(rows: readonly ExpectedPayment[], transactions: readonly BookedTransaction[]): CurrencySums[] {
	const currencies = new Set([...rows, ...transactions].map(({ currency }) => currency));
	return [...currencies].sort().map((currency) => {
		const isOwn = (one: { readonly currency: string }) => one.currency === currency;
		return sumsIn(currency, rows.filter(isOwn), transactions.filter(isOwn));
	});
}

function sumsIn(currency: string, rows: readonly ExpectedPayment[], transactions: readonly BookedTransaction[]) {
	const settled = transactions.filter(({ status }) => status === 'SUCCESS');
	const failed = transactions.filter(({ status }) => status === 'FAILED');
	const others = transactions.filter(({ status }) => status !== 'SUCCESS' && status !== 'FAILED');
	return {
		currency,
		expected: add(rows),
		/** The sum of all transactions in Mavapay's list of the period, settled or not. */
		transactions: add(transactions),
		/** The sum for each status: `settled` is SUCCESS, `failed` is FAILED, `pending` is everything else. */
		settled: add(settled),
		pending: add(others),
		failed: add(failed),
		fees: settled.reduce((total, { fees }) => total + (fees ?? 0n), 0n),
		/** Settled minus expected, in minor units. */
		difference: add(settled).minor - add(rows).minor,
		/** Counts transactions whose amount can't be read exactly; they are in no sum. */
		withoutAmount: transactions.filter(({ minor }) => minor === null).length,
		/** Counts settled transactions whose fees can't be read exactly; they are not in `fees`. */
		withoutFees: settled.filter(({ fees }) => fees === null).length,
	};
}

function add(amounts: ReadonlyArray<{ readonly minor: bigint | null }>) {
	return { count: amounts.length, minor: amounts.reduce((total, { minor }) => total + (minor ?? 0n), 0n) };
}
