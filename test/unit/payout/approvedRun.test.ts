/** A run of approved payments: all are prepared and compared before the first one is sent. */
import { completed } from '../../../nodes/core/payout/sealedPayment';
import { approvalDigestOf, minuteOf } from '../../../nodes/core/payout/approval';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { rowKey } from '../../../nodes/core/record/rows';
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, rejected } from '../../harness/payout/endings';
import { Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf } from '../../harness/payout/outcomes';
import { MONEY, PLACE, rowOf } from '../../harness/payout/rows';
import { named, type PlanSpec, throwing } from '../../harness/payout/plans';

/** The time at which a fixture's clock begins. */
const START_MS = 1_000_000;
const NAMES = ['A', 'B', 'C'];
const reading = (name: string): PlanSpec => ({
	lookUp: async () => ({ payeeName: `${name} OBI` }),
});
const digest = (names = NAMES, preparedMs = START_MS) =>
	approvalDigestOf(
		names.map((name) => completed(named(name, {}, reading(name)).sealed, { payeeName: `${name} OBI` })),
		PLACE,
		minuteOf(preparedMs),
	);
const approved = (name: string, approvalDigest: string | null = digest(), more: PlanSpec = {}): PaymentPlan =>
	named(name, { approvalDigest }, { ...reading(name), ...more });
const all = (names = NAMES, approvalDigest = digest()) => names.map((name) => approved(name, approvalDigest));

test('asks nothing about what a check refuses', async () => {
	const asked: string[] = [];
	const given = (name: string, maximumAmount: bigint | null) =>
		named(name, { approvalDigest: digest(), maximumAmount }, { lookUp: async () => (asked.push(name), {}) });
	expect(outcomesOf(await new Fixture().run([given('A', null), given('B', 1n)]))).toEqual(['notSent', 'rejected']);
	expect(asked).toEqual(['A']);
});

test('sends nothing where one item has no digest', async () => {
	const fixture = new Fixture();
	const result = await fixture.run([...all(['A', 'B']), approved('C', null)]);
	expect(outcomesOf(result)).toEqual(['notSent', 'notSent', 'notSent']);
	const message = expect.stringContaining('must be the same for all items');
	for (const place of [0, 1, 2])
		expect(failureOf(result, place)).toMatchObject({ cause: 'notApproved', retryable: false, message });
	expect([fixture.sent, [...fixture.rows.keys]]).toEqual([[], []]);
});

test('a try again replays what was sent, and sends the rest of what was approved', async () => {
	const fixture = Fixture.ending(accepted('of A'), rejected);
	expect(outcomesOf(await fixture.run(all(), { stopOnFailure: true }))).toEqual(['accepted', 'rejected', 'notSent']);
	fixture.retry();
	fixture.endings = [accepted('later')];
	const again = await fixture.run(all());
	expect(outcomesOf(again)).toEqual(['accepted', 'accepted', 'accepted']);
	expect(outputOf(again)).toMatchObject({ id: 'of A', payout: { replayed: true } });
	expect(fixture.payees).toEqual(['A', 'B', 'B', 'C']);
});

test('what was sent before is not called unpaid where it can no longer be prepared', async () => {
	const fixture = Fixture.ending(accepted('of A'), rejected);
	await fixture.run(all(), { stopOnFailure: true });
	fixture.retry();
	const closed = approved('A', digest(), {
		lookUp: throwing(refuse('Account not found', 'The bank has no such account.')),
	});
	const again = await fixture.run([closed, ...all(['B', 'C'])]);
	expect(outcomesOf(again)).toEqual(['accepted', 'notSent', 'notSent']);
	expect(outputOf(again)).toMatchObject({ id: 'of A', payout: { replayed: true } });
	expect(fixture.payees).toEqual(['A', 'B']);
});

