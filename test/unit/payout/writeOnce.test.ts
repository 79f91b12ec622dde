/** Requests that create or change something but move no money: sent once, remembered even if the outcome is unknown. */
import type { RunResult } from '../../../nodes/core/payout/runTypes';
import { accepted, lost, rejected, unreachable } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, stopOf } from '../../harness/payout/outcomes';
import { write, throwing } from '../../harness/payout/plans';

describe('a request that creates something', () => {
	const secret = (more = {}) => write({ destination: '{"secret":"s3cr3t"}', ...more });

	test('has no payout member, keeps lists, and is replayed without asking for anything', async () => {
		const fixture = new Fixture();
		let asked = 0;
		const twice = secret({
			lookUp: async () => (asked++, {}),
			output: () => [{ id: 'a', error: 'x' }, { id: 'b' }],
		});
		const first = await fixture.write([twice]);
		expect(first.results).toEqual([{ index: 0, outputs: [{ id: 'a', serviceError: 'x' }, { id: 'b' }] }]);
		expect((await fixture.write([twice])).results).toEqual(first.results);
		fixture.retry();
		expect((await fixture.write([twice])).results).toEqual(first.results);
		expect([asked, fixture.sent.length]).toEqual([1, 1]);
	});

	test('may be tried again by Retry On Fail where nobody was there to answer', async () => {
		const fixture = Fixture.ending(unreachable, accepted());
		await fixture.write([write()]);
		expect((await fixture.write([write()])).results).toMatchObject([{ outputs: [{ id: 'tx-1' }] }]);
	});

	test('is not sent again where its values have changed since', async () => {
		const fixture = new Fixture();
		await fixture.write([write()]);
		const again = failureOf(await fixture.write([write({ destination: 'another' })]));
		expect(again).toMatchObject({ outcome: 'rejected', cause: 'paidDifferently' });
		expect(fixture.sent).toHaveLength(1);
	});

	test('is unknown where our own code breaks after it was sent, and rejected before', async () => {
		const fixture = Fixture.ending(() => {
			throw new TypeError('a fault');
		});
		for (const attempt of ['first', 'second']) {
			const { outcome, message } = failureOf(await fixture.write([write()]));
			expect([attempt, outcome, message.includes('It may have taken effect.')]).toEqual([attempt, 'unknown', true]);
		}
		const broken = write({ lookUp: throwing(new TypeError('a fault')) });
		expect(failureOf(await fixture.write([broken], { run: 1 }))).toMatchObject({
			outcome: 'rejected',
			cause: 'unexpectedError',
		});
		expect(fixture.sent).toHaveLength(1);
	});

	test('whose response has an unexpected format goes out as it came, with a hint', async () => {
		const fixture = new Fixture();
		const odd = write({
			output: () => {
				throw new TypeError('no such field');
			},
		});
		const { results, hints } = await fixture.write([odd]);
		expect(results).toMatchObject([{ outputs: [{ status: 'ok', data: { id: 'tx-1' } }] }]);
		expect(hints).toEqual([expect.stringContaining('its response has an unexpected format')]);
	});
});

describe('a run of several', () => {
	test('goes one after the other, and stops at an unknown one whatever On Error says', async () => {
		const fixture = Fixture.ending(accepted(), lost, accepted());
		const going = write({ onUnknown: 'continue' });
		expect(outcomes(await fixture.write([going, going, going]))).toEqual([null, 'unknown', null]);
		fixture.startAnew();
		fixture.endings = [accepted(), lost, accepted()];
		expect(outcomes(await fixture.write([write(), write(), write()]))).toEqual([null, 'unknown', 'notSent']);
	});

	test('with On Error: Stop ends at the first that is refused, and tells what became of all', async () => {
		const fixture = Fixture.ending(accepted(), rejected);
		const result = await fixture.write([write(), write(), write()], { stopOnFailure: true });
		expect(outcomes(result)).toEqual([null, 'rejected', 'notSent']);
		expect(stopOf(result)).toMatchObject({
			index: 1,
			failure: {
				description: expect.stringMatching(
					/Already accepted, not to be sent again \(1\): item 0\.\nNot sent \(1\): item 2\.$/,
				),
			},
		});
	});

	test('sends nothing once the execution is cancelled', async () => {
		for (const isCutOff of [false, true]) {
			const fixture = new Fixture();
			const cancelling = write({ lookUp: fixture.cancelledLookUp(isCutOff) });
			const result = await fixture.write([cancelling, write()]);
			expect([0, 1].map((place) => failureOf(result, place).cause)).toEqual(['cancelled', 'cancelled']);
			expect([outcomes(result), fixture.sent]).toEqual([['notSent', 'notSent'], []]);
		}
	});
});

const outcomes = ({ results }: Pick<RunResult, 'results'>) =>
	results.map((result) => ('failure' in result ? result.failure.outcome : null));
