/** What a person allowed an AI tool besides amounts: payees, and payments per day. */
import { agentText } from '../../../nodes/core/service/failure';
import { accepted, failed, lost, rejected, unreachable } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf } from '../../harness/payout/outcomes';
import { dayRow, HALT_ROW, rowOf } from '../../harness/payout/rows';
import { named, plan, type PlanSpec } from '../../harness/payout/plans';

const DAY = '2026-11-22';
const paying = (reference: string, most = 2, more: PlanSpec = {}, payout = {}) =>
	named(reference, { referenceGiven: false, paymentsPerDay: most, ...payout }, more);
const taken = (fixture: Fixture) => [1, 2, 3].filter((number) => fixture.rows.keys.has(dayRow(DAY, number)));

describe('payments per day', () => {
	test.each([
		['accepted', accepted(), [1]],
		['unknown', lost, [1]],
		['failed', failed(), [1]],
		['rejected', rejected, []],
		['rejected', unreachable, []],
	] as const)('one that ends %s keeps its place, or gives it back', async (outcome, ending, places) => {
		const fixture = new Fixture();
		fixture.endings = [ending];
		expect(outcomesOf(await fixture.call('1', paying('R')))).toEqual([outcome]);
		expect(taken(fixture)).toEqual(places);
	});

	test('its place is won before the reference is claimed, so that a full day claims none', async () => {
		const fixture = new Fixture();
		let sentWith: number[] = [];
		fixture.endings = [
			() => {
				sentWith = taken(fixture);
				return accepted();
			},
		];
		await fixture.call('1', paying('R'));
		const inserts = fixture.rows.calls.flatMap(([method, key]) => (method === 'insert' ? [key] : []));
		expect(inserts.indexOf(dayRow(DAY, 1))).toBeLessThan(inserts.indexOf(rowOf('R')));
		expect(sentWith).toEqual([1]);
	});

	test('over all executions, until none is left', async () => {
		const fixture = new Fixture();
		const outcomes: unknown[] = [];
		for (const reference of ['R', 'S', 'T', 'U']) {
			fixture.startAnew();
			outcomes.push(...outcomesOf(await fixture.call('1', paying(reference))));
		}
		expect([outcomes, fixture.sent.length, taken(fixture)]).toEqual([
			['accepted', 'accepted', 'rejected', 'rejected'],
			2,
			[1, 2],
		]);
	});

	test('where none is left, nothing is claimed, and the agent reads why and until when', async () => {
		const fixture = new Fixture(dayRow(DAY, 1));
		const failure = failureOf(await fixture.call('1', paying('R', 1)));
		expect(failure).toMatchObject({
			outcome: 'rejected',
			cause: 'limitExceeded',
			summary: 'Limit exceeded: withdrawal of 1,000.00 NGN to account R',
		});
		expect(agentText(failure)).toContain(
			"Nothing was paid: the AI tools of this workflow have made the 1 payment that 'Payments per Day' allows on 2026-11-22. The count starts again at midnight in the time zone of the workflow. Don't call this tool again today.",
		);
		expect([fixture.sent, await fixture.record.check('R')]).toEqual([[], 'free']);
	});

	test('a replay takes no second place', async () => {
		const fixture = new Fixture();
		await fixture.call('1', paying('R'));
		expect(outputOf(await fixture.call('1', paying('R')))).toMatchObject({ payout: { replayed: true } });
		fixture.startAnew();
		expect(failureOf(await fixture.call('2', paying('R')))).toMatchObject({ cause: 'alreadyPaid' });
		expect(taken(fixture)).toEqual([1]);
	});

	test('what stops the payment after its place was won gives it back', async () => {
		const fixture = new Fixture();
		fixture.rows.after = (method, key) => {
			if (method === 'insert' && key === dayRow(DAY, 1)) fixture.cancelled = true;
		};
		expect(outcomesOf(await fixture.call('1', paying('R')))).toEqual(['notSent']);
		expect([fixture.sent, taken(fixture), await fixture.record.check('R')]).toEqual([[], [], 'free']);
	});

	test('what stops it before takes none', async () => {
		const fixture = new Fixture(HALT_ROW);
		expect(outcomesOf(await fixture.call('1', paying('R')))).toEqual(['notSent']);
		expect(fixture.rows.calls.filter(([method, key]) => method === 'insert' && key === dayRow(DAY, 1))).toEqual([]);
	});

	test('a database that fails stops the payment, and one that fails at giving back costs the day a place', async () => {
		const fixture = new Fixture();
		fixture.rows.fail('insert', dayRow(DAY, 1));
		expect(failureOf(await fixture.call('1', paying('R')))).toMatchObject({
			outcome: 'rejected',
			cause: 'recordUnavailable',
		});
		expect([fixture.sent, await fixture.record.check('R')]).toEqual([[], 'free']);
		fixture.rows.heal();
		fixture.rows.fail('remove', dayRow(DAY, 1));
		fixture.endings = [rejected];
		const failure = failureOf(await fixture.call('2', paying('S')));
		expect(failure).toMatchObject({ outcome: 'rejected', cause: 'insufficientFunds' });
		expect(failure.description).not.toContain("couldn't be freed");
		expect([taken(fixture), await fixture.record.check('S')]).toEqual([[1], 'free']);
	});

	test('a dry run takes no place, and says where none is left', async () => {
		const fixture = new Fixture();
		expect(outcomesOf(await fixture.call('1', paying('R', 1, {}, { validateOnly: true })))).toEqual(['notSent']);
		expect(taken(fixture)).toEqual([]);
		fixture.rows.put(dayRow(DAY, 1));
		expect(failureOf(await fixture.call('2', paying('R', 1, {}, { validateOnly: true })))).toMatchObject({
			cause: 'limitExceeded',
		});
	});

	test('of two calls of one payment without ids, the one that comes late gives its place back', async () => {
		const fixture = new Fixture();
		const go = fixture.rows.holdInserted(dayRow(DAY, 1));
		const late = fixture.call(null, paying('S', 2, { destination: 'payee' }));
		await new Promise((resolve) => setImmediate(resolve));
		fixture.rows.heal();
		await fixture.call(null, paying('R', 2, { destination: 'payee' }));
		expect(taken(fixture)).toEqual([1, 2]);
		go();
		expect(outputOf(await late)).toMatchObject({ payout: { reference: 'R', replayed: true } });
		expect([fixture.sent.length, taken(fixture)]).toEqual([1, [2]]);
	});

	test('a payment that no agent makes looks at no day', async () => {
		const fixture = new Fixture();
		await fixture.run([plan()]);
		const withDay = new Fixture();
		await withDay.call('1', paying('INV-1'));
		expect(withDay.rows.calls.length - fixture.rows.calls.length).toBe(3);
		expect(fixture.rows.calls.some(([, key]) => [1, 2].some((number) => key === dayRow(DAY, number)))).toBe(false);
	});
});

