/** Which items Summarize counts as payouts, in every form in which a paying node outputs them. */
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { payoutItem } from '../../../../nodes/Mavapay/operations/payout/payoutItem';
import { summaryOf } from '../../../../nodes/Mavapay/operations/payout/summary';

const prepared = { payout: { reference: 'INV-1', outcome: 'notSent', amount: null }, prepared: { status: 'ready' } };
const columns = (outcome: string): JsonObject => ({
	payoutOutcome: outcome,
	payoutReference: 'INV-1',
	payoutAmount: '2500.00',
	payoutCurrency: 'NGN',
	payoutMessage: outcome === 'accepted' ? '' : 'said',
	payoutCause: outcome === 'accepted' ? '' : 'reset',
});
const PAID = {
	stage: 'paid',
	status: 'accepted',
	reference: 'INV-1',
	amount: { minor: 250_000n, currency: 'NGN' },
	cause: null,
	message: null,
};

it('a row with its outcome counts like any other payout', () => {
	expect(payoutItem({ Supplier: 'Ada', ...columns('accepted') })).toMatchObject(PAID);
	expect(payoutItem(columns('unknown'))).toMatchObject({ status: 'unknown', cause: 'reset', message: 'said' });
	expect(summaryOf([payoutItem(columns('accepted'))].flatMap((row) => row ?? []))).toMatchObject({
		count: 1,
		counts: { accepted: 1 },
		totals: [{ currency: 'NGN', minor: '250000' }],
	});
});

it('a row that was prepared says who approved it and what it cost, and a column of the sheet does not', () => {
	const by = { approvedBy: 'Ada', fees: { minor: '5000', currency: 'NGN' } };
	const rows = [
		{ ...columns('accepted'), prepared: { status: 'ready', ...by } },
		{ ...columns('accepted'), ...by },
	];
	const read = rows.map((row) => payoutItem(row)).flatMap((row) => row ?? []);
	expect(read.map(({ approvedBy, fees }) => [approvedBy, fees?.minor])).toEqual([
		['Ada', 5_000n],
		[null, undefined],
	]);
	expect(summaryOf(read).text).toMatch(/fees 50\.00 NGN[^]*Approved by "Ada"\./);
});

it('a failure counts, whatever the row had; and its own columns where it has them', () => {
	const details = { outcome: 'unknown', cause: 'reset', reference: 'INV-1' };
	const failed = { error: 'said', message: 'said', details };
	expect(payoutItem({ ...prepared, ...failed })).toMatchObject({ stage: 'paid', status: 'unknown', cause: 'reset' });
	// An item on the error output whose row still has the columns of last week's payment.
	expect(payoutItem({ ...columns('accepted'), ...failed })).toMatchObject({ status: 'unknown', amount: null });
	expect(payoutItem({ ...failed, ...columns('unknown') })).toMatchObject({ status: 'unknown', amount: PAID.amount });
	// The sheet has its own column `details`.
	expect(payoutItem({ details: { outcome: 'accepted' }, error: 'said', ...columns('unknown') })).toMatchObject({
		status: 'unknown',
	});
});

it('what was only refused because it was paid is no payment to be made', () => {
	const rows = [payoutItem({ ...columns('rejected'), payoutCause: 'alreadyPaid' })].flatMap((row) => row ?? []);
	expect(summaryOf(rows)).toMatchObject({ counts: { alreadyPaid: 1 }, notPaid: [] });
	const reused = [payoutItem({ ...columns('rejected'), payoutCause: 'referenceReused' })].flatMap((row) => row ?? []);
	expect(summaryOf(reused)).toMatchObject({ counts: { rejected: 1 }, notPaid: [{ reference: 'INV-1' }] });
});

it('a column with a number is none of ours', () => {
	expect(payoutItem({ ...columns('accepted'), payoutOutcome_999999999: 'rejected' })).toMatchObject(PAID);
	expect(payoutItem({ payoutOutcome_2: 'accepted' })).toBeNull();
});

it('a prepared payout counts as one, until it has the columns of what was paid', () => {
	expect(payoutItem(prepared)).toMatchObject({ stage: 'prepared', status: 'ready' });
	expect(payoutItem({ ...prepared, ...columns('accepted') })).toMatchObject(PAID);
});

it('an outcome that nobody knows is told as unknown, and no row is in no line', () => {
	const rows = [columns('Accepted'), { ...columns('accepted'), ...{ payoutOutcome: 'reversed' } }, columns('accepted')];
	const summary = summaryOf(rows.flatMap((row) => payoutItem(row) ?? []));
	expect(summary).toMatchObject({ count: 3, counts: { accepted: 1, unknown: 2 }, totals: [{ minor: '250000' }] });
	expect(summary.text).toMatch(
		/^MAY HAVE BEEN PAID: 2 of 3 \(5,000\.00 NGN\)\. 1 payout accepted by Mavapay: 2,500\.00 NGN\.\n/,
	);
});

