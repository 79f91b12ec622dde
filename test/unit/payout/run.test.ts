/** A run over several items: its order, what runs beside what, what ends it, and what is said of the rest. */
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, lost, rejected } from '../../harness/payout/endings';
import { Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf, stopOf } from '../../harness/payout/outcomes';
import { HALT_ROW, rowOf } from '../../harness/payout/rows';
import { all, named, NAMES, NGN, plan, write } from '../../harness/payout/plans';

const bad = refuse("'Amount' is empty", 'Nothing was sent for it.').failure;
describe('one by one', () => {
	test('in the order of the items, and nothing before the response of the one before', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const running = fixture.run(all(['A', 'B', 'C']));
		for (const sent of [1, 2, 3]) {
			await quiet();
			expect([fixture.payees.length, held.waiting]).toEqual([sent, 1]);
			await held.answer(accepted(`tx-${sent}`));
		}
		expect(fixture.payees).toEqual(['A', 'B', 'C']);
		expect(outcomesOf(await running)).toEqual(['accepted', 'accepted', 'accepted']);
	});

	test('the row of one is written before the next is sent', async () => {
		const fixture = new Fixture();
		let write: () => void = () => undefined;
		fixture.rows.before = async (method, key) => {
			if (method === 'insert' && key === rowOf('A', 0, ':paid'))
				await new Promise<void>((resolve) => (write = resolve));
		};
		const running = fixture.run(all(['A', 'B']));
		await quiet();
		expect(fixture.payees).toEqual(['A']);
		write();
		await running;
		expect(fixture.payees).toEqual(['A', 'B']);
	});
});

describe('in parallel', () => {
	test('as many at once as the items ask for, in the order of the items, and the output keeps it', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const running = fixture.run(all(NAMES, { payoutsInParallel: 3 }));
		await quiet();
		expect([fixture.payees, held.waiting]).toEqual([['A', 'B', 'C'], 3]);
		await held.answer(accepted('of C'), 2);
		expect(fixture.payees).toEqual(['A', 'B', 'C', 'D']);
		await held.answer(accepted('of D'), 2);
		await held.answer(accepted('of A'));
		await held.answer(accepted('of B'));
		await held.answer(accepted('of E'));
		await held.answer(accepted('of F'));
		const { results } = await running;
		expect(results.map((result) => 'outputs' in result && result.outputs[0]?.id)).toEqual(
			NAMES.map((name) => `of ${name}`),
		);
	});

	test('asks as the first item that could be read does', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const running = fixture.run([
			bad,
			named('A', { payoutsInParallel: 2 }),
			named('B', { payoutsInParallel: 5 }),
			named('C', { payoutsInParallel: 5 }),
		]);
		await quiet();
		expect(fixture.payees).toEqual(['A', 'B']);
		await held.answer(accepted());
		await held.answer(accepted());
		await held.answer(accepted());
		await running;
	});

	test.each([
		['the two Continue modes', false],
		['On Error: Stop', true],
	])('an unknown outcome starts nothing further, and those in flight are waited for: %s', async (_, stopOnFailure) => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const running = fixture.run(all(NAMES, { payoutsInParallel: 3 }), { stopOnFailure });
		await quiet();
		await held.answer(lost, 1);
		expect([fixture.payees, held.waiting]).toEqual([['A', 'B', 'C'], 2]);
		await held.answer(accepted('of C'), 1);
		await held.answer(accepted('of A'));
		const result = await running;
		expect(outcomesOf(result)).toEqual(['accepted', 'unknown', 'accepted', 'notSent', 'notSent', 'notSent']);
		if (!stopOnFailure) return expect(result.stoppedBy).toBeNull();
		expect(result.stoppedBy).toMatchObject({ index: 1, failure: { outcome: 'unknown' } });
		expect(stopOf(result).failure.message).toMatch(
			/is to pay it twice\. Already accepted, not to be sent again \(2\): item 0 \(reference A, transaction of A\), item 2 \(reference C, transaction of C\)\. Not sent \(3\): item 3 \(reference D\), and 2 more\. \(outcome: unknown, payout reference: 'B', claim: '[^']+'\)$/,
		);
	});

	test('what was prepared and claimed while another became unknown is not sent, and its reference is free', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const go = fixture.rows.holdInserted(rowOf('B'));
		const running = fixture.run(all(['A', 'B'], { payoutsInParallel: 2 }));
		await quiet();
		await held.answer(lost);
		go();
		const result = await running;
		expect(outcomesOf(result)).toEqual(['unknown', 'notSent']);
		expect([fixture.payees, await fixture.record.check('B')]).toEqual([['A'], 'free']);
	});

	test('one reference on several items is paid once, and the others wait for it', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const running = fixture.run([
			named('A', { payoutsInParallel: 4 }),
			named('A'),
			named('B'),
			named('\u200bA', { alreadyRecorded: 'skip' }, { destination: 'A' }),
		]);
		await quiet();
		expect([...fixture.payees].sort()).toEqual(['A', 'B']);
		await held.answer(accepted());
		await held.answer(accepted());
		expect(outcomesOf(await running)).toEqual(['accepted', 'rejected', 'accepted', 'alreadyPaid']);
	});

	test('items of one reference that wait for it are not sent when it stops the run', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost];
		expect(outcomesOf(await fixture.run([named('A', { payoutsInParallel: 4 }), named('A'), named('A')]))).toEqual([
			'unknown',
			'notSent',
			'notSent',
		]);
	});
});

