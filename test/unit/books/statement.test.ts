/** What each kind of transaction does to a wallet, and what a statement says about doubtful transactions. */
import { statementOf, type StatementScope } from '../../../nodes/core/books/statement';
import { partyInWords } from '../../../nodes/core/books/parties';
import type { JsonObject } from '../../../nodes/core/domain/json';

const DAY_MS = 86_400_000;
const day = (number: number) => Date.UTC(2026, 1, number);

const transaction = (more: JsonObject = {}): JsonObject => ({
	id: 't-1',
	type: 'WITHDRAWAL',
	status: 'SUCCESS',
	amount: 1_000,
	fees: 10,
	currency: 'NGN',
	createdAt: '2026-02-10T12:00:00Z',
	...more,
});

const scope = (more: Partial<StatementScope> = {}): StatementScope => ({
	currency: 'NGN',
	balance: 5_000n,
	fromMs: day(1),
	toMs: day(28) + DAY_MS - 1,
	isFirst: false,
	...more,
});

const order = (quote: JsonObject) => ({ order: { id: '1-1', quote } });
const fromNaira = order({ sourceCurrency: 'NGNKOBO', targetCurrency: 'KESCENT', totalAmount: '700.00' });

/** The members `what`, `amountIn`, `amountOut`, `fees` and `balance` of each line, as one text. */
const linesOf = (transactions: readonly JsonObject[], more: Partial<StatementScope> = {}) =>
	statementOf(scope(more), transactions).lines.map((line) =>
		[line.what, line.amountIn, line.amountOut, line.fees, line.balance].join(' '),
	);
/** The lines between the opening and the closing balance. */
const middle = (transactions: readonly JsonObject[], more: Partial<StatementScope> = {}) =>
	linesOf(transactions, more).slice(1, -1);

test('a wallet without transactions opens and closes with what it holds', () => {
	expect(linesOf([])).toEqual(['Opening balance 0 0 0 5000', 'Closing balance 0 0 0 5000']);
	expect(statementOf(scope(), []).hints).toEqual([]);
	expect(statementOf(scope({ balance: 0n, isFirst: true }), []).hints).toEqual([]);
});

test.each<[string, JsonObject, string[]]>([
	['a withdrawal takes amount and fees', {}, ['Withdrawal 0 1000 10 5000']],
	['a deposit gives its amount', { type: 'deposit', fees: null }, ['Deposit 1000 0 0 5000']],
	['amounts may be text', { amount: '1000.00', fees: '10' }, ['Withdrawal 0 1000 10 5000']],
	['what failed moves nothing', { status: 'FAILED' }, ['Withdrawal 0 0 0 5000']],
	['a withdrawal under way counts', { status: 'PENDING' }, ['Withdrawal 0 1000 10 5000']],
	['one of an unknown status as well', { status: 'QUEUED' }, ['Withdrawal 0 1000 10 5000']],
	['a deposit under way does not', { type: 'DEPOSIT', status: 'PENDING' }, ['Deposit 0 0 0 5000']],
	['nor does an unknown type', { type: 'REVERSAL' }, ['REVERSAL 0 0 0 5000']],
	['nor does an amount that is none', { amount: 'a lot' }, ['Withdrawal 0 0 0 5000']],
	['nor one with a sign', { amount: -1_000 }, ['Withdrawal 0 0 0 5000']],
	['fees that are none are left out', { fees: 0.5 }, ['Withdrawal 0 1000 0 5000']],
	['so are fees with a sign', { fees: '-10' }, ['Withdrawal 0 1000 0 5000']],
	['another currency is of another wallet', { currency: 'KES' }, []],
	['none may be of this one', { currency: null }, ['Withdrawal 0 0 0 5000']],
	[
		'not even where a quote has them in it',
		{ amount: 700, fees: -10, metadata: fromNaira },
		['Swap to KES 0 700 0 5000'],
	],
	['what is paid for a quote has its fees in it', { amount: 700, metadata: fromNaira }, ['Swap to KES 0 690 10 5000']],
	['and where it is another amount, beside it', { metadata: fromNaira }, ['Swap to KES 0 1000 10 5000']],
	[
		'the other half of a swap comes in',
		{ type: 'DEPOSIT', metadata: order({ sourceCurrency: 'BTCSAT', targetCurrency: 'NGNKOBO' }) },
		['Deposit from BTC 1000 0 0 5000'],
	],
	[
		'an instant payout from this wallet takes the total of its quote',
		{ currency: 'KES', autopayout: true, metadata: fromNaira },
		['Payout in KES 0 700 0 5000'],
	],
	['without an order, it is a withdrawal as any other', { autopayout: true }, ['Withdrawal 0 1000 10 5000']],
	[
		'and so is the half in the currency of the wallet',
		{ autopayout: true, amount: 700, metadata: fromNaira },
		['Swap to KES 0 690 10 5000'],
	],
])('%s', (_, more, lines) => {
	expect(middle([transaction(more)])).toEqual(lines);
});

