/** Payments of one run to one payee, of one amount, under different payout references. */
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { NGN, plan, type PlanSpec } from '../../harness/payout/plans';

const bill = (reference: string, payout: PlanSpec['payout'] = {}, more: PlanSpec = {}): PaymentPlan =>
	plan({ isLike: true, onUnknown: 'continue', ...more, payout: { reference, ...payout } });

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

	it('is an amount that nobody knows, where there is a limit', async () => {
		const open = (reference: string, payout: PlanSpec['payout']) =>
			enquiring(reference, payout, { amount: null, sealed: { price: { is: 'open', atMost: null } } });
		const fixture = new Fixture();
		const result = await fixture.run([open('A', { maximumAmount: 5n }), open('B', {})]);
		expect([outcomesOf(result), failureOf(result, 0).cause]).toEqual([['rejected', 'accepted'], 'limitExceeded']);
		expect(fixture.read.map(({ path }) => path)).toEqual(['/enquiry/B']);
	});
});
