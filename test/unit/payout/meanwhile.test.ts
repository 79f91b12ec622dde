/** What happens elsewhere in the execution while a payment is prepared or claimed, and what an ended one left behind. */
import { accepted, failed, lost, rejected } from '../../harness/payout/endings';
import { Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf } from '../../harness/payout/outcomes';
import { HALT_ROW } from '../../harness/payout/rows';
import { named, NGN, plan, type PlanSpec } from '../../harness/payout/plans';

/** A payment whose preparation ends when the test says so. */
function slow(reference: string, payout = {}, more: PlanSpec = {}) {
	let go: () => void = () => undefined;
	const lookUp = async () => {
		await new Promise<void>((resolve) => {
			go = resolve;
		});
		return {};
	};
	return { paying: named(reference, payout, { ...more, lookUp }), go: () => go() };
}

test('a reference that was refused meanwhile for another call is not sent again', async () => {
	const fixture = Fixture.ending(rejected, accepted());
	const second = slow('A');
	const running = fixture.call('c2', second.paying);
	await quiet();
	expect(outcomesOf(await fixture.call('c1', named('A')))).toEqual(['rejected']);
	second.go();
	expect(failureOf(await running)).toMatchObject({
		outcome: 'rejected',
		message: expect.stringContaining('Insufficient balance'),
	});
	expect([fixture.sent.length, await fixture.record.check('A')]).toEqual([1, 'free']);
});

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

test('a replay gives no hint where there is no warning', async () => {
	const fixture = new Fixture();
	await fixture.run([plan()]);
	expect((await fixture.run([plan()])).hints).toEqual([]);
});

test('a dry run of halted payouts asks for the stop button once', async () => {
	const fixture = new Fixture(HALT_ROW);
	expect(
		outcomesOf(await fixture.run([named('A', { validateOnly: true }), named('B', { validateOnly: true })])),
	).toEqual(['notSent', 'notSent']);
	expect(fixture.rows.calls.filter(([, key]) => key === HALT_ROW)).toEqual([['has', HALT_ROW]]);
	expect(fixture.rows.calls.filter(([method]) => method !== 'has')).toEqual([]);
});

test('a payment that failed, or was lost, keeps its amount and its transaction for its row', async () => {
	const fixture = Fixture.ending(failed(), lost);
	const later = named('B', {}, { amount: null, onUnknown: 'continue', lookUp: async () => ({ amount: NGN(5n) }) });
	const { results } = await fixture.run([named('A'), later]);
	expect(results.map((result) => 'failure' in result && [result.amount, result.failure.transactionId])).toEqual([
		[NGN(100_000n), 'tx-9'],
		[NGN(5n), undefined],
	]);
});