test('what came in for an instant payout has gone past every wallet', () => {
	const paid = transaction({ currency: 'KES', autopayout: true, metadata: fromNaira });
	expect(middle([paid, { ...paid, type: 'DEPOSIT' }])).toEqual([]);
	expect(middle([paid, { ...paid, type: 'DEPOSIT' }], { currency: 'KES' })).toEqual([]);
	expect(middle([paid], { currency: 'KES' })).toEqual([]);
	expect(middle([paid, { ...paid, id: 't-2', currency: 'NGN', amount: 700, fees: 0 }])).toEqual([
		'Swap to KES 0 700 0 5000',
	]);
});

test.each(['NGN', 'KES'])(
	'an instant payout in %s that may be from this wallet is told, and not counted',
	(currency) => {
		for (const metadata of [order({}), order({ totalAmount: 700 })]) {
			const paid = transaction({ currency, autopayout: true, metadata });
			expect(middle([paid])).toEqual([`Payout in ${currency} 0 0 0 5000`]);
			expect(statementOf(scope(), [paid]).hints).toEqual([expect.stringContaining("that can't be read in full")]);
			expect(middle([paid, { ...paid, type: 'DEPOSIT' }])).toEqual([]);
		}
	},
);

test('what came after the period is taken off first, and what came before it does not count', () => {
	const at = (createdAt: string, amount: number) => transaction({ id: createdAt, createdAt, amount, fees: 0 });
	const all = [
		at('2026-03-01T00:00:00.000Z', 1),
		at('2026-02-28T23:59:59.999Z', 20),
		at('2026-02-01T00:00:00.000Z', 300),
		at('2026-01-31T23:59:59.999Z', 4_000),
	];
	expect(linesOf(all)).toEqual([
		'Opening balance 0 0 0 5321',
		'Withdrawal 0 300 0 5021',
		'Withdrawal 0 20 0 5001',
		'Closing balance 0 0 0 5001',
	]);
	expect(linesOf(all, { toMs: Infinity }).at(-1)).toBe('Closing balance 0 0 0 5000');
});

test('a difference is a line of its own: before the first transaction, a wallet holds nothing', () => {
	const { lines, hints } = statementOf(scope({ isFirst: true }), [transaction()]);
	expect(lines.map(({ line, balance }) => `${line} ${balance}`)).toEqual([
		'opening 0',
		'difference 6010',
		'transaction 5000',
		'closing 5000',
	]);
	expect(lines[1]).toMatchObject({
		amountIn: 6_010n,
		amountOut: 0n,
		note: 'The wallet holds 60.10 NGN more than its transactions explain: other fees, or money that moved without a transaction',
	});
	expect(hints).toEqual([`${String(lines[1]?.note)}. The difference is on a separate line.`]);
	expect(middle([transaction({ type: 'DEPOSIT', amount: 5_000 })], { isFirst: true })).toEqual([
		'Deposit 5000 0 0 5000',
	]);
});

