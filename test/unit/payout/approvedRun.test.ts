/** A run of approved payments: all are prepared and compared before the first one is sent. */
import { completed } from '../../../nodes/core/domain/sealedPayment';
import { approvalDigestOf, minuteOf } from '../../../nodes/core/payout/approval';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, lost, rejected } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf, stopOf } from '../../harness/payout/outcomes';
import { PLACE } from '../../harness/payout/rows';
import { named, type PlanSpec, throwing } from '../../harness/payout/plans';

/** The time at which a fixture's clock begins. */
const START_MS = 1_000_000;
const NAMES = ['A', 'B', 'C'];
const reading = (name: string): PlanSpec => ({
	lookUp: async () => ({ payeeName: `${name} OBI` }),
});
const digest = (names = NAMES, preparedMs = START_MS) =>
	approvalDigestOf(
		names.map((name) => completed(named(name, {}, reading(name)).sealed, { payeeName: `${name} OBI` })),
		PLACE,
		minuteOf(preparedMs),
	);
const approved = (name: string, approvalDigest: string | null = digest(), more: PlanSpec = {}): PaymentPlan =>
	named(name, { approvalDigest }, { ...reading(name), ...more });
const all = (names = NAMES, approvalDigest = digest()) => names.map((name) => approved(name, approvalDigest));
const bad = refuse("'Amount' is empty", 'Nothing was sent for it.').failure;

test('sends what was approved, in the order of the items', async () => {
	const fixture = new Fixture();
	expect(outcomesOf(await fixture.run(all()))).toEqual(['accepted', 'accepted', 'accepted']);
	expect(fixture.payees).toEqual(NAMES);
});

test('prepares every item before the first is sent, each once', async () => {
	const fixture = new Fixture();
	const asked: string[] = [];
	const plans = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].map((name) =>
		approved(name, digest(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J']), {
			lookUp: async () => {
				asked.push(`${name}${fixture.sent.length}`);
				return { payeeName: `${name} OBI` };
			},
		}),
	);
	await fixture.run(plans);
	expect(asked).toEqual(['A0', 'B0', 'C0', 'D0', 'E0', 'F0', 'G0', 'H0', 'I0', 'J0']);
	expect(fixture.payees).toHaveLength(10);
});

test('what only writes on the way is not prepared before, and counts without a name', async () => {
	let written = 0;
	const swap = (approvalDigest: string | null) =>
		named('A', { approvalDigest }, { looksUp: 'inTurn', lookUp: async () => (written++, {}) });
	const one = approvalDigestOf([swap(null).sealed], PLACE, minuteOf(START_MS));
	expect(outcomesOf(await new Fixture().run([swap('f'.repeat(64))]))).toEqual(['notSent']);
	expect(written).toBe(0);
	expect(outcomesOf(await new Fixture().run([swap(one)]))).toEqual(['accepted']);
	expect(written).toBe(1);
});

test('asks nothing about what a check refuses', async () => {
	const asked: string[] = [];
	const given = (name: string, maximumAmount: bigint | null) =>
		named(name, { approvalDigest: digest(), maximumAmount }, { lookUp: async () => (asked.push(name), {}) });
	expect(outcomesOf(await new Fixture().run([given('A', null), given('B', 1n)]))).toEqual(['notSent', 'rejected']);
	expect(asked).toEqual(['A']);
});

test.each<[string, () => PaymentPlan[], RegExp]>([
	['an item is missing', () => all(['A', 'B']), /these|this run/],
	['an item was added', () => [...all(), approved('D')], /this run/],
	['the digest is of others', () => all(NAMES, 'f'.repeat(64)), /n't match 'Approval Digest'/],
	['one item has no digest', () => [...all(['A', 'B']), approved('C', null)], /must be the same for all items/],
	[
		'another name came back',
		() => [...all(['A', 'B']), approved('C', digest(), { lookUp: async () => ({ payeeName: 'C OBIORA' }) })],
		/n't match 'Approval Digest'/,
	],
])('sends nothing where %s', async (_name, made, why) => {
	const fixture = new Fixture();
	const plans = made();
	const result = await fixture.run(plans);
	expect(new Set(outcomesOf(result))).toEqual(new Set(['notSent']));
	for (const place of plans.keys())
		expect(failureOf(result, place)).toMatchObject({
			cause: 'notApproved',
			retryable: false,
			message: expect.stringMatching(why),
		});
	expect(fixture.sent).toEqual([]);
	expect([...fixture.rows.keys]).toEqual([]);
});

test('sends nothing where a check refuses an item, whatever On Error says', async () => {
	const fixture = new Fixture();
	const result = await fixture.run([...all(['A', 'B']), bad]);
	expect(outcomesOf(result)).toEqual(['notSent', 'notSent', 'rejected']);
	expect(failureOf(result)).toMatchObject({ cause: 'checkFailed' });
	expect(fixture.sent).toEqual([]);
});

test('sends nothing where an item could not be prepared, and says why', async () => {
	const fixture = new Fixture();
	const unknown = approved('C', digest(), {
		lookUp: throwing(refuse('Account not found', 'The bank has no such account.', { cause: 'accountNotFound' })),
	});
	const broken = approved('B', digest(), { lookUp: throwing(new TypeError('oops')) });
	const result = await fixture.run([approved('A'), broken, unknown]);
	expect([0, 1, 2].map((place) => failureOf(result, place).cause)).toEqual([
		'checkFailed',
		'unexpectedError',
		'accountNotFound',
	]);
	expect(fixture.sent).toEqual([]);
});

test('under On Error: Stop the first item says what differs', async () => {
	const fixture = new Fixture();
	expect(stopOf(await fixture.run(all(['A', 'B']), { stopOnFailure: true }))).toMatchObject({
		index: 0,
		failure: { cause: 'notApproved' },
	});
});

test('a try again replays what was sent, and sends the rest of what was approved', async () => {
	const fixture = Fixture.ending(accepted('of A'), rejected);
	expect(outcomesOf(await fixture.run(all(), { stopOnFailure: true }))).toEqual(['accepted', 'rejected', 'notSent']);
	fixture.retry();
	fixture.endings = [accepted('later')];
	const again = await fixture.run(all());
	expect(outcomesOf(again)).toEqual(['accepted', 'accepted', 'accepted']);
	expect(outputOf(again)).toMatchObject({ id: 'of A', payout: { replayed: true } });
	expect(fixture.payees).toEqual(['A', 'B', 'B', 'C']);
});

test('what was sent before is said also where the rest is not as approved', async () => {
	const fixture = Fixture.ending(accepted('of A'), lost);
	await fixture.run(all());
	fixture.retry();
	const again = await fixture.run(all(['A', 'B']));
	expect(outcomesOf(again)).toEqual(['accepted', 'unknown']);
	expect(fixture.payees).toEqual(['A', 'B']);
});

test('what was sent before is not called unpaid where it can no longer be prepared', async () => {
	const fixture = Fixture.ending(accepted('of A'), rejected);
	await fixture.run(all(), { stopOnFailure: true });
	fixture.retry();
	const closed = approved('A', digest(), {
		lookUp: throwing(refuse('Account not found', 'The bank has no such account.')),
	});
	const again = await fixture.run([closed, ...all(['B', 'C'])]);
	expect(outcomesOf(again)).toEqual(['accepted', 'notSent', 'notSent']);
	expect(outputOf(again)).toMatchObject({ id: 'of A', payout: { replayed: true } });
	expect(fixture.payees).toEqual(['A', 'B']);
});
