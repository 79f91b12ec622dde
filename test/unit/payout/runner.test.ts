/** A run over several items: its order, what runs beside what, what ends it, and what is said of the rest. */
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, Bench, Desk, failureOf, HALT_ROW, lost, outcomesOf, outputOf, quiet, rejected, rowOf, stopOf, tooMany } from '../../harness/payout/fixture';
import { write, named, NGN, plan, type PlanSpec } from '../../harness/payout/plans';

const bad = refuse("'Amount' is empty", 'Nothing was sent for it.').failure;
const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'];
const all = (names: readonly string[], payout = {}, more: PlanSpec = {}) => names.map((name) => named(name, payout, more));
describe('one by one', () => {
	test('in the order of the items, and nothing before the response of the one before', async () => {
		const bench = new Bench();
		const desk = new Desk();
		bench.endings = [desk.later];
		const running = bench.run(all(['A', 'B', 'C']));
		for (const sent of [1, 2, 3]) {
			await quiet();
			expect([bench.payees.length, desk.waiting]).toEqual([sent, 1]);
			await desk.response(accepted(`tx-${sent}`));
		}
		expect(bench.payees).toEqual(['A', 'B', 'C']);
		expect(outcomesOf(await running)).toEqual(['accepted', 'accepted', 'accepted']);
	});

	test('the row of one is written while the next is under way, and before the one after that is claimed', async () => {
		const bench = new Bench();
		let write: () => void = () => undefined;
		bench.rows.before = async (method, key) => {
			if (method === 'insert' && key === rowOf('A', 0, ':paid')) await new Promise<void>((resolve) => { write = resolve; });
		};
		const running = bench.run(all(['A', 'B', 'C']));
		await quiet();
		expect([bench.payees, bench.rows.keys.has(rowOf('C'))]).toEqual([['A', 'B'], false]);
		write();
		await running;
		expect(bench.payees).toEqual(['A', 'B', 'C']);
	});

	test('a run ends when every row is written', async () => {
		const bench = new Bench();
		await bench.run(all(['A']));
		expect(await bench.record.check('A')).toBe('paid');
	});
});

