/** Deposits that may be the return of a payout: docs/reference/reconcile.md#payouts-that-come-back. */
import type { BookedTransaction } from '../../../nodes/core/books/bookedTransaction';
import { cameBackFrom } from '../../../nodes/core/books/cameBack';
import { reconcile, withReturns } from '../../../nodes/core/books/reconciliation';

const DAY_MS = 86_400_000;

const payout = (key: string, more: Partial<BookedTransaction> = {}): BookedTransaction => ({
	key,
	id: key,
	type: 'WITHDRAWAL',
	references: [key],
	hasReference: false,
	orderId: null,
	quoteId: null,
	payees: ['ADAEZE CHIOMA OKAFOR', '0123456789'],
	minor: 100n,
	fees: 5n,
	currency: 'NGN',
	status: 'SUCCESS',
	createdMs: 10 * DAY_MS,
	...more,
});
const deposit = (key: string, more: Partial<BookedTransaction> = {}) =>
	payout(key, { type: 'DEPOSIT', fees: 0n, createdMs: 12 * DAY_MS, ...more });
const found = (payouts: BookedTransaction[], back: BookedTransaction) =>
	cameBackFrom(payouts)(back).map(({ key }) => key);

test.each<[string, Partial<BookedTransaction>]>([
	['named as the payee is', {}],
	['by the same name in another order, without the account', { payees: ['Okafor Adaeze Chioma'] }],
	['by the account alone', { payees: ['0123 456 789'] }],
	['not settled yet', { status: 'PENDING' }],
	['in the same moment', { createdMs: 10 * DAY_MS }],
	['a week later', { createdMs: 17 * DAY_MS }],
])('a deposit %s may be the return', (_how, more) => {
	expect(found([payout('a')], deposit('b', more))).toEqual(['a']);
});

test.each<[string, Partial<BookedTransaction>]>([
	['of another amount', { minor: 99n }],
	['in another currency', { currency: 'KES' }],
	['without an amount', { minor: null }],
	['from somebody else', { payees: ['IBRAHIM MUSA BELLO'] }],
	['from nobody who is named', { payees: [] }],
	['for an order', { orderId: '43477-4306' }],
	['that failed', { status: 'FAILED' }],
	['before it', { createdMs: 10 * DAY_MS - 1 }],
	['more than a week later', { createdMs: 17 * DAY_MS + 1 }],
	['at no known time', { createdMs: null }],
	['that is a payout', { type: 'WITHDRAWAL' }],
])('a deposit %s is none', (_how, more) => {
	expect(found([payout('a')], deposit('b', more))).toEqual([]);
});

test('a payout that failed, or whose time is not known, did not come back', () => {
	expect(found([payout('a', { status: 'FAILED' }), payout('b', { createdMs: null })], deposit('c'))).toEqual([]);
});

const row = {
	index: 0,
	reference: 'a',
	payee: null,
	minor: 100n,
	currency: 'NGN',
	dateMs: null,
	tolerance: 0n,
	windowDays: 3,
};
const said = (entries: ReturnType<typeof reconcile>) =>
	entries.map(({ reconciliation, transaction, candidates, ofRows }) => [
		reconciliation,
		transaction?.key,
		candidates.map(({ key }) => key).join(),
		ofRows.length,
	]);

test('of payouts: their row stays matched, and the return follows, which names it', () => {
	const entries = withReturns(reconcile([row], [payout('a')]), [deposit('c', { minor: 1n }), deposit('b')]);
	expect(said(entries)).toEqual([
		['matched', 'a', '', 0],
		['cameBack', 'b', 'a', 1],
	]);
});

test('of deposits: what no row accounts for is named so, and what a row accounts for is its own', () => {
	const deposits = [deposit('a'), deposit('b')];
	expect(said(withReturns(reconcile([row], deposits), [payout('p'), payout('q')]))).toEqual([
		['matched', 'a', '', 0],
		['cameBack', 'b', 'p,q', 0],
	]);
});