describe('On Error: Stop', () => {
	test('a failed check of one item sends nothing at all', async () => {
		const fixture = new Fixture();
		const result = await fixture.run([named('A'), bad, refuse('another', '').failure, named('B')], {
			stopOnFailure: true,
		});
		expect(result.stoppedBy).toEqual({
			index: 1,
			failure: {
				...bad,
				description: `${bad.description} Rejected (1): item 2. Not sent (2): item 0 (reference A), and 1 more.`,
			},
		});
		expect(outcomesOf(result)).toEqual(['notSent', 'rejected', 'rejected', 'notSent']);
		expect(failureOf(result, 0).message).toContain(
			'a check of another item failed, and nothing is sent until all pass',
		);
		expect([fixture.sent, fixture.rows.calls]).toEqual([[], []]);
	});

	test('nothing is sent before a payee that nobody allowed is found behind it', async () => {
		const fixture = new Fixture();
		const result = await fixture.run([named('A'), named('B', { payeeProblem: 'it is none' })], { stopOnFailure: true });
		expect([outcomesOf(result), failureOf(result, 1).cause]).toEqual([['notSent', 'rejected'], 'payeeNotAllowed']);
		expect([fixture.sent, fixture.rows.calls]).toEqual([[], []]);
	});

	test.each([
		[rejected, 'rejected', "an item before it didn't go through"],
		[lost, 'unknown', 'the outcome of an earlier request of this execution is unknown'],
	])(
		'the first item that does not go through ends the run; the message lists what was accepted',
		async (end, outcome, why) => {
			const fixture = new Fixture();
			fixture.endings = [accepted('tx-a'), accepted('tx-b'), end];
			const { stoppedBy, ...result } = await fixture.run(all(['A', 'B', 'C', 'D']), { stopOnFailure: true });
			expect(stoppedBy).toMatchObject({ index: 2, failure: { outcome } });
			expect(stopOf({ stoppedBy }).failure.message).toMatch(
				/Already accepted, not to be sent again \(2\): item 0 \(reference A, transaction tx-a\), item 1 \(reference B, transaction tx-b\)\. Not sent \(1\): item 3 \(reference D\)\. \(outcome: [a-z]+, payout reference: 'C'(, claim: '[^']+')?\)$/,
			);
			expect(failureOf({ ...result, stoppedBy }, 3)).toMatchObject({
				outcome: 'notSent',
				message: expect.stringContaining(why),
			});
			expect(fixture.sent).toHaveLength(3);
		},
	);

	test('On Unknown Outcome: Continue goes on, and still throws in the end', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted('tx-b')];
		const { stoppedBy } = await fixture.run(all(['A', 'B'], {}, { onUnknown: 'continue' }), { stopOnFailure: true });
		expect(fixture.sent).toHaveLength(2);
		expect(stopOf({ stoppedBy })).toMatchObject({
			index: 0,
			failure: { outcome: 'unknown', message: expect.stringContaining('item 1 (reference B, transaction tx-b)') },
		});
	});

	test('names the first item that failed, and nothing where none did', async () => {
		const fixture = new Fixture();
		fixture.endings = [rejected];
		expect((await fixture.run(all(['A', 'B']), { stopOnFailure: true })).stoppedBy?.index).toBe(0);
		fixture.startAnew();
		fixture.endings = [accepted()];
		expect((await fixture.run(all(['A', 'B']), { stopOnFailure: true })).stoppedBy).toBeNull();
	});

	test('a run that a check stops still tells what an earlier try paid', async () => {
		const fixture = new Fixture();
		await fixture.run([named('A')]);
		const { stoppedBy, results } = await fixture.run([named('A'), bad], { stopOnFailure: true });
		expect(stopOf({ stoppedBy }).failure.message).toContain('item 0 (reference A, transaction tx-1)');
		expect(outputOf({ results, stoppedBy, hints: [] })).toMatchObject({ payout: { replayed: true } });
	});

	test('does not list as accepted what was only found to be paid', async () => {
		const fixture = new Fixture();
		await fixture.run([named('A')]);
		fixture.startAnew();
		fixture.endings = [rejected];
		const { stoppedBy } = await fixture.run([named('A', { alreadyRecorded: 'skip' }), named('B')], {
			stopOnFailure: true,
		});
		expect(stopOf({ stoppedBy }).failure.message).not.toContain('Already accepted');
	});
});

