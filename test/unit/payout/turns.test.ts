/** After a response that asks for a pause, the payments behind it wait. */
import { accepted, tooMany } from '../../harness/payout/endings';
import { Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { outcomesOf } from '../../harness/payout/outcomes';
import { all, NAMES } from '../../harness/payout/plans';

describe('too many requests', () => {
	test('are never repeated; the items after them wait longer and longer, until one is answered otherwise', async () => {
		const fixture = new Fixture();
		fixture.endings = [tooMany(), tooMany(), tooMany(), accepted(), tooMany(), accepted()];
		expect(outcomesOf(await fixture.run(all(NAMES)))).toEqual([
			'rejected',
			'rejected',
			'rejected',
			'accepted',
			'rejected',
			'accepted',
		]);
		expect([fixture.payees, fixture.time.waits]).toEqual([NAMES, [375, 750, 1500, 375]]);
	});

	test('that stop the run are not waited for', async () => {
		const fixture = new Fixture();
		fixture.endings = [tooMany()];
		expect(outcomesOf(await fixture.run(all(['A', 'B']), { stopOnFailure: true }))).toEqual(['rejected', 'notSent']);
		expect(fixture.time.waits).toEqual([]);
	});

	test('behind the last item nothing is waited for', async () => {
		const fixture = new Fixture();
		fixture.endings = [tooMany()];
		await fixture.run(all(['A']));
		expect(fixture.time.waits).toEqual([]);
	});

	test('hold up every worker, and let rows be written meanwhile', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		let waited: () => void = () => undefined;
		fixture.time.wait = async (ms) => {
			fixture.time.waits.push(ms);
			await new Promise<void>((resolve) => {
				waited = resolve;
			});
		};
		const running = fixture.run(all(NAMES, { payoutsInParallel: 2 }));
		await quiet();
		await held.answer(tooMany(), 1);
		await held.answer(accepted());
		expect([fixture.payees, fixture.time.waits, await fixture.record.check('A')]).toEqual([['A', 'B'], [375], 'paid']);
		waited();
		await quiet();
		expect(fixture.payees).toEqual(['A', 'B', 'C', 'D']);
		for (let left = 4; left > 0; left--) await held.answer(accepted());
		await running;
	});

	test('a second one during the wait makes it longer, not a loop of its own', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const open: Array<() => void> = [];
		fixture.time.wait = async (ms) => {
			fixture.time.waits.push(ms);
			await new Promise<void>((resolve) => open.push(resolve));
		};
		const running = fixture.run(all(['A', 'B', 'C'], { payoutsInParallel: 2 }));
		await quiet();
		await held.answer(tooMany());
		await held.answer(tooMany());
		expect(fixture.time.waits).toEqual([375, 750]);
		open[0]?.();
		await quiet();
		expect(fixture.payees).toEqual(['A', 'B']);
		open[1]?.();
		await quiet();
		await held.answer(accepted());
		await running;
	});
});
