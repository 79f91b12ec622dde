/** A payment that is about to leave, and a person who releases its reference meanwhile. */
import { accepted } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { rowOf } from '../../harness/payout/rows';
import { plan } from '../../harness/payout/plans';

describe('a payment that is about to leave', () => {
	test('does not while somebody releases its reference, which is free then', async () => {
		const fixture = new Fixture();
		fixture.rows.after = (method, key) => {
			if (method === 'insert' && key === rowOf('INV-1')) fixture.rows.put(rowOf('INV-1', 0, ':releasing'));
		};
		expect(failureOf(await fixture.run([plan()]))).toMatchObject({
			outcome: 'notSent',
			retryable: true,
			message: expect.stringContaining('somebody is releasing its payout reference'),
		});
		expect([fixture.sent, await fixture.record.check('INV-1')]).toEqual([[], 'free']);
	});

	test('leaves within a minute of its claim, or not at all', async () => {
		for (const [ms, sent] of [
			[60_000, 1],
			[60_001, 0],
		] as const) {
			const fixture = new Fixture();
			fixture.rows.after = (method, key) => {
				if (method === 'insert' && key === rowOf('INV-1')) fixture.time.now += ms;
			};
			expect(outcomesOf(await fixture.run([plan()]))).toEqual([sent === 1 ? 'accepted' : 'notSent']);
			expect([fixture.sent.length, await fixture.record.check('INV-1')]).toEqual([sent, sent === 1 ? 'paid' : 'free']);
		}
	});
});

test('a payment that is accepted after somebody released its reference early is not made again', async () => {
	const fixture = new Fixture();
	fixture.endings = [
		async () => {
			await fixture.release('INV-1');
			return accepted();
		},
	];
	expect(outcomesOf(await fixture.run([plan()]))).toEqual(['accepted']);
	fixture.startAnew();
	expect(failureOf(await fixture.run([plan()]))).toMatchObject({ cause: 'alreadyPaid' });
	expect(fixture.sent).toHaveLength(1);
});
