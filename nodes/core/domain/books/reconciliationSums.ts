import type { BookedTransaction } from './bookedTransaction';
import type { ExpectedRow } from './candidates';

/** How many, and how much in minor units. */
export interface CountAndAmount {
	readonly count: number;
	readonly minor: bigint;
}

/** What was expected and what Mavapay did in one currency. */
export interface CurrencySums {
	readonly currency: string;
	/** What the rows say. */
	readonly expected: CountAndAmount;
	/** What Mavapay's list of the period says, whatever became of it. */
	readonly transactions: CountAndAmount;
	/** The same by what became of it: SUCCESS, FAILED, and everything else. */
	readonly settled: CountAndAmount;
	readonly pending: CountAndAmount;
	readonly failed: CountAndAmount;
	/** Of settled transactions. */
	readonly fees: bigint;
	/** What was settled less what was expected. */
	readonly difference: bigint;
	/** Transactions whose amount can't be read exactly; they count, but are in no amount. */
	readonly withoutAmount: number;
	/** Settled transactions whose fees can't be read exactly; they are not in `fees`. */
	readonly withoutFees: number;
}

/** The sums of a reconciliation, by currency. */
export function sumsOf(rows: readonly ExpectedRow[], transactions: readonly BookedTransaction[]): CurrencySums[] {
	const currencies = new Set([...rows, ...transactions].map(({ currency }) => currency));
	return [...currencies].sort().map((currency) => {
		const isOwn = (one: { readonly currency: string }) => one.currency === currency;
		return sumsIn(currency, rows.filter(isOwn), transactions.filter(isOwn));
	});
}

function sumsIn(
	currency: string,
	rows: readonly ExpectedRow[],
	transactions: readonly BookedTransaction[],
): CurrencySums {
	const settled = transactions.filter(({ status }) => status === 'SUCCESS');
	const failed = transactions.filter(({ status }) => status === 'FAILED');
	const others = transactions.filter(({ status }) => status !== 'SUCCESS' && status !== 'FAILED');
	return {
		currency,
		expected: add(rows),
		transactions: add(transactions),
		settled: add(settled),
		pending: add(others),
		failed: add(failed),
		fees: settled.reduce((total, { fees }) => total + (fees ?? 0n), 0n),
		difference: add(settled).minor - add(rows).minor,
		withoutAmount: transactions.filter(({ minor }) => minor === null).length,
		withoutFees: settled.filter(({ fees }) => fees === null).length,
	};
}

function add(amounts: ReadonlyArray<{ readonly minor: bigint | null }>): CountAndAmount {
	return { count: amounts.length, minor: amounts.reduce((total, { minor }) => total + (minor ?? 0n), 0n) };
}
