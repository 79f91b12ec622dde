/** The same payment again: in one execution, by Retry On Fail, in a loop, by a person's Retry, in a new execution. */
import { unsentEnds } from '../../../nodes/core/payout/ends';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, lost, rejected, tooMany } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf } from '../../harness/payout/outcomes';
import { named, NGN, plan } from '../../harness/payout/plans';

const bad = refuse('Record of payouts unavailable', 'Nothing was sent in this run.').failure;
const unread = (fixture: Fixture, plans: PaymentPlan[]) =>
	fixture.paymentRun(plans).items.map((item) => ({ ...item, failure: bad }));

describe('what got a response that refuses', () => {
	test.each([
		['400', rejected],
		['429', tooMany()],
	])(
		'(%s) is not sent again in its execution: by Retry On Fail, another item, a look-alike, a loop, another node',
		async (_, refusing) => {
			const fixture = Fixture.ending(refusing, accepted());
			const tries = [
				async () => await fixture.run([plan()]),
				async () => await fixture.run([plan(), named('B'), plan()]),
				async () => await fixture.run([plan({ payout: { reference: ' INV\u20111\u200b' } })], { run: 1 }),
				async () => await fixture.run([plan({ destination: 'another' })], { run: 2 }),
				async () => await fixture.run([plan()], { memory: fixture.memory('Another') }),
			];
			await fixture.run([plan()]);
			for (const again of tries) {
				const { results } = await again();
				const last = results.at(-1);
				expect(last).toMatchObject({ failure: { outcome: 'rejected', reference: 'INV-1' } });
			}
			expect(fixture.payees).toEqual(['0123456789', 'B']);
		},
	);
});

describe('what may have been paid', () => {
	test('is sent again once a person released it, not by the execution that sent it, but by a Retry or a new one', async () => {
		for (const again of ['retry', 'startAnew'] as const) {
			const fixture = Fixture.ending(lost, accepted());
			await fixture.run([plan()]);
			await fixture.release('INV-1');
			expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
			fixture[again]();
			expect(outputOf(await fixture.run([plan()]))).toMatchObject({ payout: { outcome: 'accepted', replayed: false } });
			expect(fixture.sent).toHaveLength(2);
		}
	});

	test('stays unknown while the record cannot be asked, or is not there', async () => {
		const fixture = Fixture.ending(lost, accepted());
		await fixture.run([plan()]);
		await fixture.release('INV-1');
		fixture.retry();
		fixture.rows.fail('has', ':released');
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(unsentEnds(unread(fixture, [plan()]), fixture.memory())).toMatchObject([
			{ failure: { outcome: 'unknown', reference: 'INV-1' } },
		]);
		expect(fixture.sent).toHaveLength(1);
	});

	test('without a record is output once more where it was accepted, and else is not sent', async () => {
		const fixture = new Fixture();
		await fixture.run([named('A')]);
		expect(unsentEnds(unread(fixture, [named('A'), named('B')]), fixture.memory())).toMatchObject([
			{ outputs: [{ payout: { reference: 'A', replayed: true } }] },
			{ failure: { summary: bad.summary } },
		]);
	});

	test('stays unknown for another kind of money, whose record does not know it', async () => {
		const fixture = Fixture.ending(lost, accepted());
		await fixture.run([plan()]);
		await fixture.release('INV-1');
		fixture.retry();
		expect(failureOf(await fixture.run([plan()], { money: 'real' })).outcome).toBe('unknown');
		expect(fixture.sent).toHaveLength(1);
	});

	test('and was marked as paid is told as paid by the Retry, and skipped only where that was asked for', async () => {
		for (const [more, outcome] of [
			[{}, 'rejected'],
			[{ alreadyRecorded: 'skip' }, 'alreadyPaid'],
			[{ alreadyRecorded: 'skip', referenceGiven: false }, 'rejected'],
		] as const) {
			const fixture = Fixture.ending(lost);
			await fixture.run([plan()]);
			await fixture.markPaid('INV-1');
			fixture.retry();
			expect(outcomesOf(await fixture.run([plan({ payout: more })]))).toEqual([outcome]);
			expect(outcomesOf(await fixture.run([plan({ amount: NGN(1n), payout: { alreadyRecorded: 'skip' } })]))).toEqual([
				'rejected',
			]);
			expect(fixture.sent).toHaveLength(1);
		}
	});
});
