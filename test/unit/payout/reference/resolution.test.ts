/** What became of a payment, judged by Mavapay's data, and what people are told about it. */
import {
	candidateOutput,
	resolveByKey,
	resolveByDetails,
	type Candidate,
	type Evidence,
	type Expected,
} from '../../../../nodes/core/payout/reference/resolution';

const AT = Date.parse('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;

const tx = (more: Partial<Candidate> = {}): Candidate => ({
	transactionId: 'T1',
	quoteId: null,
	type: 'WITHDRAWAL',
	status: 'SUCCESS',
	minor: 250_000n,
	currency: 'NGN',
	createdMs: AT,
	prices: [],
	matches: true,
	...more,
});
const failed = (more: Partial<Candidate> = {}) => tx({ transactionId: 'T0', status: 'FAILED', ...more });
const order = (status: string) => ({ orderId: 'O1', status });
const found = (transactions: Candidate[], more: Partial<Evidence> = {}): Evidence => ({
	transactions,
	orders: [],
	incomplete: null,
	...more,
});
/** Evidence with these transactions, and with orders in these states. */
const ordered = (transactions: Candidate[], ...states: string[]) => found(transactions, { orders: states.map(order) });
const inPart = (transactions: Candidate[]) => found(transactions, { incomplete: 'Not all was read.' });

describe('by its own key', () => {
	it.each<[string, Candidate[], RegExp]>([
		['one that succeeded', [tx()], /^Transaction T1 succeeded\.$/],
		['one that succeeded after one that failed', [failed(), tx()], /^Transaction T1 succeeded\.$/],
		['one that succeeded, seen twice', [tx(), tx()], /^Transaction T1 succeeded\.$/],
		['one whose first state is still listed', [tx({ status: 'PENDING' }), tx()], /^Transaction T1 succeeded\.$/],
		['one of another amount', [tx({ minor: 1n, currency: '' })], /^Transaction T1 succeeded\.$/],
		[
			'two that succeeded',
			[tx(), tx({ transactionId: 'T2' })],
			/^PAID MORE THAN ONCE.*T1 succeeded\. .* T2 succeeded too/,
		],
		[
			'three that succeeded',
			[tx(), tx({ transactionId: 'T2' }), tx({ transactionId: 'T3' })],
			/^PAID MORE THAN ONCE.*same payment hash or quote, T2 and T3 succeeded/,
		],
		['a second one under way', [tx(), tx({ transactionId: 'T2', status: 'PENDING' })], /^PAID MORE THAN ONCE.*T2/],
	])('paid: %s', (_what, transactions, why) => {
		expect(resolveByKey(found(transactions), null)).toMatchObject({
			resolution: 'paid',
			transactionId: 'T1',
			why: expect.stringMatching(why),
		});
	});

	it('shows what there is besides the one that paid', () => {
		expect(resolveByKey(found([tx()]), null).candidates).toEqual([]);
		expect(resolveByKey(found([failed(), tx()]), null).candidates).toHaveLength(2);
	});

	it.each<[string, Evidence, RegExp]>([
		['everything failed since it was sent', found([failed(), failed({ transactionId: 'T9' })]), /failed \(T0 and T9\)/],
		['with a deposit that failed', found([failed(), tx({ type: 'DEPOSIT', status: 'FAILED' })]), /failed \(T0\)/],
		['and its order failed', ordered([failed()], 'FAILED'), /failed \(T0\)/],
	])('not paid: %s', (_what, evidence, why) => {
		expect(resolveByKey(evidence, AT)).toMatchObject({
			resolution: 'notPaid',
			transactionId: null,
			why: expect.stringMatching(why),
		});
	});

	const UNPAID =
		/^Mavapay shows no withdrawal for the payment's order.*Read the source wallet's statement.*a day after sending, run 'Payout Reference: Release'/;
	const open: Readonly<Record<string, [Evidence, RegExp, null?]>> = {
		'under way': [found([tx({ status: 'PENDING' }), failed()]), /^Transaction T1 is still under way.*Don't release/],
		'of a state that is not known': [
			found([tx({ status: 'REVERSED' })]),
			/type 'WITHDRAWAL' and the status 'REVERSED'/,
		],
		'of a kind that is not known': [found([tx({ type: 'SWAP' })]), /type 'SWAP'/],
		nothing: [
			found([]),
			/^Mavapay shows no such payment, not counting any recorded for other references of this workflow\. The payment may have been made, and appear later/,
		],
		'only a deposit': [
			found([tx({ type: 'DEPOSIT' })]),
			/^Mavapay shows no such payment, not counting any recorded for other references of this workflow\. The payment may have been made, and appear later/,
		],
		'failed, without a time': [found([failed()]), /fill in 'Sent After'/, null],
		'failed before it was sent': [
			found([failed({ createdMs: AT - 1 })]),
			/counts as another try \(T0\), so this payment may/,
		],
		'failed, nobody knows when': [
			found([failed({ createdMs: null })]),
			/counts as another try \(T0\), so this payment may/,
		],
		'an order that is EXPIRED, without a withdrawal': [ordered([], 'EXPIRED'), UNPAID],
		'an order that is EXPIRED, without a withdrawal or a time': [ordered([], 'EXPIRED'), UNPAID, null],
		'an order that is FAILED, without a withdrawal': [ordered([], 'FAILED'), UNPAID],
		'an order that is FAILED, without a withdrawal or a time': [ordered([], 'FAILED'), UNPAID, null],
		'one of two failed before it was sent': [
			found([failed(), failed({ transactionId: 'T9', createdMs: AT - 1 })]),
			/^Only a failed payment was found \(T0 and T9\)\. A payment that failed before 'Sent After', .*\(T9\), so this payment may still appear/,
		],
		'failed, while its order is open': [
			ordered([failed()], 'PENDING'),
			/^Only a failed payment was found \(T0\)\. Order O1 hasn't ended/,
		],
		'its order is paid': [ordered([], 'EXPIRED', 'PAID'), /O1 \(EXPIRED\) and O1 \(PAID\)\. Order O1 hasn't ended/],
		'its order says nothing': [ordered([], ''), /O1 \(no status\)\. Order O1 hasn't ended/],
		'failed, but a deposit of it did not': [found([failed(), tx({ type: 'DEPOSIT' })]), /deposit T1 belongs to it/],
		'its order expired, but a deposit of it is there': [
			ordered([tx({ type: 'DEPOSIT', status: '' })], 'EXPIRED'),
			/deposit T1 belongs to it/,
		],
		'failed, and not all was read': [inPart([failed()]), /Not all was read\. Look again later/],
		'nothing, and not all was read': [inPart([]), /^Not all was read\. The payment may have been made/],
	};

	it.each(Object.entries(open))('open: %s', (_what, [evidence, why, sentAfterMs = AT]) => {
		expect(resolveByKey(evidence, sentAfterMs)).toMatchObject({
			resolution: 'open',
			transactionId: null,
			why: expect.stringMatching(why),
		});
	});
});

describe('by what other payments may have too', () => {
	const ASKED: Expected = { minor: 250_000n, currency: 'NGN', sentAfterMs: AT - HOUR, sentBeforeMs: AT + HOUR };

	it.each<[string, Candidate[], RegExp]>([
		['once', [tx()], /^Transaction T1 fits this payment, but may be another payment like it\. The record was not/],
		['twice', [tx(), tx({ transactionId: 'T2' })], /like it\. There are 2 such payments\. The record was not changed/],
		['at a time nobody knows', [tx({ createdMs: null })], /^Transaction T1 fits/],
		['at the first moment', [tx({ createdMs: AT - HOUR })], /^Transaction T1 fits/],
		['at the last moment', [tx({ createdMs: AT + HOUR })], /^Transaction T1 fits/],
		[
			'for the price of its order',
			[tx({ minor: 1n, prices: [{ minor: 250_000n, currency: 'NGN' }] })],
			/^Transaction T1 fits/,
		],
	])('likely paid: %s', (_what, transactions, why) => {
		expect(resolveByDetails(found(transactions), ASKED)).toMatchObject({
			resolution: 'likelyPaid',
			transactionId: 'T1',
			why: expect.stringMatching(why),
			candidates: transactions,
		});
	});

	it.each<[string, Evidence, RegExp]>([
		[
			'another amount',
			found([tx({ minor: 1n })]),
			/no such payment, .*\. Payments with another amount or time.*'candidates'/,
		],
		['another currency', found([tx({ currency: 'KES' })]), /no such payment/],
		['an amount nobody can read', found([tx({ minor: null })]), /no such payment/],
		['a moment too early', found([tx({ createdMs: AT - HOUR - 1 })]), /no such payment/],
		['a moment too late', found([tx({ createdMs: AT + HOUR + 1 })]), /no such payment/],
		['without a payee', found([tx({ matches: false })]), /no such payment/],
		['under way', found([tx({ status: 'PENDING' })]), /^Transaction T1 is still under way/],
		[
			'failed',
			found([failed()]),
			/^Only a failed payment was found, and others like it may still appear\. Look again later/,
		],
		[
			'not all was read',
			inPart([tx()]),
			/^Transaction T1 may be this payment, and others.* Not all was read\. Look again/,
		],
	])('open, and shown: %s', (_what, evidence, why) => {
		expect(resolveByDetails(evidence, ASKED)).toMatchObject({
			resolution: 'open',
			transactionId: null,
			why: expect.stringMatching(why),
			candidates: evidence.transactions,
		});
	});

	it('open: a deposit, an order that expired, nothing', () => {
		const evidence = ordered([tx({ type: 'DEPOSIT' })], 'EXPIRED');
		expect(resolveByDetails(evidence, ASKED)).toMatchObject({ resolution: 'open', candidates: [] });
		const until = { ...ASKED, sentBeforeMs: null };
		expect(resolveByDetails(found([tx({ createdMs: AT + 9 * HOUR })]), until).resolution).toBe('likelyPaid');
	});
});

it('a candidate goes out with its amount in both units, and its time', () => {
	expect(candidateOutput(tx())).toEqual({
		transactionId: 'T1',
		type: 'WITHDRAWAL',
		status: 'SUCCESS',
		amount: { minor: '250000', major: '2500.00', currency: 'NGN', text: '2,500.00 NGN' },
		createdAt: '2026-03-01T12:00:00.000Z',
	});
	expect(candidateOutput(tx({ minor: null, createdMs: null }))).toMatchObject({ amount: null, createdAt: null });
	expect(candidateOutput(tx({ currency: '' }))).toMatchObject({ amount: null });
});