describe('a payee that nobody allowed', () => {
	test('is refused before anything is asked or claimed', async () => {
		const fixture = new Fixture();
		const failure = failureOf(
			await fixture.call('1', paying('R', 2, {}, { payeeProblem: "the payee is not one of the 'Allowed Payees'" })),
		);
		expect(failure).toMatchObject({
			outcome: 'rejected',
			cause: 'payeeNotAllowed',
			retryable: false,
			summary: 'Payee not allowed: withdrawal of 1,000.00 NGN to account R',
		});
		expect(agentText(failure)).toBe(
			"Payee not allowed: withdrawal of 1,000.00 NGN to account R. Nothing was paid: the payee is not one of the 'Allowed Payees'. A person types the allowed payees into the node. (outcome: rejected, payout reference: 'R') Don't call this tool again for this payee: a person decides who may be paid.",
		);
		expect([fixture.sent, fixture.read, fixture.rows.calls]).toEqual([[], [], []]);
	});

	test('is refused also where its call was lost before, and a person released it and took the payee off the list', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.call('1', paying('R'));
		fixture.retry();
		await fixture.release('R');
		expect(
			failureOf(await fixture.call('1', paying('R', 2, {}, { payeeProblem: 'a person has changed the list' }))),
		).toMatchObject({ outcome: 'rejected', cause: 'payeeNotAllowed' });
		expect(fixture.sent).toHaveLength(1);
	});

	test('is not what is said of a call that was paid before', async () => {
		const fixture = new Fixture();
		await fixture.call('1', paying('R'));
		expect(
			outputOf(await fixture.call('1', paying('R', 2, {}, { payeeProblem: 'a person has changed the list' }))),
		).toMatchObject({ payout: { replayed: true } });
	});
});
