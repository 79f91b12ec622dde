/** Which transaction belongs to which row, one situation at a time; docs/reference/reconcile.md#how-rows-find-their-transactions. */
import type { BookedTransaction } from '../../../nodes/core/books/bookedTransaction';
import type { ExpectedPayment } from '../../../nodes/core/books/candidates';
import { reconcile } from '../../../nodes/core/books/reconciliation';

const DAY_MS = 86_400_000;
const NOON_MS = DAY_MS / 2;

let rows = 0;
const row = (over: Partial<ExpectedPayment> = {}): ExpectedPayment => ({
	index: rows++,
	reference: null,
	payee: null,
	minor: 100n,
	currency: 'NGN',
	dateMs: null,
	tolerance: 0n,
	windowDays: 3,
	...over,
});

const paid = (key: string, over: Partial<BookedTransaction> = {}): BookedTransaction => ({
	key,
	id: key,
	references: [key],
	type: 'WITHDRAWAL',
	hasReference: false,
	orderId: null,
	quoteId: null,
	payees: ['0123456789', 'ADAEZE CHIOMA OKAFOR'],
	minor: 100n,
	fees: 0n,
	currency: 'NGN',
	status: 'SUCCESS',
	createdMs: 10 * DAY_MS + NOON_MS,
	...over,
});

const named = (key: string, reference: string, over: Partial<BookedTransaction> = {}) =>
	paid(key, { references: [key, reference], hasReference: true, ...over });

/** "matched a" for a row with its transaction, "- unexpected b" for a transaction alone. */
const resultList = (own: ExpectedPayment[], transactions: BookedTransaction[]) =>
	reconcile(own, transactions).map((entry) => {
		const found = entry.transaction === null ? entry.candidates.map(({ key }) => key).join('|') : entry.transaction.key;
		return `${entry.row === null ? '- ' : ''}${entry.reconciliation}${found === '' ? '' : ` ${found}`}`;
	});

const results = (...given: Parameters<typeof resultList>) => resultList(...given).join(', ');

beforeEach(() => {
	rows = 0;
});

describe('by what names it', () => {
	it('a reference that shows nothing names nothing, not even a transaction whose hash is empty', () => {
		expect(results([row({ reference: '\u200b' })], [paid('a', { references: ['a', ''] })])).toBe(
			'missing, - unexpected a',
		);
	});

	it.each([
		['more', { minor: 101n }, 'amountDiffers a'],
		['less', { minor: 99n }, 'amountDiffers a'],
		['no amount that can be read', { minor: null }, 'amountDiffers a'],
		['another currency', { currency: 'KES' }, 'amountDiffers a'],
		['PENDING', { status: 'PENDING' }, 'pending a'],
		['a status that is new', { status: 'REVERSED' }, 'pending a'],
		['FAILED', { status: 'FAILED' }, 'failed a'],
		['FAILED with another amount', { status: 'FAILED', minor: 1n }, 'failed a'],
	])('whatever the transaction is: %s', (_what, over, result) => {
		expect(results([row({ reference: 'INV-1' })], [named('a', 'INV-1', over)])).toBe(result);
	});
});

describe('two transactions for one row', () => {
	it('are its own and a duplicate, the first being its own', () => {
		const later = named('a', 'INV-1', { createdMs: 11 * DAY_MS });
		expect(results([row({ reference: 'INV-1' })], [later, named('b', 'INV-1')])).toBe('matched b, - duplicate a');
	});

	it.each([
		['the one that has settled', { status: 'PENDING' }, 'matched b', '- duplicate a'],
		['the one with the right amount', { minor: 1n }, 'matched b', '- duplicate a'],
	])('are told apart: %s is its own', (_what, over, first, second) => {
		expect(
			results(
				[row({ reference: 'INV-1' })],
				[named('a', 'INV-1', over), named('b', 'INV-1', { createdMs: 12 * DAY_MS })],
			),
		).toBe(`${first}, ${second}`);
	});

	it('that both failed leave it unpaid, with the last', () => {
		const failed = (key: string, day: number) => named(key, 'INV-1', { status: 'FAILED', createdMs: day * DAY_MS });
		expect(results([row({ reference: 'INV-1' })], [failed('b', 2), failed('a', 1)])).toBe('failed b, - failed a');
	});

	it('name the row that they are duplicates of', () => {
		const [, duplicate] = reconcile([row({ reference: 'INV-1' })], [named('a', 'INV-1'), named('b', 'INV-1')]);
		expect(duplicate?.ofRows.map(({ index }) => index)).toEqual([0]);
	});
});

