/** Budgets of a day and a month, as rows of the record. */
import { NO_BUDGETS, type BudgetLimits } from '../../../nodes/core/domain/budget';
import { Budgets } from '../../../nodes/core/record/budgets';
import { NumberedRow } from '../../../nodes/core/record/numberedRow';
import { StoreFault } from '../../../nodes/core/record/rows';
import type { SideRow } from '../../../nodes/core/record/sideRows';
import { budgetRows, MemoryRows, MONEY } from '../../harness/payout/rows';

const NOON = Date.UTC(2026, 10, 26, 12);
const DAY: BudgetLimits = { day: new Map([['NGN', 1_000n]]), month: null };
const BOTH: BudgetLimits = { day: new Map([['NGN', 1_000n]]), month: new Map([['NGN', 1_500n]]) };
const NGN = (minor: bigint) => ({ minor, currency: 'NGN' });

/** One process's budgets over these rows, and functions that take from them and give back. */
function opened(limits = DAY, rows = new MemoryRows()) {
	const budgets = new Budgets(rows, MONEY, limits);
	const claim = (name: string) => new NumberedRow(rows, `claim ${name}`, 0);
	const take = async (name: string, minor: bigint, nowMs = NOON) => {
		const taken = budgets.rowFor(NGN(minor));
		return { taken, withheld: (await taken?.take(claim(name), nowMs)) ?? null };
	};
	const end = async ({ taken }: { taken: SideRow | null }, name: string) => await taken?.unpaid(claim(name));
	const used = async (nowMs = NOON) =>
		(await new Budgets(rows, MONEY, limits).lookAt(nowMs, ['NGN'])).map(({ used }) => used);
	const failed = async (name: string, minor: bigint, nowMs = NOON) =>
		await budgets.giveBack(claim(name), [NGN(minor)], nowMs);
	return { rows, budgets, claim, take, end, used, failed };
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
	const { rows, budgets, take, failed } = opened({ day: null, month: null });
	expect((await take('a', 5n)).taken).toBeNull();
	expect([await budgets.lookAt(NOON, ['NGN', 'KES']), await budgets.lookAt(NOON, ['NGN'])]).toEqual([[], []]);
	expect(rows.calls).toEqual([]);
	// Giving back looks once for what the claim took.
	await failed('a', 5n);
	expect(rows.calls).toEqual([['has', 'claim a:0:took']]);
});

test.each([
	['one', DAY, 4, 1],
	['two', BOTH, 8, 1],
])(
	'one after the other, payments under %s take rows and no look, and those that wait take theirs together',
	async (_, limits, each, own) => {
		const { rows, take } = opened(limits);
		await take('first', 1n);
		const calls = async (act: () => Promise<unknown>) => {
			const before = rows.calls.length;
			await act();
			const made = rows.calls.slice(before);
			return [
				made.filter(([method]) => method === 'insert').length,
				made.filter(([method]) => method !== 'insert').length,
			];
		};
		expect(await calls(async () => await take('a', 1n))).toEqual([each + own, 0]);
		const ten = Array.from({ length: 10 }, (_, place) => `waits ${place}`);
		const atOnce = async () => await Promise.all(ten.map(async (name) => await take(name, 1n)));
		expect(await calls(atOnce)).toEqual([each + 10 * own, 0]);
	},
);

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
	expect(await budgets.lookAt(NOON, ['NGN', 'KES'])).toMatchObject([
		{ currency: 'NGN', used: 10n },
		{ currency: 'KES', used: 0n },
	]);
	expect(await new Budgets(rows, 'real', limits).lookAt(NOON, ['NGN'])).toMatchObject([{ used: 0n }]);
});

test('before it refuses, a run looks what others gave back', async () => {
	const rows = new MemoryRows();
	const [one, other] = [opened(DAY, rows), opened(DAY, rows)];
	const first = await one.take('a', 600n);
	expect((await other.take('b', 300n)).withheld).toBeNull();
	await one.end(first, 'a');
	expect((await other.take('c', 700n)).withheld).toBeNull();
	expect(await one.used()).toEqual([1_000n]);
});

test('a run that knows more of what was given back than of what was taken reads both', async () => {
	const rows = new MemoryRows();
	const [one, other] = [opened(DAY, rows), opened(DAY, rows)];
	const own = await one.take('a', 1n);
	const others = await other.take('b', 600n);
	await other.end(others, 'b');
	await one.end(own, 'a');
	expect((await one.take('c', 1_000n)).withheld).toBeNull();
	expect(await one.used()).toEqual([1_000n]);
});

test('of those that wait, the ones after one that goes over are taken where they fit', async () => {
	const { take, used } = opened();
	const amounts = [100n, 500n, 600n, 400n, 1n];
	const ends = await Promise.all(amounts.map(async (minor, place) => await take(`${place}`, minor)));
	expect(ends.map(({ withheld }) => withheld?.because ?? null)).toEqual([null, null, 'budget', null, 'budget']);
	expect(ends.map(({ withheld }) => withheld)).toMatchObject([
		null,
		null,
		{ budget: { used: 600n } },
		null,
		{ budget: { used: 1_000n } },
	]);
	expect(await used()).toEqual([1_000n]);
});

