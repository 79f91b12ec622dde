import { candidateIn } from '../../../nodes/core/payout/reference/resolution';
import { preparePayments } from '../../../nodes/core/payout/prepare';
import type { PaymentRun } from '../../../nodes/core/payout/runTypes';
import { accepted, answerWith, lost, rejected } from '../../harness/payout/endings';
import { claimFor, Fixture, openOf } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, stopOf } from '../../harness/payout/outcomes';
import { all, named } from '../../harness/payout/plans';
import { rowOf, transactionRow } from '../../harness/payout/rows';

const limits = (minor: bigint) => new Map([['NGN', minor]]);

/** An execution with a day's budget of this many payments of 1,000.00 NGN. */
function under(payments: number, month: bigint | null = null): Fixture {
	const fixture = new Fixture();
	fixture.budgets = {
		day: limits(BigInt(payments) * 100_000n),
		month: month === null ? null : limits(month * 100_000n),
	};
	return fixture;
}

const usedOf = async (fixture: Fixture, atMs = fixture.time.now) =>
	(await fixture.record.budgets.lookAt(atMs, ['NGN'])).map(({ used }) => used / 100_000n);
const causes = ({ results }: Awaited<ReturnType<Fixture['run']>>) =>
	results.map((result) => ('failure' in result ? result.failure.cause : null));
const STOP: Partial<PaymentRun> = { stopOnFailure: true };

test('with On Error: Stop nothing is sent where the list does not fit, and those that no longer do are named', async () => {
	const fixture = under(2);
	const result = await fixture.run(all(['A', 'B', 'C']), STOP);
	expect([outcomesOf(result), failureOf(result, 2).cause]).toEqual([['notSent', 'notSent', 'rejected'], 'budget']);
	expect([fixture.sent, await usedOf(fixture)]).toEqual([[], [0n]]);
	expect(stopOf(result).failure.cause).toBe('budget');
	expect(causes(await fixture.run(all(['A', 'B']), { ...STOP, run: 1 }))).toEqual([null, null]);
});

test('what is paid already takes nothing of a list', async () => {
	const fixture = under(2);
	await fixture.run(all(['A']));
	fixture.startAnew();
	const skip = { alreadyRecorded: 'skip' } as const;
	expect(causes(await fixture.run(all(['A', 'B'], skip), STOP))).toEqual([null, null]);
	expect([fixture.payees, await usedOf(fixture)]).toEqual([['A', 'B'], [2n]]);
});

const HOUR = 60 * 60_000;
const FAILED = { id: 'T1', type: 'WITHDRAWAL', status: 'FAILED', amount: 100_000, currency: 'NGN' };

/** An execution one hour after a payment whose outcome is unknown. */
async function afterUnknown(fixture: Fixture, more: Parameters<typeof named>[2] = {}): Promise<Fixture> {
	fixture.endings = [lost];
	await fixture.run([named('A', {}, more)]);
	fixture.startAnew();
	fixture.time.now += HOUR;
	return fixture;
}

test("a refusal by the author's own words frees the reference and no budget", async () => {
	const fixture = under(1);
	const own = { ...rejected, classified: { ...rejected.classified, isAuthorsWord: true } };
	fixture.endings = [own];
	await fixture.run(all(['A']));
	expect([await fixture.record.check('A'), await usedOf(fixture)]).toEqual(['free', [1n]]);
});

test('Resolve gives back what a payment took that was certainly not made', async () => {
	const fixture = under(3, 5n);
	const foundBy = { kind: 'quoteId', value: 'Q' } as const;
	await afterUnknown(fixture, { lookUp: async () => ({ lookUpKeys: [foundBy] }) });
	const transactions = [candidateIn({ ...FAILED, createdAt: '2026-11-26T12:00:00Z' })];
	const gather = async () => ({ transactions, orders: [], incomplete: null });
	const resolve = { do: 'resolve', reference: 'A', updateRecord: true, foundBy, sentAfterMs: 0, gather } as const;
	expect(await fixture.act(resolve)).toMatchObject({ state: 'free', recordChanged: true });
	expect(await usedOf(fixture)).toEqual([0n, 0n]);
});

/** A payment of an earlier execution whose transaction T1 failed, and how a person releases it. */
async function afterFailed() {
	const fixture = await afterUnknown(under(1));
	await fixture.rows.insert(transactionRow('T1'), rowOf('A'));
	fixture.response = answerWith(FAILED);
	const [open, claim] = [await openOf(fixture.record, 'A'), await claimFor(fixture.record, 'A')];
	return { fixture, open, release: async (paid = false) => await fixture.release('A', paid, 'T1', claim) };
}

