/** What the record says to an execution that remembers nothing of a payment, and to a second item with its reference. */
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, lost, rejected } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf } from '../../harness/payout/outcomes';
import { named, NGN, plan } from '../../harness/payout/plans';

describe('a new execution', () => {
	test('is told that a reference was paid, or skips it', async () => {
		const fixture = new Fixture();
		await fixture.run([plan()]);
		fixture.startAnew();
		expect(failureOf(await fixture.run([plan()]))).toMatchObject({
			outcome: 'rejected',
			cause: 'alreadyPaid',
		});
		fixture.startAnew();
		const skipped = await fixture.run(
			[plan({ payout: { alreadyRecorded: 'skip' } }), plan({ payout: { reference: 'B' } })],
			{ stopOnFailure: true },
		);
		expect(outputOf(skipped)).toEqual({
			payout: {
				reference: 'INV-1',
				bank: { code: '000014', name: null },
				payeeName: null,
				payeeHistory: 'known',
				outcome: 'alreadyPaid',
				replayed: false,
				deployment: 'staging: no real money',
				amount: { minor: '100000', major: '1000.00', currency: 'NGN', text: '1,000.00 NGN' },
			},
		});
		expect(outcomesOf(skipped)).toEqual(['alreadyPaid', 'accepted']);
	});

	test.each([
		['paid', accepted(), { outcome: 'rejected', cause: 'alreadyPaid' }],
		['unknown', lost, { outcome: 'unknown', cause: 'notSettled' }],
		['free', rejected, { outcome: 'rejected', cause: 'invalidInput' }],
	])('is told that a reference is %s, where it cannot be looked up now', async (_, end, said) => {
		const fixture = Fixture.ending(end);
		await fixture.run([plan()]);
		fixture.startAnew();
		const lookUp = () => Promise.reject(refuse("The bank doesn't answer", 'Try later.'));
		expect(failureOf(await fixture.run([plan({ lookUp })]))).toMatchObject(said);
		expect(fixture.sent).toHaveLength(1);
	});

	test.each([
		{ amount: NGN(1n) },
		{ destination: 'another' },
		{ amount: { minor: 100_000n, currency: 'KES' as const } },
	])('is refused the reference of another payment, also under Skip: %o', async (other) => {
		const fixture = new Fixture();
		await fixture.run([plan()]);
		for (const alreadyRecorded of ['stop', 'skip'] as const) {
			fixture.startAnew();
			expect(failureOf(await fixture.run([plan({ ...other, payout: { alreadyRecorded } })]))).toMatchObject({
				outcome: 'rejected',
				cause: 'referenceReused',
			});
		}
		expect(fixture.sent).toHaveLength(1);
	});

	test('pays under the same reference with another kind of money', async () => {
		const fixture = new Fixture();
		await fixture.run([plan()]);
		const { record, ...others } = fixture.store;
		Object.assign(record, { money: 'real' });
		fixture.startAnew();
		expect(outcomesOf(await fixture.run([plan()], { money: 'real', store: { record, ...others } }))).toEqual([
			'accepted',
		]);
	});
});

describe('one reference on two items of a run', () => {
	test('is paid once, and the second is told that it was, though its row is written late', async () => {
		const fixture = new Fixture();
		const result = await fixture.run([
			plan(),
			plan({ destination: 'other' }),
			plan({ payout: { alreadyRecorded: 'skip' } }),
			named('B'),
		]);
		expect(outcomesOf(result)).toEqual(['accepted', 'rejected', 'alreadyPaid', 'accepted']);
		expect(failureOf(result, 1).cause).toBe('referenceReused');
		expect(fixture.payees).toEqual(['0123456789', 'B']);
	});

	test('at the same time is paid once', async () => {
		const fixture = new Fixture();
		const twice = () => plan({ onUnknown: 'continue', payout: { payoutsInParallel: 2 } });
		const result = await fixture.run([twice(), twice()]);
		expect(outcomesOf(result).filter((outcome) => outcome === 'accepted')).toHaveLength(1);
		expect(fixture.sent).toHaveLength(1);
	});
});
