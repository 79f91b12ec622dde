/** What Resolve does with the record of payout references. */
import type { Candidate, Evidence } from '../../../../nodes/core/payout/reference/resolution';
import type { LookUpKey } from '../../../../nodes/core/payees/paymentIdentity';
import type { ResolvePlan } from '../../../../nodes/core/payout/plan';
import { lost } from '../../../harness/payout/endings';
import { claimFor, Fixture } from '../../../harness/payout/fixture';
import { refusalOf, outcomesOf } from '../../../harness/payout/outcomes';
import { lookUpRow, MemoryRows, rowOf, transactionRow } from '../../../harness/payout/rows';
import { named } from '../../../harness/payout/plans';

const tx = (more: Partial<Candidate> = {}): Candidate => ({
	transactionId: 'T1',
	quoteId: null,
	type: 'WITHDRAWAL',
	status: 'SUCCESS',
	minor: 1n,
	currency: 'NGN',
	createdMs: 0,
	prices: [],
	matches: true,
	...more,
});
const failed = tx({ status: 'FAILED' });

/** The key that finds the payment at Mavapay, as it was recorded with the claim. */
const KEY: LookUpKey = { kind: 'quoteId', value: 'Q' };
const sent = (reference: string, generation = 0) => [
	rowOf(reference, generation),
	lookUpRow(reference, KEY, generation),
];

const asked = { reference: 'R', updateRecord: true };

/** A plan whose search finds these transactions; `times` counts how often Mavapay was asked. */
function resolve(
	transactions: Candidate[],
	more: { reference?: string; updateRecord?: boolean; foundBy?: LookUpKey } = {},
) {
	const plan = {
		do: 'resolve' as const,
		foundBy: KEY,
		sentAfterMs: 0,
		...asked,
		...more,
		times: 0,
		meanwhile: async () => await Promise.resolve(),
		gather: async (): Promise<Evidence> => {
			plan.times += 1;
			await plan.meanwhile();
			return { transactions, orders: [], incomplete: null };
		},
	};
	return plan;
}

it('paid: marks the claim', async () => {
	const fixture = new Fixture(...sent('R'));
	const claim = await claimFor(fixture.record, 'R');
	expect(await fixture.act(resolve([tx()]))).toMatchObject({
		reference: 'R',
		state: 'paid',
		previousState: 'unknown',
		resolution: 'paid',
		transactionId: 'T1',
		why: 'Transaction T1 succeeded.',
		recordChanged: true,
		claim,
	});
	expect(fixture.rows.keys).toContain(transactionRow('T1'));
	expect(fixture.rows.keys).toContain(rowOf('R', 0, ':marked'));
});

it('open: of two references that were sent with one invoice or quote, its transaction settles one', async () => {
	for (const updateRecord of [true, false]) {
		const fixture = new Fixture(...sent('R'), ...sent('S'));
		expect(await fixture.act(resolve([tx()]))).toMatchObject({ resolution: 'paid', state: 'paid' });
		expect(await fixture.act(resolve([tx()], { reference: 'S', updateRecord }))).toMatchObject({
			resolution: 'open',
			state: 'unknown',
			transactionId: null,
			recordChanged: false,
			why: expect.stringMatching(/^Transaction T1 succeeded. But either it has settled another payout reference/),
		});
	}
});

it('open: its transaction settles another one in the very moment', async () => {
	const fixture = new Fixture(...sent('R'));
	fixture.rows.after = (method, key) =>
		void (method === 'has' && key === transactionRow('T1') ? fixture.rows.put(key) : undefined);
	expect(await fixture.act(resolve([tx()]))).toMatchObject({
		resolution: 'open',
		state: 'unknown',
		recordChanged: false,
	});
});

it('not paid: releases the claim', async () => {
	const fixture = new Fixture(...sent('R'));
	expect(await fixture.act(resolve([failed]))).toMatchObject({
		state: 'free',
		resolution: 'notPaid',
		recordChanged: true,
		why: expect.stringMatching(
			/^Every payment with this payment hash or quote failed \(T1\)\. The reference was released: a new run can/,
		),
		candidates: [{ transactionId: 'T1' }],
	});
	expect(await fixture.record.check('R')).toBe('free');
});

it('not paid: gives no claim of what is free, and no list where there is nothing to look at', async () => {
	const done = [
		await new Fixture(...sent('R')).act(resolve([failed])),
		await new Fixture(rowOf('R'), rowOf('R', 0, ':paid')).act(resolve([failed])),
	];
	expect(done.map((output) => ['claim', 'candidates'].filter((name) => name in output))).toEqual([
		['candidates'],
		['claim'],
	]);
});

