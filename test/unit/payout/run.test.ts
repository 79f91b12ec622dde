/** A run over several items: what ends the run, and that it keeps no ended payment in memory. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { runPayments } from '../../../nodes/core/payout/run';
import { accepted } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { all, named, NAMES, plan } from '../../harness/payout/plans';
import { rowOf } from '../../harness/payout/rows';

describe('On Error: Stop', () => {
	test('nothing is sent before a payee that nobody allowed is found behind it', async () => {
		const fixture = new Fixture();
		const result = await fixture.run([named('A'), named('B', { payeeProblem: 'it is none' })], { stopOnFailure: true });
		expect([outcomesOf(result), failureOf(result, 1).cause]).toEqual([['notSent', 'rejected'], 'payeeNotAllowed']);
		const looks = [rowOf('A'), rowOf('B'), rowOf('A')].map((row) => ['has', row]);
		expect([fixture.sent, fixture.rows.calls]).toEqual([[], looks]);
	});
});

describe('a cancelled execution', () => {
	test('while an item is looked up claims nothing, and blames nothing on the item', async () => {
		for (const fails of [false, true]) {
			const fixture = new Fixture();
			const cancelling = plan({ lookUp: fixture.cancelledLookUp(fails) });
			expect(failureOf(await fixture.run([cancelling]))).toMatchObject({ outcome: 'notSent', cause: 'cancelled' });
			expect([fixture.sent, fixture.rows.calls.filter(([method]) => method !== 'has')]).toEqual([[], []]);
		}
	});
});

test('a plan is let go of once its payment has ended', async () => {
	setFlagsFromString('--expose-gc');
	const collect: () => void = runInNewContext('gc');
	const fixture = new Fixture();
	const held: number[] = [];
	const started = () => {
		const plans = all(NAMES);
		const left = plans.map((one) => new WeakRef(one));
		fixture.endings = [
			async () => {
				await setImmediate();
				collect();
				held.push(left.filter((one) => one.deref() !== undefined).length);
				return accepted(`tx-${held.length}`);
			},
		];
		return fixture.paymentRun(plans);
	};
	await runPayments(started());
	expect(held).toEqual([6, 5, 4, 3, 2, 1]);
});
