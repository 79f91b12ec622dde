/** One payment: every way it ends, what is said, and what stands in the record and the memory afterwards. */
import { accepted, ending } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outputOf } from '../../harness/payout/outcomes';
import { rowOf, transactionRow } from '../../harness/payout/rows';
import { plan, throwing } from '../../harness/payout/plans';

const WHAT = '1,000.00 NGN to account 0123456789 at bank 000014';

describe('accepted', () => {
	test.each([
		['nothing', () => []],
		['two items', () => [{}, {}]],
		[
			'a fault',
			() => {
				throw new TypeError('no such field');
			},
		],
	])('with a response that its operation makes %s of goes out as it came, with a hint', async (_, output) => {
		const fixture = new Fixture();
		const result = await fixture.run([plan({ output })]);
		expect(outputOf(result)).toMatchObject({ status: 'ok', data: { id: 'tx-1' }, payout: { outcome: 'accepted' } });
		expect(result.hints).toEqual([
			`Mavapay accepted the withdrawal of ${WHAT}, but its response has an unexpected format. It was passed through unchanged.`,
		]);
		expect(await fixture.record.check('INV-1')).toBe('paid');
	});

	test('without a response is shown as it is', async () => {
		const fixture = Fixture.ending(ending({ outcome: 'accepted', cause: 'accepted', httpCode: '200' }));
		const result = await fixture.run([plan({ output: () => [{ id: 'made up' }] })]);
		expect(outputOf(result)).toEqual({ payout: expect.objectContaining({ outcome: 'accepted' }) });
		expect(result.hints).toHaveLength(1);
	});

	test('inserts four rows, after three looks, that of its transaction before it is paid', async () => {
		const fixture = new Fixture();
		await fixture.run([plan({ paysTo: { kind: 'ownWallet' } })]);
		const key = rowOf('INV-1');
		const shown = fixture.rows.calls.map(
			([method, row]) => `${method} ${row.replace(key, 'K:0').replace(transactionRow('tx-1'), 'T')}`,
		);
		expect(shown).toEqual([
			'has K:0',
			'has mavapay:1:halt',
			'insert K:0',
			'has K:0:releasing',
			'insert K:0:identity',
			'insert T',
			'insert K:0:paid',
		]);
	});
});

describe('unknown', () => {
	test('is what was accepted when the memory cannot be written any more', async () => {
		const fixture = new Fixture();
		fixture.endings = [
			() => {
				Object.freeze(fixture.flow.mavapayPayouts);
				return accepted();
			},
		];
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(await fixture.record.check('INV-1')).toBe('unknown');
		fixture.flow = JSON.parse(JSON.stringify(fixture.flow));
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(fixture.sent).toHaveLength(1);
	});
});

describe('before the request', () => {
	test.each([
		['the claim', 'insert', rowOf('INV-1')],
		['the look whether somebody is releasing', 'has', ':releasing'],
		['the identity', 'insert', /:identity/],
		['the stop button', 'has', 'halt'],
	] as const)('a store that fails at %s sends nothing', async (_, method, key) => {
		const fixture = new Fixture();
		fixture.rows.fail(method, key);
		const said = { outcome: 'rejected', cause: 'recordUnavailable', retryable: true };
		expect(failureOf(await fixture.run([plan()]))).toMatchObject(said);
		expect([fixture.sent, fixture.flow.mavapayPayouts]).toEqual([[], {}]);
	});

	test('a fault of our own is rejected, and frees the reference', async () => {
		const fixture = new Fixture();
		const broken = plan({ lookUp: throwing(new TypeError('undefined is not a function')) });
		expect(failureOf(await fixture.run([broken]))).toMatchObject({
			outcome: 'rejected',
			message: expect.stringContaining('Nothing was paid'),
		});
		expect([fixture.sent, fixture.rows.keys.size]).toEqual([[], 0]);
	});

	test('a memory that cannot be written stops it, and frees the reference', async () => {
		const fixture = new Fixture();
		fixture.flow = { mavapayPayouts: Object.freeze({}) };
		expect(failureOf(await fixture.run([plan()]))).toMatchObject({
			outcome: 'rejected',
			message: expect.stringContaining('before the request was sent'),
		});
		expect([fixture.sent, await fixture.record.check('INV-1')]).toEqual([[], 'free']);
	});
});
