/** The facts that are gathered about a payment before a decision. decide.test.ts tests the decision itself. */
import { accepted, lost } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { outcomesOf } from '../../harness/payout/outcomes';
import { named, type PlanSpec } from '../../harness/payout/plans';

it('whether a payment like it is its own is asked only where its reference is free', async () => {
	const bill: PlanSpec = { isLike: true };
	const asks = async (fixture: Fixture) => {
		fixture.startAnew();
		fixture.rows.calls.length = 0;
		const result = await fixture.run([named('A', {}, bill)]);
		const asked = fixture.rows.calls.filter(([method, key]) => method === 'isOf' && key.includes(':like:'));
		return [outcomesOf(result)[0], asked.length > 0];
	};
	const fixture = Fixture.ending(lost, accepted());
	await fixture.run([named('A', {}, bill)]);
	expect(await asks(fixture)).toEqual(['unknown', false]);
	await fixture.release('A');
	expect(await asks(fixture)).toEqual(['accepted', true]);
});
