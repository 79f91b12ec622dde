/** Payments that an AI agent asks for: one call each, under references that follow from the payment. */
import { lost, accepted } from '../../harness/payout/endings';
import { Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { rowOf } from '../../harness/payout/rows';
import { named, NGN, plan, type PlanSpec } from '../../harness/payout/plans';

/** What two calls for the same payment have in common; the reference is derived from it. */
const paying = (reference: string, more: PlanSpec = {}, payout = {}) =>
	named(reference, { referenceGiven: false, ...payout }, { destination: 'payee', ...more });

describe('while an earlier payment is not settled', () => {
	test.each<[string, PlanSpec]>([
		['of the same payment', {}],
		['of the same payee, with another amount', { amount: NGN(1n) }],
	])('a call %s is refused, under whatever reference and call id', async (_, more) => {
		const fixture = Fixture.ending(lost, accepted());
		await fixture.call('1', paying('R', { onUnknown: 'continue' }));
		const failure = failureOf(await fixture.call('2', paying('R-retry', more)));
		expect(failure).toMatchObject({ outcome: 'rejected', cause: 'notSettled', retryable: false });
		expect([fixture.sent.length, fixture.rows.keys.has(rowOf('R-retry'))]).toEqual([1, false]);
	});

	test('it stays refused in a Retry of the execution until a person released it or marked it as paid', async () => {
		for (const act of ['release', 'markPaid'] as const) {
			const fixture = Fixture.ending(lost, accepted());
			await fixture.call('1', paying('R', { onUnknown: 'continue' }));
			fixture.retry();
			expect(outcomesOf(await fixture.call('2', paying('S')))).toEqual(['rejected']);
			if (act === 'release') await fixture.release('R');
			else await fixture.markPaid('R');
			expect(outcomesOf(await fixture.call('2', paying('S')))).toEqual(['accepted']);
		}
	});
});

describe('two calls at once', () => {
	test.each([
		['of one payment, with ids', ['1', '2'], ['R', 'R'], {}],
		['of one payment, without ids', [null, null], ['R', 'R'], {}],
		['of one payment on either side of midnight', ['1', '2'], ['R', 'S'], {}],
		['of one payee', ['1', '2'], ['R', 'S'], { amount: NGN(1n) }],
	] as const)('%s: one is sent', async (_, ids, references, more) => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const running = [fixture.call(ids[0], paying(references[0])), fixture.call(ids[1], paying(references[1], more))];
		await quiet();
		expect(held.waiting).toBe(1);
		await held.answer(accepted());
		const outcomes = (await Promise.all(running)).flatMap(outcomesOf);
		expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
		expect(fixture.sent).toHaveLength(1);
	});
});

test('a dry run of a tool looks at no memory', async () => {
	const fixture = Fixture.ending(lost);
	await fixture.call('1', paying('R'));
	expect(
		outcomesOf(
			await fixture.call('2', plan({ destination: 'another payee', payout: { reference: 'S', validateOnly: true } })),
		),
	).toEqual(['notSent']);
});
