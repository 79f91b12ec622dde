/** The approval digest: equal payments have the same digest, and any difference changes it. */
import type { JsonObject } from '../../../nodes/core/domain/json';
import { NOT_KNOWN } from '../../../nodes/core/payees/account';
import { approvalDigestOf, minuteOf, whyNotApproved } from '../../../nodes/core/payout/approval';
import { type Amount, priceOf } from '../../../nodes/core/domain/money';
import { completed, type SealedPayment } from '../../../nodes/core/payout/sealedPayment';
import { NGN, sealed, type PlanSpec } from '../../harness/payout/plans';

const PLACE = { workflowId: 'workflow 1', money: 'real', account: 'a-1' } as const;
const approvable = (spec: PlanSpec = {}, payeeName: string | null = 'ADA OBI'): SealedPayment =>
	completed(sealed(spec), { payeeName: payeeName ?? undefined });
const NOW_MS = Date.UTC(2026, 10, 24, 9, 6, 59);
const MINUTE = '2026-11-24T09:06Z';
const digestOf = (...payments: SealedPayment[]) => approvalDigestOf(payments, PLACE, MINUTE);
const reasonOf = (digest: string, payments: SealedPayment[]) =>
	whyNotApproved(digest, payments, { ...PLACE, nowMs: NOW_MS, timeZone: 'Africa/Lagos' })?.why ?? null;
const ada = approvable({ payout: { reference: 'INV-1' } });
const obi = approvable({ payout: { reference: 'INV-2' }, destination: '0123456780' });

describe('approvalDigestOf', () => {
	it('is the minute and 64 characters of hex, whatever the order, and for look-alike references', () => {
		expect(digestOf(ada, obi)).toMatch(/^2026-11-24T09:06Z-[0-9a-f]{64}$/);
		expect(digestOf(obi, ada)).toBe(digestOf(ada, obi));
		expect(digestOf(approvable({ payout: { reference: ' INV\u2013\u200b1' } }))).toBe(digestOf(ada));
	});

	it.each<[string, SealedPayment[]]>([
		['no payment', []],
		['one more', [ada, obi]],
		['the same twice', [ada, ada]],
		['more that it may cost', [approvable({ atMost: NGN(100_001n) })]],
		['no bound', [approvable({ atMost: null })]],
		['no name', [approvable({}, null)]],
		['a reference in other letters', [approvable({ payout: { reference: 'inv-1' } })]],
	])('is another for %s', (_name, payments) => {
		expect(digestOf(...payments)).not.toBe(digestOf(ada));
	});

	it('is another for all else that is sent, a member that nobody has thought of included', () => {
		const sending = (body: JsonObject, path = '/withdraw') =>
			digestOf(approvable({ sealed: { sends: [{ method: 'POST', path, body: { amount: '1', ...body } }] } }));
		expect(sending({ feesPaidBy: 'us' })).not.toBe(sending({}));
		expect(sending({ beneficiary: { bankName: 'A' } })).not.toBe(sending({ beneficiary: { bankName: 'B' } }));
		expect(sending({}, '/withdraw/btc')).not.toBe(sending({}));
		const digests = [{}, { method: 'PUT' as const }, { query: { a: '1' } }, { query: { a: '2' } }].map((more) =>
			digestOf(approvable({ sealed: { sends: [{ method: 'POST', path: '/withdraw', ...more }] } })),
		);
		expect(new Set(digests).size).toBe(4);
		for (const more of [{ memo: 'a' }, { customerReference: 'b' }]) expect(sending(more)).not.toBe(sending({}));
	});

	it('is another in another minute, which it begins with', () => {
		const [at, later] = [MINUTE, minuteOf(NOW_MS + 60_000)].map((minute) => approvalDigestOf([ada], PLACE, minute));
		expect([minuteOf(NOW_MS), at?.slice(0, 18), later?.slice(0, 18)]).toEqual([
			MINUTE,
			`${MINUTE}-`,
			'2026-11-24T09:07Z-',
		]);
		expect(at?.slice(18)).not.toBe(later?.slice(18));
	});

	it('is another for another kind of money, and in another workflow', () => {
		for (const place of [{ money: 'staging' } as const, { workflowId: 'a copy of it' }])
			expect(approvalDigestOf([ada], { ...PLACE, ...place }, MINUTE)).not.toBe(digestOf(ada));
	});
});

describe('what is approved of a payment that was looked up', () => {
	const quote = (price?: ReturnType<typeof priceOf>) =>
		completed(sealed({ amount: null, sealed: { way: { is: 'quote', quoteId: 'q-1', wallet: 'NGN' } } }), { price });

	it('is what its quote costs', () => {
		const costs = [quote(), quote(priceOf(NGN(7n))), quote(priceOf(NGN(8n)))].map((one) => digestOf(one));
		expect(new Set(costs).size).toBe(3);
	});

	it("is the bank's name, or the one that was given, which is not the same approval", () => {
		const given = sealed({ sealed: { holder: { name: 'ADA', is: 'typed' } } });
		const digests = [approvable({}, 'ADA'), given, sealed()].map((one) => digestOf(one));
		expect(new Set(digests).size).toBe(3);
	});
});

