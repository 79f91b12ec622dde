/** The approval digest: the same payments give the same one, and whatever differs gives another. */
import type { JsonObject } from '../../../nodes/core/domain/json';
import { approvalDigestOf, keepPrepared, minuteOf, whyNotApproved } from '../../../nodes/core/payout/approval';
import { type Amount, priceOf } from '../../../nodes/core/domain/money';
import { completed, type SealedPayment } from '../../../nodes/core/payout/sealedPayment';
import { NGN, sealed, type PlanSpec } from '../../harness/payout/plans';

const PLACE = { workflowId: 'workflow 1', money: 'real', account: 'a-1' } as const;
const approvable = (spec: PlanSpec = {}, payeeName: string | null = 'ADA OBI'): SealedPayment =>
	completed(sealed(spec), { payeeName: payeeName ?? undefined });
const NOW_MS = Date.UTC(2026, 10, 24, 9, 6, 59);
const MINUTE = '2026-11-24T09:06Z';
const digestOf = (...payments: SealedPayment[]) => approvalDigestOf(payments, PLACE, MINUTE);
const reasonOf = (digest: string, payments: SealedPayment[], flow: Record<string, unknown> = {}) =>
	whyNotApproved(digest, payments, { ...PLACE, flow, nowMs: NOW_MS, timeZone: 'Africa/Lagos' })?.why ?? null;
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
	const check = (payments: SealedPayment[], flow: Record<string, unknown> = {}, digest = digestOf(ada)) =>
		reasonOf(digest, payments, flow);

	it('finds nothing in what was approved, blanks around the digest apart', () => {
		expect(check([ada])).toBeNull();
		expect(check([ada], {}, ` ${digestOf(ada)}\n`)).toBeNull();
	});

	it('names what differs only where the payments were prepared in the same execution', () => {
		const flow: Record<string, unknown> = {};
		keepPrepared(flow, digestOf(ada), [ada]);
		expect(check([obi])).toMatch(/^this run's 1 payout doesn't match/);
		expect(check([obi], flow)).toMatch(/Not approved: .*reference "INV-2"\. Missing: .*reference "INV-1"/);
		expect(check([obi], { mavapayPrepared: 'nonsense' })).toMatch(/Run Prepare in the same execution/);
		expect(check([obi], { mavapayPrepared: { [digestOf(ada)]: [1] } })).toMatch(/Run Prepare in the same execution/);
	});

	it('says where what it may cost, or a beneficiary that no message shows, differs', () => {
		const flow: Record<string, unknown> = {};
		keepPrepared(flow, digestOf(ada), [ada]);
		expect(check([approvable({ atMost: NGN(500n) })], flow)).toMatch(
			/Not approved: 1,000\.00 NGN, at most 5\.00 NGN, .* Missing: 1,000\.00 NGN, to "ADA OBI"/,
		);
		const hidden = [{ method: 'POST', path: '/withdraw', body: { to: 'another beneficiary' } }];
		expect(check([approvable({ sealed: { sends: hidden } })], flow)).toMatch(/The payouts read the same, but/);
	});

	it('refuses a quote whose cost nobody knows, as all that has no bound', () => {
		const way = { is: 'quote', quoteId: 'q-1', wallet: 'NGN' } as const;
		const quote = (cost: Amount | null) =>
			completed(sealed({ amount: null, sealed: { way } }), { price: cost === null ? undefined : priceOf(cost) });
		const unknown = quote(null);
		expect(check([unknown], {}, digestOf(unknown))).toMatch(/^what it may cost has no bound/);
		expect(check([quote(NGN(5n))], {}, digestOf(quote(NGN(5n))))).toBeNull();
		expect(check([ada, unknown], {}, digestOf(ada, unknown))).toMatch(/^what it may cost has no bound/);
	});

	it('names five of each kind', () => {
		const many = Array.from({ length: 7 }, (_, index) => approvable({ payout: { reference: `X-${index}` } }));
		const flow: Record<string, unknown> = {};
		keepPrepared(flow, digestOf(ada), [ada]);
		expect(check([ada, ...many], flow)).toMatch(
			/Not approved: [^;]*"X-0"; .*"X-4"; and 2 more\. To pay these, prepare and approve them again\./,
		);
	});

	const told = (before: SealedPayment[], now: SealedPayment[]) => {
		const flow: Record<string, unknown> = {};
		keepPrepared(flow, digestOf(...before), before);
		return reasonOf(digestOf(...before), now, flow);
	};
	const AGAIN = 'To pay these, prepare and approve them again.';
	const LOOP =
		"A loop has only a part of them in each run: pay all in one run, with 'Payouts in Parallel' if it takes long.";
	const cedi = approvable({ payout: { reference: 'INV-3' }, destination: '0123456783' });

	it('says it in these words', () => {
		expect(told([ada, obi, cedi], [ada])).toBe(
			`3 payouts were approved, this run has 1. Missing: 1,000.00 NGN, to "ADA OBI", account 0123456780 at bank 000014, reference "INV-2"; 1,000.00 NGN, to "ADA OBI", account 0123456783 at bank 000014, reference "INV-3". ${LOOP}`,
		);
		expect(told([ada], [ada, obi])).toBe(
			`1 payout was approved, this run has 2. Not approved: 1,000.00 NGN, to "ADA OBI", account 0123456780 at bank 000014, reference "INV-2". ${AGAIN}`,
		);
		const otherwise = approvable({ payout: { reference: 'INV-1' }, amount: NGN(5n), destination: '0123456799' }, null);
		expect(told([ada, obi], [otherwise, obi])).toBe(
			`2 payouts were approved, this run has 2. Not approved: 0.05 NGN, to account 0123456799 at bank 000014, reference "INV-1". Missing: 1,000.00 NGN, to "ADA OBI", account 0123456789 at bank 000014, reference "INV-1". ${AGAIN}`,
		);
		expect(told([ada], [ada, ada])).toBe(`1 payout was approved, this run has 2. One payout is listed twice. ${AGAIN}`);
		expect(check([obi])).toBe(
			`this run's 1 payout doesn't match 'Approval Digest'. Run Prepare in the same execution to see the differences. ${LOOP}`,
		);
		expect(check([ada, obi])).toMatch(/^this run's 2 payouts don't match 'Approval Digest'\./);
		const supplied = approvable({ payout: { reference: 'INV-1' }, sealed: { supplier: 'Adaeze Foods' } });
		expect(told([ada], [supplied])).toMatch(
			/Not approved: "Adaeze Foods": 1,000\.00 NGN, to "ADA OBI", account 0123456789 at bank 000014, reference "INV-1"\. Missing: 1,000\.00 NGN, /,
		);
	});

	it('names all five where there are five, and one without a payee by its amount alone', () => {
		const five = Array.from({ length: 5 }, (_, index) =>
			approvable({ payout: { reference: `X-${index}` }, paysTo: { kind: 'ownWallet' } }, null),
		);
		expect(told([ada], [ada, ...five])).toMatch(/Not approved: 1,000\.00 NGN, reference "X-0"; .*"X-4"\. To pay/);
	});

	it('names what the approver relied on besides amount and payee', () => {
		const flow = {};
		const held = approvable({ sealed: { atLeast: NGN(90n), expects: 'ADA' } });
		keepPrepared(flow, digestOf(ada), [ada]);
		expect(reasonOf(digestOf(ada), [held], flow)).toContain(
			'1,000.00 NGN, for at least 0.90 NGN, to "ADA OBI" (expected "ADA"), account 0123456789 at bank 000014, reference "INV-1". Missing:',
		);
		const repeating = approvable({ payout: { reference: 'INV-1', allowRepeats: true } });
		expect(reasonOf(digestOf(ada), [repeating], flow)).toContain('reference "INV-1", repeats allowed. Missing:');
	});

	it('shows what has no amount', () => {
		const accepted = approvable(
			{ payout: { reference: 'Q' }, amount: null, sealed: { way: { is: 'quote', quoteId: 'q-1', wallet: 'NGN' } } },
			null,
		);
		expect(told([ada, accepted], [ada])).toMatch(
			/Missing: unknown amount, to account \d+ at bank 000014 from the NGN wallet\. NOBODY CAN SEE .*, reference "Q"/,
		);
	});

	it('takes only rows that are whole from an execution', () => {
		for (const rows of [['INV-1', 7], [null], 'rows', null]) {
			expect(check([obi], { mavapayPrepared: { [digestOf(ada)]: rows } })).toMatch(/Run Prepare in the same execution/);
		}
		expect(check([obi], { mavapayPrepared: { [digestOf(ada)]: ['INV-1'] } })).toMatch(/1 payout was approved/);
	});

	it('keeps what several nodes prepared', () => {
		const flow: Record<string, unknown> = {};
		keepPrepared(flow, digestOf(ada), [ada]);
		keepPrepared(flow, digestOf(obi), [obi]);
		expect(reasonOf(digestOf(ada), [obi], flow)).toMatch(/Missing: .*"INV-1"/);
		expect(reasonOf(digestOf(obi), [ada], flow)).toMatch(/Missing: .*"INV-2"/);
	});
});

describe('an approval ends', () => {
	const DAYS_MS = 24 * 60 * 60_000;
	const endAfter = (passedMs: number, digest = digestOf(ada)) =>
		whyNotApproved(digest, [ada], {
			...PLACE,
			flow: {},
			nowMs: Date.parse(MINUTE) + passedMs,
			timeZone: 'Africa/Lagos',
		});
	const OLD = `the payouts were prepared on Tuesday 24 November at 10:06, which is more than five days ago, and approvals expire after five days. Look at what is still to be paid, then prepare and approve that; n8n's Retry reuses the old approval.`;
	const AHEAD =
		'the payouts were prepared today at 10:06, which is later than now. Check the clocks of the machines that n8n runs on, then prepare and approve them again.';

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
		const flow: Record<string, unknown> = {};
		keepPrepared(flow, digestOf(ada), [ada]);
		const nowMs = NOW_MS + 6 * DAYS_MS;
		expect(whyNotApproved(digestOf(ada), [obi], { ...PLACE, flow, nowMs, timeZone: 'Africa/Lagos' })?.cause).toBe(
			'approvalEnded',
		);
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
