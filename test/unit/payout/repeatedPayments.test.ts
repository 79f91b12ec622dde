/** The same payment again: in one execution, by Retry On Fail, in a loop, by a person's Retry, in a new execution. */
import { runPayments } from '../../../nodes/core/payout/run';
import { plannedItem } from '../../../nodes/core/payout/runTypes';
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, lost, rejected, tooMany } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf, stopOf } from '../../harness/payout/outcomes';
import { MONEY, rowOf } from '../../harness/payout/rows';
import { write, named, NGN, plan } from '../../harness/payout/plans';

const bad = refuse("'Amount' is empty", 'Nothing was sent for it.').failure;

describe('what was accepted', () => {
	test('is not denied by a check that fails now; nor is what may have been paid, or was refused', async () => {
		const fixture = Fixture.ending(accepted(), lost, rejected);
		const plans = ['A', 'B', 'C'].map((reference) => named(reference, {}, { onUnknown: 'continue' }));
		await fixture.run(plans);
		const result = await fixture.run([bad, bad, bad]);
		expect([0, 1, 2].map((index) => failureOf(result, index))).toMatchObject([
			{ outcome: 'rejected', cause: 'paidDifferently', reference: 'A' },
			{ outcome: 'unknown', cause: 'timeout', reference: 'B' },
			{ outcome: 'rejected', summary: bad.summary },
		]);
	});
});

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

	test('is not sent again by a Retry because the record holds nothing: only a mark is a release', async () => {
		const fixture = Fixture.ending(lost, accepted());
		await fixture.run([plan()]);
		fixture.rows.keys.clear();
		fixture.retry();
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(fixture.sent).toHaveLength(1);
	});

	test('was released and claimed by another execution: the Retry is told', async () => {
		const fixture = Fixture.ending(lost, accepted());
		await fixture.run([plan()]);
		await fixture.release('INV-1');
		fixture.rows.put(rowOf('INV-1', 1));
		fixture.retry();
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(fixture.sent).toHaveLength(1);
	});

	test('stays unknown while the record cannot be asked, or is not there', async () => {
		const fixture = Fixture.ending(lost, accepted());
		await fixture.run([plan()]);
		await fixture.release('INV-1');
		fixture.retry();
		fixture.rows.fail('has', ':released');
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(
			failureOf(await runPayments({ ...fixture.paymentRun([plan()]), store: { reason: 'gone', retryable: true } })),
		).toMatchObject({
			outcome: 'unknown',
			reference: 'INV-1',
		});
		expect(fixture.sent).toHaveLength(1);
	});

	test('without a record is output once more where it was accepted, and else is not sent', async () => {
		const fixture = new Fixture();
		await fixture.run([named('A')]);
		const store = { reason: 'Save it first.', retryable: false };
		const result = await runPayments({
			...fixture.paymentRun([named('A'), named('B'), bad], { stopOnFailure: true }),
			store,
		});
		expect(result.results).toMatchObject([
			{ outputs: [{ payout: { reference: 'A', replayed: true } }] },
			{ failure: { cause: 'recordUnavailable', reference: 'B', retryable: false, outcome: 'rejected' } },
			{ failure: { summary: bad.summary } },
		]);
		expect(stopOf(result).index).toBe(1);
		expect(fixture.sent).toHaveLength(1);
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

	test('stays unknown when its values now only write', async () => {
		const fixture = Fixture.ending(lost);
		await fixture.run([plan()]);
		expect(failureOf(await fixture.write([write()]))).toMatchObject({
			outcome: 'unknown',
			reference: 'INV-1',
		});
		expect(fixture.sent).toHaveLength(1);
	});
});

describe('the keys of a memory', () => {
	test('are the payment itself where there is none', async () => {
		const fixture = new Fixture();
		const items = [named('A'), named('A-2', {}, { amount: NGN(5n) })].map((paying, index) =>
			plannedItem({ index, plan: paying }, null, MONEY),
		);
		await fixture.run([], { items });
		expect(outcomesOf(await fixture.run([], { items: [...items].reverse() }))).toEqual(['accepted', 'accepted']);
		expect(fixture.sent).toHaveLength(2);
	});
});

it('another payee under the reference of a payment that was refused is told of the reference, and not of that payment', async () => {
	const fixture = Fixture.ending(rejected);
	const to = (destination: string) => plan({ destination, payout: { reference: 'INV-1' } });
	const result = await fixture.run([to('D'), to('E')]);
	expect([0, 1].map((index) => failureOf(result, index).cause)).toEqual(['insufficientFunds', 'referenceReused']);
	expect(failureOf(result, 1).message).toContain('an earlier item has the same payout reference for another payment');
	expect(fixture.sent).toHaveLength(1);
});