describe('in parallel', () => {
	test('as many at once as the items ask for, in the order of the items, and the output keeps it', async () => {
		const bench = new Bench();
		const desk = new Desk();
		bench.endings = [desk.later];
		const running = bench.run(all(NAMES, { payoutsInParallel: 3 }));
		await quiet();
		expect([bench.payees, desk.waiting]).toEqual([['A', 'B', 'C'], 3]);
		await desk.response(accepted('of C'), 2);
		expect(bench.payees).toEqual(['A', 'B', 'C', 'D']);
		await desk.response(accepted('of D'), 2);
		await desk.response(accepted('of A'));
		await desk.response(accepted('of B'));
		await desk.response(accepted('of E'));
		await desk.response(accepted('of F'));
		const { results } = await running;
		expect(results.map((result) => 'outputs' in result && result.outputs[0]?.id)).toEqual(NAMES.map((name) => `of ${name}`));
	});

	test('asks as the first item that could be read does', async () => {
		const bench = new Bench();
		const desk = new Desk();
		bench.endings = [desk.later];
		const running = bench.run([bad, named('A', { payoutsInParallel: 2 }), named('B', { payoutsInParallel: 5 }), named('C', { payoutsInParallel: 5 })]);
		await quiet();
		expect(bench.payees).toEqual(['A', 'B']);
		await desk.response(accepted());
		await desk.response(accepted());
		await desk.response(accepted());
		await running;
	});

	test.each([
		['the two Continue modes', false],
		['On Error: Stop', true],
	])('an unknown outcome starts nothing further, and those in flight are waited for: %s', async (_, stopOnFailure) => {
		const bench = new Bench();
		const desk = new Desk();
		bench.endings = [desk.later];
		const running = bench.run(all(NAMES, { payoutsInParallel: 3 }), { stopOnFailure });
		await quiet();
		await desk.response(lost, 1);
		expect([bench.payees, desk.waiting]).toEqual([['A', 'B', 'C'], 2]);
		await desk.response(accepted('of C'), 1);
		await desk.response(accepted('of A'));
		const result = await running;
		expect(outcomesOf(result)).toEqual(['accepted', 'unknown', 'accepted', 'notSent', 'notSent', 'notSent']);
		if (!stopOnFailure) return expect(result.stoppedBy).toBeNull();
		expect(result.stoppedBy).toMatchObject({ index: 1, failure: { outcome: 'unknown' } });
		expect(stopOf(result).failure.message).toMatch(/not to be sent again: item 0 \(reference A, transaction of A\); item 2 \(reference C, transaction of C\)\. \(outcome: unknown, payout reference: 'B'\)$/);
	});

	test('what was prepared and claimed while another became unknown is not sent, and its reference is free', async () => {
		const bench = new Bench();
		const desk = new Desk();
		bench.endings = [desk.later];
		let go: () => void = () => undefined;
		bench.rows.after = async (method, key) => {
			if (method === 'insert' && key === rowOf('B')) await new Promise<void>((resolve) => { go = resolve; });
		};
		const running = bench.run(all(['A', 'B'], { payoutsInParallel: 2 }));
		await quiet();
		await desk.response(lost);
		go();
		const result = await running;
		expect(outcomesOf(result)).toEqual(['unknown', 'notSent']);
		expect([bench.payees, await bench.record.check('B')]).toEqual([['A'], 'free']);
	});

	test('one reference on several items is paid once, and the others wait for it', async () => {
		const bench = new Bench();
		const desk = new Desk();
		bench.endings = [desk.later];
		const running = bench.run([named('A', { payoutsInParallel: 4 }), named('A'), named('B'), named('\u200bA', { alreadyRecorded: 'skip' }, { destination: 'A' })]);
		await quiet();
		expect([...bench.payees].sort()).toEqual(['A', 'B']);
		await desk.response(accepted());
		await desk.response(accepted());
		expect(outcomesOf(await running)).toEqual(['accepted', 'rejected', 'accepted', 'alreadyPaid']);
	});

	test('items of one reference that wait for it are not sent when it stops the run', async () => {
		const bench = new Bench();
		bench.endings = [lost];
		expect(outcomesOf(await bench.run([named('A', { payoutsInParallel: 4 }), named('A'), named('A')]))).toEqual(['unknown', 'notSent', 'notSent']);
	});

	test('without a reference no item waits for another', async () => {
		const bench = new Bench();
		const desk = new Desk();
		bench.endings = [desk.later];
		const running = bench.run(all(['A', 'B'], { payoutsInParallel: 2, reference: null }));
		await quiet();
		expect(desk.waiting).toBe(2);
		await desk.response(accepted());
		await desk.response(accepted());
		await running;
	});
});