it('not paid: releases nothing while the request may be on its way, for another try may have failed', async () => {
	const fixture = new Fixture();
	fixture.time.now = Date.parse('2026-11-02T10:02:30Z');
	fixture.endings = [lost];
	await fixture.run([named('R', {}, { lookUp: async () => ({ lookUpKeys: [KEY] }) })]);
	fixture.startAnew();
	expect(await fixture.act(resolve([failed]))).toMatchObject({
		state: 'unknown',
		resolution: 'open',
		recordChanged: false,
		why: 'Every payment with this payment hash or quote failed (T1). But a payment sent a short time ago may still appear: look again today at 10:20, in 18 minutes, or later.',
	});
	fixture.time.now = Date.parse('2026-11-02T10:20:00Z');
	expect(await fixture.act(resolve([failed]))).toMatchObject({ state: 'free', resolution: 'notPaid' });
});

it('not paid: releases nothing whose request leaves while Mavapay is asked', async () => {
	const fixture = new Fixture();
	fixture.time.now = Date.parse('2026-11-02T10:02:30Z');
	const claimed = await fixture.record.claim('R', 'identity', [KEY]);
	if (claimed.kind !== 'claimed') throw new Error('R is taken');
	fixture.rows.put(lookUpRow('R', KEY));
	const plan = resolve([failed]);
	plan.meanwhile = async () => void (await claimed.heldClaim.announce());
	expect(await fixture.act(plan)).toMatchObject({ state: 'unknown', resolution: 'open', recordChanged: false });
	expect(await fixture.record.check('R')).toBe('unknown');
});

it.each([
	['paid', [tx()], /To record it, run 'Payout Reference: Mark Paid'/],
	['notPaid', [failed], /To pay it after all, run 'Payout Reference: Release'/],
])('%s changes nothing unless it is wanted, and says what to do', async (resolution, transactions, why) => {
	const fixture = new Fixture(...sent('R'));
	expect(await fixture.act(resolve(transactions, { updateRecord: false }))).toMatchObject({
		state: 'unknown',
		resolution,
		recordChanged: false,
		why: expect.stringMatching(why),
	});
	expect(fixture.rows.keys).toEqual(new MemoryRows(...sent('R')).keys);
});

it('a paid reference is answered at once, and Mavapay is not asked', async () => {
	const fixture = new Fixture(rowOf('R'), rowOf('R', 0, ':paid'));
	const plan = resolve([failed]);
	expect(await fixture.act(plan)).toMatchObject({
		state: 'paid',
		previousState: 'paid',
		resolution: 'paid',
		transactionId: null,
		recordChanged: false,
	});
	expect(plan.times).toBe(0);
});

it('a free reference is refused, and Mavapay is not asked', async () => {
	const plan = resolve([]);
	expect(await refusalOf(new Fixture().act(plan))).toMatchObject({
		cause: 'notFound',
		reference: 'R',
		message: expect.stringContaining(
			"Nothing to resolve under 'R'. This workflow hasn't sent a payment with this payout reference, or the reference was released. Check the reference, and that this is the workflow that pays.",
		),
	});
	expect(plan.times).toBe(0);
});

it('the execution which left it unknown may ask and gets a claim, but cannot settle it, however the reference is written', async () => {
	const fixture = Fixture.ending(lost);
	await fixture.run([named('R', {}, { lookUp: async () => ({ lookUpKeys: [KEY] }) })]);
	for (const reference of ['R', '\u200bＲ ']) {
		const plan = resolve([tx()], { reference });
		expect(await refusalOf(fixture.act(plan))).toMatchObject({
			cause: 'notSettled',
		});
		expect(plan.times).toBe(0);
		expect(await fixture.act(resolve([tx()], { reference, updateRecord: false }))).toMatchObject({
			resolution: 'paid',
			state: 'unknown',
			claim: expect.stringMatching(/^k/),
		});
	}
	fixture.startAnew();
	expect(await fixture.act(resolve([tx()]))).toMatchObject({ state: 'paid' });
	expect(outcomesOf(await fixture.run([named('R')]))).toEqual(['rejected']);
});

describe('a value that the record does not show for the reference', () => {
	it.each<[string, string[], LookUpKey]>([
		['of another payment', sent('R'), { kind: 'quoteId', value: 'Q2' }],
		['of another kind', sent('R'), { kind: 'paymentHash', value: KEY.value }],
		['of another reference', [rowOf('R'), ...sent('S')], KEY],
		['of an earlier claim', [...sent('R'), rowOf('R', 0, ':released'), rowOf('R', 1)], KEY],
	])('%s says nothing: Mavapay is not asked, and the record stays', async (_whose, rows, identity) => {
		const fixture = new Fixture(...rows);
		const plan = resolve([failed], { foundBy: identity });
		expect(await fixture.act(plan)).toMatchObject({
			state: 'unknown',
			resolution: 'open',
			transactionId: null,
			recordChanged: false,
			why: expect.stringMatching(
				/record doesn't show that this reference was sent with this value from this account.*Check 'Value'\./,
			),
		});
		expect(plan.times).toBe(0);
		expect(fixture.rows.keys).toEqual(new MemoryRows(...rows).keys);
	});
});