describe('whyNotApproved', () => {
	const check = (payments: SealedPayment[], digest = digestOf(ada)) => reasonOf(digest, payments);

	it('finds nothing in what was approved, blanks around the digest apart', () => {
		expect(check([ada])).toBeNull();
		expect(check([ada], ` ${digestOf(ada)}\n`)).toBeNull();
	});

	it.each([
		["is taken where the account wasn't known", NOT_KNOWN, true],
		['is not taken for another account', 'a-2', false],
	])('what was prepared %s', (_, account, isTaken) => {
		expect(check([ada], approvalDigestOf([ada], { ...PLACE, account }, MINUTE)) === null).toBe(isTaken);
	});

	const hidden = [{ method: 'POST', path: '/withdraw', body: { to: 'another beneficiary' } }];

	it.each<[string, SealedPayment[]]>([
		['a payment is missing', []],
		['one was added', [ada, obi]],
		['one is there twice', [ada, ada]],
		['what one may cost differs', [approvable({ atMost: NGN(500n) })]],
		['a beneficiary that no message shows differs', [approvable({ sealed: { sends: hidden } })]],
	])('says in these words that %s', (_, payments) => {
		expect(check(payments)).toBe(
			"the payouts of this run don't match 'Approval Digest': one was added, left out or changed, or the workflow, the money (real or not) or the Mavapay account is different. To pay these, prepare and approve them again. In a loop, each run has only part of the list: pay the list in one run, with 'Payouts in Parallel' if it takes long.",
		);
	});

	it('refuses a quote whose cost nobody knows, as all that has no bound', () => {
		const way = { is: 'quote', quoteId: 'q-1', wallet: 'NGN' } as const;
		const quote = (cost: Amount | null) =>
			completed(sealed({ amount: null, sealed: { way } }), { price: cost === null ? undefined : priceOf(cost) });
		const unknown = quote(null);
		expect(check([unknown], digestOf(unknown))).toMatch(/^nothing limits the cost/);
		expect(check([quote(NGN(5n))], digestOf(quote(NGN(5n))))).toBeNull();
		expect(check([ada, unknown], digestOf(ada, unknown))).toMatch(/^nothing limits the cost/);
	});
});

describe('an approval ends', () => {
	const DAYS_MS = 24 * 60 * 60_000;
	const endAfter = (passedMs: number, digest = digestOf(ada)) =>
		whyNotApproved(digest, [ada], { ...PLACE, nowMs: Date.parse(MINUTE) + passedMs, timeZone: 'Africa/Lagos' });
	const OLD = `the payouts were prepared on Tuesday 24 November at 10:06, and approvals expire after five days. Check what is still to be paid, then prepare and approve it; n8n's Retry reuses the old approval.`;
	const AHEAD =
		"the payouts were prepared today at 10:06, which is later than now. Check the clocks of n8n's machines, then prepare and approve the payouts again.";

	it.each([
		[0, null],
		[5 * DAYS_MS, null],
		[5 * DAYS_MS + 1, OLD],
		[40 * DAYS_MS, OLD],
		[-15 * 60_000, null],
		[-15 * 60_000 - 1, AHEAD],
	])('after %s ms: %s', (passedMs, why) => {
		expect(endAfter(passedMs)).toEqual(why === null ? null : { cause: 'approvalEnded', why });
	});

	it('whatever else is wrong with the list', () => {
		const at = { ...PLACE, nowMs: NOW_MS + 6 * DAYS_MS, timeZone: 'Africa/Lagos' };
		expect(whyNotApproved(digestOf(ada), [obi], at)?.cause).toBe('approvalEnded');
	});

	it.each<[string, (text: string) => string, string]>([
		['the minute of today on an old digest', (text) => text.replace(MINUTE, '2027-01-03T09:06Z'), 'notApproved'],
		['no minute', (text) => text.slice(MINUTE.length), 'notApproved'],
		['no minute and no hyphen', (text) => text.slice(MINUTE.length + 1), 'notApproved'],
		['seconds', (text) => text.replace('06Z', '06:00Z'), 'notApproved'],
		['a minute that no calendar has', (text) => text.replace(MINUTE, '2026-13-45T99:99Z'), 'approvalEnded'],
		['a word before it', (text) => `x ${text}`, 'notApproved'],
	])('and nothing renews it: %s', (_, change, cause) => {
		expect(endAfter(40 * DAYS_MS, change(digestOf(ada)))?.cause).toBe(cause);
	});

	it('and a digest that somebody makes without a minute, or with none of a calendar, counts never', () => {
		for (const minute of ['', 'Z', '2026-13-45T99:99Z'])
			expect(endAfter(0, approvalDigestOf([ada], PLACE, minute))).not.toBeNull();
	});
});
