/** The sums of a reconciliation, to the minor unit: by currency, by what became of transactions, and by kind of entry. */
import type {
	BookedTransaction,
	Entry,
	ExpectedRow,
	Reconciliation,
} from '../../../../nodes/core/domain/books/reconciliation';
import { sumsOf } from '../../../../nodes/core/domain/books/reconciliationSums';

const row = (minor: bigint, currency = 'NGN'): ExpectedRow => ({
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
	identities: [],
	hasReference: false,
	payees: [],
	minor,
	fees: null,
	currency: 'NGN',
	status: 'SUCCESS',
	createdMs: null,
	...more,
});
const entry = (
	reconciliation: Reconciliation,
	own: ExpectedRow | null,
	transaction: BookedTransaction | null,
): Entry => ({
	reconciliation,
	row: own,
	transaction,
	matchedBy: null,
	candidates: [],
	ofRows: [],
});

test('every total, part and remainder of one currency', () => {
	const [first, second, third, late] = [row(100n), row(250n), row(40n), row(5n)];
	const matched = paid(100n, { fees: 3n });
	const differs = paid(240n, { fees: 2n });
	const pending = paid(40n, { status: 'PENDING', fees: 50n });
	const failed = paid(7n, { status: 'FAILED', fees: 60n });
	const reversed = paid(11n, { status: 'REVERSED' });
	const unexpected = paid(900n);
	const unread = paid(null);
	const [books, ...others] = sumsOf(
		[first, second, third, late],
		[matched, differs, pending, failed, reversed, unexpected, unread],
		[
			entry('matched', first, matched),
			entry('amountDiffers', second, differs),
			entry('pending', third, pending),
			entry('missing', late, null),
			entry('failed', null, failed),
			entry('unexpected', null, reversed),
			entry('unexpected', null, unexpected),
			entry('unexpected', null, unread),
		],
	);
	expect(others).toEqual([]);
	const nothing = { count: 0, minor: 0n };
	expect(books).toEqual({
		currency: 'NGN',
		expected: { count: 4, minor: 395n },
		transactions: { count: 7, minor: 1298n },
		settled: { count: 4, minor: 1240n },
		pending: { count: 2, minor: 51n },
		failed: { count: 1, minor: 7n },
		fees: 5n,
		difference: 845n,
		parts: [
			{ reconciliation: 'matched', expected: { count: 1, minor: 100n }, transactions: { count: 1, minor: 100n } },
			{ reconciliation: 'amountDiffers', expected: { count: 1, minor: 250n }, transactions: { count: 1, minor: 240n } },
			{ reconciliation: 'pending', expected: { count: 1, minor: 40n }, transactions: { count: 1, minor: 40n } },
			{ reconciliation: 'failed', expected: nothing, transactions: { count: 1, minor: 7n } },
			{ reconciliation: 'missing', expected: { count: 1, minor: 5n }, transactions: nothing },
			{ reconciliation: 'unexpected', expected: nothing, transactions: { count: 3, minor: 911n } },
		],
		unexplained: { expected: 0n, transactions: 0n },
		withoutAmount: 1,
		withoutFees: 2,
	});
});

test('currencies apart, in the order of their codes', () => {
	const [naira, dollars] = [row(100n), row(30n, 'USDT')];
	const shillings = paid(8n, { currency: 'KES' });
	const sums = sumsOf(
		[dollars, naira],
		[shillings],
		[entry('missing', dollars, null), entry('missing', naira, null), entry('unexpected', null, shillings)],
	);
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
	expect(sums.map(({ parts }) => parts.map(({ reconciliation }) => reconciliation))).toEqual([
		['unexpected'],
		['missing'],
		['missing'],
	]);
});

test('what no entry accounts for is named, not lost', () => {
	const own = row(100n);
	const transaction = paid(60n);
	expect(sumsOf([own], [transaction], [])[0]?.unexplained).toEqual({ expected: 100n, transactions: 60n });
	expect(sumsOf([own], [transaction], [entry('matched', own, null)])[0]?.unexplained).toEqual({
		expected: 0n,
		transactions: 60n,
	});
	expect(sumsOf([own], [transaction], [entry('unexpected', null, transaction)])[0]?.unexplained).toEqual({
		expected: 100n,
		transactions: 0n,
	});
});

test('empty books have no sums', () => {
	expect(sumsOf([], [], [])).toEqual([]);
});