describe('what the approver left out', () => {
	const striking = (leftOut: string, more: (name: string) => PlanSpec['payout'] = () => ({})) =>
		NAMES.map((name) => named(name, { approvalDigest: digest(), leftOut, ...more(name) }, reading(name)));

	test('stays left out where only another row is a dry run', async () => {
		const fixture = new Fixture();
		await fixture.run(striking('["B"]', (name) => ({ validateOnly: name === 'C' })));
		fixture.startAnew();
		await fixture.run(striking('[]'));
		expect(fixture.payees).toEqual(['A', 'C']);
	});

	test.each([true, false])('is not paid by a run under way, which stops: %s', async (stopOnFailure) => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later, accepted('of C')];
		const underWay = fixture.run(striking('[]'), { stopOnFailure });
		while (held.waiting === 0) await quiet();
		fixture.startAnew();
		expect(outcomesOf(await fixture.run(striking('["B"]')))).toEqual(['unknown', 'leftOut', 'notSent']);
		await held.answer(accepted('of A'));
		expect(outcomesOf(await underWay)).toEqual(['accepted', 'leftOut', 'accepted']);
		expect([fixture.payees, await fixture.record.check('B')]).toEqual([['A', 'C'], 'free']);
	});

	test('is written down before the first payment leaves', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const underWay = fixture.run(striking('["B"]', () => ({ payoutsInParallel: 2 })));
		while (held.waiting === 0) await quiet();
		fixture.startAnew();
		expect(outcomesOf(await fixture.run(striking('[]')))).toContain('leftOut');
		await held.answer(accepted());
		while (held.waiting > 0) await held.answer(accepted());
		await underWay;
	});

	test('counts in no budget, and is like no other row', async () => {
		const fixture = new Fixture();
		fixture.budgets = { day: new Map([['NGN', 200_000n]]), month: null };
		const same = { isLike: true, destination: 'X', lookUp: async () => ({ payeeName: 'X OBI' }) };
		const payment = (name: string, payout = {}) => named(name, payout, name === 'C' ? reading(name) : same);
		const names = NAMES.map((name) => (name === 'C' ? 'C OBI' : 'X OBI'));
		const shown = NAMES.map((name, place) => completed(payment(name).sealed, { payeeName: names[place] ?? '' }));
		const approvalDigest = approvalDigestOf(shown, PLACE, minuteOf(START_MS));
		const plans = NAMES.map((name) => payment(name, { approvalDigest, leftOut: '["A"]' }));
		expect(outcomesOf(await fixture.run(plans, { stopOnFailure: true }))).toEqual(['leftOut', 'accepted', 'accepted']);
	});

	test('refuses the list where a check refuses it', async () => {
		const plans = striking('["A"]', (name) => (name === 'A' ? { maximumAmount: 1n } : {}));
		expect(outcomesOf(await new Fixture().run(plans))).toEqual(['rejected', 'notSent', 'notSent']);
	});

	test('is not written down of a list that was not approved', async () => {
		const fixture = new Fixture();
		await fixture.run(striking('["B"]').slice(0, 2));
		expect(outcomesOf(await fixture.run(striking('[]')))).toEqual(['accepted', 'accepted', 'accepted']);
	});

	test.each([
		['has', ''],
		['insert', 'B'],
	] as const)("pays nobody where n8n's database fails: %s", async (method, reference) => {
		const fixture = new Fixture();
		fixture.rows.fail(method, rowKey('struck', MONEY, digest(), reference));
		expect(outcomesOf(await fixture.run(striking('["B"]')))).toEqual(['notSent', 'notSent', 'notSent']);
	});

	test("isn't said of a row where the record can't be read: it may have been paid", async () => {
		const fixture = new Fixture();
		fixture.rows.fail('has', rowOf('B'));
		expect(failureOf(await fixture.run(striking('["B"]')), 1)).toMatchObject({ cause: 'recordUnavailable' });
	});

	test('is looked for once in a run, and once more before each payment leaves', async () => {
		const calls = async (plans: PaymentPlan[]) => {
			const fixture = new Fixture();
			await fixture.run(plans);
			return fixture.rows.calls.length;
		};
		const without = await calls(NAMES.map((name) => named(name, {}, reading(name))));
		expect(await calls(striking('[]'))).toBe(without + 1 + NAMES.length);
	});
});
