/** Sums of a day and a month, as rows. */
import { NO_BUDGETS, type BudgetLimits } from '../../../nodes/core/domain/budget';
import { Budgets } from '../../../nodes/core/record/budgets';
import { NumberedRow } from '../../../nodes/core/record/numberedRow';
import { StoreFault } from '../../../nodes/core/record/rows';
import type { SideRow } from '../../../nodes/core/record/sideRows';
import { MemoryRows, MONEY } from '../../harness/payout/rows';

const NOON = Date.UTC(2026, 10, 26, 12);
const DAY: BudgetLimits = { day: new Map([['NGN', 1_000n]]), month: null };
const BOTH: BudgetLimits = { day: new Map([['NGN', 1_000n]]), month: new Map([['NGN', 1_500n]]) };
const NGN = (minor: bigint) => ({ minor, currency: 'NGN' });

/** Budgets over some rows, as one process has them, and claims that take from them. */
function opened(limits = DAY, rows = new MemoryRows()) {
	const budgets = new Budgets(rows, MONEY, limits);
	const claim = (name: string) => new NumberedRow(rows, `claim ${name}`, 0);
	const take = async (name: string, minor: bigint, nowMs = NOON) => {
		await claim(name).tryClaim(nowMs, budgets.rowsFor(NGN(minor)).length > 0);
		const taken = budgets.rowsFor(NGN(minor));
		const withheld = await Promise.all(taken.map(async (row) => await row.take(claim(name), nowMs)));
		return { taken, withheld: withheld.find((why) => why !== null) ?? null };
	};
	const end = async ({ taken }: { taken: SideRow[] }, name: string) => {
		for (const row of taken) await row.unpaid(claim(name));
	};
	const used = async (nowMs = NOON) => (await budgets.lookAt('NGN', nowMs)).map(({ used }) => used);
	return { rows, budgets, claim, take, end, used };
}

test('what fits is taken, to the last unit; what goes over is told what is used', async () => {
	const { take, used } = opened();
	expect((await take('a', 999n)).withheld).toBeNull();
	const { withheld } = await take('b', 2n);
	const budget = { period: 'day', currency: 'NGN', allowed: 1_000n, used: 999n, anewMs: Date.UTC(2026, 10, 27) };
	expect(withheld).toEqual({ because: 'budget', budget });
	expect((await take('c', 1n)).withheld).toBeNull();
	expect(await used()).toEqual([1_000n]);
});

test('a list that fits exactly is taken whole: 400 of 5,000 in 2,000,000, by two processes', async () => {
	const rows = new MemoryRows();
	const limits = { day: new Map([['NGN', 200_000_000n]]), month: null };
	const processes = [opened(limits, rows), opened(limits, rows)];
	const all = Array.from({ length: 400 }, async (_, place) => await processes[place % 2]?.take(`${place}`, 500_000n));
	expect((await Promise.all(all)).filter((one) => one?.withheld !== null)).toEqual([]);
	expect(await processes[0]?.used()).toEqual([200_000_000n]);
	expect((await processes[1]?.take('more', 1n))?.withheld).not.toBeNull();
});

test('where no rule limits sums nothing is inserted or looked at', async () => {
	const { rows, budgets, take, claim } = opened({ day: null, month: null });
	expect((await take('a', 5n)).taken).toEqual([]);
	expect([await budgets.lookAt('NGN', NOON), await budgets.state(NOON)]).toEqual([[], []]);
	expect(rows.calls).toEqual([['insert', 'claim a:0']]);
	// Whoever settles it looks once.
	expect(await opened(BOTH, rows).budgets.settle(claim('a'), NOON, 'unpaid')).toBe(true);
	expect(rows.calls.slice(1)).toEqual([['has', 'claim a:0']]);
});

test('one payment inserts five rows for each limit', async () => {
	for (const [limits, count] of [
		[DAY, 5],
		[BOTH, 10],
	] as const) {
		const { rows, take } = opened(limits);
		const { taken } = await take('a', 5n);
		for (const row of taken) await row.paid();
		expect(rows.calls.filter(([method, key]) => method === 'insert' && key !== 'claim a:0')).toHaveLength(count);
	}
});

test('what is not paid is given back, once', async () => {
	const { take, end, used, rows } = opened();
	const first = await take('a', 600n);
	await take('b', 300n);
	await end(first, 'a');
	expect(await used()).toEqual([300n]);
	const inserted = rows.keys.size;
	await end(first, 'a');
	expect([await used(), rows.keys.size]).toEqual([[300n], inserted]);
	expect((await take('c', 700n)).withheld).toBeNull();
});