describe('On Error: Stop', () => {
	test('a failed check of one item sends nothing at all', async () => {
		const bench = new Bench();
		const result = await bench.run([named('A'), bad, refuse('another', '').failure, named('B')], { stopOnFailure: true });
		expect(result.stoppedBy).toEqual({ index: 1, failure: bad });
		expect(outcomesOf(result)).toEqual(['notSent', 'rejected', 'rejected', 'notSent']);
		expect(failureOf(result, 0).message).toContain('a check of another item failed, and nothing is sent until all pass');
		expect([bench.sent, bench.rows.calls]).toEqual([[], []]);
	});

	test.each([
		[rejected, 'rejected', "an item before it didn't go through"],
		[lost, 'unknown', 'the outcome of an earlier payment of this execution is unknown'],
	])('the first item that does not go through ends the run; the message lists what was accepted', async (end, outcome, why) => {
		const bench = new Bench();
		bench.endings = [accepted('tx-a'), accepted('tx-b'), end];
		const { stoppedBy, ...result } = await bench.run(all(['A', 'B', 'C', 'D']), { stopOnFailure: true });
		expect(stoppedBy).toMatchObject({ index: 2, failure: { outcome } });
		expect(stopOf({ stoppedBy }).failure.message).toMatch(/not to be sent again: item 0 \(reference A, transaction tx-a\); item 1 \(reference B, transaction tx-b\)\. \(outcome: [a-z]+, payout reference: 'C'\)$/);
		expect(failureOf({ ...result, stoppedBy }, 3)).toMatchObject({ outcome: 'notSent', message: expect.stringContaining(why) });
		expect(bench.sent).toHaveLength(3);
	});

	test('On Unknown Outcome: Continue goes on, and still throws in the end', async () => {
		const bench = new Bench();
		bench.endings = [lost, accepted('tx-b')];
		const { stoppedBy } = await bench.run(all(['A', 'B'], {}, { onUnknown: 'continue' }), { stopOnFailure: true });
		expect(bench.sent).toHaveLength(2);
		expect(stopOf({ stoppedBy })).toMatchObject({ index: 0, failure: { outcome: 'unknown', message: expect.stringContaining('item 1 (reference B, transaction tx-b)') } });
	});

	test('names the first item that failed, and nothing where none did', async () => {
		const bench = new Bench();
		bench.endings = [rejected];
		expect((await bench.run(all(['A', 'B']), { stopOnFailure: true })).stoppedBy?.index).toBe(0);
		bench.startAnew();
		bench.endings = [accepted()];
		expect((await bench.run(all(['A', 'B']), { stopOnFailure: true })).stoppedBy).toBeNull();
	});

	test('a run that a check stops still tells what an earlier try paid', async () => {
		const bench = new Bench();
		await bench.run([named('A')]);
		const { stoppedBy, results } = await bench.run([named('A'), bad], { stopOnFailure: true });
		expect(stopOf({ stoppedBy }).failure.message).toContain('item 0 (reference A, transaction tx-1)');
		expect(outputOf({ results, stoppedBy, hints: [] })).toMatchObject({ payout: { replayed: true } });
	});

	test('does not list as accepted what was only found to be paid', async () => {
		const bench = new Bench();
		await bench.run([named('A')]);
		bench.startAnew();
		bench.endings = [rejected];
		const { stoppedBy } = await bench.run([named('A', { alreadyRecorded: 'skip' }), named('B')], { stopOnFailure: true });
		expect(stopOf({ stoppedBy }).failure.message).not.toContain('Already accepted');
	});
});

describe('the two Continue modes', () => {
	test('a failed check or a rejected item stops itself only', async () => {
		const bench = new Bench();
		bench.endings = [rejected, accepted()];
		const result = await bench.run([bad, named('A'), named('B')]);
		expect([outcomesOf(result), result.stoppedBy]).toEqual([['rejected', 'rejected', 'accepted'], null]);
	});

	test.each([
		['stop', 'notSent'],
		['continue', 'accepted'],
	] as const)('items behind one of unknown outcome: %s', async (onUnknown, outcome) => {
		const bench = new Bench();
		bench.endings = [lost, accepted()];
		expect(outcomesOf(await bench.run(all(['A', 'B'], {}, { onUnknown })))).toEqual(['unknown', outcome]);
	});

	test.each([
		['stop', 'notSent'],
		['continue', 'accepted'],
	] as const)('later runs of a loop: %s', async (onUnknown, outcome) => {
		const bench = new Bench();
		bench.endings = [lost, accepted()];
		await bench.run(all(['A'], {}, { onUnknown }), { run: 0 });
		const later = await bench.run(all(['B'], {}, { onUnknown }), { run: 1 });
		expect(outcomesOf(later)).toEqual([outcome]);
		if (outcome === 'notSent') expect(failureOf(later)).toMatchObject({ retryable: true, message: expect.stringContaining("'On Unknown Outcome' is set to Stop. Settle that payment first, then run this one") });
	});

	test('another node of the execution stops too, a Retry of it does not', async () => {
		const bench = new Bench();
		bench.endings = [lost, accepted()];
		await bench.run(all(['A']));
		const elsewhere = async () => outcomesOf(await bench.run(all(['B']), { memory: { ...bench.contexts, nodeName: 'Another', node: {} } }));
		expect(await elsewhere()).toEqual(['notSent']);
		bench.retry();
		expect(await elsewhere()).toEqual(['accepted']);
	});

	test('a request that binds goes on behind a payment of unknown outcome', async () => {
		const bench = new Bench();
		bench.endings = [lost, accepted()];
		await bench.run(all(['A']));
		expect((await bench.run([write()], { effect: 'write', run: 1 })).results).toMatchObject([{ outputs: [{ id: 'tx-1' }] }]);
	});

	test('behind an item whose settings cannot be read and that may have been paid nothing is sent', async () => {
		const bench = new Bench();
		bench.endings = [lost, accepted()];
		await bench.run(all(['A']));
		bench.retry();
		expect(outcomesOf(await bench.run([bad, named('B')]))).toEqual(['unknown', 'notSent']);
	});

	test('an item not reached that an earlier try paid is replayed, not denied', async () => {
		const bench = new Bench();
		bench.endings = [lost, accepted()];
		await bench.run(all(['A', 'B'], {}, { onUnknown: 'continue' }));
		expect(outputOf(await bench.run(all(['A', 'B'], {}, { onUnknown: 'stop' })), 1)).toMatchObject({ payout: { replayed: true } });
	});
});

