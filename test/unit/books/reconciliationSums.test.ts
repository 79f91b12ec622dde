/** The sums of a reconciliation, exact to the minor unit: by currency, and by the result for each transaction. */
import type { BookedTransaction } from '../../../nodes/core/books/bookedTransaction';
import type { ExpectedPayment } from '../../../nodes/core/books/candidates';
import { sumsOf } from '../../../nodes/core/books/reconciliation';

const row = (minor: bigint, currency = 'NGN'): ExpectedPayment => ({
	index: 0,
	reference: null,
	payee: null,
	minor,
	currency,
	dateMs: null,
	tolerance: 0n,
	windowDays: 3,
});
const paid = (minor: bigint | null, more: Partial<BookedTransaction> = {}): BookedTransaction => ({
	key: 'k',
	id: 'id',
	references: [],
	type: 'WITHDRAWAL',
	hasReference: false,
	orderId: null,
	quoteId: null,
	payees: [],
	minor,
	fees: null,
	currency: 'NGN',
	status: 'SUCCESS',
	createdMs: null,
	...more,
});
test('every total of one currency', () => {
	const [first, second, third, late] = [row(100n), row(250n), row(40n), row(5n)];
	const matched = paid(100n, { fees: 3n });
	const differs = paid(240n, { fees: 2n });
	const pending = paid(40n, { status: 'PENDING', fees: 50n });
	const failed = paid(7n, { status: 'FAILED', fees: 60n });
	const reversed = paid(11n, { status: 'REVERSED' });
	const unexpected = paid(900n, { fees: 0n });
	const unread = paid(null);
	const [books, ...others] = sumsOf(
		[first, second, third, late],
		[matched, differs, pending, failed, reversed, unexpected, unread],
	);
	expect(others).toEqual([]);
	expect(books).toEqual({
		currency: 'NGN',
		expected: { count: 4, minor: 395n },
		transactions: { count: 7, minor: 1298n },
		settled: { count: 4, minor: 1240n },
		pending: { count: 2, minor: 51n },
		failed: { count: 1, minor: 7n },
		fees: 5n,
		difference: 845n,
		withoutAmount: 1,
		withoutFees: 1,
	});
});

test('currencies apart, in the order of their codes', () => {
	const [naira, dollars] = [row(100n), row(30n, 'USDT')];
	const shillings = paid(8n, { currency: 'KES' });
	const sums = sumsOf([dollars, naira], [shillings]);
	expect(
		sums.map(({ currency, expected, transactions, difference }) => [
			currency,
			expected.minor,
			transactions.minor,
			difference,
		]),
	).toEqual([
		['KES', 0n, 8n, 8n],
		['NGN', 100n, 0n, -100n],
		['USDT', 30n, 0n, -30n],
	]);
});
