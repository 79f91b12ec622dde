/** What became of a payment, by what Mavapay shows: each answer with what it says to a person. */
import {
	candidateOutput,
	judge,
	type Candidate,
	type Expected,
	type OrderFound,
} from '../../../../nodes/core/domain/books/resolution';

const AT = Date.parse('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;

const tx = (more: Partial<Candidate> = {}): Candidate => ({
	transactionId: 'T1',
	type: 'WITHDRAWAL',
	status: 'SUCCESS',
	minor: 250_000n,
	currency: 'NGN',
	createdMs: AT,
	quoteIds: [],
	prices: [],
	matches: true,
	...more,
});
const order = (status: string, more: Partial<OrderFound> = {}): OrderFound => ({
	orderId: 'O1',
	status,
	createdMs: AT,
	quoteIds: ['Q1'],
	...more,
});
const ASKED: Expected = {
	minor: 250_000n,
	currency: 'NGN',
	sentAfterMs: null,
	sentBeforeMs: null,
	certain: true,
	shared: false,
	resent: false,
};

const say = (
	transactions: Candidate[],
	asked: Partial<Expected> = {},
	orders: OrderFound[] = [],
	incomplete: string | null = null,
) => judge({ transactions, orders, incomplete }, { ...ASKED, ...asked });

it.each<[string, Candidate[], Partial<Expected>, RegExp]>([
	[
		'at a time that was not given',
		[tx()],
		{},
		/^Transaction T1 succeeded under the same customer reference, but that may have been an earlier payment: fill in 'Sent After'/,
	],
	['at a time nobody knows', [tx({ createdMs: null })], { sentAfterMs: AT }, /an earlier payment/],
	['once', [tx()], {}, /run this again\. The record was not changed\.$/],
	[
		'twice',
		[tx(), tx({ transactionId: 'T2' })],
		{},
		/There are 2 such payments: see 'candidates'\. The record was not changed\.$/,
	],
])('under what other payments may have too, one that succeeded %s is likely at most', (_, transactions, asked, why) => {
	expect(say(transactions, { shared: true, ...asked })).toEqual({
		resolution: 'likelyPaid',
		transactionId: 'T1',
		why: expect.stringMatching(why),
		candidates: transactions,
	});
});

it.each<[string, Candidate[], Partial<Expected>, OrderFound[], string, RegExp]>([
	['one that succeeded', [tx()], {}, [], 'paid', /^Transaction T1 succeeded\.$/],
	[
		'one that succeeded after one that failed',
		[tx({ transactionId: 'T0', status: 'FAILED' }), tx()],
		{},
		[],
		'paid',
		/^Transaction T1 succeeded\.$/,
	],
	['one that succeeded, seen twice', [tx(), tx({ status: 'PENDING' })], {}, [], 'paid', /^Transaction T1 succeeded\.$/],
	[
		'two that succeeded',
		[tx(), tx({ transactionId: 'T2' })],
		{},
		[],
		'paid',
		/^PAID MORE THAN ONCE: transactions T1 and T2 all succeeded/,
	],
	[
		'one that succeeded and one under way',
		[tx(), tx({ transactionId: 'T2', status: 'PENDING' })],
		{},
		[],
		'paid',
		/T2 is still under way: it would be PAID MORE THAN ONCE/,
	],
	[
		'one of the price of its quote, in the other currency',
		[tx({ minor: 5n, currency: 'BTC', prices: [{ minor: 250_000n, currency: 'NGN' }] })],
		{},
		[],
		'paid',
		/succeeded/,
	],
	[
		'one of which no amount was given',
		[tx({ minor: null, currency: null })],
		{ minor: null, currency: null },
		[],
		'paid',
		/succeeded/,
	],
	[
		'two under way besides',
		[tx(), tx({ transactionId: 'T2', status: 'PENDING' }), tx({ transactionId: 'T3', status: 'PENDING' })],
		{},
		[],
		'paid',
		/^Transaction T1 succeeded\. Transaction T2 and T3 is still under way/,
	],
	['one at the end of the time', [tx()], { sentBeforeMs: AT }, [], 'paid', /succeeded/],
	[
		'one after the end of the time',
		[tx()],
		{ sentBeforeMs: AT - 1 },
		[],
		'open',
		/T1 was found, but not between 'Sent After' and 'Sent Before'/,
	],
	['one of its currency, where no amount was given', [tx()], { minor: null }, [], 'paid', /succeeded/],
	['one of its amount, where no currency was given', [tx()], { currency: null }, [], 'paid', /succeeded/],
	[
		'another amount, where no currency was given',
		[tx({ minor: 250_001n })],
		{ currency: null },
		[],
		'open',
		/but is of 2,500\.01 NGN/,
	],
	[
		'an amount that cannot be read, where only its currency was given',
		[tx({ minor: null })],
		{ minor: null },
		[],
		'open',
		/an amount that can't be read, not a payment in NGN/,
	],
	[
		'an amount without a currency',
		[tx({ currency: null })],
		{},
		[],
		'open',
		/an amount that can't be read, not 2,500\.00 NGN/,
	],
	[
		'an amount without a currency, where none was given',
		[tx({ currency: null })],
		{ currency: null },
		[],
		'open',
		/an amount that can't be read/,
	],
	[
		'another amount',
		[tx({ minor: 250_001n })],
		{},
		[],
		'open',
		/^Transaction T1 succeeded, but is of 2,500\.01 NGN, not 2,500\.00 NGN\./,
	],
	[
		'another currency',
		[tx({ currency: 'BTC' })],
		{ minor: null },
		[],
		'open',
		/but is of 0\.00250000 BTC, not a payment in NGN\./,
	],
	[
		'an amount that cannot be read',
		[tx({ minor: null })],
		{},
		[],
		'open',
		/an amount that can't be read, not 2,500\.00 NGN/,
	],
	[
		'one under way',
		[tx({ status: 'PENDING' })],
		{},
		[],
		'open',
		/^Transaction T1 is still under way: it will be paid, or fail\. Run this again later\. Don't release/,
	],
	[
		'one under way, and one of another amount that succeeded',
		[tx({ transactionId: 'T0', minor: 1n }), tx({ status: 'PENDING' })],
		{},
		[],
		'open',
		/^Transaction T1 is still under way/,
	],
	[
		'one of another amount that succeeded, and one of another amount under way',
		[tx({ transactionId: 'T0', minor: 1n }), tx({ status: 'PENDING', minor: 2n })],
		{},
		[],
		'open',
		/^Transaction T0 succeeded, but is of 0\.01 NGN/,
	],
	[
		'one under way and one that failed',
		[tx({ status: 'FAILED', transactionId: 'T0' }), tx({ status: 'PENDING' })],
		{},
		[],
		'open',
		/T1 is still under way/,
	],
	[
		'a status nobody knows',
		[tx({ status: 'REVERSED' })],
		{},
		[],
		'open',
		/has the type 'WITHDRAWAL' and the status 'REVERSED'/,
	],
	['a type nobody knows', [tx({ type: 'FEE', status: 'FAILED' })], {}, [], 'open', /has the type 'FEE'/],
	[
		'a deposit alone',
		[tx({ type: 'DEPOSIT' })],
		{},
		[],
		'open',
		/^Mavapay shows no such payment\. It may still appear/,
	],
	[
		'nothing',
		[],
		{},
		[],
		'open',
		/^Mavapay shows no such payment\. It may still appear, so this doesn't mean that it wasn't paid/,
	],
	['one that failed', [tx({ status: 'FAILED' })], {}, [], 'notPaid', /^Every payment found under it failed \(T1\)\.$/],
	[
		'one that failed, of another amount',
		[tx({ status: 'FAILED', minor: 1n })],
		{},
		[],
		'open',
		/Only a payment that failed was found \(T1\)\. It is of 0\.01 NGN/,
	],
	[
		'one that failed of an order that is paid',
		[tx({ status: 'FAILED' })],
		{},
		[order('PAID')],
		'open',
		/its order O1 is PAID: make sure in Mavapay that the money came back/,
	],
	[
		'one that failed, perhaps of an earlier try',
		[tx({ status: 'FAILED' })],
		{ resent: true },
		[],
		'open',
		/That may have been an earlier payment: fill in 'Sent After'/,
	],
	[
		'one that failed, perhaps of another payment',
		[tx({ status: 'FAILED' })],
		{ shared: true },
		[],
		'open',
		/fill in 'Sent After'/,
	],
	[
		'one that failed since it was sent',
		[tx({ status: 'FAILED' })],
		{ shared: true, resent: true, sentAfterMs: AT },
		[],
		'notPaid',
		/failed/,
	],
	[
		'one that failed before it was sent',
		[tx({ status: 'FAILED' })],
		{ sentAfterMs: AT + 1 },
		[],
		'open',
		/^Mavapay shows no such payment\. It may still appear/,
	],
	[
		'two that failed',
		[tx({ status: 'FAILED' }), tx({ transactionId: 'T2', status: 'FAILED' })],
		{},
		[],
		'notPaid',
		/\(T1 and T2\)/,
	],
	[
		'two that failed, one of them at a time nobody knows',
		[tx({ status: 'FAILED' }), tx({ transactionId: 'T2', status: 'FAILED', createdMs: null })],
		{ resent: true, sentAfterMs: AT },
		[],
		'open',
		/fill in 'Sent After'/,
	],
	[
		'one that failed at a time nobody knows',
		[tx({ status: 'FAILED', createdMs: null })],
		{ resent: true, sentAfterMs: AT },
		[],
		'open',
		/fill in 'Sent After'/,
	],
	[
		'one that succeeded at another time',
		[tx()],
		{ sentAfterMs: AT + HOUR },
		[],
		'open',
		/T1 was found, but not between 'Sent After' and 'Sent Before'/,
	],
	[
		'one that failed, and one that succeeded at another time',
		[tx(), tx({ transactionId: 'T2', status: 'FAILED', createdMs: AT + HOUR })],
		{ sentAfterMs: AT + HOUR },
		[],
		'open',
		/T1 was found, but not between/,
	],
	['an order that expired', [], {}, [order('EXPIRED')], 'notPaid', /^Its order ended unpaid: O1 \(EXPIRED\)\.$/],
	[
		'two orders that ended',
		[],
		{},
		[order('EXPIRED'), order('FAILED', { orderId: 'O2' })],
		'notPaid',
		/^Its order ended unpaid: O1 \(EXPIRED\) and O2 \(FAILED\)\.$/,
	],
	[
		'an order that failed, though it was sent before',
		[],
		{ resent: true },
		[order('FAILED')],
		'notPaid',
		/O1 \(FAILED\)/,
	],
	[
		'an order that expired, perhaps of another payment',
		[],
		{ shared: true },
		[order('EXPIRED')],
		'open',
		/fill in 'Sent After'/,
	],
	[
		'an order that is paid, by what nobody can see',
		[],
		{},
		[order('PAID')],
		'open',
		/^Order O1 is PAID, and Mavapay shows no withdrawal of it\./,
	],
	[
		'an order that expired though its swap came in',
		[tx({ type: 'DEPOSIT' })],
		{},
		[order('EXPIRED')],
		'open',
		/^Its order ended unpaid: O1 \(EXPIRED\)\. But deposit T1 belongs to it and is SUCCESS, so money may have moved\./,
	],
	[
		'an order that expired though its swap has a status nobody knows',
		[tx({ type: 'DEPOSIT', status: '' })],
		{},
		[order('EXPIRED')],
		'open',
		/But deposit T1 belongs to it and is without a status, so money may have moved\./,
	],
	[
		'one that failed though its swap is coming in',
		[tx({ status: 'FAILED' }), tx({ transactionId: 'T2', type: 'DEPOSIT', status: 'PENDING' })],
		{},
		[order('FAILED')],
		'open',
		/But deposit T2 belongs to it and is PENDING/,
	],
	[
		'one that failed, and so did the other half of its swap',
		[tx({ status: 'FAILED' }), tx({ transactionId: 'T2', type: 'DEPOSIT', status: 'FAILED' })],
		{},
		[order('FAILED')],
		'notPaid',
		/failed/,
	],
	[
		'one that succeeded since it was sent, under what others may have too',
		[tx()],
		{ shared: true, sentAfterMs: AT },
		[],
		'paid',
		/^Transaction T1 succeeded\.$/,
	],
	[
		'an order that waits',
		[],
		{},
		[order('EXPIRED'), order('PENDING', { orderId: 'O2' })],
		'open',
		/^Order O2 is PENDING/,
	],
	['an order that does not say', [], {}, [order('')], 'open', /^Order O1 is without a status/],
])('%s', (_, transactions, asked, orders, resolution, why) => {
	const verdict = say(transactions, asked, orders);
	expect([verdict.resolution, verdict.transactionId]).toEqual([resolution, resolution === 'paid' ? 'T1' : null]);
	expect(verdict.why).toMatch(why);
	for (const candidate of verdict.candidates) expect(transactions).toContain(candidate);
});

it('one that is seen twice is known to match where one of the two says so', () => {
	for (const both of [
		[tx(), tx({ matches: false })],
		[tx({ matches: false }), tx()],
	]) {
		expect(say(both)).toMatchObject({ resolution: 'paid', transactionId: 'T1' });
	}
});

it('shows every payment under one identity where there are several', () => {
	const several = [tx(), tx({ transactionId: 'T2' }), tx({ transactionId: 'T3', status: 'PENDING' })];
	expect(say(several).candidates).toEqual(several);
	expect(say(several).why).toMatch(/about the others\. Transaction T3 is still/);
	expect(say([tx(), tx()]).candidates).toEqual([]);
});

describe('by payee, amount and time', () => {
	const payee = { certain: false };

	it('is likely at most, and says why', () => {
		expect(say([tx()], payee)).toMatchObject({
			resolution: 'likelyPaid',
			transactionId: 'T1',
			why: expect.stringMatching(/so would a payment made in the dashboard\. The record was not changed.*Mark Paid/),
			candidates: [tx()],
		});
		expect(say([tx(), tx({ transactionId: 'T2' })], payee).why).toContain(
			"There are 2 such payments: see 'candidates'.",
		);
	});

	it('is open where it failed, is under way, or is not there', () => {
		expect(say([tx({ status: 'FAILED' })], payee)).toMatchObject({
			resolution: 'open',
			why: expect.stringContaining('may still appear'),
		});
		expect(say([tx({ status: 'PENDING' })], payee)).toMatchObject({ resolution: 'open' });
		expect(say([], payee, [order('EXPIRED')])).toMatchObject({ resolution: 'open' });
	});

	it('shows payments of that amount that do not say whom they paid', () => {
		const silent = tx({ matches: false });
		expect(say([silent], payee)).toMatchObject({
			resolution: 'open',
			candidates: [silent],
			why: expect.stringContaining("don't say whom they paid are in 'candidates'"),
		});
	});
});

describe('where not all could be read', () => {
	const CUT = 'There are more than 10.';

	it('only what succeeded under its own identity is certain', () => {
		expect(say([tx()], {}, [], CUT).resolution).toBe('paid');
		for (const [transactions, asked, orders] of [
			[[], {}, []],
			[[tx()], { certain: false }, []],
			[[tx({ status: 'FAILED' })], {}, []],
			[[], {}, [order('EXPIRED')]],
		] as const) {
			expect(say([...transactions], asked, [...orders], CUT)).toMatchObject({
				resolution: 'open',
				why: expect.stringContaining(CUT),
			});
		}
	});
});

it('goes out with its amount in both units', () => {
	expect(candidateOutput(tx())).toEqual({
		transactionId: 'T1',
		type: 'WITHDRAWAL',
		status: 'SUCCESS',
		amount: { minor: '250000', major: '2500.00', currency: 'NGN' },
		createdAt: '2026-03-01T12:00:00.000Z',
	});
	expect(candidateOutput(tx({ currency: null }))).toMatchObject({ amount: null });
	expect(candidateOutput(tx({ minor: null, createdMs: null }))).toMatchObject({ amount: null, createdAt: null });
});