describe.each([
	['the limits of the payment', BOTH],
	['none', NO_BUDGETS],
	['the day alone', DAY],
	['those of another currency', { day: new Map([['KES', 1n]]), month: new Map([['BTC', 1n]]) }],
])('a key that settles, with %s', (_, limits) => {
	test('gives back what the claim took once the service says that it failed, and only then', async () => {
		const { rows, take, claim, used } = opened(BOTH);
		await take('a', 100n);
		await take('b', 200n);
		const settling = new Budgets(rows, MONEY, limits);
		for (const [name, amounts] of [
			['a', []],
			['a', [NGN(99n), { minor: 100n, currency: 'KES' as const }]],
			['nobody', [NGN(100n)]],
		] as const)
			await settling.giveBack(claim(name), amounts, NOON);
		expect(await used()).toEqual([300n, 300n]);
		for (const time of [NOON, NOON]) await settling.giveBack(claim('a'), [NGN(5n), NGN(100n)], time);
		expect(await used()).toEqual([200n, 200n]);
	});
});

test.each([
	['the day', DAY],
	['the month', { day: null, month: new Map([['NGN', 1_000n]]) }],
])('a payment that took from %s alone gives back to nothing else', async (_, limits) => {
	const { rows, take, failed } = opened(limits);
	await take('a', 100n);
	await opened(BOTH, rows).take('b', 300n);
	await failed('a', 100n);
	const both = await opened(BOTH, rows).used();
	expect(both).toEqual(limits === DAY ? [300n, 300n] : [300n, 300n]);
});

test('a refusal that comes after a person marked the payment as paid gives nothing back', async () => {
	const { take, claim, end, used } = opened();
	const taken = await take('a', 600n);
	await claim('a').mark('marked');
	await end(taken, 'a');
	expect(await used()).toEqual([600n]);
});

test('what was refused for one budget and not for the other says nothing that somebody could give back', async () => {
	const { rows, take, failed, end, used } = opened(BOTH);
	await take('a', 1_000n);
	const over = await take('b', 1n);
	expect(rows.keys.has('claim b:0:took')).toBe(false);
	await end(over, 'b');
	await failed('b', 1n);
	expect(await used()).toEqual([1_000n, 1_000n]);
});

test.each([
	['day', Date.UTC(2026, 10, 26, 23, 59), [500n, 1_500n]],
	['month', Date.UTC(2026, 10, 30, 23, 59), [500n, 500n]],
])(
	'failed in the next %s, a payment gives back to its own, and nothing to the one that began',
	async (period, atMs, before) => {
		const { take, failed, used } = opened(BOTH);
		await take('a', 1_000n, atMs);
		await take('b', 500n, atMs + 2 * 60_000);
		const later = atMs + 30 * 60_000;
		expect(await used(later)).toEqual(before);
		await failed('a', 1_000n, later);
		expect(await used(later)).toEqual([500n, 500n]);
		expect(await used(atMs)).toEqual(period === 'day' ? [0n, 500n] : [0n, 0n]);
	},
);

test.each([-14, 14])(
	'a machine whose clock is %s minutes off settles what was taken about midnight',
	async (minutes) => {
		const { take, failed, used } = opened(BOTH);
		const midnight = Date.UTC(2026, 11, 1);
		const paidMs = midnight + (minutes > 0 ? -1 : 1);
		await take('a', 500n, paidMs);
		await failed('a', 500n, paidMs + minutes * 60_000);
		expect(await used(paidMs)).toEqual([0n, 0n]);
	},
);

test('two that failed are both given back, each once', async () => {
	const { take, failed, used } = opened(BOTH);
	for (const [name, minor] of [
		['a', 100n],
		['b', 200n],
		['c', 300n],
	] as const)
		await take(name, minor);
	for (const [name, minor] of [
		['a', 100n],
		['b', 200n],
		['a', 100n],
		['b', 200n],
	] as const)
		await failed(name, minor);
	expect(await used()).toEqual([300n, 300n]);
});

test.each([
	['about to try for it', /:0:1:0$/],
	['about to take it, behind the rows of its sum', /^mavapay:1:[\w-]{43}:0$/],
])('a run that is %s takes the next number where another was faster', async (_, key) => {
	const rows = new MemoryRows();
	const [one, other] = [opened(DAY, rows), opened(DAY, rows)];
	let isFirst = true;
	rows.before = async (method, called) => {
		if (method !== 'insert' || !key.test(called) || !isFirst) return;
		isFirst = false;
		expect((await other.take('b', 300n)).withheld).toBeNull();
	};
	expect((await one.take('a', 600n)).withheld).toBeNull();
	expect(await one.used()).toEqual([900n]);
	expect((await one.take('c', 101n)).withheld).toMatchObject({ budget: { used: 900n } });
	expect((await other.take('d', 100n)).withheld).toBeNull();
});