describe('a release with a transaction', () => {
	test.each([
		['that succeeded', { ...FAILED, status: 'SUCCESS' }, true, /is SUCCESS in Mavapay\. It must be FAILED/],
		['that is under way', { ...FAILED, status: 'PENDING' }, true, /is PENDING in Mavapay\. It must be/],
		["that Mavapay doesn't have", { ...FAILED, id: 'T2' }, true, /and recorded in this workflow/],
		['of another payment', FAILED, false, /and recorded in this workflow/],
	])('%s changes nothing', async (_, answered, isOwn, message) => {
		const fixture = await afterUnknown(under(1));
		if (isOwn) await fixture.rows.insert(transactionRow('T1'), rowOf('A'));
		fixture.response = answerWith(answered);
		await expect(fixture.release('A', false, 'T1')).rejects.toMatchObject({
			failure: { cause: 'invalidInput', description: expect.stringMatching(message) },
		});
		expect([await fixture.record.check('A'), await usedOf(fixture)]).toEqual(['unknown', [1n]]);
	});

	test.each([
		['the first row of the sum', /:0:1:0$/],
		['the row that gives back', /:0$/],
		['the release itself', 'released'],
	])('that is cut off at %s is done again with the same claim', async (_, row) => {
		const { fixture, release } = await afterFailed();
		fixture.rows.fail('insert', row);
		await expect(release()).rejects.toThrow();
		fixture.rows.heal();
		expect(await usedOf(fixture)).toEqual([1n]);
		await release();
		expect([await fixture.record.check('A'), await usedOf(fixture)]).toEqual(['free', [0n]]);
	});
});

test.each([
	['no budget', () => new Fixture(), { release: [13, 2], markPaid: [15, 2], failed: [17, 2] }],
	['two', () => under(1, 1n), { release: [13, 2], markPaid: [15, 2], failed: [20, 10] }],
])('looks and inserts of a person who settles a payment under %s', async (_, make, expected) => {
	const count = async (settle: 'release' | 'markPaid' | 'failed') => {
		const fixture = await afterUnknown(make());
		await fixture.rows.insert(transactionRow('T1'), rowOf('A'));
		fixture.response = answerWith(FAILED);
		const before = fixture.rows.calls.length;
		await (settle === 'failed' ? fixture.release('A', false, 'T1') : fixture[settle]('A'));
		const calls = fixture.rows.calls.slice(before);
		const inserts = calls.filter(([method]) => method === 'insert').length;
		return [calls.length - inserts, inserts];
	};
	expect({
		release: await count('release'),
		markPaid: await count('markPaid'),
		failed: await count('failed'),
	}).toEqual(expected);
});

async function prepared(fixture: Fixture, names: readonly string[]) {
	const { results } = await preparePayments(fixture.paymentRun(all(names, { validateOnly: true }), STOP));
	return results.map((result) => ('outputs' in result ? result.outputs[0]?.prepared : null));
}

test('Prepare names the items that no longer fit, and leaves the others ready', async () => {
	const fixture = under(2);
	await fixture.run(all(['A']));
	const before = fixture.rows.keys.size;
	const found = await prepared(fixture, ['A', 'B', 'C']);
	expect(found).toMatchObject([{ status: 'alreadyPaid' }, { status: 'ready' }, { status: 'refused', cause: 'budget' }]);
	expect(fixture.rows.keys.size).toBe(before);
});

test('Get Budget tells what is used and left of each limit', async () => {
	const fixture = under(4, 10n);
	fixture.endings = [accepted(), lost];
	await fixture.run([named('A'), named('B'), named('C')]);
	const naira = (minor: string, major: string) => ({ minor, major, currency: 'NGN' });
	const day = {
		period: 'day',
		currency: 'NGN',
		allowed: naira('400000', '4000.00'),
		used: naira('200000', '2000.00'),
		left: naira('200000', '2000.00'),
		usedPercent: 50,
		beginsAnew: '1970-01-02T00:00:00.000Z',
		beginsAnewInWords: 'tomorrow at 00:00, in 24 hours',
	};
	const month = {
		period: 'month',
		left: naira('800000', '8000.00'),
		usedPercent: 20,
		beginsAnew: '1970-02-01T00:00:00.000Z',
		beginsAnewInWords: 'on Sunday 1 February at 00:00, in 31 days',
	};
	expect(await fixture.act({ do: 'getBudget', reference: null })).toMatchObject({
		budgets: [day, month],
		mostUsedPercent: 50,
	});
});