describe('the two Continue modes', () => {
	test('an item that a check refuses keeps its amount, for its row', async () => {
		const { results } = await new Fixture().run([named('A', { maximumAmount: 1n }), bad]);
		expect(results.map((result) => 'failure' in result && result.amount)).toEqual([NGN(100_000n), undefined]);
	});

	test('a failed check or a rejected item stops itself only', async () => {
		const fixture = new Fixture();
		fixture.endings = [rejected, accepted()];
		const result = await fixture.run([bad, named('A'), named('B')]);
		expect([outcomesOf(result), result.stoppedBy]).toEqual([['rejected', 'rejected', 'accepted'], null]);
	});

	test.each([
		['stop', 'notSent'],
		['continue', 'accepted'],
	] as const)('items behind one of unknown outcome: %s', async (onUnknown, outcome) => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		expect(outcomesOf(await fixture.run(all(['A', 'B'], {}, { onUnknown })))).toEqual(['unknown', outcome]);
	});

	test.each([
		['stop', 'notSent'],
		['continue', 'accepted'],
	] as const)('later runs of a loop: %s', async (onUnknown, outcome) => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run(all(['A'], {}, { onUnknown }), { run: 0 });
		const later = await fixture.run(all(['B'], {}, { onUnknown }), { run: 1 });
		expect(outcomesOf(later)).toEqual([outcome]);
		if (outcome === 'notSent')
			expect(failureOf(later)).toMatchObject({
				retryable: true,
				message: expect.stringContaining(
					"'On Unknown Outcome' is set to Stop. Find out what became of that one first, then run this one",
				),
			});
	});

	test('another node of the execution stops too, a Retry of it does not', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run(all(['A']));
		const elsewhere = async () =>
			outcomesOf(await fixture.run(all(['B']), { memory: { ...fixture.contexts, nodeName: 'Another' } }));
		expect(await elsewhere()).toEqual(['notSent']);
		fixture.retry();
		expect(await elsewhere()).toEqual(['accepted']);
	});

	test('a request that binds goes on behind a payment of unknown outcome', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run(all(['A']));
		expect((await fixture.write([write()], { run: 1 })).results).toMatchObject([{ outputs: [{ id: 'tx-1' }] }]);
	});

	test('behind an item whose settings cannot be read and that may have been paid nothing is sent', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run(all(['A']));
		fixture.retry();
		expect(outcomesOf(await fixture.run([bad, named('B')]))).toEqual(['unknown', 'notSent']);
	});

	test('an item not reached that an earlier try paid is replayed, not denied', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run(all(['A', 'B'], {}, { onUnknown: 'continue' }));
		expect(outputOf(await fixture.run(all(['A', 'B'], {}, { onUnknown: 'stop' })), 1)).toMatchObject({
			payout: { replayed: true },
		});
	});
});

