/** What only a look-up or an acceptance tells, and who is told of it. */
import type { KeyRules } from '../../../nodes/core/domain/payees/keyRules';
import type { PaymentPlan, PayoutSettings } from '../../../nodes/core/payout/plan';
import { accepted, lost } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { transactionRow } from '../../harness/payout/rows';
import { named, NGN, NO_RULES } from '../../harness/payout/plans';

describe('a quote, whose cost only Mavapay knows', () => {
	const quote = (payout: Partial<PayoutSettings>, asked: boolean[] = []): PaymentPlan =>
		named('Q', payout, {
			amount: null,
			atMost: null,
			lookUp: async ({ needsAmount }) => {
				asked.push(needsAmount);
				return { amount: NGN(700n) };
			},
		});
	const most = { ...NO_RULES, mostPerPayment: new Map([['NGN', 500n]]) };

	it.each<[string, Partial<PayoutSettings>, KeyRules, boolean]>([
		['nothing limits it', {}, NO_RULES, false],
		['the item has a limit', { maximumAmount: 900n }, NO_RULES, true],
		['the run has one', { maximumTotal: 900n }, NO_RULES, true],
		['the key has one', {}, most, true],
		['the run was approved', { approvalDigest: 'a digest' }, NO_RULES, true],
	])('is asked for its cost where that is compared: %s', async (_, payout, keyRules, expected) => {
		const asked: boolean[] = [];
		await new Fixture().run([quote(payout, asked)], { keyRules });
		expect(asked).toEqual([expected]);
	});

	it('is held by a rule of the key once the cost is known', async () => {
		const fixture = new Fixture();
		const result = await fixture.run([quote({})], { keyRules: most });
		expect(failureOf(result)).toMatchObject({ cause: 'keyRule', outcome: 'rejected' });
		expect(fixture.sent).toEqual([]);
		const wide = { ...NO_RULES, mostPerPayment: new Map([['NGN', 700n]]) };
		expect(outcomesOf(await fixture.run([quote({})], { keyRules: wide, run: 1 }))).toEqual(['accepted']);
	});
});

it('a payment of unknown outcome names who approved it, if anybody did', async () => {
	const failureWith = async (approvedBy: string | null) => {
		const fixture = Fixture.ending(lost);
		return failureOf(await fixture.run([named('A', { approvedBy })]));
	};
	expect(await failureWith('Ngozi')).toMatchObject({ approvedBy: 'Ngozi', claim: expect.any(String) });
	expect(await failureWith(null)).not.toHaveProperty('approvedBy');
});

it('a payment whose transaction is recorded for another reference is paid, and a hint says that the other may not be', async () => {
	const fixture = new Fixture(transactionRow('tx-1'));
	const { hints, ...result } = await fixture.run([named('A')]);
	expect([outcomesOf({ hints, ...result }), await fixture.record.check('A')]).toEqual([['accepted'], 'paid']);
	expect(hints).toEqual([expect.stringMatching(/^Mavapay accepted .* as tx-1, by which another payout reference/)]);
	const alone = new Fixture();
	alone.endings = [accepted()];
	expect((await alone.run([named('A')])).hints).toEqual([]);
});