describe('two rows with one reference', () => {
	const instalments = () => [row({ reference: 'INV-1', minor: 100n }), row({ reference: 'INV-1', minor: 200n })];

	it('are told apart by their amounts', () => {
		expect(results(instalments(), [named('b', 'INV-1', { minor: 200n }), named('a', 'INV-1')])).toBe(
			'matched a, matched b',
		);
	});

	it('and a transaction more have a duplicate', () => {
		const third = named('c', 'INV-1', { minor: 7n });
		expect(results(instalments(), [named('a', 'INV-1'), named('b', 'INV-1', { minor: 200n }), third])).toBe(
			'matched a, matched b, - duplicate c',
		);
	});

	it('that failed are missing: nobody can say whose it was', () => {
		expect(results(instalments(), [named('a', 'INV-1', { status: 'FAILED', minor: 5n })])).toBe(
			'missing, missing, - failed a',
		);
	});
});

describe('by payee, amount and date', () => {
	const due = (days: number, over: Partial<ExpectedPayment> = {}) =>
		row({ payee: '0123456789', dateMs: days * DAY_MS, ...over });

	it.each(['0123456789', ' 012 345 6789', '0123-456-789', 'Adaeze Chioma Okafor', 'okafor adaeze'])(
		'%j is found',
		(payee) => {
			const found = payee === 'okafor adaeze' ? 'missing' : 'matched a';
			expect(resultList([row({ payee })], [paid('a')])[0]).toBe(found);
		},
	);

	it.each(['123456789', 'Adaeze', '', '--'])('%j is not', (payee) => {
		expect(results([row({ payee })], [paid('a', { payees: ['0123456789', 'ADAEZE CHIOMA OKAFOR', '-'] })])).toBe(
			'missing, - unexpected a',
		);
	});

	it.each([
		[7, 'matched a'],
		[13, 'matched a'],
		[6, 'missing'],
		[14, 'missing'],
	])('on day %i, the payment being of day 10 and the window of 3 days: %s', (days, result) => {
		expect(resultList([due(days)], [paid('a')])[0]).toBe(result);
	});

	it.each([
		['another currency', { currency: 'KES' }],
		['another amount', { minor: 101n }],
		['no amount', { minor: null }],
		['a reference of its own, which is another', { references: ['INV-2'], hasReference: true }],
	])('not with %s', (_what, over) => {
		expect(results([due(10, { reference: 'INV-1' })], [paid('a', over)])).toBe('missing, - unexpected a');
	});

	it('also with a reference of its own, where the row has none', () => {
		expect(results([due(10)], [named('a', 'INV-2')])).toBe('matched a');
		const [withReference, without] = [due(10, { reference: 'INV-1' }), due(10)];
		expect(results([withReference, without], [named('a', 'INV-2')])).toBe('missing, matched a');
		expect(results([without, withReference], [named('a', 'INV-2')])).toBe('matched a, missing');
	});

	it('within the tolerance, to the minor unit', () => {
		const of = (minor: bigint) => resultList([due(10, { tolerance: 5n })], [paid('a', { minor })])[0];
		expect([of(94n), of(95n), of(105n), of(106n)]).toEqual(['missing', 'matched a', 'matched a', 'missing']);
	});

	it('whatever another payment is that has no amount', () => {
		expect(
			resultList([due(10, { minor: 3n, tolerance: 5n })], [paid('b', { minor: null }), paid('a', { minor: 3n })])[0],
		).toBe('matched a');
	});

	it('in every way the payee is written', () => {
		const all = ['0123456789', '012-345-6789', '0123456789'].map((payee, index) =>
			paid(`t${index}`, { payees: [payee] }),
		);
		expect(resultList([due(10)], all)[0]).toBe('ambiguous t0|t1|t2');
	});

	it('two rows that differ, for one payment or for two, are ambiguous', () => {
		expect(results([due(10), due(11)], [paid('a')])).toBe('ambiguous a, ambiguous a, - ambiguous a');
		expect(results([due(10, { reference: 'B-1' }), due(10, { reference: 'B-2' })], [paid('a'), paid('b')])).toBe(
			'ambiguous a|b, ambiguous a|b, - ambiguous a, - ambiguous b',
		);
	});

	it.each([
		['as many equal payments', 'abc', 'matched a, matched b, matched c'],
		['one payment more', 'abcd', 'matched a, matched b, matched c, - duplicate d'],
		['one payment less', 'ab', 'matched a, matched b, missing'],
	])('three equal rows and %s: as many match as there are', (_, keys, expected) => {
		const same = [...keys].map((key) => paid(key));
		expect(results([due(10), due(10), due(10)], same)).toBe(expected);
		const instalments = [1, 2, 3].map(() => row({ reference: 'INV-1' }));
		expect(
			results(
				instalments,
				[...keys].map((key) => named(key, 'INV-1')),
			),
		).toBe(expected);
	});

	it.each([
		['amounts', { minor: 101n }],
		['payees', { payees: ['0123456789', 'ADA CHIOMA OKAFOR'] }],
	])('payments of different %s are left to a person', (_, over) => {
		expect(results([due(10, { tolerance: 1n })], [paid('a'), paid('b', over)])).toMatch(/^ambiguous a\|b/);
	});

	it('of equal payments the settled ones come first', () => {
		expect(results([due(10)], [paid('a', { status: 'PENDING' }), paid('b')])).toBe('matched b, - duplicate a');
	});

	it('nothing is settled by leaving no other choice: the chain is ambiguous as a whole', () => {
		const early = paid('a', { createdMs: 8 * DAY_MS });
		const late = paid('b', { createdMs: 14 * DAY_MS });
		expect(results([due(6), due(11)], [early, late])).toBe('ambiguous a, ambiguous a|b, - ambiguous a, - ambiguous b');
	});
});