test('of two limits both hold, and one that refuses leaves nothing in the other', async () => {
	const { take, end, used } = opened(BOTH);
	const TOMORROW = NOON + 86_400_000;
	await take('a', 1_000n);
	const over = await take('b', 600n, TOMORROW);
	expect(over.withheld).toMatchObject({ budget: { period: 'month', allowed: 1_500n, used: 1_000n } });
	await end(over, 'b');
	expect(await used(TOMORROW)).toEqual([0n, 1_000n]);
	expect((await take('c', 500n, TOMORROW)).withheld).toBeNull();
});

test('a changed limit counts at once, since no row has it', async () => {
	const rows = new MemoryRows();
	await opened(DAY, rows).take('a', 900n);
	const raised = opened({ day: new Map([['NGN', 2_000n]]), month: null }, rows);
	expect(await raised.used()).toEqual([900n]);
	expect((await raised.take('b', 1_100n)).withheld).toBeNull();
	expect((await opened(DAY, rows).take('c', 1n)).withheld).toMatchObject({ budget: { allowed: 1_000n, used: 2_000n } });
});

test('each currency, day and kind of money has a sum of its own', async () => {
	const rows = new MemoryRows();
	const limits = {
		day: new Map([
			['NGN', 10n],
			['KES', 10n],
		]),
		month: null,
	};
	const { budgets, take } = opened(limits, rows);
	await take('a', 10n);
	expect((await take('b', 10n, NOON + 86_400_000)).withheld).toBeNull();
	expect(await budgets.lookAt('KES', NOON)).toMatchObject([{ used: 0n }]);
	expect(await new Budgets(rows, 'real', limits).lookAt('NGN', NOON)).toMatchObject([{ used: 0n }]);
});

describe.each([
	['the limits of the payment', BOTH],
	['none', NO_BUDGETS],
	['the day alone', DAY],
	['those of another currency', { day: new Map([['KES', 1n]]), month: new Map([['BTC', 1n]]) }],
])('a key that settles, with %s', (_, limits) => {
	test('finds what the claim took: released it is given back, paid it stays', async () => {
		const { rows, budgets, take, claim } = opened(BOTH);
		await take('a', 100n);
		await take('b', 200n);
		const before = { used: 300n, open: 300n, payments: 2 };
		expect(await budgets.state(NOON)).toMatchObject([before, before]);
		const own = new Budgets(rows, MONEY, limits);
		expect(await own.settle(claim('b'), NOON, 'paid')).toBe(true);
		expect(await budgets.state(NOON)).toMatchObject([{ open: 100n }, { open: 100n }]);
		for (const time of [NOON, NOON]) expect(await own.settle(claim('a'), time, 'unpaid')).toBe(true);
		expect(await own.settle(claim('nobody'), NOON, 'unpaid')).toBe(true);
		const after = { used: 200n, open: 0n, payments: 1 };
		expect(await budgets.state(NOON)).toMatchObject([after, after]);
	});
});

describe('a claim that is settled in both ways', () => {
	test('paid first: it is not given back', async () => {
		const { budgets, take, claim, rows } = opened(BOTH);
		await take('a', 600n);
		expect(await budgets.settle(claim('a'), NOON, 'paid')).toBe(true);
		const before = rows.keys.size;
		expect(await budgets.settle(claim('a'), NOON, 'unpaid')).toBe(false);
		expect(rows.keys.size).toBe(before);
		const used = { used: 600n, open: 0n, payments: 1 };
		expect(await budgets.state(NOON)).toMatchObject([used, used]);
	});

	test.each([
		['given back', null],
		['about to be given back', /:1:1:0$/],
	])('unpaid first, and %s: it is taken again, once', async (_, cutOffAt) => {
		const { budgets, take, claim, rows } = opened(BOTH);
		await take('a', 600n);
		if (cutOffAt !== null) rows.fail('insert', cutOffAt);
		await budgets
			.settle(claim('a'), NOON, 'unpaid')
			.catch((error: unknown) => expect(error).toBeInstanceOf(StoreFault));
		rows.heal();
		for (const as of ['paid', 'unpaid', 'paid'] as const) await budgets.settle(claim('a'), NOON, as);
		const used = { used: 600n, open: 0n, payments: 1 };
		expect(await budgets.state(NOON)).toMatchObject([used, used]);
	});
});

