/** What Summarize takes for a payout, in every form that leaves a node which paid. */
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { payoutRow, summaryOf } from '../../../../nodes/Mavapay/operations/payout/summary';

const prepared = { payout: { reference: 'INV-1', outcome: 'notSent', amount: null }, prepared: { status: 'ready' } };
const columns = (outcome: string, suffix = ''): JsonObject => ({
	[`payoutOutcome${suffix}`]: outcome,
	[`payoutReference${suffix}`]: 'INV-1',
	[`payoutAmount${suffix}`]: '2500.00',
	[`payoutCurrency${suffix}`]: 'NGN',
	[`payoutMessage${suffix}`]: outcome === 'accepted' ? '' : 'said',
	[`payoutCause${suffix}`]: outcome === 'accepted' ? '' : 'reset',
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
	expect(payoutRow({ Supplier: 'Ada', ...columns('accepted') })).toMatchObject(PAID);
	expect(payoutRow(columns('unknown'))).toMatchObject({ status: 'unknown', cause: 'reset', message: 'said' });
	expect(
		summaryOf(
			[payoutRow(columns('accepted'))].flatMap((row) => row ?? []),
			0,
		),
	).toMatchObject({ count: 1, counts: { accepted: 1 }, totals: [{ currency: 'NGN', minor: '250000' }] });
});

it("the last run counts, where the row has an earlier one's columns too", () => {
	expect(payoutRow({ ...columns('failed'), ...columns('accepted', '_2') })).toMatchObject(PAID);
	expect(payoutRow({ ...columns('accepted', '_10'), ...columns('unknown', '_9') })).toMatchObject(PAID);
	expect(payoutRow({ ...columns('accepted'), payoutOutcome_old: 'unknown' })).toMatchObject(PAID);
});

it('what was added last says what became of it', () => {
	expect(payoutRow({ ...columns('accepted'), ...prepared })).toMatchObject({ stage: 'prepared', status: 'ready' });
	expect(payoutRow(prepared)).toMatchObject({ stage: 'prepared', status: 'ready' });
	expect(payoutRow({ ...prepared, ...columns('accepted') })).toMatchObject(PAID);
	const failed = { error: 'e', message: 'e', details: { outcome: 'unknown', cause: 'reset', reference: 'INV-1' } };
	expect(payoutRow({ ...prepared, ...failed })).toMatchObject({ stage: 'paid', status: 'unknown', cause: 'reset' });
});

it('a text of a row is no line of its own in the message', () => {
	const row = payoutRow({
		...columns('unknown'),
		payoutReference: 'INV-1\n9 ready to pay',
		payoutMessage: 'said\r\n0 of unknown outcome',
	});
	expect(
		summaryOf(
			[row].flatMap((one) => one ?? []),
			0,
		).text,
	).toBe('1 payout\n1 of unknown outcome: may have been paid\n- INV-1 9 ready to pay: said 0 of unknown outcome');
});

it('what was said of many rows is written once, and names ten of them', () => {
	const said = (number: number, payoutMessage: string) =>
		payoutRow({ ...columns('rejected'), payoutReference: `R${number}`, payoutMessage });
	const many = Array.from({ length: 300 }, (_, index) => said(index, 'Not as approved'));
	const others = Array.from({ length: 12 }, (_, index) => said(300 + index, `Reason ${index}`));
	const lines = String(
		summaryOf(
			[...many, ...others].flatMap((row) => row ?? []),
			0,
		).text,
	).split('\n');
	expect(lines).toEqual([
		'312 payouts',
		'312 refused',
		'- R0, R1, R2, R3, R4, R5, R6, R7, R8, R9 and 290 more: Not as approved',
		...Array.from({ length: 9 }, (_, index) => `- R${300 + index}: Reason ${index}`),
		'- and 3 more',
	]);
});

it('a text of a row does not turn what stands behind it around', () => {
	const row = payoutRow({
		payout: { reference: 'INV-1\u202e\u2067', outcome: 'notSent', amount: { minor: '900000', currency: 'NGN' } },
		prepared: { status: 'ready', payee: 'to account 0123456789 at bank 000013' },
	});
	expect(
		summaryOf(
			[row].flatMap((one) => one ?? []),
			0,
		).text,
	).toMatch(/\n- INV-1: 9,000\.00 NGN to account 0123456789 at bank 000013$/);
});

it('anything else is none', () => {
	expect([{}, { payoutOutcome: '' }, { payout: 'mine' }, { details: 'rent' }].map(payoutRow)).toEqual([
		null,
		null,
		null,
		null,
	]);
});