test('sums are in rows of their own, which a second run reads before it tries', async () => {
	const rows = new MemoryRows();
	await opened(DAY, rows).take('a', 1n);
	expect(rows.keys.has(`${budgetRows('2026-11-26')}0`)).toBe(true);
	const before = rows.keys.size;
	const calls = rows.calls.length;
	await opened(DAY, rows).take('b', 1n);
	const inserts = rows.calls.slice(calls).filter(([method]) => method === 'insert').length;
	expect([inserts, rows.keys.size - before]).toEqual([5, 5]);
});

test('what is read while something is taken takes no place of what is known by then', async () => {
	const rows = new MemoryRows();
	await opened(DAY, rows).take('a', 1n);
	const { budgets, take } = opened(DAY, rows);
	let isFirst = true;
	rows.before = async (method, called) => {
		if (method !== 'has' || !/:0:1:0$/.test(called) || !isFirst) return;
		isFirst = false;
		await take('b', 1n);
	};
	expect(await budgets.lookAt(NOON, ['NGN'])).toMatchObject([{ used: 2n }]);
});

test('of what others were given back only what came since is asked for', async () => {
	const { rows, take, end } = opened();
	const looks = [];
	for (const name of ['a', 'b', 'c']) {
		const taken = await take(name, 1n);
		await end(taken, name);
		looks.push(
			rows.calls.filter(([method, key]) => method === 'isOf' && key.startsWith(budgetRows('2026-11-26', ['back'])))
				.length,
		);
	}
	expect(looks).toEqual([0, 0, 0]);
	expect(rows.keys.has(`${budgetRows('2026-11-26', ['back'])}2`)).toBe(true);
});

test('what was taken is rounded up, and what is given back down', async () => {
	const limits = { day: new Map([['NGN', 2n ** 40n]]), month: null };
	const { take, failed, used } = opened(limits);
	await take('a', 2n ** 24n + 1n);
	expect(await used()).toEqual([2n ** 24n + 2n]);
	await failed('a', 2n ** 24n + 1n);
	expect(await used()).toEqual([2n]);
});

test('where an amount fits as far as the run knows, nothing is read', async () => {
	const { rows, budgets, take } = opened();
	await take('a', 600n);
	const calls = async (minor?: bigint) => {
		const before = rows.calls.length;
		await budgets.lookAt(NOON, ['NGN'], minor);
		return rows.calls.length - before;
	};
	expect([await calls(400n), await calls(401n), await calls()]).toEqual([0, 2, 2]);
});

test('10,000 payments are read, and one of them given back, in some dozens of calls', async () => {
	const rows = new MemoryRows();
	const limits = { day: new Map([['NGN', 100_000n]]), month: new Map([['NGN', 200_000n]]) };
	const { take } = opened(limits, rows);
	for (let number = 0; number < 10_000; number++) await take(`${number}`, 7n);
	const calls = async (act: (budgets: Budgets) => Promise<unknown>) => {
		const before = rows.calls.length;
		await act(new Budgets(rows, MONEY, limits));
		return rows.calls.length - before;
	};
	expect(await calls(async (budgets) => await budgets.lookAt(NOON, ['NGN', 'KES']))).toBe(66);
	const claim = new NumberedRow(rows, 'claim 4711', 0);
	expect(await calls(async (budgets) => await budgets.giveBack(claim, [NGN(7n)], NOON))).toBe(12);
	expect(await opened(limits, rows).used()).toEqual([69_993n, 69_993n]);
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
		const row = budgets.rowFor(NGN(600n));
		rows.fail('insert', key, when);
		await expect(row?.take(claim('a'), NOON)).rejects.toThrow(StoreFault);
		rows.heal();
		await row?.unpaid(claim('a'));
		expect(await budgets.lookAt(NOON, ['NGN', 'KES'])).toMatchObject([{ used: 0n }]);
		expect((await take('b', 1_000n)).withheld).toBeNull();
	});

	test('an insert that arrives after its payment was given up takes nothing', async () => {
		const { rows, budgets, claim, used } = opened();
		const row = budgets.rowFor(NGN(600n));
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

	test('fails the payment whose turn it is, and the next one is served', async () => {
		const { rows, take } = opened();
		let isDown = true;
		rows.before = (method) => {
			if (method !== 'has' || !isDown) return;
			isDown = false;
			throw new StoreFault('the database is gone');
		};
		const [first, second] = await Promise.allSettled([take('a', 600n), take('b', 600n)]);
		expect(first).toMatchObject({ status: 'rejected', reason: { reason: 'the database is gone' } });
		expect(second).toMatchObject({ status: 'fulfilled', value: { withheld: null } });
	});

	test('a total that lacks a row is no total', async () => {
		const { rows, take } = opened();
		await take('a', 5n);
		for (const key of rows.keys) if (key.endsWith(':1:2')) rows.keys.delete(key);
		await expect(new Budgets(rows, MONEY, DAY).lookAt(NOON, ['NGN', 'KES'])).rejects.toMatchObject({
			reason: 'a row of a budget is missing',
		});
	});
});
