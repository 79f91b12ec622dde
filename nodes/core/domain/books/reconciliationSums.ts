import type { BookedTransaction } from './bookedTransaction';
import type { ExpectedPayment } from './candidates';

/** A count, and a sum in minor units. */
export type CountAndAmount = Readonly<ReturnType<typeof add>>;

/** The sums of one currency: what was expected, and what Mavapay did. */
export type CurrencySums = Readonly<ReturnType<typeof sumsIn>>;

/** The sums of a reconciliation, by currency. */
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
		/** The sum of the rows. */
		expected: add(rows),
		/** The sum of all transactions in Mavapay's list of the period, whatever became of them. */
		transactions: add(transactions),
		/** Their sums by status: SUCCESS here, then everything else, then FAILED. */
		settled: add(settled),
		pending: add(others),
		failed: add(failed),
		/** The fees of settled transactions, in minor units. */
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
