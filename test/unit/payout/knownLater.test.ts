/** Facts that only a look-up or the payment's answer reveals, such as a cost or a transaction, and who learns them. */
import type { KeyRules } from '../../../nodes/core/payees/keyRules';
import type { PaymentPlan, PayoutSettings } from '../../../nodes/core/payout/plan';
import { accepted, failed } from '../../harness/payout/endings';
import { Fixture, freed } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf } from '../../harness/payout/outcomes';
import { rowOf, transactionRow } from '../../harness/payout/rows';
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
});

describe('an answer whose transaction the record has for another payment', () => {
	it.each([
		['accepted', accepted],
		['failed', failed],
	])('is unknown, though it is %s, and its item says where to look', async (_, ending) => {
		const fixture = Fixture.ending(accepted('tx-1'), () => ending('tx-1'));
		const result = await fixture.run([named('A'), named('B')]);
		expect(outcomesOf(result)).toEqual(['accepted', 'unknown']);
		const failure = failureOf(result, 1);
		expect(failure).toMatchObject({ cause: 'unclearMessage', claim: expect.any(String) });
		expect(failure.description).toContain(
			'names tx-1, which this workflow recorded for another payment. This payment may or may not have been made: look for both in Mavapay.',
		);
		expect([await fixture.record.check('A'), await fixture.record.check('B')]).toEqual(['paid', 'unknown']);
		expect(fixture.rows.keys).not.toContain(`${rowOf('B')}:paid`);
		expect(fixture.memory().openPayments()).toMatchObject([{ state: 'unknown', payment: { reference: 'B' } }]);
		expect(failureOf(await fixture.run([named('B')], { run: 1 })).outcome).toBe('unknown');
		expect(fixture.sent).toHaveLength(2);
	});

	it('is unknown where that one failed', async () => {
		const fixture = Fixture.ending(failed('tx-1'), () => accepted('tx-1'));
		expect(outcomesOf(await fixture.run([named('A'), named('B')]))).toEqual(['failed', 'unknown']);
	});

	it('of a quote whose transaction failed leaves the quote to its next claim', async () => {
		const quote = named('A', {}, { lookUp: async () => ({ lookUpKeys: [{ kind: 'quoteId', value: 'quote-1' }] }) });
		const fixture = Fixture.ending(failed('tx-1'), accepted('tx-2'));
		expect(outcomesOf(await fixture.run([quote]))).toEqual(['failed']);
		await freed(fixture.record, 'A');
		fixture.startAnew();
		expect(outcomesOf(await fixture.run([quote]))).toEqual(['accepted']);
	});
});

it('a payment whose transaction could not be recorded is accepted, with a warning, and its reference stays open', async () => {
	const fixture = Fixture.ending(accepted('tx-1'));
	fixture.rows.fail('insert', transactionRow('tx-1'));
	const result = await fixture.run([named('A')]);
	expect(outputOf(result)).toMatchObject({ payout: { outcome: 'accepted', warning: expect.any(String) } });
	expect(await fixture.record.check('A')).toBe('unknown');
});
