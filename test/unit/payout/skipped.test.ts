/** What the record has: it counts in no limit, and is looked up only where that matters. */
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, lost } from '../../harness/payout/endings';
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
const bad = refuse("'Amount' is empty", 'Nothing was sent for it.').failure;

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

it('is looked up only where a limit would refuse something', async () => {
	const looks = async (caps: object) => {
		const fixture = new Fixture();
		await fixture.run([skipping('A', 60n, caps)]);
		return fixture.rows.calls.filter(([method]) => method === 'has').length;
	};
	const payeeProblem = 'it is none that a person allowed';
	expect(await Promise.all([{ maximumTotal: 59n }, { payeeProblem }, { maximumTotal: 60n }, {}].map(looks))).toEqual([
		1, 1, 5, 5,
	]);
});

it('is not called over a limit where it may not be skipped, is open, or was paid as another payment', async () => {
	const fixture = await paid('A', 'B');
	fixture.endings = [lost, accepted()];
	await fixture.run([skipping('C', 60n, {})]);
	fixture.startAnew();
	const caps = { maximumTotal: 59n };
	const [other, stopped] = [skipping('A', 61n, caps), named('B', caps, { amount: NGN(60n) })];
	const result = await fixture.run([other, stopped, skipping('C', 60n, caps), skipping('D', 59n, caps)]);
	expect([0, 1, 2].map((place) => failureOf(result, place).cause)).toEqual([
		'referenceReused',
		'alreadyPaid',
		'notSettled',
	]);
	expect(fixture.payees.at(-1)).toBe('C');
});

it('is nothing where the record cannot be read, and the limit holds', async () => {
	const fixture = await paid('A');
	fixture.rows.fail('has', '');
	expect(failureOf(await fixture.run([skipping('A', 60n, { maximumTotal: 59n })])).cause).toBe('limitExceeded');
});
