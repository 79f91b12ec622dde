/** What the record says to an execution that remembers nothing of a payment, and to a second item with its reference. */
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, lost, rejected } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { named, plan } from '../../harness/payout/plans';

describe('a new execution', () => {
	test.each([
		['paid', accepted(), { outcome: 'rejected', cause: 'alreadyPaid' }],
		['unknown', lost, { outcome: 'unknown', cause: 'notSettled' }],
		['free', rejected, { outcome: 'rejected', cause: 'invalidInput' }],
	])('is told that a reference is %s, where it cannot be looked up now', async (_, end, said) => {
		const fixture = Fixture.ending(end);
		await fixture.run([plan()]);
		fixture.startAnew();
		const lookUp = () => Promise.reject(refuse("The bank doesn't answer", 'Try later.'));
		expect(failureOf(await fixture.run([plan({ lookUp })]))).toMatchObject(said);
		expect(fixture.sent).toHaveLength(1);
	});

	test('pays under the same reference with another kind of money', async () => {
		const fixture = new Fixture();
		await fixture.run([plan()]);
		const { record, ...others } = fixture.store;
		Object.assign(record, { money: 'real' });
		fixture.startAnew();
		expect(outcomesOf(await fixture.run([plan()], { money: 'real', store: { record, ...others } }))).toEqual([
			'accepted',
		]);
	});
});

describe('one reference on two items of a run', () => {
	test('is paid once, and the second is told that it was, though its row is written late', async () => {
		const fixture = new Fixture();
		const result = await fixture.run([
			plan(),
			plan({ destination: 'other' }),
			plan({ payout: { alreadyRecorded: 'skip' } }),
			named('B'),
		]);
		expect(outcomesOf(result)).toEqual(['accepted', 'rejected', 'alreadyPaid', 'accepted']);
		expect(failureOf(result, 1).cause).toBe('referenceReused');
		expect(fixture.payees).toEqual(['0123456789', 'B']);
	});
});
