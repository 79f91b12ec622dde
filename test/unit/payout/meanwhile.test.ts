/** What happens elsewhere in the execution while a payment is prepared or claimed, and what an ended one left behind. */
import { Fixture } from '../../harness/payout/fixture';
import { outcomesOf } from '../../harness/payout/outcomes';
import { HALT_ROW } from '../../harness/payout/rows';
import { named } from '../../harness/payout/plans';

test('a dry run of halted payouts asks for the stop button once', async () => {
	const fixture = new Fixture(HALT_ROW);
	expect(
		outcomesOf(await fixture.run([named('A', { validateOnly: true }), named('B', { validateOnly: true })])),
	).toEqual(['notSent', 'notSent']);
	expect(fixture.rows.calls.filter(([, key]) => key === HALT_ROW)).toEqual([['has', HALT_ROW]]);
	expect(fixture.rows.calls.filter(([method]) => method !== 'has')).toEqual([]);
});
