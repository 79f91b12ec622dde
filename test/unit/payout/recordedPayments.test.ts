/** What the record reports to an execution that doesn't remember the payment. */
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, lost, rejected } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf } from '../../harness/payout/outcomes';
import { plan } from '../../harness/payout/plans';

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
});
