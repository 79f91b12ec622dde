/** Payments of one run to one payee, of one amount, under different payout references. */
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { accepted, rejected } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, stopOf } from '../../harness/payout/outcomes';
import { NGN, NO_RULES, plan, type PlanSpec } from '../../harness/payout/plans';

const DAY_MS = 86_400_000;

const bill = (reference: string, payout: PlanSpec['payout'] = {}, more: PlanSpec = {}): PaymentPlan =>
	plan({ isLike: true, onUnknown: 'continue', ...more, payout: { reference, ...payout } });

it('are refused but for the first, before anything is sent, and the first is named', async () => {
	const fixture = new Fixture();
	const result = await fixture.run([bill('A'), bill('B')], { stopOnFailure: true });
	expect([stopOf(result).index, fixture.sent]).toEqual([1, []]);
	const failure = failureOf(await fixture.run([bill('A'), bill('B')]), 1);
	expect(failure).toMatchObject({ cause: 'repeated', outcome: 'rejected' });
	expect(failure.description).toContain("it pays the same payee the same amount as item 0 (payout reference 'A')");
	expect(fixture.sent).toHaveLength(1);
});

it.each([
	['where the first one is refused', [bill('A', { maximumAmount: 1n }), bill('B')], ['rejected', 'accepted']],
	['of another amount', [bill('A'), bill('B', {}, { amount: NGN(5n) })], ['accepted', 'accepted']],
	['that may repeat', [bill('A'), bill('B', { allowRepeats: true })], ['accepted', 'accepted']],
	['that are not compared', [plan({ payout: { reference: 'A' } }), bill('B')], ['accepted', 'accepted']],
])('are paid %s', async (_, plans, expected) => {
	expect(outcomesOf(await new Fixture().run(plans))).toEqual(expected);
});

it('are no repeats under one reference: what it is for decides', async () => {
	const fixture = new Fixture();
	const result = await fixture.run([bill('A'), bill('A'), bill('B', {}, { amount: NGN(5n) }), bill('B')]);
	expect(outcomesOf(result)).toEqual(['accepted', 'rejected', 'accepted', 'rejected']);
	expect([failureOf(result, 1).cause, failureOf(result, 3).cause]).toEqual(['alreadyPaid', 'repeated']);
});

it('are no repeats of one that an earlier run paid long ago', async () => {
	const fixture = new Fixture();
	await fixture.run([bill('A')]);
	fixture.startAnew();
	fixture.time.now += 40 * DAY_MS;
	const result = await fixture.run([bill('A', { alreadyRecorded: 'skip' }), bill('B')]);
	expect(outcomesOf(result)).toEqual(['alreadyPaid', 'accepted']);
});

it('are left to the memory of the execution that has sent them', async () => {
	const fixture = new Fixture();
	const repeats = (reference: string) => bill(reference, { allowRepeats: true });
	fixture.endings = [accepted(), accepted(), rejected, accepted()];
	expect(outcomesOf(await fixture.run([repeats('A'), repeats('B'), bill('C', {}, { amount: NGN(5n) })]))).toEqual([
		'accepted',
		'accepted',
		'rejected',
	]);
	fixture.retry();
	expect(outcomesOf(await fixture.run([bill('A'), bill('B'), bill('C', {}, { amount: NGN(5n) })]))).toEqual([
		'accepted',
		'accepted',
		'accepted',
	]);
	expect(fixture.sent).toHaveLength(4);
});

it('may be allowed under a rule of the key on repeats by an approver alone', async () => {
	const keyRules = { ...NO_RULES, repeatsWithinDays: 2 };
	const run = async (payout: PlanSpec['payout']) =>
		outcomesOf(await new Fixture().run([bill('A'), bill('B', payout)], { keyRules }));
	expect(await run({ allowRepeats: true })).toEqual(['accepted', 'rejected']);
	expect(await run({ allowRepeats: true, approvedBy: 'Ngozi' })).toEqual(['accepted', 'accepted']);
	expect(await run({ approvedBy: 'Ngozi' })).toEqual(['accepted', 'rejected']);
});

describe('what is refused before the first payment', () => {
	const enquiring = (reference: string, payout: PlanSpec['payout'] = {}, more: PlanSpec = {}) =>
		bill(reference, payout, {
			destination: reference,
			lookUp: async (service) => {
				await service.read({ method: 'GET', path: `/enquiry/${reference}` });
				return {};
			},
			...more,
		});

	it('for a rule of the key is not looked up', async () => {
		const fixture = new Fixture();
		const keyRules = { ...NO_RULES, mostPerPayment: new Map([['NGN', 500n]]) };
		const result = await fixture.run([enquiring('A'), enquiring('B', {}, { amount: NGN(500n) })], { keyRules });
		expect([outcomesOf(result), failureOf(result, 0).cause]).toEqual([['rejected', 'accepted'], 'keyRule']);
		expect(fixture.read.map(({ path }) => path)).toEqual(['/enquiry/B', '/transactions']);
	});

	it.each([
		['a limit', { maximumTotal: 150_000n }, NO_RULES],
		['a rule of the key', {}, { ...NO_RULES, mostPerPayment: new Map([['NGN', 500n]]) }],
	])('for %s leaves out what is skipped as paid', async (_, payout, keyRules) => {
		const fixture = new Fixture();
		await fixture.run([enquiring('A')]);
		fixture.startAnew();
		const skipping = { ...payout, alreadyRecorded: 'skip' as const };
		const small = { amount: NGN(400n) };
		const result = await fixture.run(
			[enquiring('A', skipping), enquiring('B', skipping, small), enquiring('C', skipping, { amount: NGN(149_700n) })],
			{ keyRules },
		);
		const expected =
			keyRules === NO_RULES ? ['alreadyPaid', 'rejected', 'rejected'] : ['alreadyPaid', 'accepted', 'rejected'];
		expect(outcomesOf(result)).toEqual(expected);
	});

	it('is an amount that nobody knows, where there is a limit', async () => {
		const open = (reference: string, payout: PlanSpec['payout']) =>
			enquiring(reference, payout, { amount: null, sealed: { price: { is: 'open', atMost: null } } });
		const fixture = new Fixture();
		const result = await fixture.run([open('A', { maximumAmount: 5n }), open('B', {})]);
		expect([outcomesOf(result), failureOf(result, 0).cause]).toEqual([['rejected', 'accepted'], 'limitExceeded']);
		expect(fixture.read.map(({ path }) => path)).toEqual(['/enquiry/B']);
	});
});
