/** Limits of an AI tool other than amounts: allowed payees, and payments per day. */
import { accepted, lost, rejected } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { dayRow } from '../../harness/payout/rows';
import { named, type PlanSpec } from '../../harness/payout/plans';

const DAY = '2026-11-22';
const paying = (reference: string, most = 2, more: PlanSpec = {}, payout = {}) =>
	named(reference, { referenceGiven: false, paymentsPerDay: most, ...payout }, more);
const taken = (fixture: Fixture) => [1, 2, 3].filter((number) => fixture.rows.keys.has(dayRow(DAY, number)));

describe('payments per day', () => {
	test('a database that fails stops the payment, and one that fails at giving back costs the day a place', async () => {
		const fixture = new Fixture();
		fixture.rows.fail('insert', dayRow(DAY, 1));
		expect(failureOf(await fixture.call('1', paying('R')))).toMatchObject({
			outcome: 'rejected',
			cause: 'recordUnavailable',
		});
		expect([fixture.sent, await fixture.record.check('R')]).toEqual([[], 'free']);
		fixture.rows.heal();
		fixture.rows.fail('remove', dayRow(DAY, 1));
		fixture.endings = [rejected];
		const failure = failureOf(await fixture.call('2', paying('S')));
		expect(failure).toMatchObject({ outcome: 'rejected', cause: 'insufficientFunds' });
		expect(failure.description).not.toContain("couldn't be released");
		expect([taken(fixture), await fixture.record.check('S')]).toEqual([[1], 'free']);
	});

	test("a refusal by the author's own words costs the day a place", async () => {
		const fixture = Fixture.ending({ ...rejected, classified: { ...rejected.classified, isAuthorsWord: true } });
		expect(outcomesOf(await fixture.call('1', paying('R')))).toEqual(['rejected']);
		expect([taken(fixture), await fixture.record.check('R')]).toEqual([[1], 'free']);
	});

	test('a dry run takes no place, and says where none is left', async () => {
		const fixture = new Fixture();
		expect(outcomesOf(await fixture.call('1', paying('R', 1, {}, { validateOnly: true })))).toEqual(['notSent']);
		expect(taken(fixture)).toEqual([]);
		fixture.rows.put(dayRow(DAY, 1));
		expect(failureOf(await fixture.call('2', paying('R', 1, {}, { validateOnly: true })))).toMatchObject({
			cause: 'limitExceeded',
		});
	});
});

describe('a payee that nobody allowed', () => {
	test.each([
		['was paid', accepted(), 'alreadyPaid'],
		['is unknown', lost, 'notSettled'],
	])('is not what is said of a reference that %s', async (_, end, cause) => {
		const fixture = Fixture.ending(end);
		await fixture.run([named('R')]);
		fixture.startAnew();
		const failure = failureOf(await fixture.run([named('R', { payeeProblem: 'it is none' })]));
		expect(failure).toMatchObject({ cause });
	});
});