describe('a cancelled execution', () => {
	test('ends the request in flight, records it, and sends nothing after it', async () => {
		const bench = new Bench();
		bench.endings = [() => { bench.cancelled = true; return accepted(); }];
		const result = await bench.run(all(NAMES));
		expect(outcomesOf(result)).toEqual(['accepted', 'notSent', 'notSent', 'notSent', 'notSent', 'notSent']);
		expect(failureOf(result, 1)).toMatchObject({ retryable: true, message: expect.stringContaining('the execution was cancelled before its turn') });
		expect([await bench.record.check('A'), await bench.record.check('B'), bench.sent.length]).toEqual(['paid', 'free', 1]);
	});

	test('while an item is prepared asks nothing of the record, and blames nothing on the item', async () => {
		for (const fails of [false, true]) {
			const bench = new Bench();
			const cancelling = plan({ prepare: async () => { bench.cancelled = true; if (fails) throw refuse('cut off', ''); return {}; } });
			expect(failureOf(await bench.run([cancelling]))).toMatchObject({ outcome: 'notSent', message: expect.stringContaining('the execution was cancelled before its turn') });
			expect([bench.sent, bench.rows.calls]).toEqual([[], []]);
		}
	});

	test('gives the claim back when it comes while claiming', async () => {
		const bench = new Bench();
		bench.rows.after = (method) => { if (method === 'insert') bench.cancelled = true; };
		expect(failureOf(await bench.run([named('A')]))).toMatchObject({ outcome: 'notSent' });
		expect([bench.sent, [...bench.rows.keys]]).toEqual([[], []]);
	});

	test('tells an unknown outcome apart from a cancelled item', async () => {
		const bench = new Bench();
		bench.endings = [() => { bench.cancelled = true; return lost; }];
		expect(failureOf(await bench.run(all(['A', 'B'])), 1).message).toContain("'On Unknown Outcome' is set to Stop");
	});
});

describe('the stop button', () => {
	test.each([true, false])('halts a running payroll within the payments in flight (On Error: Stop: %s)', async (stopOnFailure) => {
		const bench = new Bench();
		const desk = new Desk();
		bench.endings = [desk.later];
		const running = bench.run(all(NAMES, { payoutsInParallel: 2 }), { stopOnFailure });
		await quiet();
		bench.rows.put(HALT_ROW);
		await desk.response(accepted());
		await desk.response(accepted());
		const result = await running;
		expect(outcomesOf(result)).toEqual(['accepted', 'accepted', 'notSent', 'notSent', 'notSent', 'notSent']);
		for (const place of [2, 5]) expect(failureOf(result, place)).toMatchObject({ retryable: true, message: expect.stringContaining("payouts of this workflow are halted. To go on, run 'Payout Reference: Resume' in this same workflow.") });
		expect([bench.payees, await bench.record.check('C')]).toEqual([['A', 'B'], 'free']);
	});

	test('holds for payments without a reference, and no longer once it is lifted', async () => {
		const bench = new Bench(HALT_ROW);
		const bare = plan({ payout: { reference: null } });
		expect(outcomesOf(await bench.run([bare]))).toEqual(['notSent']);
		bench.rows.keys.delete(HALT_ROW);
		expect(outcomesOf(await bench.run([bare]))).toEqual(['accepted']);
	});

	test('is not asked for by what only binds', async () => {
		const bench = new Bench(HALT_ROW);
		expect((await bench.run([write()], { effect: 'write' })).results).toMatchObject([{ outputs: [{ id: 'tx-1' }] }]);
		expect(bench.rows.calls).toEqual([]);
	});
});

