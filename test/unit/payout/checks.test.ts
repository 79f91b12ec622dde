import { readKeyRules } from '../../../nodes/core/payees/keyRules';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import { checkLimits, checkPayments, isLimited } from '../../../nodes/core/payout/checks';
import { MEMORY_KEY } from '../../../nodes/core/payout/memory';
import { plannedItem, type PaymentRun } from '../../../nodes/core/payout/runTypes';
import { refuse, wholeText } from '../../../nodes/core/service/failure';
import { accepted, ending, lost, rejected } from '../../harness/payout/endings';
import { Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf } from '../../harness/payout/outcomes';
import { MONEY } from '../../harness/payout/rows';
import { named, NGN, plan } from '../../harness/payout/plans';

const limited = (
	minor: bigint,
	caps: { maximumAmount?: bigint; maximumTotal?: bigint },
	reference: string,
	payout = {},
) => named(reference, { ...caps, ...payout }, { amount: NGN(minor) });
const bad = refuse("'Amount' is empty", 'Nothing was sent for this item.').failure;

describe('Maximum Amount', () => {
	test('is inclusive, and stops its own item in the Continue modes', async () => {
		const fixture = new Fixture();
		const result = await fixture.run([
			limited(101n, { maximumAmount: 100n }, 'A'),
			limited(100n, { maximumAmount: 100n }, 'B'),
		]);
		expect(outcomesOf(result)).toEqual(['rejected', 'accepted']);
		expect(failureOf(result, 0).message).toContain("1.00 NGN (100 kobo) of 'Maximum Amount'");
	});

	test.each([
		[100n, null],
		[101n, "1.00 NGN (100 kobo) of 'Maximum Amount'"],
		[null, "the amount isn't known, but is needed for 'Maximum Amount'"],
	])(
		'is compared with an amount that becomes known on the way; one that never does is refused: %s',
		async (minor, refused) => {
			const fixture = new Fixture();
			const late = plan({
				amount: null,
				payout: { maximumAmount: 100n },
				lookUp: async () => ({ amount: minor === null ? null : NGN(minor) }),
			});
			const result = await fixture.run([late]);
			expect([fixture.sent.length, fixture.rows.keys.size > 0]).toEqual(refused === null ? [1, true] : [0, false]);
			if (refused === null) outputOf(result);
			else expect(failureOf(result)).toMatchObject({ outcome: 'rejected', message: expect.stringContaining(refused) });
		},
	);
});

describe('Maximum Total', () => {
	const total = { maximumTotal: 100n };

	test('over it, no item is sent, in every mode', async () => {
		const fixture = new Fixture();
		const result = await fixture.run([limited(60n, total, 'A'), limited(41n, total, 'B')]);
		expect([outcomesOf(result), fixture.sent]).toEqual([['rejected', 'rejected'], []]);
		expect(failureOf(result).message).toContain(
			"1.01 NGN (101 kobo), more than the 1.00 NGN (100 kobo) of 'Maximum Total'",
		);
	});

	test('counts what was paid or may have been in other runs, replays once, other currencies not', async () => {
		const fixture = Fixture.ending(lost);
		const go = async (paying: ReturnType<typeof plan>, run: number) => outcomesOf(await fixture.run([paying], { run }));
		const on = { onUnknown: 'continue' as const };
		await fixture.run([named('A', total, { amount: NGN(60n), ...on })], { run: 0 });
		await fixture.run([named('A', total, { amount: NGN(60n), ...on })], { run: 0 });
		expect(await go(named('B', total, { amount: NGN(41n), ...on }), 1)).toEqual(['rejected']);
		expect(await go(named('C', total, { amount: { minor: 100n, currency: 'KES' }, ...on }), 2)).toEqual(['unknown']);
		expect(await go(named('D', total, { amount: NGN(40n), ...on }), 3)).toEqual(['unknown']);
		expect(fixture.sent).toHaveLength(3);
	});

	test.each([
		['was rejected', rejected],
		['failed at once', ending({ outcome: 'failed', cause: 'transactionFailed', httpCode: '200' })],
	])('does not count what %s', async (_, end) => {
		const fixture = Fixture.ending(end, accepted());
		await fixture.run([limited(60n, total, 'A')], { run: 0 });
		expect(outcomesOf(await fixture.run([limited(60n, total, 'B')], { run: 1 }))).toEqual(['accepted']);
	});

	test('holds for amounts that become known on the way, and refuses unknown ones', async () => {
		const fixture = new Fixture();
		const late = (reference: string, minor: bigint | null) =>
			named(reference, total, { amount: null, lookUp: async () => ({ amount: minor === null ? null : NGN(minor) }) });
		const result = await fixture.run([late('A', 60n), late('B', 60n), late('C', null)]);
		expect([outcomesOf(result), fixture.sent.length]).toEqual([['accepted', 'rejected', 'rejected'], 1]);
		expect(failureOf(result, 1).message).toContain('together would be 1.20 NGN (120 kobo)');
		expect(failureOf(result, 2).message).toContain("the amount isn't known, but is needed for 'Maximum Total'");
	});

	test('is exact in parallel, for amounts that become known at the same time', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const late = (reference: string) =>
			named(
				reference,
				{ ...total, payoutsInParallel: 5 },
				{ amount: null, lookUp: async () => ({ amount: NGN(30n) }) },
			);
		const running = fixture.run(['A', 'B', 'C', 'D', 'E'].map(late));
		await quiet();
		expect(held.waiting).toBe(3);
		await held.answer(rejected);
		for (let left = 2; left > 0; left--) await held.answer(accepted());
		expect(outcomesOf(await running)).toEqual(['rejected', 'accepted', 'accepted', 'rejected', 'rejected']);
		expect([...fixture.rows.keys].filter((key) => key.endsWith(':0:paid'))).toHaveLength(2);
		expect([...fixture.rows.keys].filter((key) => key.endsWith(':0:refused'))).toHaveLength(3);
	});
});