it('without rows or transactions everything is left over', () => {
	expect(results([], [paid('a'), paid('b', { status: 'FAILED' })])).toBe('- unexpected a, - failed b');
	expect(results([row()], [])).toBe('missing');
	expect(results([], [])).toBe('');
});

it.each([
	['Oluwa-Seun Ade Bello', 'BELLO OLUWASEUN ADE'],
	['Oluwaseun Ade Bello', 'Oluwa-Seun Ade Bello'],
	['Ada Chioma Grace Obi', 'ADA GRACE OBI'],
	['ADA GRACE OBI', 'Ada Chioma Grace Obi'],
	['Obi & Sons Foods', 'OBI AND SONS FOODS'],
])('takes %j for %j', (payee, written) => {
	const others = ['Oluwa Ltd', 'Seun Ade', 'Chioma Ltd', 'Grace Bello'].map((name, place) =>
		paid(`o${place}`, { payees: [name] }),
	);
	expect(resultList([row({ payee })], [paid('a', { payees: [written] }), ...others])[0]).toBe('matched a');
});

it.each([
	['of one payee', 'matched', { payee: '0123456789' }, {}],
	['of one reference', 'matched', { reference: 'DONATION' }, { references: ['DONATION'] }],
	[
		'of one reference, with other amounts',
		'amountDiffers',
		{ reference: 'DONATION' },
		{ references: ['DONATION'], minor: 7n },
	],
	['of one payee on two days', 'ambiguous', { payee: '0123456789' }, {}],
	['of one reference for two payees', 'ambiguous', { reference: 'DONATION' }, { references: ['DONATION'] }],
])('in a crowd of thousands %s all are %s', (_which, result, own, theirs) => {
	const count = 3_000;
	const other = { dateMs: 11 * DAY_MS, payee: '0123456789' };
	const many = Array.from({ length: count }, (_, index) =>
		row(result === 'ambiguous' && index % 2 === 1 ? { ...own, ...other } : own),
	);
	const all = Array.from({ length: count }, (_, index) => paid(`t${index}`, theirs));
	const entries = reconcile(many, all);
	expect(new Set(entries.map(({ reconciliation }) => reconciliation))).toEqual(new Set([result]));
	expect(entries).toHaveLength(result === 'ambiguous' ? 2 * count : count);
});