it('what others may have too is likely at most, and changes nothing', async () => {
	const fixture = new Fixture(...sent('R'));
	const expected = { minor: 1n, currency: 'NGN', sentAfterMs: 0, sentBeforeMs: null };
	const ask = async (transactions: Candidate[]) => {
		const gather = async (): Promise<Evidence> => ({
			transactions,
			orders: [{ orderId: 'O1', status: 'EXPIRED' }],
			incomplete: null,
		});
		const plan: ResolvePlan = { do: 'resolve', ...asked, foundBy: null, expected, gather };
		return await fixture.act(plan);
	};
	expect(await ask([tx()])).toMatchObject({ resolution: 'likelyPaid', state: 'unknown', recordChanged: false });
	expect(await ask([failed])).toMatchObject({ resolution: 'open', state: 'unknown', recordChanged: false });
	expect(await ask([])).toMatchObject({ resolution: 'open', state: 'unknown', recordChanged: false });
	expect(fixture.rows.keys).toEqual(new MemoryRows(...sent('R')).keys);
});

it('what settled another reference is offered for none, whoever found that out', async () => {
	const expected = { minor: 1n, currency: 'NGN', sentAfterMs: 0, sentBeforeMs: null };
	const asking = (transactions: Candidate[]): ResolvePlan => ({
		...{ do: 'resolve', ...asked, foundBy: null, expected },
		gather: async () => await Promise.resolve({ transactions, orders: [], incomplete: null }),
	});
	const ofQuote = tx({ transactionId: 'T2', quoteId: 'Q2' });
	for (const [transactions, taken, resolution, why] of [
		[
			[tx()],
			'T1',
			'open',
			/^Mavapay shows no such payment, not counting any recorded for other references of this workflow\./,
		],
		[[tx(), ofQuote], 'Q2', 'likelyPaid', /^Transaction T1 fits/],
		[[tx({ status: 'PENDING' })], 'T1', 'open', /^Mavapay shows no such payment, not counting any/],
	] as const) {
		const fixture = new Fixture(...sent('R'), transactionRow(taken));
		const { why: said, ...answer } = await fixture.act(asking([...transactions]));
		expect(answer).toMatchObject({ resolution, transactionId: resolution === 'open' ? null : 'T1' });
		expect(said).toMatch(why);
	}
});

it('what is open has no advice behind it', async () => {
	const { why } = await new Fixture(...sent('R')).act(resolve([tx({ status: 'PENDING' })], { updateRecord: false }));
	expect(why).toMatch(/\.$/);
});

it('shows twenty transactions at most', async () => {
	const many = Array.from({ length: 30 }, (_, index) => tx({ transactionId: `T${index}`, status: 'PENDING' }));
	const { candidates } = await new Fixture(...sent('R')).act(resolve(many));
	expect(candidates).toHaveLength(20);
});

it.each([['FAILED'], ['SUCCESS']])(
	'only the claim that was asked about is settled: a later one stays as it is (%s)',
	async (status) => {
		const fixture = new Fixture(...sent('R'));
		const plan = resolve([tx({ status })]);
		plan.meanwhile = async () => {
			await fixture.release('R');
			await fixture.record.claim('R', 'identity');
		};
		expect(await fixture.act(plan)).toMatchObject({
			state: 'unknown',
			previousState: 'unknown',
			resolution: 'open',
			transactionId: null,
			recordChanged: false,
			why: expect.stringContaining('was settled or released meanwhile'),
		});
		expect(await fixture.record.check('R')).toBe('unknown');
	},
);

it('of two who release a reference at once, one says so', async () => {
	const fixture = new Fixture(...sent('R'));
	fixture.rows.before = (method, key) =>
		void (method === 'insert' && key === rowOf('R', 0, ':released') ? fixture.rows.put(key) : undefined);
	expect(await fixture.act(resolve([failed]))).toMatchObject({
		resolution: 'open',
		recordChanged: false,
		why: expect.stringMatching(
			/^Every payment.*But the reference was settled or released meanwhile\. Run this again\.$/,
		),
	});
});

it.each([
	[
		'what was marked as paid meanwhile is not released',
		failed,
		async (fixture: Fixture) => void (await fixture.markPaid('R')),
		'paid',
	],
	[
		'what was released meanwhile is not called paid',
		tx(),
		async (fixture: Fixture) => void (await fixture.release('R')),
		'free',
	],
])('%s', async (_name, transaction, meanwhile, state) => {
	const fixture = new Fixture(...sent('R'));
	const plan = resolve([transaction]);
	plan.meanwhile = async () => await meanwhile(fixture);
	expect(await fixture.act(plan)).toMatchObject({
		state,
		resolution: 'open',
		transactionId: null,
		recordChanged: false,
		why: expect.stringMatching(state === 'free' ? /'Payout Reference: Halt' now/ : /Run this again\.$/),
	});
	expect(await fixture.record.check('R')).toBe(state);
});

it('a record that fails on the way stays unknown, and can be resolved again', async () => {
	const fixture = new Fixture(...sent('R'));
	fixture.rows.fail('insert', ':paid');
	expect(await refusalOf(fixture.act(resolve([tx()])))).toMatchObject({ cause: 'recordUnavailable' });
	fixture.rows.heal();
	expect(await fixture.act(resolve([tx()]))).toMatchObject({ resolution: 'paid', state: 'paid' });
});