test('caps on their own: inclusive, both needed, and what cannot be compared is refused', () => {
	const check = (minor: bigint | null, maximumAmount: bigint | null, maximumTotal: bigint | null) =>
		checkLimits(minor === null ? null : NGN(minor), () => 50n, { maximumAmount, maximumTotal, payeeMaximum: null }).ok;
	expect([check(10n, null, null), check(10n, 10n, 60n), check(11n, 10n, 100n), check(11n, 20n, 60n)]).toEqual([
		true,
		true,
		false,
		false,
	]);
	expect([check(null, null, null), check(null, 1n, null), check(null, null, 1n)]).toEqual([true, false, false]);
	const none = { maximumAmount: null, maximumTotal: null, payeeMaximum: null };
	expect(
		[none, { ...none, maximumAmount: 0n }, { ...none, maximumTotal: 0n }, { ...none, payeeMaximum: 0n }].map((limits) =>
			isLimited(limits, readKeyRules({})),
		),
	).toEqual([false, true, true, true]);
});

test("a payee's cap: inclusive, beside Maximum Amount, and not for an amount that nobody knows", () => {
	const check = (minor: bigint | null, maximumAmount: bigint | null, payeeMaximum: bigint | null) => {
		const held = checkLimits(minor === null ? null : NGN(minor), () => 0n, {
			maximumAmount,
			payeeMaximum,
			maximumTotal: null,
		});
		return held.ok ? null : /'[^']+'$/.exec(held.reason)?.[0];
	};
	expect([
		check(10n, 20n, 10n),
		check(11n, 20n, 10n),
		check(21n, 20n, 30n),
		check(11n, null, 10n),
		check(null, null, 10n),
	]).toEqual([null, "'Allowed Payees'", "'Maximum Amount'", "'Allowed Payees'", "'Allowed Payees'"]);
});

describe('Validate Only', () => {
	const only = { validateOnly: true };

	test('of an amount that follows from a quote says that it compared nothing, where there is a cap', async () => {
		for (const [caps, hints] of [
			[{ maximumAmount: 100n }, 1],
			[{ maximumTotal: 100n }, 1],
			[{}, 0],
		] as const) {
			const fixture = new Fixture();
			const quoted = plan({
				payout: { ...only, ...caps },
				amount: null,
				lookUp: async () => ({}),
			});
			const result = await fixture.run([quoted]);
			expect([outcomesOf(result), result.hints.length]).toEqual([['notSent'], hints]);
			expect((await fixture.run([plan({ payout: { ...only, maximumTotal: 100_000n } })])).hints).toEqual([]);
			expect(outcomesOf(await fixture.run([plan({ payout: caps, amount: null, lookUp: async () => ({}) })]))).toEqual([
				hints === 1 ? 'rejected' : 'accepted',
			]);
		}
	});
});

describe('the checks of all items', () => {
	const check = async (
		items: PaymentRun['items'],
		more: Partial<PaymentRun> = {},
		held: Record<string, unknown> = {},
	) => {
		const fixture = new Fixture();
		fixture.flow = held;
		const run = fixture.paymentRun([], { items, ...more });
		const refusals = await checkPayments(run);
		return items
			.map((given) => refusals.get(given))
			.map((failure) => (failure === undefined ? null : wholeText(failure)));
	};
	const item = (index: number, given = named(`R${index}`)) => plannedItem({ index, plan: given }, `0:${index}`, MONEY);
	const said = refuse('It may have been paid', 'Look first.').failure;
	const held = (key: string, state: string) => ({
		[MEMORY_KEY]: {
			[`"Mavapay" key:${key}`]: {
				identityDigest: 'x',
				executionId: 'execution 1',
				state,
				what: 'the earlier one',
				stops: true,
				failure: state === 'accepted' ? null : said,
				payment: {
					reference: 'X',
					referenceKey: 'X',
					generation: 0,
					money: MONEY,
					currency: 'NGN',
					amountMinor: '60',
					transactionId: null,
					sharedKeys: [],
				},
				outputs: [],
			},
		},
	});
	test('say what an earlier try of a refused item did', async () => {
		const refused = plannedItem<PaymentPlan>({ index: 0, failure: bad }, '0:0', MONEY);
		expect((await check([refused], {}, held('0:0', 'accepted')))[0]).toContain('already paid in this execution');
		expect((await check([refused], {}, held('0:0', 'unknown')))[0]).toContain('It may have been paid');
		expect(await check([refused], {}, held('0:0', 'rejected'))).toEqual([wholeText(bad)]);
		expect(await check([refused], {}, held('0:1', 'accepted'))).toEqual([wholeText(bad)]);
		const keyless = plannedItem<PaymentPlan>({ index: 0, failure: bad }, null, MONEY);
		expect(await check([keyless], {}, held('null', 'accepted'))).toEqual([wholeText(bad)]);
	});

	test.each(['accepted', 'unknown', 'sending', 'failed', 'rejected'])(
		'leave an item that was sent before to the memory: %s',
		async (state) => {
			expect(await check([item(0, named('A', { maximumAmount: 1n }))], {}, held('0:0', state))).toEqual([null]);
		},
	);
});