test('and it never holds less than nothing', () => {
	const all = [transaction({ type: 'DEPOSIT', amount: 6_000 })];
	expect(linesOf(all)).toEqual([
		'Opening balance 0 0 0 0',
		'Difference 0 1000 0 -1000',
		'Deposit 6000 0 0 5000',
		'Closing balance 0 0 0 5000',
	]);
	expect(statementOf(scope(), all).hints[0]).toMatch(/^The wallet holds 10\.00 NGN less than its transactions explain/);
});

test.each<[JsonObject, string, RegExp]>([
	[
		{ status: 'PENDING' },
		'Not settled, but deducted: if it fails, the money comes back',
		/^Up to now: 1 transaction not settled/,
	],
	[
		{ type: 'DEPOSIT', status: 'PENDING' },
		'Not settled, so not added: 10.00 NGN',
		/^Up to now: 1 transaction not settled/,
	],
	[{ amount: 0.5 }, "Not counted: its amount can't be read", /can't be read in full/],
	[{ fees: null }, "Its fees can't be read, so they are not counted", /can't be read in full/],
	[{ type: null }, 'Not counted: 10.00 NGN, of an unknown type', /can't be read in full/],
	[{ createdAt: 'today' }, 'No date, so it may belong to another period', /can't be read in full/],
])('%j is said in its line and in a hint, also where it is after the period', (more, note, hint) => {
	const { lines, hints } = statementOf(scope(), [transaction(more)]);
	expect(lines[1]?.note).toBe(note);
	expect(hints).toEqual([expect.stringMatching(hint)]);
	const later = statementOf(scope(), [transaction({ createdAt: '2026-03-05T00:00:00Z', ...more })]);
	expect(later.hints).toEqual([expect.stringMatching(hint)]);
});

test('a failed one is said to be one, and leaves no doubt', () => {
	const { lines, hints } = statementOf(scope(), [transaction({ status: 'failed' })]);
	expect([lines[1]?.note, hints]).toEqual(['Failed, so it moved no money: 10.00 NGN', []]);
});

test('a failed deposit of USDT is not said to have moved nothing: its sender has sent it', () => {
	const usdt = { type: 'DEPOSIT', currency: 'USDT', amount: 1000 };
	const [, line] = statementOf(scope({ currency: 'USDT' }), [transaction({ ...usdt, status: 'FAILED' })]).lines;
	expect(line?.note).toMatch(/^Sent, but not credited: .* Ask Mavapay, credit nobody, and don't have it sent again: /);
});

test.each<[string, JsonObject, string | null]>([
	['name and account', { bankAccountName: 'ADA OBI', bankAccountNumber: '0123456789' }, 'ADA OBI, ****6789'],
	[
		'a number in the name',
		{ merchantName: 'POS 0123456789 12', bankAccountNumber: 123456789 },
		'POS ********89 12, ****6789',
	],
	['an amount in the name', { merchantName: 'LEVY OF 9,999.00' }, 'LEVY OF 9,999.00'],
	['years in the name', { merchantName: 'ALUMNI 2024-2026' }, 'ALUMNI 2024-2026'],
	['a number in groups', { merchantName: 'ADA 0123-456-789' }, 'ADA ****-**6-789'],
	['a till in the name', { merchantName: 'TILL 54321' }, 'TILL *4321'],
	['an address alone', { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }, '****RTv8'],
	['a number of four digits', { tillNumber: '1234' }, '****'],
	['nobody', { merchantName: '', bankName: 'Globus Bank' }, null],
	['what nobody sees', { name: 'Ada\u202e\nObi' }, 'Ada Obi'],
])('papers for others show no account number in full: %s', (_, metadata, shown) => {
	expect(partyInWords({ metadata }, 'for others')).toBe(shown);
});

test('the own books show the whole account', () => {
	const metadata = { bankAccountName: 'ADA OBI', bankAccountNumber: '0123456789' };
	expect(partyInWords({ metadata }, 'in full')).toBe('ADA OBI, 0123456789');
});