it('finds each of thousands of people whose names have much in common', () => {
	const people = Array.from({ length: 3_000 }, (_, index) => `MUHAMMAD IBRAHIM P${index}`);
	const entries = reconcile(
		people.map((payee) => row({ payee })),
		people.map((payee, index) => paid(`t${index}`, { payees: [payee] })),
	);
	expect(new Set(entries.map(({ reconciliation }) => reconciliation))).toEqual(new Set(['matched']));
});

it('takes ten thousand rows and as many transactions of one amount in good time', () => {
	const count = 10_000;
	const many = Array.from({ length: count }, (_, index) => row({ reference: `t${index}` }));
	const all = Array.from({ length: count }, (_, index) => paid(`t${index}`));
	expect(new Set(reconcile(many, all).map(({ reconciliation }) => reconciliation))).toEqual(new Set(['matched']));
});

describe('the entries', () => {
	const keys = (entries: ReturnType<typeof reconcile>) => entries.map(({ transaction }) => transaction?.key ?? null);

	it('of rows come first, in the order of the rows, whatever found them', () => {
		const own = [row(), row({ reference: 'b' }), row({ payee: '0123456789' })];
		const entries = reconcile(own, [
			paid('c', { references: [] }),
			paid('b', { payees: [] }),
			paid('d', { minor: 7n }),
		]);
		expect(entries.map(({ row: one }) => one?.index ?? null)).toEqual([0, 1, 2, null]);
		expect(keys(entries)).toEqual([null, 'b', 'c', 'd']);
		expect(entries.map(({ matchedBy }) => matchedBy)).toEqual([null, 'reference', 'payee', null]);
	});

	it('say what found a failed payment', () => {
		const failed = (key: string) => paid(key, { status: 'FAILED' });
		expect(reconcile([row({ reference: 'a' })], [failed('a')])[0]?.matchedBy).toBe('reference');
		expect(reconcile([row({ payee: '0123456789' })], [failed('a')])[0]?.matchedBy).toBe('payee');
	});

	it('name the rows that an ambiguous or a further transaction may belong to', () => {
		const instalments = [row({ reference: 'INV-1', minor: 100n }), row({ reference: 'INV-1', minor: 200n })];
		const further = reconcile(instalments, [
			named('a', 'INV-1'),
			named('b', 'INV-1', { minor: 200n }),
			named('c', 'INV-1', { minor: 7n }),
		]).at(-1);
		expect(further?.ofRows.map(({ index }) => index)).toEqual([0, 1]);
		const chain = [row({ payee: '0123456789', dateMs: 6 * DAY_MS }), row({ payee: '0123456789', dateMs: 11 * DAY_MS })];
		const entries = reconcile(chain, [paid('a', { createdMs: 8 * DAY_MS }), paid('b', { createdMs: 14 * DAY_MS })]);
		const ofRows = (key: string) =>
			entries.find(({ transaction }) => transaction?.key === key)?.ofRows.map(({ index }) => index);
		expect([ofRows('a'), ofRows('b')]).toEqual([[2, 3], [3]]);
		expect(entries.find(({ row: one }) => one?.index === 2)?.candidates.map(({ key }) => key)).toEqual(['a']);
	});

	it('a transaction without a time is not ruled out by the date of a row', () => {
		expect(results([row({ payee: '0123456789' })], [paid('a', { createdMs: null })])).toBe('matched a');
		expect(results([row({ payee: '0123456789', dateMs: 100 * DAY_MS })], [paid('a', { createdMs: null })])).toBe(
			'matched a',
		);
	});
});

it.each<[string, Partial<ExpectedPayment>, string]>([
	['with a reference', { reference: 'INV-1' }, 'pending'],
	['of a payee, without a date', { payee: '0123456789' }, 'pending'],
	['whose last day is the one up to which all are shown', { payee: '0123456789', dateMs: 7 * DAY_MS }, 'pending'],
	['whose days are over', { payee: '0123456789', dateMs: 7 * DAY_MS - 1 }, 'missing'],
	['that nothing could be found for', {}, 'missing'],
])('a row %s, while not all are shown: %j', (_what, own, expected) => {
	const asked = row(own);
	expect(reconcile([asked], [], 10 * DAY_MS + NOON_MS).map(({ reconciliation }) => reconciliation)).toEqual([expected]);
	expect(results([asked], [])).toBe('missing');
});
