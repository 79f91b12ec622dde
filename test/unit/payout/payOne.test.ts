/** An accepted payment whose operation turns the response into no item or two, or throws. */
import { Fixture } from '../../harness/payout/fixture';
import { outputOf } from '../../harness/payout/outcomes';
import { plan } from '../../harness/payout/plans';

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
			`Mavapay accepted the withdrawal of ${WHAT}, but its response has an unexpected format: see it in the output.`,
		]);
		expect(await fixture.record.check('INV-1')).toBe('paid');
	});
});
