/** If the service asks for a pause, the payments after that response wait. */
import { accepted, tooMany } from '../../harness/payout/endings';
import { Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { outcomesOf } from '../../harness/payout/outcomes';
import { all, named, NAMES } from '../../harness/payout/plans';
import { HALT_ROW, rowOf } from '../../harness/payout/rows';

describe('too many requests', () => {
	test('are never repeated; the items after them wait longer and longer, until one is answered otherwise', async () => {
		const fixture = Fixture.ending(tooMany(), tooMany(), tooMany(), accepted(), tooMany(), accepted());
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

	test('are waited for as long as Mavapay asks, which the item says', async () => {
		const fixture = Fixture.ending(tooMany('840'), accepted());
		const ended = await fixture.run(all(['A', 'B']));
		expect(ended.results[0]).toMatchObject({
			failure: { description: expect.stringContaining('(Retry-After): "840".') },
		});
		expect([outcomesOf(ended), fixture.time.waits]).toEqual([['rejected', 'accepted'], [840_000]]);
	});

	test('that ask for more than a run waits stop it, and the items that are left say why', async () => {
		const fixture = Fixture.ending(tooMany('901'));
		const ended = await fixture.run(all(['A', 'B', 'C']));
		expect(outcomesOf(ended)).toEqual(['rejected', 'notSent', 'notSent']);
		expect(ended.results[2]).toMatchObject({
			failure: { cause: 'rateLimited', retryable: true, description: expect.stringContaining('more than 15 minutes') },
		});
		expect([fixture.payees, fixture.time.waits]).toEqual([['A'], []]);
	});

	test.each([
		['a failure', true],
		['its execution, which was cancelled', false],
	])('are not waited for where the run ends by %s', async (_, stopOnFailure) => {
		const fixture = new Fixture();
		fixture.endings = [() => ((fixture.cancelled = !stopOnFailure), tooMany())];
		expect(outcomesOf(await fixture.run(all(['A', 'B']), { stopOnFailure }))).toEqual(['rejected', 'notSent']);
		expect(fixture.time.waits).toEqual([]);
	});

	test('behind the last item nothing is waited for', async () => {
		const fixture = Fixture.ending(tooMany());
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

describe('settling behind the response', () => {
	/** A run whose first payment isn't recorded as paid until the returned function is called. */
	async function held(plans = all(['A', 'B'])) {
		const fixture = new Fixture();
		const settle = fixture.rows.holdInserted(rowOf('A', 0, ':paid'));
		let ended = false;
		const running = fixture.run(plans).finally(() => (ended = true));
		for (let step = 0; step < 20; step++) await quiet();
		return { fixture, settle, running, hasEnded: () => ended };
	}

	test.each([
		['', []],
		[', also after one that is refused', [named('X', { maximumAmount: 1n })]],
	])('lets the next payment be claimed, and sent once the first is recorded as paid%s', async (_, refused) => {
		const { fixture, settle, running } = await held([named('A'), ...refused, named('B')]);
		expect([fixture.payees, fixture.rows.keys.has(rowOf('B'))]).toEqual([['A'], true]);
		settle();
		expect(outcomesOf(await running)).toEqual(['accepted', ...refused.map(() => 'rejected'), 'accepted']);
		expect(fixture.payees).toEqual(['A', 'B']);
	});

	test('is over before the run ends, with as many at once as payments', async () => {
		const { fixture, settle, running, hasEnded } = await held(all(['A', 'B'], { payoutsInParallel: 2 }));
		expect([fixture.payees, hasEnded()]).toEqual([['A', 'B'], false]);
		settle();
		expect(outcomesOf(await running)).toEqual(['accepted', 'accepted']);
	});

	test('holds back a payment of the same reference altogether', async () => {
		const fixture = new Fixture();
		const settle = fixture.rows.holdInserted(rowOf('A', 0, ':paid'));
		const running = fixture.run(all(['A', 'A']));
		for (let step = 0; step < 20; step++) await quiet();
		const looks = fixture.rows.calls.filter(([, key]) => key === HALT_ROW).length;
		settle();
		expect([looks, outcomesOf(await running)]).toEqual([1, ['accepted', 'rejected']]);
	});
});