test('a refusal that comes after a person marked the payment as paid gives nothing back, and stays for a person', async () => {
	const { budgets, take, claim, used } = opened();
	const { taken } = await take('a', 600n);
	await budgets.settle(claim('a'), NOON, 'paid');
	await expect(taken[0]?.unpaid(claim('a'))).rejects.toThrow(StoreFault);
	expect(await used()).toEqual([600n]);
});

test.each([
	['day', Date.UTC(2026, 10, 26, 23, 59), [500n, 1_500n]],
	['month', Date.UTC(2026, 10, 30, 23, 59), [500n, 500n]],
])(
	'released in the next %s, a payment gives back to its own, and nothing to the one that began',
	async (_, atMs, before) => {
		const { budgets, take, claim, used } = opened(BOTH);
		await take('a', 1_000n, atMs);
		await take('b', 500n, atMs + 2 * 60_000);
		const later = atMs + 30 * 60_000;
		expect(await used(later)).toEqual(before);
		for (const [name, left] of [
			['a', 500n],
			['b', 0n],
		] as const) {
			await budgets.settle(claim(name), later, 'unpaid');
			expect(await used(later)).toEqual([left, left]);
		}
	},
);

test.each([-14, 14])(
	'a machine whose clock is %s minutes off settles what was taken about midnight',
	async (minutes) => {
		const { budgets, take, claim, used } = opened(BOTH);
		const midnight = Date.UTC(2026, 11, 1);
		const paidMs = midnight + (minutes > 0 ? -1 : 1);
		await take('a', 500n, paidMs);
		await budgets.settle(claim('a'), paidMs + minutes * 60_000, 'unpaid');
		expect(await used(paidMs)).toEqual([0n, 0n]);
	},
);

test('what is told of a budget takes one look at each payment that is settled', async () => {
	const looks = [];
	for (const count of [10, 30]) {
		const { rows, budgets, take } = opened();
		for (let number = 0; number < count; number++)
			for (const row of (await take(`${number}`, 1n)).taken) await row.paid();
		const before = rows.calls.length;
		expect(await budgets.state(NOON)).toMatchObject([{ used: BigInt(count), open: 0n, payments: count }]);
		looks.push(rows.calls.length - before);
	}
	expect((looks[1] ?? 0) - (looks[0] ?? 0)).toBe(20);
});

describe('a database that fails', () => {
	const TOTAL = /:\d+:1:[012]$/;
	const NUMBER = /:0$/;

	it.each([
		['a row of the total', TOTAL, 'before'],
		['a row of the total', TOTAL, 'after'],
		['the number', NUMBER, 'before'],
		['the number', NUMBER, 'after'],
	] as const)('at the insert of %s leaves nothing used: %s %s', async (_, key, when) => {
		const { rows, budgets, claim, take } = opened();
		const [row] = budgets.rowsFor(NGN(600n));
		rows.fail('insert', key, when);
		await expect(row?.take(claim('a'), NOON)).rejects.toThrow(StoreFault);
		rows.heal();
		await row?.unpaid(claim('a'));
		expect(await budgets.state(NOON)).toMatchObject([{ used: 0n, open: 0n, payments: 0 }]);
		expect((await take('b', 1_000n)).withheld).toBeNull();
	});

	test('an insert that arrives after its payment was given up takes nothing', async () => {
		const { rows, budgets, claim, used } = opened();
		const [row] = budgets.rowsFor(NGN(600n));
		let arrive: (() => Promise<unknown>) | null = null;
		rows.before = (method, key) => {
			if (method !== 'insert' || !NUMBER.test(key) || /:1:0$/.test(key) || arrive !== null) return;
			arrive = async () => await rows.insertNumber(key, 25, claim('a').row);
			throw new StoreFault('the database is gone');
		};
		await expect(row?.take(claim('a'), NOON)).rejects.toThrow(StoreFault);
		await row?.unpaid(claim('a'));
		const late: (() => Promise<unknown>) | null = arrive;
		expect(await (late as unknown as () => Promise<unknown>)()).toBe('exists');
		expect(await used()).toEqual([0n]);
	});

	test('a total that lacks a row is no total', async () => {
		const { rows, take, budgets } = opened();
		await take('a', 5n);
		for (const key of rows.keys) if (key.endsWith(':1:2')) rows.keys.delete(key);
		await expect(budgets.lookAt('NGN', NOON)).rejects.toThrow(StoreFault);
	});
});
