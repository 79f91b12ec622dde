/** What record and memory keep of one payment, even if one of the two can't be written. */
import { accepted, failed, lost, rejected, unreachable } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outputOf } from '../../harness/payout/outcomes';
import { NGN, plan } from '../../harness/payout/plans';

const WHAT = '1,000.00 NGN to account 0123456789 at bank 000014';
const leaving = plan({ lookUp: async () => ({ leftBehind: 'quote q-1 was not accepted' }) });

describe('a row that cannot be written after the request', () => {
	const CLAIM = new Fixture().claimText('INV-1', NGN(100_000n));
	const WARNING = `Mavapay accepted the withdrawal of ${WHAT}, but n8n's database couldn't record that 'INV-1' is paid, so it may count as unknown. Run 'Payout Reference: Mark Paid' in this same workflow, not 'Release', with the claim '${CLAIM}' and no 'Transaction ID'.`;

	test('accepted: goes out with a warning and a hint, and with the next try too', async () => {
		const fixture = new Fixture();
		fixture.rows.fail('insert', ':paid');
		for (const replayed of [false, true]) {
			const result = await fixture.run([plan()]);
			expect(outputOf(result)).toMatchObject({
				id: 'tx-1',
				payout: { outcome: 'accepted', replayed, warning: WARNING, claim: CLAIM },
			});
			expect(result.hints).toEqual([WARNING]);
		}
		expect(fixture.sent).toHaveLength(1);
	});

	test.each([
		['a response', rejected],
		['no response', unreachable],
	])(
		'rejected with %s, not taken back: says that nothing was paid and to release it, and with the next try too',
		async (_, refusing) => {
			const fixture = Fixture.ending(refusing, accepted());
			fixture.rows.fail('insert', ':refused');
			for (const attempt of ['first', 'second']) {
				const { message, outcome, retryable } = failureOf(await fixture.run([plan()]));
				expect([attempt, outcome, retryable]).toEqual([attempt, 'rejected', false]);
				expect(message).toMatch(/\. Nothing was paid\. /);
				expect(message).toContain(
					"Payout reference 'INV-1' couldn't be released in n8n's database: nothing was paid, so release it with 'Payout Reference: Release' in this same workflow before you try again.",
				);
			}
			expect([fixture.sent.length, await fixture.record.check('INV-1')]).toEqual([1, 'unknown']);
			fixture.rows.heal();
			await fixture.release('INV-1');
			fixture.retry();
			outputOf(await fixture.run([plan()]));
		},
	);
});

describe('what is kept of it', () => {
	test('of one that failed its transaction', async () => {
		const fixture = Fixture.ending(failed());
		await fixture.run([leaving]);
		const [kept] = Object.values(Object(fixture.flow.mavapayPayouts));
		expect(kept).toMatchObject({ state: 'failed', payment: { transactionId: 'tx-9' } });
	});

	test('nothing, where nobody was there to response', async () => {
		const fixture = Fixture.ending(unreachable);
		await fixture.run([leaving]);
		expect([fixture.flow.mavapayPayouts, await fixture.record.check('INV-1')]).toEqual([{}, 'free']);
	});

	test('names what was left behind once more when it is asked for again, and nothing where nothing was', async () => {
		for (const [sent, words] of [
			[leaving, 'Still at Mavapay: quote q-1 was not accepted.'],
			[plan(), ''],
		] as const) {
			const fixture = Fixture.ending(lost);
			await fixture.run([sent]);
			const { message } = failureOf(await fixture.run([plan()]));
			expect(/Still at Mavapay:[^(]*\./.exec(message)?.[0] ?? '').toBe(words);
		}
	});
});
