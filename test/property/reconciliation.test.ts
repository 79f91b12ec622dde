/** Reconciliation on made-up books: nothing is lost or counted twice, sums are exact, and the order of the input has no effect. */
import * as fc from 'fast-check';
import { type Entry, reconcile, sumsOf } from '../../nodes/core/books/reconciliation';
import type { BookedTransaction } from '../../nodes/core/books/bookedTransaction';
import type { ExpectedPayment } from '../../nodes/core/books/candidates';

const DAY_MS = 86_400_000;
/** Few values, so that rows and transactions match in many ways. */
const reference = fc.option(fc.constantFrom('INV-1', 'INV-2', 'INV\u20112', ' inv-3', 'tx-1', '--'), { nil: null });
const payee = fc.constantFrom('0123456789', '0123 456 789', 'ADA OBI', 'Obi, Ada', 'Tea & Sons Ltd');
const minor = fc.constantFrom(0n, 99n, 100n, 101n, 200n, 10n ** 25n);
const currency = fc.constantFrom('NGN', 'KES');
const day = fc.option(
	fc.integer({ min: 0, max: 6 }).map((days) => days * DAY_MS + 3_600_000),
	{ nil: null },
);

const row = fc.record({
	reference,
	payee: fc.option(payee, { nil: null }),
	minor,
	currency,
	dateMs: day,
	tolerance: fc.constantFrom(0n, 1n),
	windowDays: fc.integer({ min: 0, max: 2 }),
});
const transaction = fc.record({
	type: fc.constantFrom('WITHDRAWAL', 'DEPOSIT', ''),
	orderId: fc.constantFrom(null, '43477-4306'),
	quoteId: fc.constant(null),
	references: fc.uniqueArray(fc.constantFrom('INV-1', 'INV-2', 'inv-3', 'tx-1', 'x'), { maxLength: 2 }),
	hasReference: fc.boolean(),
	payees: fc.array(payee, { maxLength: 2 }),
	minor: fc.option(minor, { nil: null, freq: 8 }),
	fees: fc.option(fc.constantFrom(0n, 25n), { nil: null }),
	currency,
	status: fc.constantFrom('SUCCESS', 'SUCCESS', 'PENDING', 'FAILED', 'REVERSED', ''),
	createdMs: day,
});

interface Books {
	rows: ExpectedPayment[];
	transactions: BookedTransaction[];
}

const books: fc.Arbitrary<Books> = fc.record({
	rows: fc.array(row, { maxLength: 7 }).map((rows) => rows.map((one, index) => ({ ...one, index }))),
	transactions: fc
		.array(transaction, { maxLength: 9 })
		.map((all) => all.map((one, index) => ({ ...one, key: `key ${index}`, id: `id ${index}` }))),
});

/** Books, and the same books with rows and transactions in another order. */
const shuffled = books.chain((one) =>
	fc.record({
		one: fc.constant(one),
		rows: fc.shuffledSubarray(one.rows, { minLength: one.rows.length }),
		transactions: fc.shuffledSubarray(one.transactions, { minLength: one.transactions.length }),
	}),
);

const keysOf = (transactions: readonly BookedTransaction[]) => transactions.map(({ key }) => key).sort();
const indexesOf = (rows: readonly ExpectedPayment[]) => rows.map(({ index }) => index).sort();
const facts = ({ reconciliation, row: own, transaction: found, matchedBy, candidates, ofRows }: Entry) =>
	JSON.stringify([
		reconciliation,
		own?.index,
		found?.key,
		matchedBy,
		candidates.map(({ key }) => key),
		indexesOf(ofRows),
	]);

test('every row and every transaction is in exactly one entry, rows first and in their order', () => {
	fc.assert(
		fc.property(books, ({ rows, transactions }) => {
			const entries = reconcile(rows, transactions);
			expect(entries.slice(0, rows.length).map((entry) => entry.row?.index)).toEqual(rows.map(({ index }) => index));
			expect(entries.slice(rows.length).map((entry) => entry.row)).toEqual(entries.slice(rows.length).map(() => null));
			expect(keysOf(entries.flatMap((entry) => entry.transaction ?? []))).toEqual(keysOf(transactions));
		}),
	);
});

test('no order matters, of rows or of transactions', () => {
	fc.assert(
		fc.property(shuffled, ({ one, rows, transactions }) => {
			const entries = reconcile(one.rows, one.transactions);
			expect(reconcile(rows, transactions).map(facts).sort()).toEqual(entries.map(facts).sort());
			expect(sumsOf(rows, transactions)).toEqual(sumsOf(one.rows, one.transactions));
		}),
	);
});

test('the entries come to what was expected and to what was read, and so do the sums by currency', () => {
	fc.assert(
		fc.property(books, ({ rows, transactions }) => {
			const total = (amounts: ReadonlyArray<bigint | null>) =>
				amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);
			const entries = reconcile(rows, transactions);
			expect(total(entries.map((entry) => entry.row?.minor ?? null))).toBe(total(rows.map((one) => one.minor)));
			expect(total(entries.map((entry) => entry.transaction?.minor ?? null))).toBe(
				total(transactions.map((one) => one.minor)),
			);
			const sums = sumsOf(rows, transactions);
			expect(total(sums.map(({ expected }) => expected.minor))).toBe(total(rows.map((one) => one.minor)));
			expect(total(sums.map((one) => one.transactions.minor))).toBe(total(transactions.map((one) => one.minor)));
			for (const { expected, transactions: all, settled, pending, failed, difference } of sums) {
				expect(settled.minor + pending.minor + failed.minor).toBe(all.minor);
				expect(settled.count + pending.count + failed.count).toBe(all.count);
				expect(difference).toBe(settled.minor - expected.minor);
			}
		}),
	);
});
