import type { BookedTransaction } from './bookedTransaction';
import type { ExpectedRow } from './candidates';

/** How many, and how much in minor units. */
export type CountAndAmount = Readonly<ReturnType<typeof add>>;

/** What was expected and what Mavapay did in one currency. */
export type CurrencySums = Readonly<ReturnType<typeof sumsIn>>;

/** The sums of a reconciliation, by currency. */
export function sumsOf(rows: readonly ExpectedRow[], transactions: readonly BookedTransaction[]): CurrencySums[] {
	const currencies = new Set([...rows, ...transactions].map(({ currency }) => currency));
	return [...currencies].sort().map((currency) => {
		const isOwn = (one: { readonly currency: string }) => one.currency === currency;
		return sumsIn(currency, rows.filter(isOwn), transactions.filter(isOwn));
	});
}

function sumsIn(currency: string, rows: readonly ExpectedRow[], transactions: readonly BookedTransaction[]) {
	const settled = transactions.filter(({ status }) => status === 'SUCCESS');
	const failed = transactions.filter(({ status }) => status === 'FAILED');
	const others = transactions.filter(({ status }) => status !== 'SUCCESS' && status !== 'FAILED');
	return {
		currency,
		/** What the rows say. */
		expected: add(rows),
		/** What Mavapay's list of the period says, whatever became of it. */
		transactions: add(transactions),
		/** The same by what became of it: SUCCESS, FAILED, and everything else. */
		settled: add(settled),
		pending: add(others),
		failed: add(failed),
		/** Of settled transactions. */
		fees: settled.reduce((total, { fees }) => total + (fees ?? 0n), 0n),
		/** What was settled less what was expected. */
		difference: add(settled).minor - add(rows).minor,
		/** Transactions whose amount can't be read exactly; they count, but are in no amount. */
		withoutAmount: transactions.filter(({ minor }) => minor === null).length,
		/** Settled transactions whose fees can't be read exactly; they are not in `fees`. */
		withoutFees: settled.filter(({ fees }) => fees === null).length,
	};
}

function add(amounts: ReadonlyArray<{ readonly minor: bigint | null }>) {
	return { count: amounts.length, minor: amounts.reduce((total, { minor }) => total + (minor ?? 0n), 0n) };
}
