/** Another execution makes the claim first, after this one read the record. Also: a release counts for one payment. */
import { identityOf } from '../../../nodes/core/payout/sealedPayment';
import { identityDigestOf } from '../../../nodes/core/record/record';
import { accepted, lost } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { MONEY, dayRow, rowOf } from '../../harness/payout/rows';
import { named, NGN } from '../../harness/payout/plans';

/** Makes another execution claim the reference just before this execution, and pay it if `isPaid`. */
function fasterOther(fixture: Fixture, identity: string, isPaid: boolean): void {
	fixture.rows.before = async (method, key) => {
		if (method !== 'insert' || key !== rowOf('A')) return;
		fixture.rows.heal();
		const claimed = await fixture.record.claim('A', identity);
		if (claimed.kind !== 'claimed') throw new Error('the first claim is taken');
		await claimed.heldClaim.announce();
		if (isPaid) await claimed.heldClaim.recordPaid();
	};
}

describe('a reference that another execution claims first', () => {
	const paying = (payout: Parameters<typeof named>[1]) => named('A', payout);
	const same = identityDigestOf(MONEY, identityOf(paying({}).sealed));

	test('and pays is passed on as paid where that is wanted', async () => {
		const fixture = new Fixture();
		fasterOther(fixture, same, true);
		expect(outcomesOf(await fixture.run([paying({ alreadyRecorded: 'skip' })]))).toEqual(['alreadyPaid']);
		expect(fixture.sent).toEqual([]);
	});

	test.each([
		['where that is not wanted', { alreadyRecorded: 'stop' }, same, 'alreadyPaid'],
		['where nobody gave the reference', { alreadyRecorded: 'skip', referenceGiven: false }, same, 'alreadyPaid'],
		['where it is another payment', { alreadyRecorded: 'skip' }, 'another', 'referenceReused'],
	] as const)('and pays is refused %s', async (_, payout, identity, cause) => {
		const fixture = new Fixture();
		fasterOther(fixture, identity, true);
		expect(failureOf(await fixture.run([paying(payout)]))).toMatchObject({ cause });
		expect(fixture.sent).toEqual([]);
	});
});

test('of the last place of a day that another one takes first nothing is sent, and the reference stays free', async () => {
	const fixture = new Fixture();
	const place = dayRow(fixture.day, 1);
	fixture.rows.before = (method, key) => {
		if (method === 'insert' && key === place) fixture.rows.put(place);
	};
	const result = await fixture.call('1', named('A', { paymentsPerDay: 1 }));
	expect(failureOf(result)).toMatchObject({ cause: 'limitExceeded' });
	expect([fixture.sent, await fixture.record.check('A'), fixture.rows.keys.has(place)]).toEqual([[], 'free', true]);
});

describe("after n8n's Retry, a release", () => {
	test('takes the payment out of Maximum Total', async () => {
		const fixture = Fixture.ending(lost, accepted());
		const item = named('A', { maximumTotal: 150_000n }, { amount: NGN(100_000n) });
		expect(outcomesOf(await fixture.run([item]))).toEqual(['unknown']);
		fixture.retry();
		await fixture.release('A');
		expect(outcomesOf(await fixture.run([item]))).toEqual(['accepted']);
	});
});