describe('a cancelled execution', () => {
	test('ends the request in flight, records it, and sends nothing after it', async () => {
		const fixture = new Fixture();
		fixture.endings = [
			() => {
				fixture.cancelled = true;
				return accepted();
			},
		];
		const result = await fixture.run(all(NAMES));
		expect(outcomesOf(result)).toEqual(['accepted', 'notSent', 'notSent', 'notSent', 'notSent', 'notSent']);
		expect(failureOf(result, 1)).toMatchObject({
			retryable: true,
			message: expect.stringContaining('the execution was cancelled before its turn'),
		});
		expect([await fixture.record.check('A'), await fixture.record.check('B'), fixture.sent.length]).toEqual([
			'paid',
			'free',
			1,
		]);
	});

	test('while an item is looked up claims nothing, and blames nothing on the item', async () => {
		for (const fails of [false, true]) {
			const fixture = new Fixture();
			const cancelling = plan({ lookUp: fixture.cancelledLookUp(fails) });
			expect(failureOf(await fixture.run([cancelling]))).toMatchObject({
				outcome: 'notSent',
				message: expect.stringContaining('the execution was cancelled before its turn'),
			});
			expect([fixture.sent, fixture.rows.calls.filter(([method]) => method !== 'has')]).toEqual([[], []]);
		}
	});

	test('gives the claim back when it comes while claiming', async () => {
		const fixture = new Fixture();
		fixture.rows.after = (method) => {
			if (method === 'insert') fixture.cancelled = true;
		};
		expect(failureOf(await fixture.run([named('A')]))).toMatchObject({ outcome: 'notSent' });
		expect([fixture.sent, await fixture.record.check('A')]).toEqual([[], 'free']);
	});

	test('tells an unknown outcome apart from a cancelled item', async () => {
		const fixture = new Fixture();
		fixture.endings = [
			() => {
				fixture.cancelled = true;
				return lost;
			},
		];
		expect(failureOf(await fixture.run(all(['A', 'B'])), 1).message).toContain("'On Unknown Outcome' is set to Stop");
	});
});

describe('the stop button', () => {
	test.each([true, false])(
		'halts a running payroll within the payments in flight (On Error: Stop: %s)',
		async (stopOnFailure) => {
			const fixture = new Fixture();
			const held = new HeldRequests();
			fixture.endings = [held.later];
			const running = fixture.run(all(NAMES, { payoutsInParallel: 2 }), { stopOnFailure });
			await quiet();
			fixture.rows.put(HALT_ROW);
			await held.answer(accepted());
			await held.answer(accepted());
			const result = await running;
			expect(outcomesOf(result)).toEqual(['accepted', 'accepted', 'notSent', 'notSent', 'notSent', 'notSent']);
			for (const place of [2, 5])
				expect(failureOf(result, place)).toMatchObject({
					retryable: true,
					message: expect.stringContaining(
						"payouts of this workflow are halted. To go on, run 'Payout Reference: Resume' in this same workflow.",
					),
				});
			expect([fixture.payees, await fixture.record.check('C')]).toEqual([['A', 'B'], 'free']);
		},
	);

	test('holds no longer once it is lifted', async () => {
		const fixture = new Fixture(HALT_ROW);
		expect(outcomesOf(await fixture.run([plan()]))).toEqual(['notSent']);
		fixture.rows.keys.delete(HALT_ROW);
		fixture.startAnew();
		expect(outcomesOf(await fixture.run([plan()]))).toEqual(['accepted']);
	});

	test('is not asked for by what only binds', async () => {
		const fixture = new Fixture(HALT_ROW);
		expect((await fixture.write([write()])).results).toMatchObject([{ outputs: [{ id: 'tx-1' }] }]);
		expect(fixture.rows.calls).toEqual([]);
	});
});

test('hints of the plans are shown once', async () => {
	const fixture = new Fixture();
	fixture.endings = [accepted('tx-1'), accepted('tx-2')];
	const hints = ['The amount is below the documented minimum.'];
	const result = await fixture.run([named('A', {}, { hints }), named('B', {}, { hints, amount: NGN(1n) }), bad]);
	expect(result.hints).toEqual(hints);
});
