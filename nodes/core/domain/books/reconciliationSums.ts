import {
	RECONCILIATIONS,
	type BookedTransaction,
	type Entry,
	type ExpectedRow,
	type Reconciliation,
} from './reconciliation';

/** How many, and how much in minor units. */
export interface Sum {
	readonly count: number;
	readonly minor: bigint;
}

/** What the entries of one kind come to, in one currency. */
export interface Part {
	readonly reconciliation: Reconciliation;
	readonly expected: Sum;
	readonly transactions: Sum;
}

/** The books of one currency. */
export interface CurrencySums {
	readonly currency: string;
	/** What the rows say. */
	readonly expected: Sum;
	/** What Mavapay's list of the period says, whatever became of it. */
	readonly transactions: Sum;
	/** The same by what became of it: SUCCESS, FAILED, and everything else. */
	readonly settled: Sum;
	readonly pending: Sum;
	readonly failed: Sum;
	/** Of settled transactions. */
	readonly fees: bigint;
	/** What was settled less what was expected. */
	readonly difference: bigint;
	/** `expected` and `transactions` once more, taken apart. */
	readonly parts: readonly Part[];
	/** By how much the parts fail to come to `expected` and to `transactions`; both are 0. */
	readonly unexplained: { readonly expected: bigint; readonly transactions: bigint };
	/** Transactions whose amount can't be read exactly: they are counted, and come to nothing. */
	readonly withoutAmount: number;
	/** Settled transactions whose fees can't be read exactly: they come to nothing. */
	readonly withoutFees: number;
}

/** The sums of a reconciliation, by currency; in each the totals come from what was read, and the parts from the entries. */
export function sumsOf(
	rows: readonly ExpectedRow[],
	transactions: readonly BookedTransaction[],
	entries: readonly Entry[],
): CurrencySums[] {
	const currencies = new Set([...rows, ...transactions].map(({ currency }) => currency));
	return [...currencies].sort().map((currency) => {
		const isOwn = (one: { readonly currency: string }) => one.currency === currency;
		return sumsIn(currency, { rows: rows.filter(isOwn), transactions: transactions.filter(isOwn), entries });
	});
}

interface Books {
	readonly rows: readonly ExpectedRow[];
	readonly transactions: readonly BookedTransaction[];
	readonly entries: readonly Entry[];
}

function sumsIn(currency: string, { rows, transactions, entries }: Books): CurrencySums {
	const [expected, all] = [sum(rows), sum(transactions)];
	const settled = transactions.filter(({ status }) => status === 'SUCCESS');
	const failed = transactions.filter(({ status }) => status === 'FAILED');
	const others = transactions.filter(({ status }) => status !== 'SUCCESS' && status !== 'FAILED');
	const parts = RECONCILIATIONS.map((kind) => partOf(kind, currency, entries)).filter(
		(part) => part.expected.count + part.transactions.count > 0,
	);
	const inParts = (pick: (part: Part) => Sum) => parts.reduce((total, part) => total + pick(part).minor, 0n);
	return {
		currency,
		expected,
		transactions: all,
		settled: sum(settled),
		pending: sum(others),
		failed: sum(failed),
		fees: settled.reduce((total, { fees }) => total + (fees ?? 0n), 0n),
		difference: sum(settled).minor - expected.minor,
		parts,
		unexplained: {
			expected: expected.minor - inParts((part) => part.expected),
			transactions: all.minor - inParts((part) => part.transactions),
		},
		withoutAmount: transactions.filter(({ minor }) => minor === null).length,
		withoutFees: settled.filter(({ fees }) => fees === null).length,
	};
}

function partOf(reconciliation: Reconciliation, currency: string, entries: readonly Entry[]): Part {
	const own = entries.filter((entry) => entry.reconciliation === reconciliation);
	const rows = own.flatMap(({ row }) => (row?.currency === currency ? [row] : []));
	const transactions = own.flatMap(({ transaction }) => (transaction?.currency === currency ? [transaction] : []));
	return { reconciliation, expected: sum(rows), transactions: sum(transactions) };
}

function sum(amounts: ReadonlyArray<{ readonly minor: bigint | null }>): Sum {
	return { count: amounts.length, minor: amounts.reduce((total, { minor }) => total + (minor ?? 0n), 0n) };
}
