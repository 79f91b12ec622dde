/** Payments that the record already has count towards no limit. */
import { refuse } from '../../../nodes/core/service/failure';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { named, NGN } from '../../harness/payout/plans';

const skipping = (reference: string, minor: bigint, caps: object) =>
	named(reference, { ...caps, alreadyRecorded: 'skip' }, { amount: NGN(minor) });
const paid = async (...references: string[]) => {
	const fixture = new Fixture();
	await fixture.run(references.map((reference) => skipping(reference, 60n, {})));
	fixture.startAnew();
	return fixture;
};
const bad = refuse("'Amount' is empty", 'Nothing was sent for this item.').failure;

it('counts in no limit, however many there are', async () => {
	const caps = { maximumTotal: 100n, maximumAmount: 59n };
	const plans = [skipping('A', 60n, caps), skipping('B', 60n, caps), skipping('C', 50n, caps), bad];
	expect(outcomesOf(await (await paid('A', 'B')).run(plans))).toEqual([
		'alreadyPaid',
		'alreadyPaid',
		'accepted',
		'rejected',
	]);
});

it('is nothing where the record cannot be read, and the limit holds', async () => {
	const fixture = await paid('A');
	fixture.rows.fail('has', '');
	expect(failureOf(await fixture.run([skipping('A', 60n, { maximumTotal: 59n })])).cause).toBe('limitExceeded');
});
