/** What happens elsewhere in an execution while a payment is prepared or claimed, and what an ended execution left. */
import { accepted, lost } from '../../harness/payout/endings';
import { Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { outcomesOf, outputOf } from '../../harness/payout/outcomes';
import { HALT_ROW } from '../../harness/payout/rows';
import { named } from '../../harness/payout/plans';

test('a payment that an execution left under way may be sent once a person has released it', async () => {
	const fixture = new Fixture();
	const held = new HeldRequests();
	fixture.endings = [held.later, accepted('later')];
	const cutOff = fixture.run([named('A')]);
	await quiet();
	fixture.retry();
	expect(outcomesOf(await fixture.run([named('A')]))).toEqual(['unknown']);
	await fixture.release('A');
	expect(outputOf(await fixture.run([named('A')]))).toMatchObject({ id: 'later' });
	await held.answer(lost);
	await cutOff;
});

test('a dry run of halted payouts asks for the stop button once', async () => {
	const fixture = new Fixture(HALT_ROW);
	expect(
		outcomesOf(await fixture.run([named('A', { validateOnly: true }), named('B', { validateOnly: true })])),
	).toEqual(['notSent', 'notSent']);
	expect(fixture.rows.calls.filter(([, key]) => key === HALT_ROW)).toEqual([['has', HALT_ROW]]);
	expect(fixture.rows.calls.filter(([method]) => method !== 'has')).toEqual([]);
});