describe('too many requests', () => {
	test('are never repeated; the items after them wait longer and longer, until one is answered otherwise', async () => {
		const bench = new Bench();
		bench.endings = [tooMany(), tooMany(), tooMany(), accepted(), tooMany(), accepted()];
		expect(outcomesOf(await bench.run(all(NAMES)))).toEqual(['rejected', 'rejected', 'rejected', 'accepted', 'rejected', 'accepted']);
		expect([bench.payees, bench.time.waits]).toEqual([NAMES, [375, 750, 1500, 375]]);
	});

	test('say how long to wait', async () => {
		const bench = new Bench();
		bench.endings = [tooMany('7'), accepted()];
		await bench.run(all(['A', 'B']));
		expect(bench.time.waits).toEqual([7000]);
	});

	test('behind the last item nothing is waited for', async () => {
		const bench = new Bench();
		bench.endings = [tooMany()];
		await bench.run(all(['A']));
		expect(bench.time.waits).toEqual([]);
	});

	test('hold up every worker, and let rows be written meanwhile', async () => {
		const bench = new Bench();
		const desk = new Desk();
		bench.endings = [desk.later];
		let waited: () => void = () => undefined;
		bench.time.wait = async (ms) => {
			bench.time.waits.push(ms);
			await new Promise<void>((resolve) => { waited = resolve; });
		};
		const running = bench.run(all(NAMES, { payoutsInParallel: 2 }));
		await quiet();
		await desk.response(tooMany(), 1);
		await desk.response(accepted());
		expect([bench.payees, bench.time.waits, await bench.record.check('A')]).toEqual([['A', 'B'], [375], 'paid']);
		waited();
		await quiet();
		expect(bench.payees).toEqual(['A', 'B', 'C', 'D']);
		for (let left = 4; left > 0; left--) await desk.response(accepted());
		await running;
	});

	test('a second one during the wait makes it longer, not a loop of its own', async () => {
		const bench = new Bench();
		const desk = new Desk();
		bench.endings = [desk.later];
		const open: Array<() => void> = [];
		bench.time.wait = async (ms) => {
			bench.time.waits.push(ms);
			await new Promise<void>((resolve) => open.push(resolve));
		};
		const running = bench.run(all(['A', 'B', 'C'], { payoutsInParallel: 2 }));
		await quiet();
		await desk.response(tooMany());
		await desk.response(tooMany());
		expect(bench.time.waits).toEqual([375, 750]);
		open[0]?.();
		await quiet();
		expect(bench.payees).toEqual(['A', 'B']);
		open[1]?.();
		await quiet();
		await desk.response(accepted());
		await running;
	});

	test('cost no hour when the clock is set back meanwhile', async () => {
		const bench = new Bench();
		bench.endings = [() => { bench.time.now += 0; return tooMany(); }, accepted()];
		bench.rows.after = (method) => { if (method === 'remove') bench.time.now -= 3_600_000; };
		await bench.run(all(['A', 'B']));
		expect(bench.time.waits).toEqual([375]);
	});

	test('end no wait that was cancelled with another one', async () => {
		const bench = new Bench();
		bench.endings = [tooMany(), accepted()];
		bench.time.wait = async (ms) => { bench.time.waits.push(ms); bench.cancelled = true; };
		expect(outcomesOf(await bench.run(all(['A', 'B'])))).toEqual(['rejected', 'notSent']);
		expect(bench.time.waits).toEqual([375]);
	});

	test('on the way to a payment slow the run down too', async () => {
		const bench = new Bench();
		bench.endings = [tooMany(), accepted()];
		const binding = named('A', {}, { prepare: async (service) => { await service.write({ method: 'POST', path: '/quote' }); return {}; } });
		await bench.run([binding, named('B')]);
		expect(bench.time.waits).toEqual([375]);
	});
});

test('hints of the plans are shown once', async () => {
	const bench = new Bench();
	const hints = ['The amount is below the documented minimum.'];
	const result = await bench.run([named('A', {}, { hints }), named('B', {}, { hints, amount: NGN(1n) }), bad]);
	expect(result.hints).toEqual(hints);
});