it('fees that are not known are not passed off as none', () => {
	const paid = (fees: string | null = null) => ({
		payout: {
			outcome: 'accepted',
			reference: 'r',
			amount: { minor: '5', currency: 'NGN' },
			fees: fees === null ? null : { minor: fees, currency: 'NGN' },
		},
	});
	const text = (...rows: JsonObject[]) => summaryOf(rows.flatMap((row) => payoutItem(row) ?? [])).text;
	expect(text(paid('2500'), paid('13.5'), paid())).toMatch(
		/^3 payouts accepted by Mavapay: 0\.15 NGN, fees 25\.00 NGN\.\n.*\nThe fees of 2 payouts are not known and not included\.\n/,
	);
	for (const rows of [[paid('2500')], [paid(), paid()]]) expect(text(...rows)).not.toContain('The fees of');
});

it('what was said of many rows is written once, and names ten of them', () => {
	const said = (number: number, payoutMessage: string) =>
		payoutItem({ ...columns('rejected'), payoutReference: `R${number}`, payoutMessage });
	const many = Array.from({ length: 300 }, (_, index) => said(index, 'Not as approved'));
	const others = Array.from({ length: 12 }, (_, index) => said(300 + index, `Reason ${index}`));
	const lines = String(summaryOf([...many, ...others].flatMap((row) => row ?? [])).text).split('\n\n');
	expect(lines).toEqual([
		'Nobody was paid in this run, 312 of 312 refused.',
		'REFUSED, NOT PAID (312)',
		'- "R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9" and 290 more: Not as approved',
		...Array.from({ length: 9 }, (_, index) => `- "R${300 + index}": Reason ${index}`),
		'- and 3 more',
	]);
});

const ready = (more: JsonObject = {}, preparedMore: JsonObject = {}) =>
	[
		payoutItem({
			payout: { reference: 'INV-1', outcome: 'notSent', amount: { minor: '900000', currency: 'NGN' }, ...more },
			prepared: { status: 'ready', ...preparedMore },
			approvalDigest: 'd',
		}),
	].flatMap((one) => one ?? []);
it('counts the fees to expect, of what is ready alone', () => {
	const fee = (minor: string) => ({ expectedFee: { minor, major: null, currency: 'NGN' } });
	const wallet = { wallet: { currency: 'NGN', balance: '1800000', needed: '900000', short: '0' } };
	const rows = [
		...ready({}, { ...wallet, ...fee('2500') }),
		...ready({}, wallet),
		...ready({}, { ...wallet, ...fee('5000'), status: 'refused' }),
	];
	const covered = summaryOf(rows);
	expect(covered.wallets).toEqual([
		{ currency: 'NGN', balance: '1800000', needed: '1800000', fees: '2500', short: '2500' },
	]);
	expect(covered.text).toMatch(
		/\nTHE NGN WALLET IS 25\.00 NGN SHORT, with fees of about 25\.00 NGN: it has 18,000\.00 NGN\.\n/,
	);
});

it('adds up what two lists need of one wallet, so that a shortfall shows', () => {
	const wallet = (balance: string) => ({ wallet: { currency: 'NGN', balance, needed: '900000', short: '0' } });
	const summary = summaryOf([...ready({}, wallet('1000000')), ...ready({}, wallet('1100000'))]);
	expect(summary.wallets).toEqual([
		{ currency: 'NGN', balance: '1000000', needed: '1800000', fees: null, short: '800000' },
	]);
	expect(summary.text).toMatch(/\nTHE NGN WALLET IS 8,000\.00 NGN SHORT, before fees: it has 10,000\.00 NGN\.\n/);
	const enough = summaryOf(ready({}, wallet('1000000')));
	expect(enough.wallets).toMatchObject([{ needed: '900000', short: '0' }]);
	expect(enough.text).toContain('\nThe NGN wallet has 10,000.00 NGN, and 1,000.00 NGN after this run, before fees.\n');
	expect([enough.html, summary.html].map((html) => /<b[^>]*>THE NGN WALLET/.test(String(html)))).toEqual([false, true]);
	const refused = summaryOf(ready({}, { ...wallet('1'), status: 'refused' }));
	expect(refused.wallets).toMatchObject([{ needed: '0', short: '0' }]);
});

it('anything else is none', () => {
	expect([{}, { payoutOutcome: '' }, { payout: 'mine' }, { details: 'rent' }].map(payoutItem)).toEqual([
		null,
		null,
		null,
		null,
	]);
});
